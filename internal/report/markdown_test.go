package report

import (
	"regexp"
	"strings"
	"testing"

	"github.com/linkvet/linkvet/internal/link"
)

func markdownOf(_ testing.TB, r *link.Report, opt Options) string {
	return Markdown(r, opt)
}

func blob(file string, _ int) string { return "https://github.test/o/r/blob/abc/" + file + "#L7" }

// wellFormed fails the test when tables are ragged, folds are not closed, or
// markup is in out that is none of ours.
func wellFormed(t testing.TB, out string) {
	t.Helper()
	inert(t, out)
	for line := range strings.Lines(out) {
		if strings.Count(line, "`")%2 != 0 {
			t.Errorf("a code span is not closed: %q", line)
		}
		if strings.Contains(line, "|") {
			t.Errorf("a line may begin a table: %q", line)
		}
	}
	if open, end := strings.Count(out, "<details>"), strings.Count(out, "</details>"); open != end {
		t.Errorf("%d folds are opened and %d closed", open, end)
	}
	ours := strings.NewReplacer("<details><summary>", "", "</summary>", "", "</details>", "", "<br>", "", "<code>", "", "</code>", "")
	if rest := ours.Replace(out); strings.ContainsAny(rest, "<>") {
		t.Errorf("markup that is not ours in:\n%s", rest)
	}
	spoken := regexp.MustCompile("`[^`]*`").ReplaceAllString(regexp.MustCompile(`\]\([^)]*\)`).ReplaceAllString(out, "]"), "")
	for _, bad := range []string{"@", "://", "www."} {
		if strings.Contains(strings.ToLower(spoken), bad) {
			t.Errorf("%q outside of code in:\n%s", bad, spoken)
		}
	}
}

func TestMarkdownLimit(t *testing.T) {
	t.Parallel()
	r := many(1000)
	r.Notes = []string{strings.Repeat("a long ", 50) + "note that is never left out"}
	const note = " more targets: add --report json=links.json for the full list."
	for _, limit := range []int{1, 300, 1000, 5000, 50_000} {
		got := markdownOf(t, r, Options{Limit: limit})
		wellFormed(t, got)
		if len(got) > limit {
			t.Errorf("got %d bytes, more than %d", len(got), limit)
		}
		if limit >= 5000 && len(got) < limit*9/10 {
			t.Errorf("got only %d bytes of %d", len(got), limit)
		}
		if limit >= 1000 && !strings.Contains(got, "never left out") {
			t.Errorf("limit %d: the note is left out", limit)
		}
		if limit >= 2000 && !strings.Contains(got, note) {
			t.Errorf("limit %d: does not say how much was left out", limit)
		}
	}
}

func TestEscapes(t *testing.T) {
	t.Parallel()
	for _, tt := range []struct{ got, want string }{
		{got: code("/a?b=1&c=2#d_e*f@g"), want: "`/a?b=1&c=2#d_e*f@g`"},
		{got: code("/##[group]"), want: `<code>/&#35;&#8203;&#35;&#8203;\[group\]</code>`},
		{got: code("a|b`c<d>\\"), want: `<code>a&#124;b&#96;c&#60;d&#62;\\</code>`},
		{got: code("|me@x.test"), want: "<code>&#124;me&#64;&#8203;x.test</code>"},
		{got: prose(`page has no element with id "a_b"`), want: `page has no element with id "a\_b"`},
		{got: prose("@me #1 <b> a|b `c` & $x$"), want: "&#64;&#8203;me &#35;&#8203;1 &#60;b&#62; a&#124;b &#96;c&#96; &#38; &#36;x&#36;"},
		{got: prose("see HTTPS://x.test WWW.x.test *a* ~b~ ![c](d)"), want: `see HTTPS&#58;//x.test WWW&#46;x.test \*a\* \~b\~ \!\[c\](d)`},
		{got: prose("- a - b"), want: `\- a - b`},
		{got: prose("12. a. b"), want: `12\. a. b`},
		{got: address("https://x.test/a b/(c)|é.md#L1"), want: "https://x.test/a%20b/%28c%29%7C%C3%A9.md#L1"},
		{got: address("javascript:alert(1)"), want: ""},
	} {
		if tt.got != tt.want {
			t.Errorf("got %q, want %q", tt.got, tt.want)
		}
	}
}
