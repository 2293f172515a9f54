package report

import (
	"bytes"
	"fmt"
	"runtime"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"golang.org/x/net/html"

	"github.com/linkvet/linkvet/internal/link"
)

func htmlOf(t testing.TB, r *link.Report) string {
	t.Helper()
	return written(t, with(FormatHTML, Options{Link: blob}), r)
}

// Our own elements, and the attributes that each may have.
var ourElements = map[string]string{
	"html": "lang", "head": "", "meta": "charset http-equiv content name", "title": "", "style": "", "body": "class",
	"header": "", "main": "", "footer": "", "section": "class aria-labelledby", "article": "id",
	"h1": "", "h2": "id", "h3": "", "p": "class id role hidden", "b": "aria-hidden", "span": "class", "code": "", "samp": "", "pre": "", "mark": "",
	"a": "href class aria-label", "ul": "class", "ol": "class", "li": "id", "dl": "class", "dt": "id", "dd": "",
	"details": "class", "summary": "", "label": "for", "output": "for",
	"input":  "id type autocomplete spellcheck",
	"script": "",
}

// standsAsHTML fails the test when a browser would read out otherwise than it is
// written, or it holds anything but our own markup.
func standsAsHTML(t testing.TB, out string) {
	t.Helper()
	inert(t, out)
	if i := strings.IndexFunc(out, func(r rune) bool { return r != '\n' && unsafeRune(r) }); i >= 0 {
		t.Errorf("a screen would act on %q", out[i:min(len(out), i+20)])
	}
	root, err := html.Parse(strings.NewReader(out))
	if err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff(nesting(t, out), tree(root, 0)); diff != "" {
		t.Errorf("a browser mends what is written (-written +read):\n%s", diff)
	}
	ids, wanted := map[string]bool{}, map[string]bool{}
	for n := range root.Descendants() {
		switch {
		case n.Type == html.ElementNode:
			ours(t, n, ids, wanted)
		case n.Type != html.TextNode && n.Type != html.DoctypeNode:
			t.Errorf("a node that is none of ours: %q", n.Data)
		}
	}
	for id := range wanted {
		if !ids[id] {
			t.Errorf("nothing has the id %q", id)
		}
	}
}

// ours holds one element to what we write, and collects its id and the one that it
// leads to.
func ours(t testing.TB, n *html.Node, ids, wanted map[string]bool) {
	t.Helper()
	allowed, ok := ourElements[n.Data]
	if !ok {
		t.Errorf("an element that is none of ours: %q", n.Data)
	}
	for _, a := range n.Attr {
		if !strings.Contains(" "+allowed+" ", " "+a.Key+" ") {
			t.Errorf("an attribute of <%s> that is none of ours: %q", n.Data, a.Key)
		}
		switch id, inPage := strings.CutPrefix(a.Val, "#"); {
		case a.Key == "id":
			if ids[a.Val] {
				t.Errorf("two elements have the id %q", a.Val)
			}
			ids[a.Val] = true
		case a.Key == "href" && inPage:
			wanted[id] = true
		case a.Key == "href" && !strings.HasPrefix(a.Val, "https://") && !strings.HasPrefix(a.Val, "http://"):
			t.Errorf("a link that leads elsewhere than to the web: %q", a.Val)
		}
	}
	if n.Data == "style" && n.FirstChild.Data != htmlStyle || n.Data == "script" && n.FirstChild.Data != htmlScript {
		t.Errorf("a %s that is none of ours: %q", n.Data, n.FirstChild.Data)
	}
}

// isVoid tells of the elements that have no end tag.
func isVoid(name string) bool { return name == "meta" || name == "input" }

// nesting lists the elements as they are written, each with its depth. Each end
// tag has to be that of the element that was opened last.
func nesting(t testing.TB, out string) (all []string) {
	t.Helper()
	var open []string
	for z := html.NewTokenizer(strings.NewReader(out)); ; {
		switch kind := z.Next(); kind {
		case html.ErrorToken:
			if len(open) > 0 {
				t.Errorf("not closed: %q", open)
			}
			return all
		case html.StartTagToken:
			name, _ := z.TagName()
			all = append(all, fmt.Sprint(len(open), " ", string(name)))
			if !isVoid(string(name)) {
				open = append(open, string(name))
			}
		case html.EndTagToken:
			name, _ := z.TagName()
			if len(open) == 0 || open[len(open)-1] != string(name) {
				t.Fatalf("</%s> closes none of %q", name, open)
			}
			open = open[:len(open)-1]
		case html.SelfClosingTagToken, html.CommentToken:
			t.Errorf("markup that is none of ours: %q", z.Raw())
		}
	}
}

