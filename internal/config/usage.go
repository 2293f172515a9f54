package config

import (
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

TARGET is a directory or an http(s) URL. `

const shortTarget = `Without TARGET, linkvet checks the build directory.

Examples:
  linkvet public
  linkvet --exclude '/drafts/**' --report html=links.html public
  linkvet --site-url https://example.com/docs/ --external=false public
  linkvet --wait 2m https://preview.example.com/

`

const allTarget = `Without TARGET, a workflow run that a deployment started
checks the URL of that deployment. Any other run checks the build directory that the settings of a
host or generator name (netlify.toml, mkdocs.yml, …), or else the first usual one that contains an
index.html: public, dist, _site, build, out, site, book, docs/_build/html, target/doc and others.

Examples:
  linkvet public
  linkvet --exclude '/drafts/**' --report json=links.json https://preview.example.com/

Each setting has one name, used three ways: as a flag (--fail-on none), as an input of the action
(fail-on: none) and as a key in .linkvet.yml (fail-on: none). A flag overrides an input, an input
overrides the file, and the file overrides the default. A setting with several values takes one per
line; its flag can be repeated.
`

const shortTail = `
Each flag can also stand in .linkvet.yml, without its dashes (exclude: /drafts/**).
Exit status: 0 passed, 1 failed, 2 wrong usage, 3 not checked completely.
--help for all settings.
`

const allTail = `
Exit status:
  0  checked completely; no finding that --fail-on counts
  1  checked completely; at least one finding that --fail-on counts
  2  wrong usage: unknown setting, bad value, missing target
  3  not checked completely; everything known is still reported
`

// Usage writes how to call linkvet: the usual settings for HelpShort, and every setting for
// HelpAll. The error is that of w.
func Usage(w io.Writer, help string) error {
	var b strings.Builder
	b.WriteString(usageHead)
	if help == HelpShort {
		b.WriteString(shortTarget)
		for _, s := range Settings() {
			if s.Usual {
				// The first sentence is enough to know what to look up.
				meaning, _, _ := strings.Cut(firstSentence(s.Meaning), ": ")
				describe(&b, s.synopsis(), meaning, "(default: "+s.DefaultText()+")")
			}
		}
		b.WriteString(shortTail)
		_, err := io.WriteString(w, b.String())
		return err
	}
	b.WriteString(allTarget)
	for _, g := range Groups() {
		b.WriteString("\n" + g.Title + ":\n")
		for _, s := range g.Settings {
			describe(&b, s.synopsis(), s.Meaning, "(default: "+s.DefaultText()+")")
		}
	}
	b.WriteString("\nOther flags:\n")
	describe(&b, "-h", "Print the usual settings", "and exit")
	describe(&b, "--help", "Print this help", "and exit")
	describe(&b, "--print WHAT", "Print the JSON schema of the settings file (schema), the manual page (man) or a shell's completion (completion-bash, -zsh, -fish, -powershell)", "and exit")
	describe(&b, "--version", "Print the version", "and exit")
	b.WriteString(allTail)
	_, err := io.WriteString(w, b.String())
	return err
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
