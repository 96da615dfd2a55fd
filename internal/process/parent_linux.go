// SPDX-License-Identifier: Apache-2.0 WITH SHL-2.1

package process

import (
	"os/exec"
	"syscall"
)

// EndWithParent has the system end a program, which has not started yet, together with this one.
func EndWithParent(cmd *exec.Cmd) { cmd.SysProcAttr = &syscall.SysProcAttr{Pdeathsig: syscall.SIGKILL} }
