package config

import (
	"strconv"
	"strings"
)

// maxQuoted is how much of a value a fault repeats, in code points.
const maxQuoted = 80

// quote returns s in quotation marks as faults show it; see escape.
func quote(s string) string { return `"` + escape(s) + `"` }

// escape returns s cut to a readable length, on one line, and without the marker
// that a workflow's log would take for a command.
func escape(s string) string {
	tail := ""
	n := 0
	for i := range s {
		if n++; n > maxQuoted {
			s, tail = s[:i], "…"
			break
		}
	}
	quoted := strconv.Quote(s)
	return strings.ReplaceAll(quoted[1:len(quoted)-1], "##[", `#\x23[`) + tail
}

// named returns the name of a setting as it was given: bare when it looks like a
// name, else quoted.
func named(s string) string {
	plain := func(r rune) bool {
		return r == '-' || r == '_' || '0' <= r && r <= '9' || 'a' <= r && r <= 'z' || 'A' <= r && r <= 'Z'
	}
	if s == "" || len(s) > maxQuoted || strings.ContainsFunc(s, func(r rune) bool { return !plain(r) }) {
		return quote(s)
	}
	return s
}