// tree lists the elements below n as they were read.
func tree(n *html.Node, depth int) (all []string) {
	for c := range n.ChildNodes() {
		if c.Type == html.ElementNode {
			all = append(append(all, fmt.Sprint(depth, " ", c.Data)), tree(c, depth+1)...)
		}
	}
	return all
}

// textOfFirst is what the first element of a name reads.
func textOfFirst(t testing.TB, out, name string) string {
	t.Helper()
	root, err := html.Parse(strings.NewReader(out))
	if err != nil {
		t.Fatal(err)
	}
	var b strings.Builder
	for n := range root.Descendants() {
		if n.Data != name || n.Type != html.ElementNode {
			continue
		}
		for c := range n.Descendants() {
			if c.Type == html.TextNode {
				b.WriteString(c.Data)
			}
		}
		break
	}
	return b.String()
}

func TestAddresses(t *testing.T) {
	t.Parallel()
	for url, want := range map[string]string{
		"https://x.test/a?b=1&c=2#d": "https://x.test/a?b=1&c=2#d", "https://x.test/a b\n\x7f\xff": "https://x.test/a%20b%0A%7F%FF",
		"javascript:alert(1)": "", "JAVASCRIPT:alert(1)": "", " https://x.test/": "", "//x.test/": "", "/a": "", "data:text/html,x": "", "httpsx://a": "", "": "",
		"https://x.test/" + strings.Repeat("a", maxAddress): "",
	} {
		if got := address(url); got != want {
			t.Errorf("%q: got %q, want %q", url, got, want)
		}
	}
}

// tenThousand is a report of that many findings.
func tenThousand() *link.Report {
	all := make([]link.Finding, 10_000)
	for i := range all {
		all[i] = link.Finding{
			Reason: link.NotFound, Internal: true, Target: fmt.Sprintf("/reference/section-%06d/page.html", i), Message: "no such file",
			Occurrences: []link.Occurrence{{Page: "/a/", File: "public/a/index.html", Line: i, Column: 9, Element: "a", Attribute: "href", Link: "x", Text: "see the reference"}},
		}
	}
	return reportOf(all...)
}

// gauge counts what is written to it, and looks at what is in use when much was.
type gauge struct{ bytes, most int }

func (g *gauge) Write(p []byte) (int, error) {
	before := g.bytes
	g.bytes += len(p)
	if before>>20 != g.bytes>>20 {
		g.most = max(g.most, inUse())
	}
	return len(p), nil
}

func inUse() int {
	runtime.GC()
	var m runtime.MemStats
	runtime.ReadMemStats(&m)
	return int(m.HeapAlloc)
}

// The report is written as it goes. The test is alone when it looks at the heap.
func TestHTMLTakesNoMemoryForItsSize(t *testing.T) {
	r := tenThousand()
	g, before := &gauge{}, inUse()
	if err := Write(g, FormatHTML, r, Options{Link: blob}); err != nil {
		t.Fatal(err)
	}
	// A pointer for each finding, and what orders them, is all that may grow with
	// their number.
	if used := g.most - before; g.bytes < 3<<20 || used > 8<<20 {
		t.Errorf("%d bytes written, with %d in use", g.bytes, used)
	}
	t.Logf("%d bytes written, with %d in use", g.bytes, g.most-before)
	runtime.KeepAlive(r)
}

// FuzzHTML holds the page to its own markup, with any text of a page, a file's name or a
// server says, and to saying just that.
func FuzzHTML(f *testing.F) {
	f.Add("</code></h3><script>alert(1)</script>", `"><img src=x onerror=alert(1)>`, "javascript:alert(1)")
	f.Add("https://x.test/\"onclick='x'", "<!--", "]]></style><svg/onload=x>")
	f.Add("::error::x", "##[group]", "&lt;b&#62;&amp;amp;\x00\u2028\u202e\xff")
	f.Add("a`b`c", "<plaintext>", "<table><td><h3>")
	f.Fuzz(func(t *testing.T, a, b, c string) {
		r := hostileWith(a, b, c)
		out := htmlOf(t, r)
		standsAsHTML(t, out)
		if got, want := textOfFirst(t, out, "h3"), Clean(a, maxTarget)+" #"; got != want {
			t.Errorf("the target reads %q, want %q", got, want)
		}
		r.Mode, r.SiteURL = link.Live, c
		var online bytes.Buffer
		if err := Write(&online, FormatHTML, r, Options{Link: func(string, int) string { return b }}); err != nil {
			t.Fatal(err)
		}
		standsAsHTML(t, online.String())
	})
}

