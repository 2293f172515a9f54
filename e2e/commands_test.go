package e2e

import (
	"errors"
	"fmt"
	"maps"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/rogpeppe/go-internal/testscript"
)

type command = func(ts *testscript.TestScript, neg bool, args []string)

// commands are what scripts may call besides those of testscript. README.md lists them.
func commands() map[string]command {
	return map[string]command{
		"conforms":    plain("FILE", 1, 1, conforms),
		"exits":       plain("STATUS PROGRAM [ARG…]", 2, -1, exits),
		"expand":      plain("FILE…", 1, -1, expand),
		"fixes":       plain("FOLDER [ARG…]", 2, -1, fixes),
		"generate":    plain("DIR", 1, 1, generate),
		"github":      plain("COMMAND [ARG…]", 1, -1, github),
		"input":       plain("NAME FILE", 2, 2, input),
		"nobody":      plain("STATUS PROGRAM [ARG…]", 2, -1, nobody),
		"outputs":     plain("", 0, 0, outputs),
		"pullrequest": plain("", 0, 0, pullRequest),
		"repeat":      plain("FILE COUNT TEXT", 3, 3, repeat),
		"replace":     plain("FILE OLD NEW", 3, 3, replace),
		"serve":       plain("[-tls|-host=HOST] [-name=NAME] FOLDER", 1, 3, serve),
		"shown":       plain("PAGE NAME [REGEXP]", 2, 3, shown),
		"settle":      plain("FILE…", 1, -1, settle),
		"setenv":      plain("NAME", 1, 1, setenv),
		"until":       plain("FILE [REGEXP]", 1, 2, until),
	}
}

// plain is a command that takes some arguments, at most any number when most is
// negative, and that cannot be negated.
func plain(usage string, least, most int, run func(ts *testscript.TestScript, args []string)) command {
	return func(ts *testscript.TestScript, neg bool, args []string) {
		if neg || len(args) < least || most >= 0 && len(args) > most {
			ts.Fatalf("want the arguments %s", usage)
		}
		run(ts, args)
	}
}

// exits runs a program that has to end with a status.
func exits(ts *testscript.TestScript, args []string) {
	want, err := strconv.Atoi(args[0])
	ts.Check(err)
	got := 0
	err = ts.Exec(args[1], args[2:]...)
	if exit, ok := errors.AsType[*exec.ExitError](err); ok {
		got = exit.ExitCode()
	} else {
		ts.Check(err)
	}
	if got != want {
		ts.Fatalf("exit status %d, want %d", got, want)
	}
}

// nobody is exits for a user who owns nothing: root may do what the modes of files forbid. A
// process without that right is such a user already.
func nobody(ts *testscript.TestScript, args []string) {
	if os.Getuid() == 0 {
		// Directories of tests are for their owner alone.
		for dir := ts.MkAbs("."); len(dir) > len(os.TempDir()); dir = filepath.Dir(dir) {
			if info, err := os.Stat(dir); err == nil && info.Mode().Perm() == 0o700 {
				ts.Check(os.Chmod(dir, 0o755))
			}
		}
		args = append([]string{args[0], "setpriv", "--reuid=65534", "--regid=65534", "--clear-groups"}, args[1:]...)
	}
	exits(ts, args)
}

// expand replaces $NAME and ${NAME} in files by variables of the script; others stay.
func expand(ts *testscript.TestScript, args []string) {
	for _, name := range args {
		text := os.Expand(ts.ReadFile(name), func(variable string) string {
			if value := ts.Getenv(variable); value != "" {
				return value
			}
			return "$" + variable
		})
		ts.Check(os.WriteFile(ts.MkAbs(name), []byte(text), 0o644))
	}
}

// input hands linkvet an input of several lines, as the runner does for an action.
func input(ts *testscript.TestScript, args []string) {
	ts.Setenv("INPUT_"+strings.ToUpper(args[0]), ts.ReadFile(args[1]))
}

// setenv sets a variable to the standard output of the last command.
func setenv(ts *testscript.TestScript, args []string) {
	ts.Setenv(args[0], strings.TrimSpace(ts.ReadFile("stdout")))
}

