// SPDX-License-Identifier: Apache-2.0 WITH SHL-2.1

//go:build unix

package process

import (
	"os/exec"
	"syscall"
)

// Group puts a program that has not started yet in a process group of its own: Ctrl-C at the
// terminal does not reach it, and Terminate and Kill also end its child processes.
func Group(cmd *exec.Cmd) { cmd.SysProcAttr = &syscall.SysProcAttr{Setpgid: true} }

// Terminate asks the group of a program to end.
func Terminate(cmd *exec.Cmd) error { return syscall.Kill(-cmd.Process.Pid, syscall.SIGTERM) }

// Kill ends the group of a program.
func Kill(cmd *exec.Cmd) error { return syscall.Kill(-cmd.Process.Pid, syscall.SIGKILL) }
