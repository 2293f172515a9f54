// Package manpage writes the manual page of linkvet.
package manpage

import (
	_ "embed"
	"fmt"
	"io"
	"strings"
	"text/template"

	"github.com/linkvet/linkvet/internal/config"
)

//go:embed linkvet.tmpl
var text string

var page = template.Must(template.New("").Funcs(template.FuncMap{"plain": plain, "marked": marked}).Parse(text))

// Write writes the page of the program of that version in the language of man(7). The
// error is that of w.
func Write(w io.Writer, version string) error {
	err := page.Execute(w, map[string]any{"Version": version, "Groups": config.Groups(), "Print": config.PrintChoices()})
	if err != nil {
		return fmt.Errorf("could not write the manual page: %w", err)
	}
	return nil
}

// marked returns Markdown with literal text in bold type. A line must not begin as a
// request of roff does.
func marked(markdown string) string {
	var b strings.Builder
	b.WriteString(`\&`)
	for i, part := range strings.Split(markdown, "`") {
		if i%2 == 1 {
			b.WriteString(`\fB` + plain(part) + `\fR`)
		} else {
			b.WriteString(plain(part))
		}
	}
	return b.String()
}

// plain returns text without meaning for roff.
var plain = strings.NewReplacer(`\`, `\e`, "-", `\-`, `"`, `\(dq`).Replace
