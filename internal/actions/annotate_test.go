package actions

import (
	"bytes"
	"fmt"
	"strings"
	"testing"
	"unicode/utf16"

	"github.com/google/go-cmp/cmp"

	"github.com/linkvet/linkvet/internal/link"
)

func annotated(t testing.TB, r *link.Report) []command {
	t.Helper()
	var b bytes.Buffer
	if err := New(env(), &b).Annotate(r, Files{}, true); err != nil {
		t.Fatal(err)
	}
	return obeyed(b.String())
}

func TestAnnotate(t *testing.T) {
	t.Parallel()
	at := func(file string, line, column int) []link.Occurrence {
		return []link.Occurrence{{Page: "/p/", File: file, Line: line, Column: column}}
	}
	tests := map[string]struct {
		problems []string
		findings []link.Finding
		want     []command
	}{
		"nothing": {},
		"each verdict": {
			findings: []link.Finding{
				{Verdict: link.Broken, Reason: link.NotFound, Target: "/x", Message: "no such file", Suggestion: "/y", Internal: true, Occurrences: at("public/p/index.html", 3, 9)},
				{Verdict: link.Unverified, Reason: link.Blocked, Target: "https://x.test/", Status: 403, Occurrences: at("public/p/index.html", 3, 0)},
				{Verdict: link.Redirected, Reason: link.MovedPermanently, Target: "https://x.test/", Redirects: []link.Redirect{{Status: 301, URL: "https://y.test/"}}, Occurrences: at("public/p/index.html", 0, 0)},
			},
			want: []command{
				{"error", map[string]string{"title": "Broken link: /x", "file": "public/p/index.html", "line": "3", "col": "9"}, "/x: no such file (not-found). Did you mean /y"},
				{"warning", map[string]string{"title": "Unverified link: https://x.test/", "file": "public/p/index.html", "line": "3"}, "https://x.test/: HTTP 403 Forbidden (blocked)"},
				{"notice", map[string]string{"title": "Redirected link: https://x.test/", "file": "public/p/index.html"}, "https://x.test/: now at https://y.test/ (moved-permanently)"},
			},
		},
		"what to write instead, once": {
			findings: []link.Finding{
				{Verdict: link.Redirected, Reason: link.MovedPermanently, Target: "/x", Message: "moved permanently to /y", Suggestion: "/y", Occurrences: at("a.html", 1, 0)},
				{Verdict: link.Redirected, Reason: link.MovedPermanently, Target: "/z", Message: "moved permanently", Suggestion: "/y", Occurrences: at("a.html", 2, 0)},
			},
			want: []command{
				{"notice", map[string]string{"title": "Redirected link: /x", "file": "a.html", "line": "1"}, "/x: moved permanently to /y (moved-permanently)"},
				{"notice", map[string]string{"title": "Redirected link: /z", "file": "a.html", "line": "2"}, "/z: moved permanently (moved-permanently). Use /y"},
			},
		},
		"a source": {
			findings: []link.Finding{{Verdict: link.Broken, Reason: link.Gone, Target: "/x", Message: "m", Occurrences: []link.Occurrence{
				{Page: "/p/", File: "public/p/index.html", Line: 3},
				{Page: "/q/", File: "public/q/index.html", Line: 3, Source: &link.Source{File: "content/q.md", Line: 7, Column: 2}},
			}}},
			want: []command{{"error", map[string]string{"title": "Broken link: /x", "file": "content/q.md", "line": "7", "col": "2"}, "/x: m (gone). Linked from 2 places"}},
		},
		"live mode": {
			findings: []link.Finding{{Verdict: link.Broken, Reason: link.Gone, Target: "/x", Message: "m", Occurrences: at("", 3, 9)}},
			want:     []command{{"error", map[string]string{"title": "Broken link: /x on /p/"}, "/x: m (gone)"}},
		},
		"one line": {
			findings: []link.Finding{
				{Verdict: link.Broken, Reason: link.Gone, Target: "/x", Message: "m", Occurrences: at("a.html", 3, 9)},
				{Verdict: link.Broken, Reason: link.Gone, Target: "/y", Message: "n", Occurrences: at("a.html", 3, 40)},
				{Verdict: link.Unverified, Reason: link.Blocked, Target: "/z", Message: "o", Occurrences: at("a.html", 3, 50)},
				{Verdict: link.Broken, Reason: link.Gone, Target: "/z", Message: "o", Occurrences: at("a.html", 4, 1)},
			},
			want: []command{
				{"error", map[string]string{"title": "2 broken links", "file": "a.html", "line": "3"}, "/x: m (gone)\n/y: n (gone)"},
				{"error", map[string]string{"title": "Broken link: /z", "file": "a.html", "line": "4", "col": "1"}, "/z: o (gone)"},
				{"warning", map[string]string{"title": "Unverified link: /z", "file": "a.html", "line": "3", "col": "50"}, "/z: o (blocked)"},
			},
		},
		"known, not reached, problems": {
			problems: []string{"time was over"},
			findings: []link.Finding{
				{Verdict: link.Broken, Reason: link.Gone, Target: "/x", Known: true},
				{Verdict: link.Unverified, Reason: link.NotReached, Target: "/y"},
			},
			want: []command{{"error", map[string]string{"title": "The site was not checked completely"}, "time was over"}},
		},
		"odd file names": {
			findings: []link.Finding{
				{Verdict: link.Broken, Reason: link.Gone, Target: "/x", Message: "m", Occurrences: at("a,b:c%25=d é.html", 3, 0)},
				{Verdict: link.Broken, Reason: link.Gone, Target: "/y", Message: "m", Occurrences: at("a\n::warning::b.html", 3, 0)},
			},
			want: []command{
				{"error", map[string]string{"title": "Broken link: /x", "file": "a,b:c%25=d é.html", "line": "3"}, "/x: m (gone)"},
				{"error", map[string]string{"title": "Broken link: /y on /p/"}, "/y: m (gone)"},
			},
		},
	}
	for name, tt := range tests {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			if diff := cmp.Diff(tt.want, annotated(t, &link.Report{Findings: tt.findings, Problems: tt.problems})); diff != "" {
				t.Errorf("(-want +got):\n%s", diff)
			}
		})
	}
}

