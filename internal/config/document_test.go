package config

import (
	"errors"
	"os"
	"regexp"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

// settingsExample is an example of a settings file, with what is said of it where
// it is wrong.
var settingsExample = regexp.MustCompile("(?s)```yaml\n(.*?)```\n(?:\n```text\n(.*?)```\n)?")

// rulesExample is an example of rules in the README, which has workflows too.
var rulesExample = regexp.MustCompile("(?s)```yaml\n(# \\.linkvet\\.yml\nrules:\n.*?)```\n()")

// TestExamplesOfSettings reads every example of docs/settings.md, and the rules in
// the README, as the program would.
func TestExamplesOfSettings(t *testing.T) {
	t.Parallel()
	source, err := os.ReadFile("../../docs/settings.md")
	if err != nil {
		t.Fatal(err)
	}
	examples := settingsExample.FindAllStringSubmatch(string(source), -1)
	readme, err := os.ReadFile("../../README.md")
	if err != nil {
		t.Fatal(err)
	}
	if len(examples) != 8 {
		t.Fatalf("found %d examples, want 8", len(examples))
	}
	rules := rulesExample.FindAllStringSubmatch(string(readme), -1)
	if len(rules) != 1 {
		t.Fatalf("found %d examples of rules in the README, want 1", len(rules))
	}
	examples = append(examples, rules...)
	for _, example := range examples {
		text, want := example[1], example[2]
		_, err := Load(file(text))
		got := ""
		var all *Errors
		if errors.As(err, &all) {
			got = all.Error() + "\n"
		}
		if diff := cmp.Diff(want, got); diff != "" {
			t.Errorf("faults (-want +got):\n%s\nof the example\n%s", diff, text)
		}
		if wrong := strings.HasPrefix(text, "# wrong\n"); wrong != (want != "") {
			t.Errorf("marked as wrong is %v, but the faults are %q", wrong, want)
		}
	}
}

// patternRow is a row of the table of patterns: only the pattern.
var patternRow = regexp.MustCompile("(?m)^\\| `([^`]+)` \\| [^|]+ \\|$")

// TestExamplesOfPatterns matches every pattern of docs/settings.md with what it
// is said to match.
func TestExamplesOfPatterns(t *testing.T) {
	t.Parallel()
	source, err := os.ReadFile("../../docs/settings.md")
	if err != nil {
		t.Fatal(err)
	}
	_, section, _ := strings.Cut(string(source), "\n## Patterns\n")
	section, _, _ = strings.Cut(section, "\n## ")
	tests := map[string]struct{ yes, no []string }{
		`https://api.example.com/**`: {yes: []string{"https://api.example.com/", "https://api.example.com/a/b?c"}, no: []string{"http://api.example.com/", "https://api.example.com:8443/"}},
		`https://*.example.com/**`:   {yes: []string{"https://a.b.example.com/x"}, no: []string{"https://example.com/", "https://evil.test/.example.com/"}},
		`/drafts/**`:                 {yes: []string{"/drafts/a/b"}, no: []string{"/a/drafts/b"}},
		`**/*.{pdf,zip}`:             {yes: []string{"/a/b.pdf", "https://example.com/c.zip"}, no: []string{"/a.html"}},
		`/[?&]print=/`:               {yes: []string{"/a?x&print=1"}, no: []string{"/print=1"}},
	}
	rows := patternRow.FindAllStringSubmatch(section, -1)
	if len(rows) != len(tests) {
		t.Errorf("the page shows %d patterns, want %d", len(rows), len(tests))
	}
	for _, row := range rows {
		p, err := parsePattern(row[1])
		if err != nil {
			t.Fatal(err)
		}
		for _, candidate := range tests[row[1]].yes {
			if !p.match(candidate) {
				t.Errorf("%s does not match %s", row[1], candidate)
			}
		}
		for _, candidate := range tests[row[1]].no {
			if p.match(candidate) {
				t.Errorf("%s matches %s", row[1], candidate)
			}
		}
	}
}

// TestEveryRuleKeyIsDocumented holds the page to the keys that a rule may have.
func TestEveryRuleKeyIsDocumented(t *testing.T) {
	t.Parallel()
	source, err := os.ReadFile("../../docs/settings.md")
	if err != nil {
		t.Fatal(err)
	}
	for _, name := range ruleKeyNames() {
		if !strings.Contains(string(source), "\n| `"+name+"` | ") {
			t.Errorf("docs/settings.md does not describe the key %s of a rule", name)
		}
	}
}
