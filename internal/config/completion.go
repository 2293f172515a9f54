package config

import (
	_ "embed"
	"io"
	"strings"
)

// The scripts by which shells complete the flags are texts with marks. A line that begins with a
// kind, such as "<words>", is repeated for each flag of that kind. NAME, MEANING and WORDS are
// those of the flag, and FLAGS are all flags.

// The kinds of flags, by what follows them.
const (
	kindNone  = "<none>"
	kindWords = "<words>"
	kindPath  = "<path>"
	kindValue = "<value>"
)

// completed is a flag that shells complete.
type completed struct{ kind, name, meaning, words string }

// allFlags returns all flags: those of the settings, and those that only print.
func allFlags() []completed {
	var all []completed
	for _, s := range Settings() {
		if s.IsFlag() {
			all = append(all, completed{kindOf(&s), s.Name, firstSentence(s.Meaning), strings.Join(s.Choices, " ")})
		}
	}
	return append(
		all,
		completed{kindWords, "print", "Print the schema, the manual page or a completion", strings.Join(printChoices, " ")},
		completed{kindNone, "help", "Print the flags", ""},
		completed{kindNone, "version", "Print the version", ""},
	)
}

func kindOf(s *Setting) string {
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

//go:embed completion.bash.txt
var bashScript string

//go:embed completion.zsh.txt
var zshScript string

//go:embed completion.fish.txt
var fishScript string

//go:embed completion.powershell.txt
var powershellScript string

// shells are the scripts, and how the single quotes of each shell hold a text. Those of
// fish keep a backslash as an escape, and _arguments of zsh has marks of its kind.
var shells = map[string]struct {
	script string
	quote  *strings.Replacer
}{
	PrintBash:       {bashScript, strings.NewReplacer()},
	PrintFish:       {fishScript, strings.NewReplacer(`\`, `\\`, `'`, `\'`)},
	PrintPowerShell: {powershellScript, strings.NewReplacer(`'`, `''`)},
	PrintZsh:        {zshScript, strings.NewReplacer(`\`, `\\`, `[`, `\[`, `]`, `\]`, `:`, `\:`, `'`, `'\''`)},
}

// Print writes what one of the Print constants names, for programs to read: the schema of the
// settings file, the manual page of that version, or the completion of a shell.
func Print(w io.Writer, what, version string) error {
	switch shell, isShell := shells[what]; {
	case isShell:
		_, err := io.WriteString(w, fill(shell.script, shell.quote))
		return err
	case what == PrintMan:
		return writeManual(w, version)
	}
	return WriteSchema(w)
}

// fill returns a script with the flags in it. The lines of all kinds that stand together
// are repeated together, so that the flags are in the order of the table.
func fill(script string, quote *strings.Replacer) string {
	var b strings.Builder
	all := allFlags()
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
func repeat(b *strings.Builder, block map[string]string, all []completed, quote *strings.Replacer) {
	for _, f := range all {
		line := strings.NewReplacer("NAME", f.name, "MEANING", quote.Replace(f.meaning), "WORDS", f.words)
		b.WriteString(line.Replace(block[f.kind]))
	}
}
