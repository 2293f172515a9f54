package actions

import (
	"fmt"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/linkvet/linkvet/internal/link"
)

// A runner shows ten annotations: each cause has some of them before any has more.
func TestTheFirstTenAreOfManyCauses(t *testing.T) {
	t.Parallel()
	at := func(pages int, o link.Occurrence) (all []link.Occurrence) {
		for i := range pages {
			o.Page = fmt.Sprintf("/p%d/", i)
			all = append(all, o)
		}
		return all
	}
	source := func(file string, line int) link.Occurrence {
		return link.Occurrence{Link: "/x", Source: &link.Source{File: file, Line: line}}
	}
	var all []link.Finding
	add := func(target, folder string, known bool, on ...link.Occurrence) {
		all = append(all, link.Finding{
			Verdict: link.Broken, Reason: link.NotFound, Internal: true, Message: "m", Target: target, MissingFolder: folder, Known: known, Occurrences: on,
		})
	}
	for i := range 12 {
		add(fmt.Sprintf("/nav/%02d", i), "", false, at(9, source("nav.html", 1+i))...)
	}
	for i := range 680 {
		on := source(fmt.Sprintf("%03d.md", i), 7)
		on.Page = fmt.Sprintf("/r%d/", i)
		add(fmt.Sprintf("/api/%03d", i), "/api/", false, on)
	}
	add("/known", "", true, at(99, source("known.md", 1))...)
	add("/page", "", false, link.Occurrence{Page: "/q/", File: "public/q.html", Line: 3})
	add("/a", "", false, source("a.md", 1))
	add("/b", "", false, source("b.md", 1))
	for i := range 6 {
		add(fmt.Sprintf("/t%d/x.png", i), "", false, link.Occurrence{Page: fmt.Sprintf("/t%d/", i), Link: "x.png"})
	}
	want := []string{
		"000.md:7: 680 broken links with one cause", "nav.html:1: Broken link: /nav/00", "nav.html:2: Broken link: /nav/01", "nav.html:3: Broken link: /nav/02",
		"6 broken links with one cause", "a.md:1: Broken link: /a", "b.md:1: Broken link: /b", "public/q.html:3: Broken link: /page", "nav.html:4: Broken link: /nav/03",
		"8 more broken links",
	}
	var got []string
	commands := annotatedIn(t, Files{}, all...)
	for _, c := range commands {
		place := ""
		if c.Fields["file"] != "" {
			place = c.Fields["file"] + ":" + c.Fields["line"] + ": "
		}
		got = append(got, place+c.Fields["title"])
	}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("(-want +got):\n%s", diff)
	}
	if first := commands[0].Data; !strings.Contains(first, "\nOne of 680 targets in the missing folder /api/, on 680 pages.") {
		t.Errorf("the first annotation does not say the cause: %q", first)
	}
}

// A cause that one change fixes has further annotations in files that the pull request
// changes alone.
func TestACauseInThePullRequest(t *testing.T) {
	t.Parallel()
	var all []link.Finding
	for i := range 9 {
		f := gone(fmt.Sprintf("/api/%d", i), link.Occurrence{Page: "/", Source: &link.Source{File: fmt.Sprintf("%d.md", i), Line: 1}})
		f.Internal, f.MissingFolder = true, "/api/"
		all = append(all, f)
	}
	files := Files{Changed: map[string]bool{"7.md": true, "8.md": true}}
	var got []string
	for _, c := range annotatedIn(t, files, all...) {
		got = append(got, c.Fields["file"])
	}
	if diff := cmp.Diff([]string{"7.md", "8.md"}, got); diff != "" {
		t.Errorf("(-want +got):\n%s", diff)
	}
}
