package scan

import (
	"encoding/json"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strconv"
	"strings"
	"testing"

	"github.com/linkvet/linkvet/internal/testutil"
)

// html5libDocuments returns the documents of html5lib's tests of tokenizers and
// of tree construction, and of those that golang.org/x/net adds, whose module
// carries them all. The name of a document is its folder, its file and its
// index there.
func html5libDocuments(tb testing.TB) (names, documents []string) {
	tb.Helper()
	out, err := exec.Command("go", "list", "-m", "-f", "{{.Dir}}", "golang.org/x/net").Output()
	if err != nil {
		tb.Fatalf("could not find the module golang.org/x/net: %v", err)
	}
	root := filepath.Join(strings.TrimSpace(string(out)), "html", "testdata")
	for _, set := range []struct {
		pattern string
		read    func(testing.TB, []byte) []string
	}{
		{pattern: "html5lib-tests/tokenizer/*.test", read: readTokenizerTests},
		{pattern: "html5lib-tests/tree-construction/*.dat", read: readTreeTests},
		{pattern: "html5lib-tests/tree-construction/scripted/*.dat", read: readTreeTests},
		{pattern: "go/*.dat", read: readTreeTests},
	} {
		files, err := filepath.Glob(filepath.Join(root, set.pattern))
		if err != nil || len(files) == 0 {
			tb.Fatalf("found no %s in %s: %v", set.pattern, root, err)
		}
		for _, file := range files {
			content, err := os.ReadFile(file)
			if err != nil {
				tb.Fatal(err)
			}
			for i, document := range set.read(tb, content) {
				names = append(names, filepath.Base(filepath.Dir(file))+"/"+filepath.Base(file)+"/"+strconv.Itoa(i))
				documents = append(documents, document)
			}
		}
	}
	return names, documents
}

// readTreeTests returns the documents of a file of tree construction tests.
func readTreeTests(_ testing.TB, content []byte) []string {
	var documents []string
	for _, test := range strings.Split("\n"+string(content), "\n#data\n")[1:] {
		data, _, _ := strings.Cut("\n"+test, "\n#errors\n")
		documents = append(documents, strings.TrimPrefix(data, "\n"))
	}
	return documents
}

// readTokenizerTests returns the documents of a file of tokenizer tests. One
// that starts within an element follows that element's start tag.
func readTokenizerTests(tb testing.TB, content []byte) []string {
	tb.Helper()
	type test struct {
		Input, LastStartTag string
		DoubleEscaped       bool
	}
	var file struct{ Tests, XMLViolationTests []test }
	if err := json.Unmarshal(content, &file); err != nil {
		tb.Fatalf("could not read a file of tests: %v", err)
	}
	var documents []string
	for _, t := range append(file.Tests, file.XMLViolationTests...) {
		input := t.Input
		if t.DoubleEscaped {
			if err := json.Unmarshal([]byte(`"`+strings.ReplaceAll(input, `"`, `\"`)+`"`), &input); err != nil {
				tb.Fatalf("could not read %q: %v", t.Input, err)
			}
		}
		if t.LastStartTag != "" {
			input = "<" + t.LastStartTag + ">" + input
		}
		documents = append(documents, input)
	}
	return documents
}

// probedTag matches what looks like a start tag up to the end of its name, be it
// in a comment or in a script.
var probedTag = regexp.MustCompile(`<[a-zA-Z][^\s/>]*`)

// seeded returns document with a probe in each place where a tag starts and at
// the end, and with probes as attributes of each tag; and what has the document
// itself as an attribute's value. Each of them has one probe, or one tag with
// probes.
func seeded(document string) []string {
	const attributes = ` id=probe name=probe href=probe xlink:href=probe src=probe srcset=probe poster=probe data=probe cite=probe` +
		` background=probe action=probe rel=icon property=og:url content=probe`
	var all []string
	for i := range len(document) + 1 {
		if i == len(document) || document[i] == '<' {
			for _, probe := range []string{`<img id=probe src=probe>`, `<a id=probe href=probe></a>`} {
				all = append(all, document[:i]+probe+document[i:])
			}
		}
	}
	for _, span := range probedTag.FindAllStringIndex(document, -1) {
		all = append(all, document[:span[1]]+attributes+document[span[1]:])
	}
	return append(all,
		`<a href="`+document+`" id="`+document+`">`,
		`<a href='`+document+`' id='`+document+`'>`,
		`<a href=`+document+` id=`+document+`>`,
	)
}

// TestHTMLAgainstTree holds HTML against the oracle on html5lib's documents: on all as they
// are, and on one of 8 seeded; nightly all are seeded.
func TestHTMLAgainstTree(t *testing.T) {
	t.Parallel()
	t.Run("some", func(t *testing.T) { htmlAgainstTree(t, 8) })
	t.Run("all", func(t *testing.T) {
		testutil.Nightly(t)
		excused := htmlAgainstTree(t, 1)
		for _, d := range deviations {
			if excused[d.reason] == 0 {
				t.Errorf("no document needs the deviation %q", d.reason)
			}
		}
	})
}

