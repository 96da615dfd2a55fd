//go:build unix

package gtp

import (
	"os/exec"
	"syscall"
)

// detach gives the program its own process group: Ctrl-C at the terminal does not reach the
// program, and its child processes end with it.
func detach(cmd *exec.Cmd) { cmd.SysProcAttr = &syscall.SysProcAttr{Setpgid: true} }

// killAll ends the program and all that it has started.
func killAll(cmd *exec.Cmd) { syscall.Kill(-cmd.Process.Pid, syscall.SIGKILL) }