// broken returns n broken targets: of each three one in a live page, one in a
// file and one in a source, and of each two one inside the site.
func broken(n int) []link.Finding {
	var all []link.Finding
	for i := range n {
		o := link.Occurrence{Page: "/p/", Line: 1 + i}
		if i%3 > 0 {
			o.File = "public/p/index.html"
		}
		if i%3 > 1 {
			o.Source = &link.Source{File: "content/p.md", Line: 1 + i}
		}
		all = append(all, link.Finding{Verdict: link.Broken, Reason: link.Gone, Internal: i%2 == 0, Target: fmt.Sprintf("/%02d", i), Occurrences: []link.Occurrence{o}})
	}
	return all
}

func TestAnnotationsStayWithinTheBudget(t *testing.T) {
	t.Parallel()
	titles := func(commands []command) (s []string) {
		for _, c := range commands {
			s = append(s, strings.TrimPrefix(c.Fields["title"], "Broken link: "))
		}
		return s
	}
	got := titles(annotated(t, &link.Report{Findings: broken(12)}))
	want := []string{"/02", "/08", "/05", "/11", "/04", "/10", "/01", "/07", "/00 on /p/", "3 more broken links"}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("twelve (-want +got):\n%s", diff)
	}
	if got := titles(annotated(t, &link.Report{Findings: broken(10)})); len(got) != 10 || strings.Contains(strings.Join(got, " "), "more") {
		t.Errorf("ten fit, got %q", got)
	}
	got = titles(annotated(t, &link.Report{Findings: broken(10), Problems: []string{"a", "b"}}))
	if len(got) != 10 || !strings.HasPrefix(got[0], "The site") || !strings.HasPrefix(got[1], "The site") || got[9] != "3 more broken links" {
		t.Errorf("problems come first, got %q", got)
	}
}

func TestMessagesAreCut(t *testing.T) {
	t.Parallel()
	for name, s := range map[string]string{"letters": "a", "escaped": "%", "wide": "😀", "accented": "é"} {
		var f []link.Finding
		for range 20 {
			f = append(f, link.Finding{Verdict: link.Broken, Target: strings.Repeat(s, 600), Occurrences: []link.Occurrence{{File: "a.html", Line: 1}}})
		}
		got := annotated(t, &link.Report{Findings: f})
		escaped := strings.NewReplacer("%", "%25", "\n", "%0A").Replace(got[0].Data)
		if n := len(utf16.Encode([]rune(escaped))); len(got) != 1 || n > maxMessage || n < maxMessage-3 || !strings.HasSuffix(escaped, "…") {
			t.Errorf("%s: %d annotations, the first of %d UTF-16 units", name, len(got), n)
		}
	}
	exact := strings.Repeat("a", maxMessage)
	if got := cut(exact); got != exact {
		t.Error("a message that fits is cut")
	}
}

func FuzzAnnotate(f *testing.F) {
	f.Add("::error::x", "a\n::add-mask::b", "##[group]c", "\ufeff%0A::x::")
	f.Add("a,line=9::", "\r\n::stop-commands::x", "]", ":")
	f.Fuzz(func(t *testing.T, a, b, c, d string) {
		r := &link.Report{
			Problems: []string{d},
			Findings: []link.Finding{
				{Verdict: link.Broken, Reason: link.Gone, Target: a, Message: b, Suggestion: c, Occurrences: []link.Occurrence{{Page: d, File: a, Line: 1, Column: 2}}},
				{Verdict: link.Unverified, Reason: link.Blocked, Target: b, Message: c, Occurrences: []link.Occurrence{{Page: a, Source: &link.Source{File: b, Line: 3}}}},
				{Verdict: link.Redirected, Reason: link.MovedPermanently, Target: c, Occurrences: []link.Occurrence{{Page: b}}},
			},
		}
		var out bytes.Buffer
		w := New(env(), &out)
		w.Group(a)
		w.EndGroup()
		if err := w.Annotate(r, Files{}, true); err != nil {
			t.Fatal(err)
		}
		var got []string
		for _, c := range obeyed(out.String()) {
			got = append(got, c.Name)
			for k := range c.Fields {
				if !strings.Contains(" title file line col ", " "+k+" ") {
					t.Errorf("field %q is not ours: %q", k, c)
				}
			}
		}
		if diff := cmp.Diff([]string{"group", "endgroup", "error", "error", "warning", "notice"}, got); diff != "" {
			t.Errorf("(-want +got):\n%s\n%q", diff, out.String())
		}
		if strings.Contains(out.String(), "##[") {
			t.Errorf("the older form of a command: %q", out.String())
		}
		if n := strings.Count(out.String(), "\n"); n != len(got) {
			t.Errorf("%d lines for %d commands: %q", n, len(got), out.String())
		}
	})
}
