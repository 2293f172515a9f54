package config

import (
	_ "embed"
	"io"
	"strings"
)

//go:embed linkvet.1.txt
var manual string

// writeManual writes the page of the program of that version in the language of man(7). The
// error is that of w.
func writeManual(w io.Writer, version string) error {
	text := strings.NewReplacer("VERSION", plain(version), "\nOPTIONS\n", "\n"+options(), "WORDS", words(printChoices)).Replace(manual)
	_, err := io.WriteString(w, text)
	return err
}

// options returns the flags of all settings, by group.
func options() string {
	var b strings.Builder
	for _, g := range Groups() {
		b.WriteString(`.SS "` + plain(g.Title) + "\"\n")
		for _, s := range g.Settings {
			if s.IsFlag() {
				b.WriteString(option(&s))
			}
		}
	}
	return b.String()
}

// option returns the flag of a setting, with its meaning.
func option(s *Setting) string {
	flag := bold("--" + s.Name)
	if s.Value != "" {
		flag += ` \fI` + plain(s.Value) + `\fR`
	}
	return ".TP\n" + flag + "\n" + marked(s.Meaning) + ". Default: " + marked(s.DefaultText()) + ".\n"
}

// words returns names in bold type, with commas between them.
func words(names []string) string {
	var all []string
	for _, name := range names {
		all = append(all, bold(name))
	}
	return strings.Join(all, ", ")
}

// marked returns Markdown with literal text in bold type. A line must not begin as a
// request of roff does.
func marked(markdown string) string {
	var b strings.Builder
	b.WriteString(`\&`)
	for i, part := range strings.Split(markdown, "`") {
		if i%2 == 1 {
			b.WriteString(bold(part))
		} else {
			b.WriteString(plain(part))
		}
	}
	return b.String()
}

func bold(text string) string { return `\fB` + plain(text) + `\fR` }

// plain returns text without meaning for roff.
var plain = strings.NewReplacer(`\`, `\e`, "-", `\-`, `"`, `\(dq`).Replace
