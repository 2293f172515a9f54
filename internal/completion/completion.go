// Package completion writes the scripts by which shells complete the flags of linkvet.
//
// A script is a text with marks. A line that begins with a kind, such as "<words>", is
// repeated for each flag of that kind. NAME, MEANING and WORDS are those of the flag, and
// FLAGS are all flags. text/template would do as well, but the linker then keeps every
// method of the program, which makes it a third larger.
package completion

import (
	_ "embed"
	"fmt"
	"io"
	"strings"

	"github.com/linkvet/linkvet/internal/config"
)

// The kinds of flags, by what follows them.
const (
	kindNone  = "<none>"
	kindWords = "<words>"
	kindPath  = "<path>"
	kindValue = "<value>"
)

// flag is a flag of the program.
type flag struct{ kind, name, meaning, words string }

// flags returns all flags: those of the settings, and those that only print.
func flags() []flag {
	var all []flag
	for _, s := range config.Settings() {
		if s.IsFlag() {
			all = append(all, flag{kindOf(&s), s.Name, firstSentence(s.Meaning), strings.Join(s.Choices, " ")})
		}
	}
	return append(
		all,
		flag{kindWords, "print", "Print the schema, the manual page or a completion", strings.Join(config.PrintChoices(), " ")},
		flag{kindNone, "dump", "Print each link and its target without checking it", ""},
		flag{kindNone, "help", "Print the flags", ""},
		flag{kindNone, "version", "Print the version", ""},
	)
}

func kindOf(s *config.Setting) string {
	switch {
	case s.Choices != nil:
		return kindWords
	case s.Value == "":
		return kindNone
	}
	for name := range strings.SplitSeq(s.Value, "|") {
		if name == "PATH" || name == "DIR" || name == "FILE" {
			return kindPath
		}
	}
	return kindValue
}

// firstSentence returns the beginning of a text, without the marks of Markdown. What stands in
// code ends no sentence, such as `Name: value`.
func firstSentence(text string) string {
	var b strings.Builder
	for i, part := range strings.Split(text, "`") {
		end := len(part)
		for _, mark := range []string{". ", ": "} {
			if at := strings.Index(part, mark); at >= 0 && i%2 == 0 {
				end = min(end, at)
			}
		}
		b.WriteString(part[:end])
		if end < len(part) {
			break
		}
	}
	return b.String()
}

//go:embed bash.txt
var bash string

//go:embed zsh.txt
var zsh string

//go:embed fish.txt
var fish string

//go:embed powershell.txt
var powershell string

// shells are the scripts, and how the single quotes of each shell hold a text. Those of
// fish keep a backslash as an escape, and _arguments of zsh has marks of its kind.
var shells = map[string]struct {
	script string
	quote  *strings.Replacer
}{
	config.PrintBash:       {bash, strings.NewReplacer()},
	config.PrintFish:       {fish, strings.NewReplacer(`\`, `\\`, `'`, `\'`)},
	config.PrintPowerShell: {powershell, strings.NewReplacer(`'`, `''`)},
	config.PrintZsh:        {zsh, strings.NewReplacer(`\`, `\\`, `[`, `\[`, `]`, `\]`, `:`, `\:`, `'`, `'\''`)},
}

// Write writes the script of a shell, which is one of the completions of
// config.PrintChoices. The error is that of w.
func Write(w io.Writer, what string) error {
	shell := shells[what]
	if _, err := io.WriteString(w, fill(shell.script, shell.quote)); err != nil {
		return fmt.Errorf("could not write the completion: %w", err)
	}
	return nil
}

// fill returns a script with the flags in it. The lines of all kinds that stand together
// are repeated together, so that the flags are in the order of the table.
func fill(script string, quote *strings.Replacer) string {
	var b strings.Builder
	all := flags()
	var names []string
	for _, f := range all {
		names = append(names, "--"+f.name)
	}
	block := map[string]string{}
	for line := range strings.Lines(script) {
		if kind, rest, ok := strings.Cut(line, ">"); ok && strings.HasPrefix(line, "<") {
			block[kind+">"] = rest
			continue
		}
		repeat(&b, block, all, quote)
		clear(block)
		b.WriteString(strings.ReplaceAll(line, "FLAGS", strings.Join(names, " ")))
	}
	repeat(&b, block, all, quote)
	return b.String()
}

// repeat writes the line of a block that each flag has by its kind.
func repeat(b *strings.Builder, block map[string]string, all []flag, quote *strings.Replacer) {
	for _, f := range all {
		line := strings.NewReplacer("NAME", f.name, "MEANING", quote.Replace(f.meaning), "WORDS", f.words)
		b.WriteString(line.Replace(block[f.kind]))
	}
}
