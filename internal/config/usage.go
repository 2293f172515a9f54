package config

import (
	"fmt"
	"io"
	"strings"
)

// The measures of the usage text, in columns.
const (
	usageWidth  = 100
	usageIndent = 28
)

const usageHead = `linkvet checks every link of a built site or of a deployed preview.

Usage: linkvet [flags] [TARGET]

TARGET is a directory or an http(s) URL. Without one it is, in a workflow run that a successful
deployment started, the URL of that deployment; else the first of public, dist, _site, build, out,
site, book, docs/_build/html and target/doc here that holds an index.html.

Examples:
  linkvet public
  linkvet --exclude '/drafts/**' --report json=links.json https://preview.example.com/

Each setting has one name, used three ways: as a flag (--fail-on none), as an input of the action
(fail-on: none) and as a key in .linkvet.yml (fail-on: none). A flag beats an input, an input beats
the file, the file beats the default. A list takes one value a line; as a flag it may be repeated.
`

const usageTail = `
Exit status:
  0  checked to the end, and nothing found that --fail-on names
  1  checked to the end, and something found that --fail-on names
  2  the call is wrong: an unknown setting, a bad value, no target
  3  could not check to the end; what is known is reported all the same
`

// Usage writes what --help shows: how to call linkvet, every setting, and the
// exit statuses. The error is that of w.
func Usage(w io.Writer) error {
	var b strings.Builder
	b.WriteString(usageHead)
	for _, g := range groups() {
		fmt.Fprintf(&b, "\n%s:\n", g.title)
		for _, s := range g.settings {
			describe(&b, s.synopsis(), s.Meaning, "(default: "+s.DefaultText()+")")
		}
	}
	b.WriteString("\nOther flags:\n")
	describe(&b, "--dump", "print each link that is found and where it leads, check none,", "and exit")
	describe(&b, "-h, --help", "show this", "and exit")
	describe(&b, "--version", "show the version", "and exit")
	b.WriteString(usageTail)
	if _, err := io.WriteString(w, b.String()); err != nil {
		return fmt.Errorf("could not write the usage: %w", err)
	}
	return nil
}

// describe writes a flag and, in a column beside it, what it means and a tail
// that stays on one line. The backquotes of Markdown are left out.
func describe(b *strings.Builder, flag, meaning, tail string) {
	line := "  " + flag
	line += strings.Repeat(" ", max(2, usageIndent-len(line)))
	empty := true
	for _, word := range append(strings.Fields(meaning), tail) {
		word = strings.ReplaceAll(word, "`", "")
		if !empty && len(line)+1+len(word) > usageWidth {
			b.WriteString(line + "\n")
			line, empty = strings.Repeat(" ", usageIndent), true
		}
		if !empty {
			line += " "
		}
		line, empty = line+word, false
	}
	b.WriteString(line + "\n")
}
