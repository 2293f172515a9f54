package cli

import (
	"os"
	"testing"

	"golang.org/x/sys/windows"
)

// A console shows escape sequences as text until it is told not to.
func TestConsoleUnderstandsSequences(t *testing.T) {
	console, err := os.OpenFile("CONOUT$", os.O_RDWR, 0)
	if err != nil {
		t.Skipf("there is no console: %v", err)
	}
	defer console.Close()
	var was, is uint32
	if err := windows.GetConsoleMode(windows.Handle(console.Fd()), &was); err != nil {
		t.Fatal(err)
	}
	defer func() { _ = windows.SetConsoleMode(windows.Handle(console.Fd()), was) }()
	if err := windows.SetConsoleMode(windows.Handle(console.Fd()), was&^windows.ENABLE_VIRTUAL_TERMINAL_PROCESSING); err != nil {
		t.Fatal(err)
	}
	if !isTerminal(console) {
		t.Skip("this console has no escape sequences")
	}
	if err := windows.GetConsoleMode(windows.Handle(console.Fd()), &is); err != nil {
		t.Fatal(err)
	}
	if is&windows.ENABLE_VIRTUAL_TERMINAL_PROCESSING == 0 {
		t.Error("it shows escape sequences as text")
	}
}

// What is no console shows none.
func TestFileIsNoConsole(t *testing.T) {
	t.Parallel()
	if understandsSequences(uintptr(windows.InvalidHandle)) {
		t.Error("an invalid handle is a console")
	}
}
