package config

import (
	_ "embed"
	"io"
	"strings"
)

// The values of Config.Print.
const (
	PrintHelp       = "help"
	PrintVersion    = "version"
	PrintSchema     = "schema"
	PrintMan        = "man"
	PrintBash       = "completion-bash"
	PrintZsh        = "completion-zsh"
	PrintFish       = "completion-fish"
	PrintPowerShell = "completion-powershell"
)

var printChoices = []string{PrintSchema, PrintMan, PrintBash, PrintZsh, PrintFish, PrintPowerShell}

// Print writes what one of the Print constants names: how to call the program, its version and
// build, or what other programs read. The error is that of w.
func Print(w io.Writer, what, version, build string) error {
	text := ""
	switch shell, isShell := shells[what]; {
	case isShell:
		text = fill(shell.script, shell.quote)
	case what == PrintHelp:
		text = help()
	case what == PrintVersion:
		text = "linkvet " + build + "\n"
	case what == PrintMan:
		text = manualPage(version)
	default:
		return writeSchema(w)
	}
	_, err := io.WriteString(w, text)
	return err
}

// The measures of the usage text, in columns.
const (
	usageWidth  = 100
	usageIndent = 28
)

const helpHead = `linkvet checks every link of a built site or of a deployed preview.

Usage: linkvet [flags] [TARGET]

TARGET is a directory or an http(s) URL. Without TARGET, a workflow run that a deployment started
checks the URL of that deployment. Any other run checks the build directory that the settings of a
host or generator name (netlify.toml, mkdocs.yml, …), or else the first usual one that contains an
index.html: public, dist, _site, build, out, site, book, docs/_build/html, target/doc and others.

Examples:
  linkvet public
  linkvet --exclude '/drafts/**' --report html=links.html public
  linkvet --site-url https://example.com/docs/ --external=false public
  linkvet --wait 2m https://preview.example.com/

Each setting has one name, used three ways: as a flag (--fail-on none), as an input of the action
(fail-on: none) and as a key in .linkvet.yml (fail-on: none). A flag overrides an input, an input
overrides the file, and the file overrides the default. A setting with several values takes one per
line; its flag can be repeated.
`

const helpTail = `
Exit status:
  0  checked completely; no finding that --fail-on counts
  1  checked completely; at least one finding that --fail-on counts
  2  wrong usage: unknown setting, bad value, missing target
  3  not checked completely; everything known is still reported
`

// help returns how to call linkvet, with every setting.
func help() string {
	var b strings.Builder
	b.WriteString(helpHead)
	for _, g := range groupsOf(new(Config)) {
		b.WriteString("\n" + g.title + ":\n")
		for _, s := range g.settings {
			describe(&b, s.synopsis(), s.meaning, "(default: "+s.defaultText()+")")
		}
	}
	b.WriteString("\nOther flags:\n")
	describe(&b, "-h, --help", "Print this help", "and exit")
	describe(&b, "--print WHAT", "Print the JSON schema of the settings file (schema), the manual page (man) or a shell's completion (completion-bash, -zsh, -fish, -powershell)", "and exit")
	describe(&b, "--version", "Print the version", "and exit")
	return b.String() + helpTail
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

//go:embed linkvet.1.txt
var manual string

// manualPage returns the page of the program of that version in the language of man(7).
func manualPage(version string) string {
	var names []string
	for _, name := range printChoices {
		names = append(names, bold(name))
	}
	return strings.NewReplacer("VERSION", plain(version), "\nOPTIONS\n", "\n"+options(), "WORDS", strings.Join(names, ", ")).Replace(manual)
}

// options returns the flags of all settings, by group.
func options() string {
	var b strings.Builder
	for _, g := range groupsOf(new(Config)) {
		b.WriteString(`.SS "` + plain(g.title) + "\"\n")
		for _, s := range g.settings {
			if !s.isSecret {
				b.WriteString(option(&s))
			}
		}
	}
	return b.String()
}

// option returns the flag of a setting, with its meaning.
func option(s *setting) string {
	flag := bold("--" + s.name)
	if s.value != "" {
		flag += ` \fI` + plain(s.value) + `\fR`
	}
	return ".TP\n" + flag + "\n" + marked(s.meaning) + ". Default: " + marked(s.defaultText()) + ".\n"
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
	for _, s := range settings() {
		if !s.isSecret {
			all = append(all, completed{kindOf(&s), s.name, firstSentence(s.meaning), strings.Join(s.choices, " ")})
		}
	}
	return append(
		all,
		completed{kindWords, "print", "Print the schema, the manual page or a completion", strings.Join(printChoices, " ")},
		completed{kindNone, "help", "Print the flags", ""},
		completed{kindNone, "version", "Print the version", ""},
	)
}

func kindOf(s *setting) string {
	switch {
	case s.choices != nil:
		return kindWords
	case s.value == "":
		return kindNone
	}
	for name := range strings.SplitSeq(s.value, "|") {
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