// htmlAgainstTree seeds one of so many documents. It counts the deviations that are needed.
func htmlAgainstTree(t *testing.T, every int) map[string]int {
	t.Helper()
	names, documents := html5libDocuments(t)
	all := counts{excused: map[string]int{}}
	for i, document := range documents {
		if !all.count(t, names[i], document) || i%every != 0 {
			continue
		}
		for _, src := range seeded(document) {
			all.count(t, names[i], src)
		}
		if shadow := strings.ReplaceAll(document, "<template>", "<template shadowrootmode=open>"); shadow != document {
			for _, src := range seeded(shadow) {
				all.count(t, names[i], src)
			}
		}
	}
	t.Log(&all)
	return all.excused
}

// counts counts documents.
type counts struct {
	run, equal, deep int
	excused          map[string]int
}

// count holds HTML against the oracle on src, which is, or comes from, the
// document of that name. It reports whether there is a tree of src at all.
func (c *counts) count(t *testing.T, name, src string) bool {
	t.Helper()
	c.run++
	d, err := compare(name, []byte(src))
	if err != nil {
		c.deep++
		return false
	}
	reason, ok := d.excuse()
	switch {
	case d.none():
		c.equal++
	case ok:
		if c.excused == nil {
			c.excused = map[string]int{}
		}
		c.excused[reason]++
	default:
		t.Errorf("%s: HTML(%q) misses %q and has beyond the tree %q", name, src, d.missed, d.extra)
	}
	return true
}

func (c *counts) String() string {
	return fmt.Sprintf("%d documents, %d equal, %d too deep for a tree, excused %v", c.run, c.equal, c.deep, c.excused)
}

// FuzzHTMLAgainstTree is TestHTMLAgainstTree for any document.
func FuzzHTMLAgainstTree(f *testing.F) {
	for _, seed := range seeds {
		f.Add([]byte(seed))
	}
	names, documents := html5libDocuments(f)
	for i, name := range names {
		// The tokenizer's would leave a short run no time for anything new.
		if !strings.HasPrefix(name, "tokenizer/") {
			f.Add([]byte(documents[i]))
		}
	}
	f.Fuzz(func(t *testing.T, src []byte) {
		if unsure(src) {
			t.Skip("where the picture ends, the whole tree decides")
		}
		d, err := compare("", src)
		if err != nil {
			t.Skip("the document nests too deep for a tree")
		}
		if _, ok := d.excuse(); !ok && !d.none() {
			t.Errorf("HTML(%q) misses %q and has beyond the tree %q", src, d.missed, d.extra)
		}
	})
}

// strayEnds are end tags of each kind that the HTML standard tells apart.
var strayEnds = []string{"div", "section", "span", "x-y", "a", "b", "li", "h2", "p", "br", "td", "table", "body", "g", "desc", "mi"}

// strayProbe is an image of HTML or of SVG, depending on its place, and a title that swallows
// what follows in HTML alone.
const strayProbe = `<image src=probe href=probe /><title/><a id=probe href=probe>`

// withStrayEnds returns document with each of these end tags in each place behind the start
// of foreign content where a tag starts, and with elements around it that they may close.
func withStrayEnds(document string) []string {
	start := foreignTag.FindStringIndex(strings.ToLower(document))
	if start == nil || pointWithElements.MatchString(document) || selectTag.MatchString(document) {
		return nil
	}
	var all []string
	for i := start[0] + 1; i <= len(document); i++ {
		if i < len(document) && document[i] != '<' {
			continue
		}
		for _, name := range strayEnds {
			src := document[:i] + "</" + name + ">" + strayProbe + document[i:]
			all = append(all, src, "<div><section><li><span><x-y>"+src, "<h1><a><b>"+src, "<table><td>"+src)
		}
	}
	return all
}

// pointWithElements matches where HTML is in SVG or MathML: the scanner knows its open
// elements only behind a stray end tag.
// Of what is in a <select>, html.Parse drops more than browsers do today.
var (
	selectTag         = regexp.MustCompile(`(?i)<select\b`)
	pointWithElements = regexp.MustCompile(`(?i)<(foreignobject|desc|title|m[ions]|mtext)\b[^>]*>[^<]*<[^/]`)
)

// TestStrayEndTagsAgainstTree holds HTML against the oracle on html5lib's documents with SVG
// or MathML, with further end tags in them: on one document of 8, and nightly on all.
func TestStrayEndTagsAgainstTree(t *testing.T) {
	t.Parallel()
	t.Run("some", func(t *testing.T) { strayEndTagsAgainstTree(t, 8) })
	t.Run("all", func(t *testing.T) {
		testutil.Nightly(t)
		strayEndTagsAgainstTree(t, 1)
	})
}

func strayEndTagsAgainstTree(t *testing.T, every int) {
	names, documents := html5libDocuments(t)
	var seeded counts
	for i, document := range documents {
		if i%every != 0 {
			continue
		}
		for _, src := range withStrayEnds(document) {
			seeded.count(t, names[i], src)
		}
	}
	t.Logf("with stray end tags: %s", &seeded)
}
