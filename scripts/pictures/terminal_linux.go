package main

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"os/exec"
	"strconv"
	"syscall"

	"golang.org/x/sys/unix"
)

// runAtTerminal returns what a program writes to a terminal. It has to end with status.
func runAtTerminal(cmd *exec.Cmd, status int) ([]byte, error) {
	control, err := os.OpenFile("/dev/ptmx", os.O_RDWR|syscall.O_NOCTTY, 0)
	if err != nil {
		return nil, fmt.Errorf("could not open a terminal: %w", err)
	}
	defer func() { _ = control.Close() }()
	if err := unix.IoctlSetPointerInt(int(control.Fd()), unix.TIOCSPTLCK, 0); err != nil {
		return nil, fmt.Errorf("could not unlock the terminal: %w", err)
	}
	number, err := unix.IoctlGetInt(int(control.Fd()), unix.TIOCGPTN)
	if err != nil {
		return nil, fmt.Errorf("could not name the terminal: %w", err)
	}
	terminal, err := os.OpenFile("/dev/pts/"+strconv.Itoa(number), os.O_RDWR|syscall.O_NOCTTY, 0)
	if err != nil {
		return nil, fmt.Errorf("could not open the terminal: %w", err)
	}
	cmd.Stdout = terminal
	err = cmd.Start()
	_ = terminal.Close()
	if err != nil {
		return nil, fmt.Errorf("could not start %s: %w", cmd.Path, err)
	}
	var screen bytes.Buffer
	// Linux ends what is read of a terminal that no process has open with an I/O error.
	if _, err := io.Copy(&screen, control); err != nil && !errors.Is(err, syscall.EIO) {
		return nil, errors.Join(fmt.Errorf("could not read the terminal: %w", err), cmd.Wait())
	}
	return screen.Bytes(), endedWith(cmd.Wait(), status)
}

// atTerminal returns the lines that linkvet shows of the demo at a terminal.
func atTerminal(ctx context.Context, program string) ([]line, error) {
	cmd := exec.CommandContext(ctx, program, demo)
	cmd.Env = environment("TERM=xterm")
	screen, err := runAtTerminal(cmd, 1)
	if err != nil {
		return nil, err
	}
	return parseScreen(screen)
}
