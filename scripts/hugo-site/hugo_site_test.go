package main

import (
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

func TestBreakagesAreTwentyOfTheirOwn(t *testing.T) {
	t.Parallel()
	for _, v := range variants {
		links := map[string]bool{}
		for _, b := range v.breakages() {
			links[b.link] = true
			if b.edit == nil && !strings.Contains(b.html, `"`+b.link) {
				t.Errorf("%s: %s does not hold %s", v, b.html, b.link)
			}
		}
		if len(links) != 20 {
			t.Errorf("%s: %d links", v, len(links))
		}
	}
}

func TestCompare(t *testing.T) {
	t.Parallel()
	v := variant{"/", false}
	planted := []breakage{{reason: "not-found", link: "/a"}, {reason: "not-found", link: "/b"}}
	var o outcome
	o.compare(v, planted, []finding{
		{Verdict: "broken", Reason: "not-found", Occurrences: []occurrence{{Link: "../a"}, {Link: "/a"}}},
		{Verdict: "broken", Reason: "case-mismatch", Target: "/B", Message: "m", Occurrences: []occurrence{{File: "f", Link: "/b"}}},
	})
	want := outcome{planted: 2, missed: 1, wrong: 1, details: []string{
		"https://www.example.org/, ugly URLs false: missed: not-found /b",
		`https://www.example.org/, ugly URLs false: false, with breakages: broken case-mismatch /B — m in f as "/b"`,
	}}
	if diff := cmp.Diff(want, o, cmp.AllowUnexported(outcome{})); diff != "" {
		t.Errorf("outcome (-want +got):\n%s", diff)
	}
}