// fromLine are n targets that one line of a template makes on three pages.
func fromLine(n int) []link.Finding {
	var all []link.Finding
	for i := range n {
		f := lost(fmt.Sprintf("/tags/t%d/", i))
		f.Message = "no such file"
		for page := range 3 {
			f.Occurrences = append(f.Occurrences, link.Occurrence{
				Page: fmt.Sprintf("/p%d/", page), File: fmt.Sprintf("public/p%d/index.html", page), Line: 4, Column: 9,
				Element: "a", Attribute: "href", Link: f.Target, Text: "tag",
				Source: &link.Source{File: "layouts/tags.html", Line: 3, Column: 10},
			})
		}
		all = append(all, f)
	}
	return all
}

// quotedPage writes r with the lines that line returns.
func quotedPage(t *testing.T, r *link.Report, line func(file string, line int) string) string {
	t.Helper()
	var out bytes.Buffer
	if err := Write(&out, FormatHTML, r, Options{Line: line}); err != nil {
		t.Fatal(err)
	}
	standsAsHTML(t, out.String())
	return out.String()
}

// What is broken and new has the line that the text report quotes, with the link marked.
// Nothing of the line is markup.
func TestHTMLQuotes(t *testing.T) {
	t.Parallel()
	const text = "See <b>the</b> [page](/a)<script>::error::x"
	f := lost("/a", link.Occurrence{
		Page: "/", File: "public/index.html", Line: 1, Column: 1, Element: "a", Attribute: "href", Link: "/a",
		Source: &link.Source{File: "content/a.md", Line: 4, Column: 23, EndColumn: 25},
	})
	line := func(file string, number int) string {
		if file != "content/a.md" || number != 4 {
			t.Errorf("asked for line %d of %s", number, file)
		}
		return text
	}
	const want = "<pre>See &lt;b&gt;the&lt;/b&gt; [page](<mark>/a</mark>)&lt;script&gt;::error::x</pre>"
	if out := quotedPage(t, reportOf(f), line); !strings.Contains(out, want) {
		t.Errorf("lacks %s:\n%s", want, out)
	}
	known := f
	known.Known = true
	blocked := f
	blocked.Reason = link.Blocked
	secret := func(string, int) string { return "" }
	for name, out := range map[string]string{
		"known": quotedPage(t, reportOf(known), line), "unverified": quotedPage(t, reportOf(blocked), line), "a line that must not be shown": quotedPage(t, reportOf(f), secret),
	} {
		if strings.Contains(out, "<pre>") || !strings.Contains(out, "content/a.md:4:23") {
			t.Errorf("%s is quoted, or not named:\n%s", name, out)
		}
	}
}

// Only so many lines are read, however many findings there are.
func TestHTMLQuotesSoManyLines(t *testing.T) {
	t.Parallel()
	var all []link.Finding
	for i := range 2 * maxHTMLQuotes {
		f := lost(fmt.Sprintf("/t%d", i), from(fmt.Sprintf("content/%d.md", i), 1))
		all = append(all, f)
	}
	asked := 0
	out := quotedPage(t, reportOf(all...), func(string, int) string {
		asked++
		return "/x"
	})
	if n := strings.Count(out, "<pre>"); asked != maxHTMLQuotes || n != maxHTMLQuotes {
		t.Errorf("%d lines are read and %d quoted, want %d", asked, n, maxHTMLQuotes)
	}
}

// What is not broken is folded when it would need a long way to scroll, but for what fails the
// run.
func TestHTMLFolds(t *testing.T) {
	t.Parallel()
	r := three()
	for i := range fewCards {
		f := r.Findings[2]
		f.Target = fmt.Sprintf("https://%d.test/", i)
		r.Findings = append(r.Findings, f)
	}
	for fails, want := range map[bool]int{false: 1, true: 0} {
		r.Findings[3].Fails = fails
		if n := strings.Count(htmlOf(t, r), `<details class="redirected"><summary><h2 id="redirected">`); n != want {
			t.Errorf("with a redirect that fails the run (%v), %d sections are folded", fails, n)
		}
	}
}
