package main

import (
	"fmt"
	"maps"
	"slices"
	"strconv"
	"strings"

	"github.com/linkvet/linkvet/internal/weburl"
)

// agreement counts how often linkvet and the browser agree on one kind of question.
type agreement struct {
	kind                  string
	cases, equal, unknown int
	quirks                map[string]int
}

// add counts one question. A quirk, unless "", explains a difference.
func (a *agreement) add(question, ours, theirs, quirk string) {
	a.cases++
	switch {
	case ours == theirs:
		a.equal++
	case quirk != "":
		if a.quirks == nil {
			a.quirks = map[string]int{}
		}
		a.quirks[quirk]++
	default:
		a.unknown++
		fmt.Printf("%s: %s: linkvet %q, browser %q\n", a.kind, question, ours, theirs)
	}
}

// print prints the counts, and reports whether every difference is explained.
func (a *agreement) print() bool {
	fmt.Printf("%s: %d cases, %d equal, %d differ\n", a.kind, a.cases, a.equal, a.cases-a.equal)
	for _, quirk := range slices.Sorted(maps.Keys(a.quirks)) {
		fmt.Printf("\t%d: %s\n", a.quirks[quirk], quirk)
	}
	return a.unknown == 0
}

// compare prints how linkvet and the browser agree, and reports whether they do
// but for what is known.
func compare(work *work, got *answer) bool {
	urls, links := &agreement{kind: "URL class"}, &agreement{kind: "links"}
	for i, c := range work.Cases {
		ours := resolve(c)
		question := fmt.Sprintf("%q on %q", c.Input, c.Base)
		theirs := orRefused(got.URLs[i])
		urls.add(question, ours, theirs, urlQuirk(c, ours, theirs))
		if c.clickable() {
			theirs = orRefused(got.Links[i])
			links.add(question, ours, theirs, urlQuirk(c, ours, theirs))
		}
	}
	same := urls.print()
	same = links.print() && same
	for _, name := range work.Encodings {
		same = compareQueries(name, work.Queries, got.Queries[name]) && same
	}
	return same
}

// compareQueries compares the queries of links on a page in that encoding.
func compareQueries(name string, queries, searches []string) bool {
	t := &agreement{kind: name}
	base := weburl.URL{Scheme: "http", Host: "ex.com", Path: "/"}
	for i, query := range queries {
		u, err := base.ResolveIn("?"+query, name)
		if err != nil {
			u.Query = err.Error()
		}
		t.add(strconv.QuoteToASCII(query), u.Query, searches[i], queryQuirk(name, query))
	}
	return t.print()
}

const refused = "refused"

func resolve(c urlCase) string {
	base, err := weburl.Parse(c.Base)
	if err != nil {
		return refused
	}
	u, err := base.Resolve(c.Input)
	if err != nil {
		return refused
	}
	return u.String()
}

func orRefused(s *string) string {
	if s == nil {
		return refused
	}
	return *s
}

// urlQuirk says why linkvet and Chromium may read c in two ways, "" when they should not. In all of
// these linkvet does what the URL Standard says, and its own tests are on that side too.
func urlQuirk(c urlCase, ours, theirs string) string {
	switch {
	case strings.HasPrefix(ours, "file:") || strings.HasPrefix(theirs, "file:"):
		return "Chromium has rules of its own for file URLs: drives, localhost, empty segments"
	case ours == refused && strings.HasPrefix(theirs, "http"):
		return "Chromium accepts hosts that no DNS holds: with spaces, escapes in escapes"
	case withoutEager(ours) == withoutEager(theirs):
		return `Chromium encodes "|", "'" and "*" where the standard does not`
	case strings.HasPrefix(c.Base, "foo:") && strings.HasPrefix(c.Input, `\`):
		return `Chromium takes "\" for "/" in schemes that are not special`
	}
	return ""
}

// withoutEager undoes the escapes of Chromium that the standard has only in other parts of a URL.
func withoutEager(s string) string {
	return strings.NewReplacer("%7C", "|", "%27", "'", "%2A", "*").Replace(s)
}

// queryQuirk says why linkvet and Chromium may write a query in two ways in
// that encoding, "" when they should not. In all of these Chromium does what the
// Encoding Standard says, and linkvet what golang.org/x/text does.
func queryQuirk(name, query string) string {
	for _, r := range query {
		switch {
		case 0x80 <= r && r < 0xa0, 0xe000 <= r && r < 0xf900:
			return "control characters and characters for private use, which x/text lacks"
		case strings.ContainsRune("¥‾−", r), 0xff61 <= r && r < 0xffa0 && name == "iso-2022-jp":
			return "yen, overline, minus and narrow kana, which Japanese encodings have under other names"
		}
	}
	switch name {
	case "big5", "shift_jis":
		return "letters with two codes, of which x/text takes the other"
	case "gbk", "gb18030":
		return "letters that younger editions of GB 18030 gave new codes"
	}
	return ""
}
