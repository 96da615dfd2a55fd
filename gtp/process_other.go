//go:build !unix

package gtp

import "os/exec"

// detach does nothing: this system has no process groups like those of Unix.
func detach(*exec.Cmd) {}

// killAll ends the program. What it has started may live on.
func killAll(cmd *exec.Cmd) { cmd.Process.Kill() }
