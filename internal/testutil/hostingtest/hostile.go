package hostingtest

import (
	"fmt"
	"path"
	"strings"
	"testing"

	"github.com/linkvet/linkvet/internal/hosting"
	"github.com/linkvet/linkvet/internal/testutil/lineartest"
)

// HostFile is a file that the profile of a host reads.
type HostFile struct {
	Host, Name string
	// Deployed is whether it is in the build directory.
	Deployed bool
}

// With returns the profile of a small site that has the file with that content.
func (f HostFile) With(content string) hosting.Profile {
	files, repository := Tree{"index.html": "", "a.html": ""}, Tree{}
	if f.Deployed {
		files[f.Name] = content
	} else {
		repository[f.Name] = content
	}
	return hosting.New(f.Host, files.Deployment(repository))
}

// lines, tables, objects and lists are files of a size in bytes, in the syntaxes that hosts
// read: openers without closers, closers without openers, nesting, repetition, and constructs
// in turn.
var (
	lines = map[string]func(size int) string{
		"slashes":         Repeat("/"),
		"one word":        Repeat("a"),
		"rules":           Repeat("/a /b\n"),
		"rules that vary": Number("/x%d/* /y/:splat\n"),
		"placeholders":    Repeat("/:a"),
		"stars":           Repeat("/*"),
		"comments":        Repeat("# a\n"),
	}
	tables = map[string]func(size int) string{
		"quotes":          Repeat(`"`),
		"keys":            func(size int) string { return strings.Repeat("a.", size/2) + "a=1\n" },
		"many keys":       Number("a%d.b.c=1\n"),
		"tables":          Repeat("[[redirects]]\n"),
		"whole tables":    Number("[[redirects]]\nfrom=\"/x%d/*\"\nto=\"/y\"\n"),
		"wrong tables":    Repeat("[[redirects]]\nfrm=1\n"),
		"array of tables": func(size int) string { return "redirects=[" + strings.Repeat("{a=1},", size/6) + "]\n" },
	}
	// What ends at once, such as nesting that is too deep, takes too little time to compare.
	objects = map[string]func(size int) string{
		"names":           func(size int) string { return "{" + Number(`"a%d":1,`)(size) + `"b":1}` },
		"comments":        Repeat("/*"),
		"redirects":       List(`{"redirects":[`, `{"source":"/x%d/:a*","destination":"/y/:a"},`),
		"hosting":         List(`{"hosting":{"redirects":[`, `{"source":"/x%d/**/{a,b}*","destination":"/y"},`),
		"hosting ignores": List(`{"hosting":{"ignore":[`, `"**/x%d/*",`),
		"routes":          List(`{"routes":[`, `{"src":"/x%d/(.*)","dest":"/$1","route":"/x%d/*","redirect":"/y"},`),
	}
	lists = map[string]func(size int) string{
		"dashes":   Repeat("- "),
		"indented": func(size int) string { return strings.Repeat("a:\n ", size/4) },
		"braces":   Repeat("{"),
		"patterns": func(size int) string { return "exclude:\n" + Number("- 'x%d/*'\n")(size) },
	}
)

// Repeat returns a file that repeats a piece.
func Repeat(piece string) func(int) string {
	return func(size int) string { return strings.Repeat(piece, size/len(piece)) }
}

// Number returns a file that repeats a format with a number for each "%d".
func Number(format string) func(int) string {
	return func(size int) string {
		var b strings.Builder
		for i := 0; b.Len() < size; i++ {
			b.WriteString(strings.ReplaceAll(format, "%d", fmt.Sprint(i)))
		}
		return b.String()
	}
}

// List returns a list of numbered items, with its brackets closed.
func List(begin, format string) func(int) string {
	return func(size int) string {
		ends := strings.NewReplacer("{", "}", "[", "]")
		end := ""
		for _, c := range begin {
			if c == '{' || c == '[' {
				end = ends.Replace(string(c)) + end
			}
		}
		return begin + strings.TrimSuffix(Number(format)(size), ",") + end
	}
}

// BenchmarkFiles holds the reading of hostile shapes of each file to linear time.
func BenchmarkFiles(b *testing.B, files ...HostFile) {
	for _, f := range files {
		shapes := lines
		switch path.Ext(f.Name) {
		case ".toml":
			shapes = tables
		case ".json":
			shapes = objects
		case ".yml":
			shapes = lists
		}
		for shape, write := range shapes {
			b.Run(f.Name+"/"+shape, func(b *testing.B) {
				lineartest.Time(b, 1<<17, func(size int) func() {
					content := write(size)
					return func() { f.With(content) }
				})
			})
		}
	}
}

// CheckEffort expects a path that none of the rules is for to take at most some of the
// effort of a request for each rule. Each rule leads to "/y".
func (f HostFile) CheckEffort(t *testing.T, write func(size int) string, perRule int) {
	t.Helper()
	content := write(1 << 15)
	effort := hosting.NewEffort()
	f.With(content).Answer(hosting.Request{Path: "/no/such/page", Effort: effort})
	rules := strings.Count(content, "/y")
	if got := effort.Used(); got > perRule*rules || rules < 100 {
		t.Errorf("%d rules take %d of the effort, want at most %d", rules, got, perRule*rules)
	}
}

// CheckSpent expects rules without a text that a path must contain to spend the effort.
func (f HostFile) CheckSpent(t *testing.T, content string) {
	t.Helper()
	effort := hosting.NewEffort()
	f.With(content).Answer(hosting.Request{Path: "/" + strings.Repeat("b/", 500), Effort: effort})
	if !effort.Spent() {
		t.Errorf("only %d of the effort was used", effort.Used())
	}
}
