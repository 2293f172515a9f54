package report

import (
	"fmt"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/linkvet/linkvet/internal/link"
)

// onPages are links on so many pages.
func onPages(n int, o link.Occurrence) (all []link.Occurrence) {
	for i := range n {
		o.Page = fmt.Sprintf("/p%d", i)
		all = append(all, o)
	}
	return all
}

// lost is a missing target.
func lost(target string, all ...link.Occurrence) link.Finding {
	return link.Finding{Reason: link.NotFound, Target: target, Internal: true, Occurrences: all}
}

// below is a missing target in a missing folder.
func below(folder, target string, all ...link.Occurrence) link.Finding {
	f := lost(target, all...)
	f.MissingFolder = folder
	return f
}

// from is a link that a line of a source makes.
func from(file string, line int) link.Occurrence {
	return link.Occurrence{Page: "/", Element: "a", Attribute: "href", Link: "/x", Source: &link.Source{File: file, Line: line, Column: 1}}
}

// moved is a target that redirects.
func moved(target, to string) link.Finding {
	return link.Finding{
		Reason: link.MovedPermanently, Target: target, Internal: strings.HasPrefix(target, "/"),
		Redirects: []link.Redirect{{Status: 301, URL: to}}, Occurrences: []link.Occurrence{{Page: "/"}},
	}
}

// groupLines shows groups, each as its title and its targets.
func groupLines(r *link.Report) (lines []string) {
	for _, g := range Groups(r) {
		var targets []string
		for _, f := range g.Findings {
			targets = append(targets, f.Target)
		}
		before, name, after := g.Title()
		lines = append(lines, strings.TrimPrefix(before+name+after+": "+strings.Join(targets, " "), ": "))
	}
	return lines
}

