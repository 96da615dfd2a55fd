//go:build !unix

package gtp

import "os/exec"

// detach does nothing: this system has no process groups like Unix's.
func detach(*exec.Cmd) {}

// killAll ends the program. Processes that the program has started may live on.
func killAll(cmd *exec.Cmd) { cmd.Process.Kill() }
