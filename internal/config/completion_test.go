package config

import (
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"slices"
	"strings"
	"testing"
)

// script writes the completion of a shell to a file.
func script(t *testing.T, what string) string {
	t.Helper()
	name := filepath.Join(t.TempDir(), what)
	f, err := os.Create(name)
	if err != nil {
		t.Fatal(err)
	}
	if err := Print(f, what, "", ""); err != nil {
		t.Fatal(err)
	}
	if err := f.Close(); err != nil {
		t.Fatal(err)
	}
	return name
}

// run runs a program of a shell and returns the words that it prints, in order.
func run(t *testing.T, shell string, args ...string) []string {
	t.Helper()
	path, err := exec.LookPath(shell)
	if err != nil {
		t.Skipf("this machine has no %s", shell)
	}
	command := exec.CommandContext(t.Context(), path, args...)
	command.Env = append(os.Environ(), "HOME="+t.TempDir(), "LC_ALL=C.UTF-8")
	command.Dir = t.TempDir()
	if err := os.Mkdir(filepath.Join(command.Dir, "public"), 0o700); err != nil {
		t.Fatal(err)
	}
	out, err := command.CombinedOutput()
	if err != nil {
		t.Fatalf("%s: %v\n%s", shell, err, out)
	}
	words := strings.Fields(string(out))
	slices.Sort(words)
	return words
}

// completions are what each shell completes.
var completions = []struct {
	name  string
	words []string
	want  []string
}{
	{name: "a flag", words: []string{"--max-u"}, want: []string{"--max-unread"}},
	{name: "a word", words: []string{"--fail-on", "in"}, want: []string{"internal"}},
	{name: "all words", words: []string{"--fail-on", ""}, want: []string{"broken", "internal", "none", "unverified"}},
	{name: "what to print", words: []string{"--print", "completion-b"}, want: []string{"completion-bash"}},
	{name: "the target", words: []string{"pub"}, want: []string{"public"}},
	{name: "a secret", words: []string{"--toke"}, want: nil},
}

// bashCompletes runs the function that the bash 3.2 of macOS would call, which has no compopt.
const bashCompletes = `
source "$1"; shift
COMP_WORDS=(linkvet "$@"); COMP_CWORD=$#
enable -n compopt 2>/dev/null
_linkvet
printf '%s\n' "${COMPREPLY[@]// /+}"
`

func TestBash(t *testing.T) {
	t.Parallel()
	for _, test := range completions {
		t.Run(test.name, func(t *testing.T) {
			t.Parallel()
			got := run(t, "bash", slices.Concat([]string{"--norc", "-c", bashCompletes, "bash", script(t, PrintBash)}, test.words)...)
			if !slices.Equal(got, test.want) {
				t.Errorf("%q completes to %q, want %q", test.words, got, test.want)
			}
		})
	}
}

// TestBashWithoutCompopt has names with spaces, of which each is one completion.
func TestBashWithoutCompopt(t *testing.T) {
	t.Parallel()
	if runtime.GOOS == "windows" {
		t.Skip("no file of Windows has a * in its name")
	}
	name := script(t, PrintBash)
	for _, words := range [][]string{{"my"}, {"--baseline", "my"}, {"--baseline", "=", "my"}} {
		all := slices.Concat([]string{"--norc", "-c", "mkdir 'my site' 'my*'; touch 'my other'; " + bashCompletes, "bash", name}, words)
		got := run(t, "bash", all...)
		want := []string{"my*", "my+site"}
		if len(words) > 1 {
			want = []string{"my*", "my+other", "my+site"}
		}
		if !slices.Equal(got, want) {
			t.Errorf("%q completes to %q, want %q", words, got, want)
		}
	}
}

func TestFish(t *testing.T) {
	t.Parallel()
	for _, test := range completions {
		t.Run(test.name, func(t *testing.T) {
			t.Parallel()
			line := "linkvet " + strings.Join(test.words, " ")
			got := run(t, "fish", "--no-config", "-c", "source $argv[1]; complete -C $argv[2] | string split -f1 \\t; true", script(t, PrintFish), line)
			for i := range got {
				got[i] = strings.TrimSuffix(got[i], "/")
			}
			if !slices.Equal(got, test.want) {
				t.Errorf("%q completes to %q, want %q", line, got, test.want)
			}
		})
	}
}

// zshCompletes types a line into a zsh in a terminal of its own, presses the tabulator
// and prints what is on the line then.
const zshCompletes = `
zmodload zsh/zpty
zpty z zsh -f -i
zpty -w z "PS1=; autoload -Uz compinit; compinit -u -D; source $1; zstyle ':completion:*' list-prompt ''; LISTMAX=1000"
zpty -w z "_shown() { print -r -- \"LINE<\$BUFFER>\"; zle kill-buffer; zle accept-line }; zle -N _shown; bindkey '^X' _shown"
zpty -w z 'print ready-$((1+1))'
while zpty -r z line; do [[ $line == *ready-2* ]] && break; done
zpty -n -w z "$2"$'\t'
zpty -n -w z $'\x18'
while zpty -r z line; do
  if [[ $line == *LINE\<* ]]; then print -r -- "${${line#*LINE<}%%>*}"; break; fi
done
zpty -d z
`

func TestZsh(t *testing.T) {
	t.Parallel()
	for _, test := range completions {
		if len(test.want) != 1 {
			continue // a list that zsh shows below the line
		}
		t.Run(test.name, func(t *testing.T) {
			t.Parallel()
			line := "linkvet " + strings.Join(test.words, " ")
			got := run(t, "zsh", "-f", "-c", zshCompletes, "zsh", script(t, PrintZsh), line)
			if len(got) == 0 || !slices.Contains(got, test.want[0]) && !slices.Contains(got, test.want[0]+"/") && !slices.Contains(got, test.want[0]+"=") {
				t.Errorf("%q completes to %q, want %q", line, got, test.want)
			}
		})
	}
}

// TestPowerShell looks at the text alone: PowerShell runs on few of our machines.
func TestPowerShell(t *testing.T) {
	t.Parallel()
	data, err := os.ReadFile(script(t, PrintPowerShell))
	if err != nil {
		t.Fatal(err)
	}
	text := string(data)
	for _, want := range []string{"'--fail-on' = -split 'none internal broken unverified'\n", "'--max-unread' = '", "'--version' = 'Print the version'\n"} {
		if !strings.Contains(text, want) {
			t.Errorf("the completion lacks %q:\n%s", want, text)
		}
	}
	if strings.Contains(text, "--token") {
		t.Error("the completion offers a secret as a flag")
	}
	if n := strings.Count(text, "{") - strings.Count(text, "}"); n != 0 {
		t.Errorf("%d braces are open", n)
	}
}
