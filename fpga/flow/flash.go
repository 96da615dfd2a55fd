// SPDX-License-Identifier: Apache-2.0 WITH SHL-2.1

package flow

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"syscall"
	"time"

	"github.com/tessera-fpga/tessera/fpga/board"
	"github.com/tessera-fpga/tessera/rtl"
)

// Flash loads a bitstream into a board with openFPGALoader: into the device, which forgets it when
// the power goes, or, if permanent, into the board's flash memory. The loader's output goes to out.
func Flash(ctx context.Context, b *board.Board, bitstream string, permanent bool, out io.Writer) error {
	if _, err := os.Stat(bitstream); err != nil {
		return fmt.Errorf("fpga: no bitstream %s: run \"tessera bitstream --board %s\" first", bitstream, b.Name)
	}
	path, err := loader()
	if err != nil {
		return err
	}
	args := []string{"-b", b.LoaderBoard}
	if permanent {
		args = append(args, "-f")
	}
	args = append(args, bitstream)
	var said bytes.Buffer
	cmd := exec.CommandContext(ctx, path, args...)
	cmd.Stdout = io.MultiWriter(out, &said)
	cmd.Stderr = cmd.Stdout
	// An interrupt lets the loader leave the board in a defined state.
	cmd.Cancel = func() error { return cmd.Process.Signal(syscall.SIGINT) }
	cmd.WaitDelay = 3 * time.Second
	err = cmd.Run()
	if ctx.Err() != nil {
		return ctx.Err()
	}
	if err != nil {
		return fmt.Errorf("fpga: %s", loaderTrouble(b, said.String(), err))
	}
	return nil
}

// loader returns the program of openFPGALoader: that of "make tools-flash" in a clone, unless
// TESSERA_TOOLS=native, or else the one on PATH.
func loader() (string, error) {
	if os.Getenv("TESSERA_TOOLS") != "native" {
		if root, err := rtl.Root(); err == nil {
			path := filepath.Join(root, ".tools", "bin", "openFPGALoader")
			if _, err := os.Stat(path); err == nil {
				return path, nil
			}
		}
	}
	path, err := exec.LookPath("openFPGALoader")
	if err != nil {
		return "", errors.New(`fpga: there is no openFPGALoader: run "make tools-flash" in a clone, or install it`)
	}
	return path, nil
}

// loaderTrouble turns openFPGALoader's messages into a hint at the cause.
func loaderTrouble(b *board.Board, said string, err error) string {
	low := strings.ToLower(said)
	has := func(words ...string) bool {
		for _, w := range words {
			if strings.Contains(low, w) {
				return true
			}
		}
		return false
	}
	switch {
	case has("device not found", "-3 (", "no device found", "cable not found"):
		return fmt.Sprintf("no %s found: is its USB cable plugged in?", b.Title)
	case has("permission", "-8 (", "usb_open() failed", "libusb_error_access"):
		return fmt.Sprintf("no permission to open the %s: install openFPGALoader's udev rules (99-openfpgaloader.rules) "+
			"and join the group plugdev, then plug the cable in again", b.Title)
	case has("busy", "unable to claim"):
		return fmt.Sprintf("the %s is in use by another program", b.Title)
	case has("cannot find board", "unknown board"):
		return fmt.Sprintf("this openFPGALoader does not know the board %q: install a newer one", b.LoaderBoard)
	}
	lines := strings.Split(strings.TrimSpace(said), "\n")
	return fmt.Sprintf("openFPGALoader failed: %s (%v)", strings.TrimSpace(lines[len(lines)-1]), err)
}
