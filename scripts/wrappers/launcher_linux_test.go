package main

import (
	"bufio"
	"fmt"
	"os"
	"os/exec"
	"strings"
	"syscall"
	"testing"

	"golang.org/x/sys/unix"
)

// TestCtrlCArrivesOnce types Ctrl+C in a terminal. The terminal sends the signal to the
// launcher and to the program. A second one would end linkvet without a report.
func TestCtrlCArrivesOnce(t *testing.T) {
	t.Parallel()
	launcher := install(t, `trap 'echo interrupted' INT; echo ready; read -r line; read -r line; echo "got $line"; exit 5`)
	keyboard, terminal := openTerminal(t)
	cmd := exec.CommandContext(t.Context(), "node", launcher)
	cmd.Stdin, cmd.Stdout, cmd.Stderr = terminal, terminal, terminal
	cmd.SysProcAttr = &syscall.SysProcAttr{Setsid: true, Setctty: true}
	if err := cmd.Start(); err != nil {
		t.Fatal(err)
	}
	if err := terminal.Close(); err != nil {
		t.Fatal(err)
	}
	lines := bufio.NewReader(keyboard)
	expect := func(want string) string {
		for all := ""; ; {
			line, err := lines.ReadString('\n')
			if all += line; strings.Contains(line, want) {
				return all
			}
			if err != nil {
				t.Fatalf("the terminal shows %q, %v; want %q", all, err, want)
			}
		}
	}
	expect("ready")
	if _, err := keyboard.WriteString("\x03"); err != nil {
		t.Fatal(err)
	}
	expect("interrupted")
	if _, err := keyboard.WriteString("first\nlast\n"); err != nil {
		t.Fatal(err)
	}
	if shown := expect("got "); strings.Contains(shown, "interrupted") {
		t.Errorf("the terminal shows %q: the signal arrived twice", shown)
	}
	if got := status(t, cmd.Wait()); got != 5 {
		t.Errorf("status %d, want 5", got)
	}
}

// openTerminal returns both ends of a new terminal.
func openTerminal(t *testing.T) (keyboard, terminal *os.File) {
	t.Helper()
	keyboard, err := os.OpenFile("/dev/ptmx", os.O_RDWR|unix.O_NOCTTY, 0)
	if err != nil {
		t.Skip("there are no terminals here: ", err)
	}
	t.Cleanup(func() { _ = keyboard.Close() })
	if err := unix.IoctlSetPointerInt(int(keyboard.Fd()), unix.TIOCSPTLCK, 0); err != nil {
		t.Fatal(err)
	}
	number, err := unix.IoctlGetInt(int(keyboard.Fd()), unix.TIOCGPTN)
	if err != nil {
		t.Fatal(err)
	}
	terminal, err = os.OpenFile(fmt.Sprintf("/dev/pts/%d", number), os.O_RDWR|unix.O_NOCTTY, 0)
	if err != nil {
		t.Fatal(err)
	}
	return keyboard, terminal
}
