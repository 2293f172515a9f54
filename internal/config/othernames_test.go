package config

import (
	"slices"
	"strings"
	"testing"
)

func TestOtherNamesLeadToSettings(t *testing.T) {
	t.Parallel()
	table := Settings()
	var seen []string
	for _, o := range otherNames {
		s := find(table, o.setting)
		if (s == nil) != (o.advice != "") {
			t.Errorf("%s: the setting %q and the advice %q: want one of the two", o.names, o.setting, o.advice)
		}
		for name := range strings.FieldsSeq(o.names) {
			if slices.Contains(seen, name) || name != strings.ToLower(strings.ReplaceAll(name, "-", "")) {
				t.Errorf("%s stands twice, or is not folded", name)
			}
			seen = append(seen, name)
			for i := range table {
				if strings.ReplaceAll(table[i].Name, "-", "") == name {
					t.Errorf("%s is a setting itself", name)
				}
			}
		}
		if s != nil && o.value != "" {
			var f faults
			s.set(new(Config), []entry{{text: o.value}}, &f)
			if len(f) > 0 {
				t.Errorf("%s: the value %q is refused: %v", o.names, o.value, f)
			}
		}
	}
	for letter, flag := range shortFlags {
		for word := range strings.FieldsSeq(strings.NewReplacer(",", "", " or", "").Replace(flag)) {
			name, _, _ := strings.Cut(strings.TrimPrefix(word, "--"), "=")
			if find(table, name) == nil && name != "version" && name != "dump" {
				t.Errorf("-%s leads to %s, which is no flag", letter, word)
			}
		}
	}
}

func TestOtherNames(t *testing.T) {
	t.Parallel()
	tests := []struct {
		src  Sources
		want string
	}{
		{src: Sources{Args: []string{"--offline", "public"}}, want: `--offline: unknown setting; write --external=false`},
		{src: Sources{Args: []string{"--output", "x", "public"}}, want: `--output: unknown setting; write --report=json=PATH`},
		{src: Sources{Args: []string{"--base=https://example.com/"}}, want: `--base: unknown setting; linkvet calls it --site-url`},
		{src: Sources{Args: []string{"--ignore", "x"}}, want: `--ignore: unknown setting; linkvet calls it --exclude`},
		{src: Sources{Args: []string{"--no-quiet"}}, want: `--no-quiet: unknown setting; write --quiet=false`},
		{src: Sources{Args: []string{"-v"}}, want: `-v: unknown setting; write --verbose, or --version`},
		{src: Sources{Args: []string{"-x"}}, want: `-x: unknown setting; for all settings, see --help`},
		{src: Sources{Environ: []string{"GITHUB_ACTIONS=true", "INPUT_FAILIFEMPTY=true"}}, want: `input failifempty: unknown setting; linkvet calls it "min-pages"`},
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
		{flag: "--hosting=gh-pages", want: `"github-pages"`},
		{flag: "--hosting=pages", want: ""},
		{flag: "--fragments=Internal", want: `"internal"`},
		{flag: "--format=JSON", want: `"json"`},
		{flag: "--fail-on=brokn", want: `"broken"`},
		{flag: "--report=links.json", want: `"json=links.json"`},
		{flag: "--report=out/links.SARIF", want: `"sarif=out/links.SARIF"`},
		{flag: "--report=json:links.json", want: `"json=links.json"`},
		{flag: "--report=JSON=x", want: `"json=x"`},
		{flag: "--report=md=x.md", want: `"markdown=x.md"`},
		{flag: "--report=json", want: `"json=PATH"`},
		{flag: "--report=json=", want: ""},
		{flag: "--report=links", want: ""},
		{flag: "--external=On", want: `"true"`},
		{flag: "--external=maybe", want: ""},
		{flag: "--timeout=20", want: `"20s"`},
		{flag: "--timeout=5 min", want: `"5m"`},
		{flag: "--timeout=5 parsecs", want: ""},
		{flag: "--timeout=s", want: ""},
		{flag: "--site-url=example.com/docs", want: `"https://example.com/docs/"`},
		{flag: "--site-url=user:hunter2@example.com", want: ""},
		{flag: "--site-url=/docs/", want: ""},
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
		{file: "exclude: *.pdf", want: `quote the value, because YAML reserves *: "*…"`},
		{file: "exclude: [/a, **/x]", want: `quote each value of the list, because YAML reserves *, @ and %: ["*…"]`},
		{file: "exclude:\n\t- x", want: `indent with spaces, not with tabs`},
		{file: "exclude:\n- '/a'\n- \"/\\.pdf$/\"", want: `put a value that contains a backslash in single quotes: '…'`},
		{file: "header: Authorization: hunter2", want: `quote the value, because it contains a colon and a space: "…"`},
		{file: "exclude: @x", want: "quote the value, because YAML reserves @: \"@…\""},
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
