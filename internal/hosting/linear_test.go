package hosting

import (
	"fmt"
	"strings"
	"testing"

	"github.com/linkvet/linkvet/internal/proportion"
)

// hostFiles are the files of hosts, each with the profile that reads it and whether
// it stands in the build directory.
var hostFiles = []struct {
	name   string
	inside bool
	make   func(Deployment) Profile
}{
	{redirectsName, true, func(d Deployment) Profile { return NewNetlify(d) }},
	{redirectsName, true, func(d Deployment) Profile { return NewCloudflarePages(d) }},
	{routesName, true, func(d Deployment) Profile { return NewCloudflarePages(d) }},
	{"netlify.toml", false, func(d Deployment) Profile { return NewNetlify(d) }},
	{"wrangler.toml", false, func(d Deployment) Profile { return NewCloudflarePages(d) }},
	{"wrangler.json", false, func(d Deployment) Profile { return NewCloudflarePages(d) }},
	{vercelFile, false, func(d Deployment) Profile { return NewVercel(d) }},
	{"firebase.json", false, func(d Deployment) Profile { return NewFirebase(d) }},
	{azureFile, true, func(d Deployment) Profile { return NewAzure(d) }},
	{"_config.yml", false, func(d Deployment) Profile { return NewGitHubPages(d) }},
}

