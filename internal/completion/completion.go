// Package completion writes the scripts by which shells complete the flags of linkvet.
package completion

import (
	"embed"
	"fmt"
	"io"
	"strings"
	"text/template"

	"github.com/linkvet/linkvet/internal/config"
)

// flag is a flag of the program, for the templates.
type flag struct {
	Name, Meaning string
	// NeedsValue reports whether a value follows. Choices are its words, if it has a few.
	NeedsValue bool
	Choices    []string
	// IsFile reports whether the value is a path.
	IsFile bool
}

// flags returns all flags: those of the settings, and those that only print.
func flags() []flag {
	var all []flag
	for _, s := range config.Settings() {
		if !s.IsFlag() {
			continue
		}
		all = append(all, flag{
			Name: s.Name, Meaning: firstSentence(s.Meaning), NeedsValue: s.Value != "", Choices: s.Choices,
			IsFile: s.Value == "PATH" || s.Value == "DIR" || s.Value == "DIR|URL",
		})
	}
	return append(
		all,
		flag{Name: "print", Meaning: "Print the schema, the manual page or a completion", NeedsValue: true, Choices: config.PrintChoices()},
		flag{Name: "dump", Meaning: "Print each link and its target without checking it"},
		flag{Name: "help", Meaning: "Print the flags"},
		flag{Name: "version", Meaning: "Print the version"},
	)
}

// firstSentence returns the beginning of a text, without the marks of Markdown.
func firstSentence(text string) string {
	text, _, _ = strings.Cut(strings.ReplaceAll(text, "`", ""), ". ")
	text, _, _ = strings.Cut(text, ": ")
	return text
}

// quoting returns text as the single quotes of each shell hold it. Those of fish keep a
// backslash as an escape, and _arguments of zsh has marks of its own.
var quoting = template.FuncMap{
	"fish":       strings.NewReplacer(`\`, `\\`, `'`, `\'`).Replace,
	"powershell": strings.NewReplacer(`'`, `''`).Replace,
	"zsh":        strings.NewReplacer(`\`, `\\`, `[`, `\[`, `]`, `\]`, `:`, `\:`, `'`, `'\''`).Replace,
}

//go:embed *.tmpl
var files embed.FS

var templates = template.Must(template.New("").Funcs(quoting).ParseFS(files, "*.tmpl"))

// Write writes the script of a shell, which is one of the completions of
// config.PrintChoices. The error is that of w.
func Write(w io.Writer, what string) error {
	shell := strings.TrimPrefix(what, "completion-")
	if err := templates.ExecuteTemplate(w, shell+".tmpl", flags()); err != nil {
		return fmt.Errorf("could not write the completion: %w", err)
	}
	return nil
}
