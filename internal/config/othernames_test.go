package config

import (
	"strings"
	"testing"
)

func TestOtherNames(t *testing.T) {
	t.Parallel()
	tests := []struct {
		src  Sources
		want string
	}{
		{src: Sources{Args: []string{"--output", "x", "public"}}, want: `--output: unknown setting; write --report=json=PATH`},
		{src: Sources{Environ: []string{"GITHUB_ACTIONS=true", "INPUT_FAILIFEMPTY=true"}}, want: `input failifempty: unknown setting; linkvet calls it "min-pages"`},
		{src: Sources{Args: []string{"--no-quiet"}}, want: `--no-quiet: unknown setting; write --quiet=false`},
		{src: Sources{Args: []string{"-v"}}, want: `-v: unknown setting; write --verbose, or --version`},
		{src: Sources{Environ: []string{"GITHUB_ACTIONS=true", "INPUT_OFFLINE=true"}}, want: `input offline: unknown setting; write external: false`},
		{src: Sources{File: []byte("ignorePatterns: [x]"), FileName: "f"}, want: `f:1: ignorePatterns: unknown setting; linkvet calls it "exclude"`},
		{src: Sources{Args: []string{"check", "public"}}, want: `TARGET: is given 2 times; linkvet has no commands: remove "check"`},
		{src: Sources{Args: []string{"--external", "no", "public"}}, want: `TARGET: is given 2 times; write --NAME=false instead of --NAME no`},
		{src: Sources{Args: []string{"--header=X:", "hunter2", "public"}}, want: `TARGET: is given 2 times; pass one target, and quote values that contain spaces`},
	}
	for _, tt := range tests {
		if _, err := Load(tt.src); err == nil || err.Error() != tt.want {
			t.Errorf("%q %q: got %v\nwant %s", tt.src.Args, tt.src.Environ, err, tt.want)
		}
	}
}

func TestMeantValues(t *testing.T) {
	t.Parallel()
	tests := []struct{ flag, want string }{
		{flag: "--hosting=github", want: `"github-pages"`},
		{flag: "--fail-on=brokn", want: `"broken"`},
		{flag: "--format=JSON", want: `"json"`},
		{flag: "--report=links.json", want: `"json=links.json"`},
		{flag: "--report=md=x.md", want: `"markdown=x.md"`},
		{flag: "--report=json", want: `"json=PATH"`},
		{flag: "--report=links", want: ""},
		{flag: "--timeout=20", want: `"20s"`},
		{flag: "--timeout=5 min", want: `"5m"`},
		{flag: "--site-url=example.com/docs", want: `"https://example.com/docs/"`},
		{flag: "--site-url=user:hunter2@example.com", want: ""},
	}
	for _, tt := range tests {
		_, err := Load(Sources{Args: []string{tt.flag}})
		if err == nil {
			t.Errorf("%s is no fault", tt.flag)
			continue
		}
		_, meant, _ := strings.Cut(err.Error(), "; did you mean ")
		if got := strings.TrimSuffix(meant, "?"); got != tt.want {
			t.Errorf("%s: %v: means %s, want %s", tt.flag, err, got, tt.want)
		}
	}
}

func TestYAMLHints(t *testing.T) {
	t.Parallel()
	tests := []struct{ file, want string }{
		{file: "exclude:\n  - *.pdf\n", want: `quote the value, because YAML reserves *: "*…"`},
		{file: "exclude: [/a, **/x]", want: `quote each value of the list, because YAML reserves *, @ and %: ["*…"]`},
		{file: "exclude:\n\t- x", want: `indent with spaces, not with tabs`},
		{file: "exclude:\n- '/a'\n- \"/\\.pdf$/\"", want: `put a value that contains a backslash in single quotes: '…'`},
		{file: "header: Authorization: hunter2", want: `quote the value, because it contains a colon and a space: "…"`},
		{file: "exclude: [", want: ""},
	}
	for _, tt := range tests {
		_, err := Load(Sources{File: []byte(tt.file), FileName: "f"})
		if err == nil {
			t.Errorf("%q is no fault", tt.file)
			continue
		}
		_, hint, _ := strings.Cut(err.Error(), "; ")
		if hint != tt.want || strings.Contains(err.Error(), "hunter2") {
			t.Errorf("%q: got %v\nwant %s", tt.file, err, tt.want)
		}
	}
}
