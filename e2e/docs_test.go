package e2e

import (
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"strings"

	"github.com/google/go-cmp/cmp"
	"github.com/rogpeppe/go-internal/testscript"
)

// exampleBlock is what stands between the marks of an example in the docs.
var exampleBlock = regexp.MustCompile("(?s)<!-- example: ([^>]*) -->\n(.*?)<!-- /example -->\n")

// shown compares an example of a page of the docs with what the last command printed, or
// with all matches of a regular expression in it, but for the time that a run takes. With
// -update the page is rewritten: so one script has all examples of a page.
func shown(ts *testscript.TestScript, args []string) {
	page, name := filepath.Join(root, args[0]), args[1]
	text := ts.ReadFile("stdout")
	if len(args) > 2 {
		text = strings.Join(regexp.MustCompile("(?m)"+args[2]).FindAllString(text, -1), "")
	}
	if text == "" {
		ts.Fatalf("there is nothing to show")
	}
	for variable, origin := range map[string]string{"ORIGIN": "https://other.example", "SITE": "https://www.example.com", "TLS": "https://other.example"} {
		if value := ts.Getenv(variable); value != "" {
			if shown := ts.Getenv("SHOWN_" + variable); shown != "" {
				origin = shown
			}
			_, host, _ := strings.Cut(value, "://")
			_, shownHost, _ := strings.Cut(origin, "://")
			text = strings.ReplaceAll(strings.ReplaceAll(text, value, origin), host, shownHost)
		}
	}
	want := "```text\n" + strings.TrimSuffix(text, "\n") + "\n```\n"
	source, err := os.ReadFile(page)
	ts.Check(err)
	found := false
	fresh := exampleBlock.ReplaceAllStringFunc(string(source), func(block string) string {
		m := exampleBlock.FindStringSubmatch(block)
		if m[1] != name {
			return block
		}
		found = true
		diff := cmp.Diff(settled(want), settled(m[2]))
		if diff == "" {
			return block
		}
		if !*update {
			ts.Fatalf("%s, example %q: run go test ./e2e -update (-want +got):\n%s", args[0], name, diff)
		}
		return fmt.Sprintf("<!-- example: %s -->\n%s<!-- /example -->\n", name, want)
	})
	if !found {
		ts.Fatalf("%s has no example %q", args[0], name)
	}
	if fresh != string(source) {
		ts.Check(os.WriteFile(page, []byte(fresh), 0o644))
	}
}
