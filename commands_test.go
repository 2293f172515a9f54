package main

import (
	"errors"
	"os"
	"os/exec"
	"regexp"
	"strconv"
	"strings"

	"github.com/rogpeppe/go-internal/testscript"
)

// commands are what scripts may call besides the usual.
func commands() map[string]func(ts *testscript.TestScript, neg bool, args []string) {
	return map[string]func(ts *testscript.TestScript, neg bool, args []string){
		"conforms": conforms,
		"exits":    exits,
		"input":    input,
		"serve":    serve,
		"settle":   settle,
		"shared":   serveShared,
	}
}

// exits runs a program that has to end with a status: exits STATUS PROGRAM ARG…
func exits(ts *testscript.TestScript, neg bool, args []string) {
	if neg || len(args) < 2 {
		ts.Fatalf("usage: exits STATUS PROGRAM ARG…")
	}
	want, err := strconv.Atoi(args[0])
	ts.Check(err)
	got := 0
	err = ts.Exec(args[1], args[2:]...)
	var exit *exec.ExitError
	if errors.As(err, &exit) {
		got = exit.ExitCode()
	} else {
		ts.Check(err)
	}
	if got != want {
		ts.Fatalf("exit status %d, want %d", got, want)
	}
}

// input hands linkvet an input of several lines, as the runner does for an
// action: input NAME FILE.
func input(ts *testscript.TestScript, neg bool, args []string) {
	if neg || len(args) != 2 {
		ts.Fatalf("usage: input NAME FILE")
	}
	ts.Setenv("INPUT_"+strings.ToUpper(args[0]), ts.ReadFile(args[1]))
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

// findingID is a finding's identity, which hangs on the port in its target where
// a script has called serve.
var findingID = regexp.MustCompile(`"id": "[0-9a-f]+"`)

// settle rewrites reports so that they can be compared: settle FILE… The origin
// that serve set reads $ORIGIN then.
func settle(ts *testscript.TestScript, neg bool, args []string) {
	if neg || len(args) == 0 {
		ts.Fatalf("usage: settle FILE…")
	}
	for _, name := range args {
		text := settled(ts.ReadFile(name))
		if origin := ts.Getenv(originVariable); origin != "" {
			text = strings.ReplaceAll(text, origin, "$"+originVariable)
			text = findingID.ReplaceAllString(text, `"id": "ID"`)
		}
		ts.Check(os.WriteFile(ts.MkAbs(name), []byte(text), 0o644))
	}
}