// hostileShapes are files of a size in bytes: openers without closers, closers
// without openers, nesting, repetition, and constructs in turn.
var hostileShapes = map[string]func(size int) string{
	"spaces":          repeating(" "),
	"lines":           repeating("\n"),
	"words":           repeating("a "),
	"slashes":         repeating("/"),
	"one word":        repeating("a"),
	"rules":           repeating("/a /b\n"),
	"rules that vary": numbering("/x%d/* /y/:splat\n"),
	"placeholders":    repeating("/:a"),
	"stars":           repeating("/*"),
	"brackets":        repeating("["),
	"brackets closed": repeating("]"),
	"braces":          repeating("{"),
	"braces closed":   repeating("}"),
	"both":            repeating("[{"),
	"objects":         repeating(`{"a":`),
	"members":         func(size int) string { return "{" + strings.Repeat(`"a":1,`, size/6) + `"b":1}` },
	"names":           func(size int) string { return "{" + numbering(`"a%d":1,`)(size) + `"b":1}` },
	"nested":          func(size int) string { return strings.Repeat("[", size/2) + strings.Repeat("]", size/2) },
	"quotes":          repeating(`"`),
	"backslashes":     func(size int) string { return `"` + strings.Repeat(`\`, size) },
	"comments":        repeating("/*"),
	"comment lines":   repeating("// a\n"),
	"hashes":          repeating("# a\n"),
	"keys":            func(size int) string { return strings.Repeat("a.", size/2) + "a=1\n" },
	"many keys":       numbering("a%d.b.c=1\n"),
	"tables":          repeating("[[redirects]]\n"),
	"whole tables":    numbering("[[redirects]]\nfrom=\"/x%d/*\"\nto=\"/y\"\n"),
	"wrong tables":    repeating("[[redirects]]\nfrm=1\n"),
	"array of tables": func(size int) string { return "redirects=[" + strings.Repeat("{a=1},", size/6) + "]\n" },
	"dashes":          repeating("- "),
	"indented":        func(size int) string { return strings.Repeat("a:\n ", size/4) },
	"redirects":       listing(`{"redirects":[`, `{"source":"/x%d/:a*","destination":"/y/:a"},`),
	"hosting":         listing(`{"hosting":{"redirects":[`, `{"source":"/x%d/**/{a,b}*","destination":"/y"},`),
	"hosting ignores": listing(`{"hosting":{"ignore":[`, `"**/x%d/*",`),
	"routes":          listing(`{"routes":[`, `{"src":"/x%d/(.*)","dest":"/$1","route":"/x%d/*","redirect":"/y"},`),
}

func repeating(piece string) func(int) string {
	return func(size int) string { return strings.Repeat(piece, size/len(piece)) }
}

func numbering(format string) func(int) string {
	return func(size int) string {
		var b strings.Builder
		for i := 0; b.Len() < size; i++ {
			b.WriteString(strings.ReplaceAll(format, "%d", fmt.Sprint(i)))
		}
		return b.String()
	}
}

func listing(begin, format string) func(int) string {
	return func(size int) string {
		ends := strings.NewReplacer("{", "}", "[", "]")
		end := ""
		for _, c := range begin {
			if c == '{' || c == '[' {
				end = ends.Replace(string(c)) + end
			}
		}
		return begin + strings.TrimSuffix(numbering(format)(size), ",") + end
	}
}

// hostile is the profile that reads a file.
func hostile(i int, content string) Profile {
	f := hostFiles[i]
	files, beside := tree{"index.html": "", "a.html": ""}, tree{}
	if f.inside {
		files[f.name] = content
	} else {
		beside[f.name] = content
	}
	return f.make(files.deployment(beside))
}

// TestFilesOfHostsAreReadInProportion reads shapes of twice and four times the size.
func TestFilesOfHostsAreReadInProportion(t *testing.T) {
	for i, f := range hostFiles {
		for shape, write := range hostileShapes {
			t.Run(fmt.Sprint(f.name, " ", i, " ", shape), func(t *testing.T) {
				proportion.Allocated(t, 1<<14, func(size int) func() {
					content := write(size)
					return func() { hostile(i, content) }
				})
			})
		}
	}
}

// TestFilesOfHostsTakeTimeInProportion is the same for work that allocates nothing.
func TestFilesOfHostsTakeTimeInProportion(t *testing.T) {
	t.Parallel()
	for i, f := range hostFiles {
		for shape, write := range hostileShapes {
			t.Run(fmt.Sprint(f.name, " ", i, " ", shape), func(t *testing.T) {
				proportion.Check(t, 1<<16, func(size int) func() {
					content := write(size)
					return func() { hostile(i, content) }
				})
			})
		}
	}
}

// effortFor is how much of its effort a request takes.
func effortFor(p Profile, path string) int {
	effort := NewEffort()
	p.Answer(Request{Path: path, Effort: effort})
	return mostEffort - effort.left
}

// TestRulesAreToldApart has a path be held against rules that are not for it: where
// they begin in another way that costs nothing, and where they hold another text
// little.
func TestRulesAreToldApart(t *testing.T) {
	t.Parallel()
	for name, tt := range map[string]struct {
		file  int
		write func(size int) string
		most  func(rules int) int
	}{
		"prefixes of Netlify":      {0, numbering("/x%d/* /y/:splat\n"), func(int) int { return 0 }},
		"prefixes of netlify.toml": {3, numbering("[[redirects]]\nfrom=\"/x%d/*\"\nto=\"/y\"\n"), func(int) int { return 0 }},
		"texts of Netlify":         {0, numbering("/:a/x%d/* /y/:splat\n"), func(rules int) int { return 10 * rules }},
		"prefixes of Vercel":       {6, listing(`{"redirects":[`, `{"source":"/x%d/:a*","destination":"/y/:a"},`), func(int) int { return 0 }},
		"texts of Vercel":          {6, listing(`{"redirects":[`, `{"source":"/:a*/x%d","destination":"/y"},`), func(rules int) int { return 10 * rules }},
		"prefixes of Firebase":     {7, listing(`{"hosting":{"redirects":[`, `{"source":"/x%d/**/{a,b}*","destination":"/y","type":301},`), func(rules int) int { return 10 * rules }},
		"texts of Firebase":        {7, listing(`{"hosting":{"redirects":[`, `{"source":"/**/x%d/*","destination":"/y","type":301},`), func(rules int) int { return 20 * rules }},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			const size = 1 << 15
			p := hostile(tt.file, tt.write(size))
			rules := strings.Count(tt.write(size), "/y")
			if got := effortFor(p, "/no/such/page"); got > tt.most(rules) || rules < 100 {
				t.Errorf("%d rules take %d of the effort, want at most %d", rules, got, tt.most(rules))
			}
		})
	}
}

// TestAlikeRulesEndInNoAnswer has rules that no text tells apart: what they take is
// bounded, and that it was not enough is known.
func TestAlikeRulesEndInNoAnswer(t *testing.T) {
	t.Parallel()
	path := "/" + strings.Repeat("b/", 500)
	for name, p := range map[string]Profile{
		"Netlify":  hostile(0, strings.Repeat("/:a/:b/:c /y\n", 3000)),
		"Vercel":   hostile(6, `{"redirects":[`+strings.Repeat(`{"source":"/:a*/:b*/(x|y)","destination":"/y"},`, 3000)+`{"source":"/c","destination":"/d"}]}`),
		"Firebase": hostile(7, `{"hosting":{"redirects":[`+strings.Repeat(`{"source":"/**/{x,y}*/**/{x,y}*","destination":"/y","type":301},`, 3000)+`{"source":"/c","destination":"/d","type":301}]}}`),
	} {
		effort := NewEffort()
		p.Answer(Request{Path: path, Effort: effort})
		if !effort.Spent() {
			t.Errorf("%s: %d of the effort is left", name, effort.left)
		}
		effort = nil
		if effort.Spent() || !effort.spend(mostEffort+1) {
			t.Error("no effort bounds something")
		}
	}
}

func TestNeedleOf(t *testing.T) {
	t.Parallel()
	for expression, want := range map[string]string{
		"^(?:/a/([^/]+)/long/b)$": "/long/b", "(?i)^abc$": "", "a|b": "", "(abc)?d": "d", "(abc)+d": "abc", "(abc)*": "", "(": "", "": "", "x{2}": "",
		"abc|abd": "ab", "(?s)^(?:/:x(?:.*)/end)$": "/end",
	} {
		if got := needleOf(expression); got != want {
			t.Errorf("%q has to hold %q, want %q", expression, got, want)
		}
	}
}

func TestPositionsOnLongLines(t *testing.T) {
	t.Parallel()
	data := []byte("é\n" + strings.Repeat("aé", 1000) + "\nb")
	x := newLineIndex(data)
	for _, offset := range []int{0, 2, 3, 4, 6, 511, 512, 513, 1023, 1024, 1025, len(data) - 2, len(data) - 1, len(data)} {
		line := strings.Count(string(data[:offset]), "\n")
		wantColumn := len([]rune(string(data[strings.LastIndexByte(string(data[:offset]), '\n')+1:offset]))) + 1
		if offset > 0 && offset < len(data) && data[offset]&0xc0 == 0x80 {
			continue // no place begins within a code point
		}
		if gotLine, gotColumn := x.position(offset); gotLine != line+1 || gotColumn != wantColumn {
			t.Errorf("offset %d is at %d:%d, want %d:%d", offset, gotLine, gotColumn, line+1, wantColumn)
		}
	}
}

// TestLongPatternsAreReadInProportion reads sources of many segments without a name.
func TestLongPatternsAreReadInProportion(t *testing.T) {
	proportion.Allocated(t, 1<<13, func(size int) func() {
		source := strings.Repeat("/a", size/2)
		return func() { netlifyPattern(source) }
	})
}
