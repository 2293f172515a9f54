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
		{Sources{Args: []string{"--offline", "public"}}, `--offline: unknown setting; write --external=false`},
		{Sources{Args: []string{"--output", "x", "public"}}, `--output: unknown setting; write --report=json=PATH`},
		{Sources{Args: []string{"--base=https://example.com/"}}, `--base: unknown setting; linkvet calls it --site-url`},
		{Sources{Args: []string{"--ignore", "x"}}, `--ignore: unknown setting; linkvet calls it --exclude`},
		{Sources{Args: []string{"--no-quiet"}}, `--no-quiet: unknown setting; write --quiet=false`},
		{Sources{Args: []string{"-v"}}, `-v: unknown setting; write --verbose, or --version`},
		{Sources{Args: []string{"-x"}}, `-x: unknown setting; for all settings, see --help`},
		{Sources{Environ: []string{"GITHUB_ACTIONS=true", "INPUT_FAILIFEMPTY=true"}}, `input failifempty: unknown setting; linkvet calls it "min-pages"`},
		{Sources{Environ: []string{"GITHUB_ACTIONS=true", "INPUT_OFFLINE=true"}}, `input offline: unknown setting; write external: false`},
		{Sources{File: []byte("ignorePatterns: [x]"), FileName: "f"}, `f:1: ignorePatterns: unknown setting; linkvet calls it "exclude"`},
		{Sources{Args: []string{"check", "public"}}, `TARGET: is given 2 times; linkvet has no commands: remove "check"`},
		{Sources{Args: []string{"--external", "no", "public"}}, `TARGET: is given 2 times; write --NAME=false instead of --NAME no`},
		{Sources{Args: []string{"--header=X:", "hunter2", "public"}}, `TARGET: is given 2 times; pass one target, and quote values that contain spaces`},
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
		{"--hosting=github", `"github-pages"`},
		{"--hosting=gh-pages", `"github-pages"`},
		{"--hosting=pages", ""},
		{"--fragments=Internal", `"internal"`},
		{"--format=JSON", `"json"`},
		{"--fail-on=brokn", `"broken"`},
		{"--report=links.json", `"json=links.json"`},
		{"--report=out/links.SARIF", `"sarif=out/links.SARIF"`},
		{"--report=json:links.json", `"json=links.json"`},
		{"--report=JSON=x", `"json=x"`},
		{"--report=md=x.md", `"markdown=x.md"`},
		{"--report=json", `"json=PATH"`},
		{"--report=json=", ""},
		{"--report=links", ""},
		{"--external=On", `"true"`},
		{"--external=maybe", ""},
		{"--timeout=20", `"20s"`},
		{"--timeout=5 min", `"5m"`},
		{"--timeout=5 parsecs", ""},
		{"--timeout=s", ""},
		{"--site-url=example.com/docs", `"https://example.com/docs/"`},
		{"--site-url=user:hunter2@example.com", ""},
		{"--site-url=/docs/", ""},
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
		{"exclude:\n  - *.pdf\n", `quote the value, because YAML reserves *: "*…"`},
		{"exclude: *.pdf", `quote the value, because YAML reserves *: "*…"`},
		{"exclude: [/a, **/x]", `quote each value of the list, because YAML reserves *, @ and %: ["*…"]`},
		{"exclude:\n\t- x", `indent with spaces, not with tabs`},
		{"exclude:\n- '/a'\n- \"/\\.pdf$/\"", `put a value that contains a backslash in single quotes: '…'`},
		{"header: Authorization: hunter2", `quote the value, because it contains a colon and a space: "…"`},
		{"exclude: @x", "quote the value, because YAML reserves @: \"@…\""},
		{"exclude: [", ""},
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