// outputs prints the outputs of the step, each as NAME=VALUE, sorted, the last of each
// name. It fails when the file of GITHUB_OUTPUT is not whole.
func outputs(ts *testscript.TestScript, _ []string) {
	values := map[string]string{}
	lines := strings.Split(strings.TrimSuffix(ts.ReadFile(ts.Getenv("GITHUB_OUTPUT")), "\n"), "\n")
	for ; len(lines) >= 3; lines = lines[3:] {
		name, delimiter, ok := strings.Cut(lines[0], "<<")
		if !ok || lines[2] != delimiter {
			break
		}
		values[name] = lines[1]
	}
	if len(lines) > 0 && lines[0] != "" || len(values) != 0 && len(values) != 12 {
		ts.Fatalf("the outputs are not whole: %q", lines)
	}
	for _, name := range slices.Sorted(maps.Keys(values)) {
		fmt.Fprintf(ts.Stdout(), "%s=%s\n", name, values[name])
	}
}

// repeat appends a text to a file many times. In the text, %d is the number of the time,
// from 0, and \n a line end.
func repeat(ts *testscript.TestScript, args []string) {
	n, err := strconv.Atoi(args[1])
	ts.Check(err)
	name, text := ts.MkAbs(args[0]), strings.ReplaceAll(args[2], `\n`, "\n")
	ts.Check(os.MkdirAll(filepath.Dir(name), 0o755))
	file, err := os.OpenFile(name, os.O_APPEND|os.O_CREATE|os.O_WRONLY, 0o644)
	ts.Check(err)
	for i := range n {
		_, err = file.WriteString(strings.ReplaceAll(text, "%d", strconv.Itoa(i)))
		ts.Check(err)
	}
	ts.Check(file.Close())
}

// replace replaces a text in a file, which has to be there. In both, \n is a line end.
func replace(ts *testscript.TestScript, args []string) {
	text := ts.ReadFile(args[0])
	unescape := strings.NewReplacer(`\n`, "\n", `\r`, "\r", `\t`, "\t")
	old := unescape.Replace(args[1])
	if !strings.Contains(text, old) {
		ts.Fatalf("%s has no %q", args[0], old)
	}
	ts.Check(os.WriteFile(ts.MkAbs(args[0]), []byte(strings.ReplaceAll(text, old, unescape.Replace(args[2]))), 0o644))
}

// until waits until a file exists, and has a match of a regular expression. On a machine
// under load that may take long: the time limit of the test ends it.
func until(ts *testscript.TestScript, args []string) {
	want := regexp.MustCompile("")
	if len(args) > 1 {
		want = regexp.MustCompile(args[1])
	}
	for started := time.Now(); time.Since(started) < 2*time.Minute; time.Sleep(5 * time.Millisecond) {
		if text, err := os.ReadFile(ts.MkAbs(args[0])); err == nil && want.Match(text) {
			return
		}
	}
	ts.Fatalf("%s did not appear", args[0])
}

// volatile is what differs from one run of linkvet to the next, or from one
// build of it to another, with what stands for it in golden text.
var volatile = []struct {
	found *regexp.Regexp
	shown string
}{
	{found: regexp.MustCompile(`"started": "[^"]*"`), shown: `"started": "WHEN"`},
	{found: regexp.MustCompile(`"duration_ms": \d+`), shown: `"duration_ms": 0`},
	{found: regexp.MustCompile(`"version": "[^"]*"`), shown: `"version": "VERSION"`},
	{found: regexp.MustCompile(`"(start|end)TimeUtc": "[^"]*"`), shown: `"${1}TimeUtc": "WHEN"`},
	{found: regexp.MustCompile(` timestamp="[^"]*"`), shown: ` timestamp="WHEN"`},
	{found: regexp.MustCompile(` time="[\d.]*"`), shown: ` time="N"`},
	{found: regexp.MustCompile(`<property name="version" value="[^"]*"/>`), shown: `<property name="version" value="VERSION"/>`},
	{found: regexp.MustCompile(`\b(\d+ ms|\d+\.\d m?s|\d+ min \d+ s)\b`), shown: "N ms"},
}

func settled(text string) string {
	for _, v := range volatile {
		text = v.found.ReplaceAllString(text, v.shown)
	}
	return text
}

// findingID is a finding's identity, which depends on the port in its target where
// a script has called serve.
var findingID = regexp.MustCompile(`"id": "[0-9a-f]+"`)

// settle rewrites reports so that they can be compared. The origin that serve set
// reads $ORIGIN then.
func settle(ts *testscript.TestScript, args []string) {
	for _, name := range args {
		text := settled(ts.ReadFile(name))
		if origin := ts.Getenv("ORIGIN"); origin != "" {
			text = strings.ReplaceAll(text, origin, "$ORIGIN")
			text = findingID.ReplaceAllString(text, `"id": "ID"`)
		}
		ts.Check(os.WriteFile(ts.MkAbs(name), []byte(text), 0o644))
	}
}