func TestGroups(t *testing.T) {
	t.Parallel()
	value := func(target, value string) link.Finding {
		return lost(target, link.Occurrence{Page: target, Element: "a", Attribute: "href", Link: value})
	}
	written := func(target, file string) link.Finding {
		f := value(target, "x")
		f.Occurrences[0].Source = &link.Source{File: file, Line: 1}
		return f
	}
	maybe := func(target string, all ...link.Source) link.Finding {
		return lost(target, link.Occurrence{Page: target, Element: "a", Attribute: "href", Link: target, Candidates: all})
	}
	known := func(f link.Finding) link.Finding {
		f.Known = true
		return f
	}
	anchor := func(target string) link.Finding {
		return link.Finding{Reason: link.FragmentNotFound, Target: target, Internal: true, Occurrences: []link.Occurrence{{Page: "/", Link: "/" + target}}}
	}
	other := func(reason link.Reason, target string) link.Finding {
		return link.Finding{Reason: reason, Target: target, Occurrences: []link.Occurrence{{Page: "/", Link: target}}}
	}
	layout := onPages(9, from("layouts/nav.html", 3))
	tests := map[string]struct {
		findings []link.Finding
		want     []string
	}{
		"nothing": {},
		"a folder": {
			findings: []link.Finding{below("/api/", "/api/a", onPages(2, link.Occurrence{})...), lost("/b", onPages(1, link.Occurrence{})...), below("/api/", "/api/c", onPages(3, link.Occurrence{})...), below("/api/", "/api/d")},
			want:     []string{"3 targets in the missing folder /api/, on 3 pages: /api/c /api/a /api/d", "/b"},
		},
		"two targets in a folder": {
			findings: []link.Finding{below("/api/", "/api/a"), below("/api/", "/api/b")},
			want:     []string{"/api/a", "/api/b"},
		},
		"one line of a page": {
			findings: []link.Finding{lost("/a", from("a.md", 3)), lost("/b", from("a.md", 4)), lost("/c", from("a.md", 3))},
			want:     []string{"2 targets linked from a.md:3: /a /c", "/b"},
		},
		"a line that is perhaps the source": {
			findings: []link.Finding{
				maybe("/a", link.Source{File: "tags.html", Line: 3}), maybe("/b", link.Source{File: "tags.html", Line: 3}),
				maybe("/c", link.Source{File: "tags.html", Line: 3}), maybe("/d", link.Source{File: "b.html", Line: 3}),
			},
			want: []string{"3 targets, possibly all linked from tags.html:3, on 3 pages: /a /b /c", "/d"},
		},
		"one link on many pages": {
			findings: []link.Finding{value("/a/x.css", "x.css"), value("/b/x.css", "x.css"), value("/b/y.css", "y.css"), value("/c/x.css", "x.css")},
			want:     []string{"3 targets of the same link, x.css, on 3 pages: /a/x.css /b/x.css /c/x.css", "/b/y.css"},
		},
		"one link on many pages with sources of their own": {
			findings: []link.Finding{
				written("/de/x", "de.md"), written("/es/x", "es.md"), written("/fr/x", "fr.md"), value("/pt/x", "x"),
			},
			want: []string{"/de/x", "/es/x", "/fr/x", "/pt/x"},
		},
		"one link from the root": {
			findings: []link.Finding{value("/a", "/z"), value("/b", "/z"), value("/c", "/z")},
			want:     []string{"/a", "/b", "/c"},
		},
		"anchors of a page": {
			findings: []link.Finding{anchor("/api/#a"), anchor("/api/#b"), anchor("/b#c"), anchor("/api/#d")},
			want:     []string{"3 missing anchors of /api/: /api/#a /api/#b /api/#d", "/b#c"},
		},
		"a host": {
			findings: []link.Finding{
				other(link.DNSNotFound, "https://a.test/1"), other(link.DNSNotFound, "https://a.test/2"), other(link.DNSNotFound, "https://a.test/3"),
				other(link.NotFound, "https://b.test/1"), other(link.NotFound, "https://b.test/2"), other(link.NotFound, "https://b.test/3"),
				other(link.Timeout, "https://c.test/1"), other(link.Timeout, "https://c.test/2"), other(link.Blocked, "https://c.test/3"), other(link.Timeout, "https://c.test/4"),
			},
			want: []string{
				"3 targets of a.test: dns-not-found: https://a.test/1 https://a.test/2 https://a.test/3", "https://b.test/1", "https://b.test/2", "https://b.test/3",
				"3 targets of c.test: timeout: https://c.test/1 https://c.test/2 https://c.test/4", "https://c.test/3",
			},
		},
		"redirects of one host": {
			findings: []link.Finding{
				moved("/c", "/en/c/"), moved("https://x.test/d", "https://x.test/d/"),
				moved("https://old.test/1", "https://new.test/"), moved("https://old.test/2", "https://new.test/"), moved("https://old.test/3", "https://new.test/"),
			},
			want: []string{"/c", "3 targets of old.test: moved-permanently: https://old.test/1 https://old.test/2 https://old.test/3"},
		},
		"the cause that makes most": {
			findings: []link.Finding{
				below("/api/", "/api/a", layout...), below("/api/", "/api/b", layout...), below("/api/", "/api/c", layout...),
				lost("/d", layout...), lost("/e", layout...),
			},
			want: []string{"5 targets linked from layouts/nav.html:3, on 9 pages: /api/a /api/b /api/c /d /e"},
		},
		"new ones first": {
			findings: []link.Finding{
				known(below("/api/", "/api/a", layout...)), below("/api/", "/api/b"), known(below("/api/", "/api/c")), below("/api/", "/api/d"),
				known(below("/api/", "/api/e")), below("/api/", "/api/f"),
			},
			want: []string{"3 targets in the missing folder /api/: /api/b /api/d /api/f", "3 targets in the missing folder /api/, on 9 pages: /api/a /api/c /api/e"},
		},
		"what was not reached": {
			findings: []link.Finding{other(link.NotReached, "https://a.test/1"), other(link.NotReached, "https://a.test/2"), other(link.NotReached, "https://a.test/3")},
			want:     []string{"https://a.test/1", "https://a.test/2", "https://a.test/3"},
		},
	}
	for name, tt := range tests {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			if diff := cmp.Diff(tt.want, groupLines(reportOf(tt.findings...))); diff != "" {
				t.Errorf("(-want +got):\n%s", diff)
			}
		})
	}
}

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
	want := []string{"/c-three", "/b-one", "/d-one", "https://g.test/", "/f-later", "https://h.test/", "/e-known", "/a-known"}
	var got []string
	for _, g := range Groups(r) {
		for _, f := range g.Findings {
			got = append(got, f.Target)
		}
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
			if name != "sarif" && name != "gitlab" && target == "/f-later" {
				continue // they only count what was not reached
			}
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
