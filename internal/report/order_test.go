package report

import (
	"fmt"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/linkvet/linkvet/internal/link"
)

// What people read begins with what to do first; JSON stays in its own order.
func TestOrdered(t *testing.T) {
	t.Parallel()
	on := func(pages int) (all []link.Occurrence) {
		for i := range pages {
			// Two links on each page: they are one page each.
			o := link.Occurrence{Page: fmt.Sprintf("/p%d", i), File: fmt.Sprintf("public/p%d.html", i), Line: 1, Element: "a", Attribute: "href", Link: "x"}
			all = append(all, o, o)
		}
		return all
	}
	r := reportOf(
		link.Finding{Reason: link.NotFound, Target: "/a-known", Internal: true, Known: true, Occurrences: on(9)},
		link.Finding{Reason: link.NotFound, Target: "/b-one", Internal: true, Occurrences: on(1)},
		link.Finding{Reason: link.NotFound, Target: "/c-three", Internal: true, Occurrences: on(3)},
		link.Finding{Reason: link.NotFound, Target: "/d-one", Internal: true, Occurrences: on(1)},
		link.Finding{Reason: link.NotFound, Target: "/e-known", Internal: true, Known: true, Occurrences: on(10)},
		link.Finding{Reason: link.NotReached, Target: "/f-later", Internal: true, Occurrences: on(9)},
		link.Finding{Reason: link.Timeout, Target: "https://g.test/", Occurrences: on(1)},
		link.Finding{Reason: link.MovedPermanently, Target: "https://h.test/", Occurrences: on(20)},
	)
	want := []string{"/c-three", "/b-one", "/d-one", "/e-known", "/a-known", "https://g.test/", "/f-later", "https://h.test/"}
	var got []string
	for _, f := range Ordered(r) {
		got = append(got, f.Target)
	}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("(-want +got):\n%s", diff)
	}
	for name, write := range everyFormat() {
		if name == "quiet" {
			continue // what is known fails nothing
		}
		out, at := written(t, write, r), 0
		for _, target := range want {
			i := strings.Index(out[at:], target)
			if i < 0 {
				t.Errorf("%s: %s stands too early:\n%s", name, target, out)
				break
			}
			at += i
		}
	}
	if out := jsonOf(t, r); strings.Index(out, "/a-known") > strings.Index(out, "/c-three") {
		t.Errorf("JSON is not in the order of the report:\n%s", out)
	}
}
