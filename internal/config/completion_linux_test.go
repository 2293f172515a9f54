package config

import (
	"bufio"
	"context"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"syscall"
	"testing"
	"time"

	"golang.org/x/sys/unix"
)

// TestBashInATerminal types lines with a tabulator. Names may have spaces and marks of patterns.
func TestBashInATerminal(t *testing.T) {
	t.Parallel()
	for line, want := range map[string]string{
		`my\ s` + "\t":           "<my site/>",
		`"my s` + "\t":           "<my site/>",
		"--baseline=k\t":         "<--baseline=known links.json>",
		"--fail-on=int\t":        "<--fail-on=internal>",
		"--compare m\t":          "<--compare><my site/>",
		"--fail-on internal m\t": "<--fail-on><internal><my site/>",
	} {
		t.Run(line, func(t *testing.T) {
			t.Parallel()
			if got := typed(t, line); got != want {
				t.Errorf("bash ran %s, want %s", got, want)
			}
		})
	}
}

// typed types the arguments of linkvet in a bash, and returns those that it would run, each in
// angle brackets.
func typed(t *testing.T, line string) string {
	t.Helper()
	bash, err := exec.LookPath("bash")
	if err != nil {
		t.Skip("this machine has no bash")
	}
	home := t.TempDir()
	for _, folder := range []string{"my site", "a*b", "public"} {
		if err := os.Mkdir(filepath.Join(home, folder), 0o700); err != nil {
			t.Fatal(err)
		}
	}
	if err := os.WriteFile(filepath.Join(home, "known links.json"), nil, 0o600); err != nil {
		t.Fatal(err)
	}
	keyboard, terminal := openTerminal(t)
	// A line that is not complete would wait for the rest.
	ctx, cancel := context.WithTimeout(t.Context(), 30*time.Second)
	t.Cleanup(cancel)
	cmd := exec.CommandContext(ctx, bash, "--norc", "--noprofile", "-i")
	cmd.Dir, cmd.Stdin, cmd.Stdout, cmd.Stderr = home, terminal, terminal, terminal
	cmd.Env = append(os.Environ(), "HOME="+home, "INPUTRC=/dev/null", "TERM=dumb", "PS1=", "LC_ALL=C.UTF-8")
	cmd.SysProcAttr = &syscall.SysProcAttr{Setsid: true, Setctty: true}
	if err := cmd.Start(); err != nil {
		t.Fatal(err)
	}
	if err := terminal.Close(); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		_ = cmd.Process.Kill()
		_ = cmd.Wait()
	})
	shown := bufio.NewReader(keyboard)
	until := func(mark string) string {
		for {
			text, err := shown.ReadString('\n')
			if _, after, ok := strings.Cut(text, mark); ok {
				return strings.TrimRight(after, "\r\n")
			}
			if err != nil {
				t.Fatalf("the terminal ended before %q: %v", mark, err)
			}
		}
	}
	enter := func(text string) {
		if _, err := keyboard.WriteString(text + "\n"); err != nil {
			t.Fatal(err)
		}
	}
	enter("source '" + script(t, PrintBash) + "'; linkvet() { printf 'ran-%d' 1; printf '<%s>' \"$@\"; echo; }; echo ready-$((1+1))")
	until("ready-2")
	enter("linkvet " + line)
	return strings.ReplaceAll(until("ran-1"), "<"+home+"/", "<")
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
