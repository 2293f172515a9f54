//go:build !linux

package main

import (
	"context"
	"errors"
)

// atTerminal returns the lines that linkvet shows of the demo at a terminal.
func atTerminal(context.Context, string) ([]line, error) {
	return nil, errors.New("could not open a terminal: this needs Linux")
}
