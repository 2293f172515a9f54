// Package contain keeps a mistake of ours to the step that it is made in: what a panic there would
// have cost the whole run is said as a problem, and the rest of the run continues.
package contain

import (
	"fmt"
	"path"
	"runtime"
	"strings"
)

// Panic calls do. If that panics, it returns the problem in words, with the step, its
// input and the place in our code; otherwise it returns nothing. What do locks or
// takes it is to give back with defer.
//
// The step follows "could not" ("read the page"), and input is what it was done with,
// such as a file; empty for none.
func Panic(step, input string, do func()) (problem string) {
	defer func() {
		cause := recover()
		if cause == nil {
			return
		}
		if input != "" {
			step += fmt.Sprintf(" %q", input)
		}
		// It may quote what a stranger wrote.
		line, _, _ := strings.Cut(fmt.Sprint(cause), "\n")
		problem = fmt.Sprintf("could not %s: internal error (%s%s): please report it at https://github.com/linkvet/linkvet/issues, with the command and the site", step, strings.ToValidUTF8(line[:min(len(line), 200)], ""), at())
	}()
	do()
	return ""
}

// at is where in our own code the panic began that is being recovered from; empty
// when that cannot be told.
func at() string {
	callers := make([]uintptr, 64)
	frames := runtime.CallersFrames(callers[:runtime.Callers(2, callers)])
	for panicked := false; ; {
		frame, more := frames.Next()
		panicked = panicked || frame.Function == "runtime.gopanic"
		if panicked && strings.Contains(frame.Function, "linkvet/linkvet/") {
			return fmt.Sprintf(" at %s/%s:%d", path.Base(path.Dir(frame.File)), path.Base(frame.File), frame.Line)
		}
		if !more {
			return ""
		}
	}
}
