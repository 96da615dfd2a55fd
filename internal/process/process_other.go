// SPDX-License-Identifier: Apache-2.0 WITH SHL-2.1

//go:build !unix

package process

import "os/exec"

// Group does nothing, because this system lacks Unix process groups.
func Group(*exec.Cmd) {}

// Terminate ends the program. Its child processes may survive.
func Terminate(cmd *exec.Cmd) error { return cmd.Process.Kill() }

// Kill ends the program. Its child processes may survive.
func Kill(cmd *exec.Cmd) error { return cmd.Process.Kill() }
