package hosting

import (
	"errors"
	"strconv"
	"strings"
	"testing"
	"unicode/utf8"

	"github.com/google/go-cmp/cmp"
)

// TestCompilePath compares what paths with parameters capture from a path, by name.
func TestCompilePath(t *testing.T) {
	t.Parallel()
	for name, test := range map[string]struct {
		source, path string
		want         map[string]string // nil for no match; "0" is left out.
		stars        bool
	}{
		"a star":                  {source: "/a/*", path: "/a/b/c", want: map[string]string{"1": "b/c"}, stars: true},
		"stars and a slash":       {source: "/a/:b", path: "/a/x/", want: map[string]string{"1": "x", "b": "x"}, stars: true},
		"stars in any case":       {source: "/A/:b", path: "/a/x", want: map[string]string{"1": "x", "b": "x"}, stars: true},
		"a text":                  {source: "/a", path: "/a", want: map[string]string{}},
		"another text":            {source: "/a", path: "/b"},
		"case":                    {source: "/a", path: "/A"},
		"a name":                  {source: "/:a", path: "/x", want: map[string]string{"1": "x", "a": "x"}},
		"a name, too long":        {source: "/:a", path: "/x/y"},
		"two names":               {source: "/:a/:b", path: "/x/y", want: map[string]string{"1": "x", "2": "y", "a": "x", "b": "y"}},
		"optional, there":         {source: "/a/:b?", path: "/a/x", want: map[string]string{"1": "x", "b": "x"}},
		"any number":              {source: "/a/:b*", path: "/a/x/y", want: map[string]string{"1": "x/y", "b": "x/y"}},
		"any number, none":        {source: "/a/:b*", path: "/a", want: map[string]string{"1": "", "b": ""}},
		"at least one":            {source: "/a/:b+", path: "/a/x/y", want: map[string]string{"1": "x/y", "b": "x/y"}},
		"at least one, none":      {source: "/a/:b+", path: "/a"},
		"an expression":           {source: `/:a(\d+)`, path: "/12", want: map[string]string{"1": "12", "a": "12"}},
		"an expression, no match": {source: `/:a(\d+)`, path: "/x"},
		"without a name":          {source: "/(.*)", path: "/x/y", want: map[string]string{"1": "x/y"}},
		"an escape":               {source: `/\:a`, path: "/:a", want: map[string]string{}},
		"an escaped brace":        {source: `/\{a\}`, path: "/{a}", want: map[string]string{}},
		"a lookahead":             {source: "/:a((?!b).*)", path: "/c", want: map[string]string{"1": "c", "a": "c"}},
		"a lookahead, no match":   {source: "/:a((?!b).*)", path: "/bc"},
	} {
		p, err := compilePath(test.source, test.stars)
		if err != nil {
			t.Fatal(err)
		}
		got := matched(&p, test.path)
		if diff := cmp.Diff(test.want, got); diff != "" {
			t.Errorf("%s: captured (-want +got):\n%s", name, diff)
		}
	}
}

func TestFill(t *testing.T) {
	t.Parallel()
	captured := captures{groups: []string{"/x/y", "x", "y", "b/c", ""}, names: []string{"a", "ab", "rest", "empty"}}
	for name, test := range map[string]struct{ destination, want string }{
		"nothing":              {destination: "/a/b", want: "/a/b"},
		"a name":               {destination: "/:a", want: "/x"},
		"the longest name":     {destination: "/:ab", want: "/y"},
		"a name and text":      {destination: "/:a-b", want: "/x-b"},
		"a modifier":           {destination: "/:rest*", want: "/b/c"},
		"an expression":        {destination: "/:rest(.*)", want: "/b/c"},
		"both":                 {destination: "/:rest([^)]+)+/z", want: "/b/c/z"},
		"an empty value":       {destination: "/:empty/z", want: "//z"},
		"a number":             {destination: "/$1", want: "/x"},
		"all":                  {destination: "$0", want: "/x/y"},
		"a name by its dollar": {destination: "/$ab", want: "/y"},
		"not captured":         {destination: "/:c/$7", want: "/:c/$7"},
		"a port":               {destination: "https://example.com:8080/:a", want: "https://example.com:8080/x"},
		"escaped":              {destination: `/\:a`, want: "/:a"},
		"a lonely colon":       {destination: "/a:", want: "/a:"},
		"a lonely backslash":   {destination: `/a\`, want: `/a\`},
		"an open parenthesis":  {destination: "/:a(b", want: "/x(b"},
	} {
		if got := fillReferences(test.destination, captured); got != test.want {
			t.Errorf("%s: got %q, want %q", name, got, test.want)
		}
	}
}

func TestPattern(t *testing.T) {
	t.Parallel()
	for _, test := range []struct {
		source       string
		foldCase     bool
		match, other []string
		err          error
	}{
		{source: `/a\/(?<name>\d+)`, match: []string{"/a/1"}, other: []string{"/a/b", "/a/1/", "x/a/1"}},
		{source: `/About`, foldCase: true, match: []string{"/about", "/ABOUT"}, other: []string{"/abou"}},
		{source: `/About`, match: []string{"/About"}, other: []string{"/about"}},
		{source: `/((?!api/|v\d).*)`, match: []string{"/", "/apix", "/v", "/x/api/"}, other: []string{"/api/", "/api/x", "/v2"}},
		{source: `/((?!api/)(?!static/).*)`, err: errLookaround},
		{source: `(?:/((?!uk$).*))`, match: []string{"/uk/x", "/ukx"}, other: []string{"/uk"}},
		{source: `/(?=[ab]).*`, err: errLookaround},
		{source: `/(?!A).*`, foldCase: true, match: []string{"/b"}, other: []string{"/a", "/A"}},
		{source: `/ä(?!b).*`, match: []string{"/äa"}, other: []string{"/äb"}},
		{source: `/a*(?!b).*`, err: errLookaround},
		{source: `/((?!b).)*`, err: errLookaround},
		{source: `/((?!b).)?x`, err: errLookaround},
		{source: `/(?:a|(?!b)).*`, err: errLookaround},
		{source: `/(?:(?!b)|a).*`, err: errLookaround},
		{source: `/(?!(?!b)a).*`, err: errLookaround},
		{source: `/(?!a).*(?!b)`, err: errLookaround},
		{source: `/(?<=a)b`, err: errLookaround},
		{source: `/\.((?!a).+)`, match: []string{"/.b"}, other: []string{"/.a", "/b"}},
		{source: `/(?!a`, err: errLookaround},
	} {
		t.Run(test.source, func(t *testing.T) {
			t.Parallel()
			p, err := compileExpression(test.source, test.foldCase)
			if !errors.Is(err, test.err) {
				t.Fatalf("error %v, want %v", err, test.err)
			}
			for _, path := range test.match {
				if _, sure := p.match(path, nil); sure != always {
					t.Errorf("does not match %q", path)
				}
			}
			for _, path := range test.other {
				if _, sure := p.match(path, nil); sure != never {
					t.Errorf("matches %q", path)
				}
			}
		})
	}
}

// matched returns what a pattern captures from a path, by number and by name; nil for no match.
func matched(p *pattern, path string) map[string]string {
	if p.fixed && path != p.prefix {
		return nil
	}
	captured, sure := p.match(path, nil)
	if sure == never {
		return nil
	}
	all := map[string]string{}
	for i, name := range captured.names {
		all[strconv.Itoa(i+1)] = captured.groups[i+1]
		if _, err := strconv.Atoi(name); err != nil {
			all[name] = captured.groups[i+1]
		}
	}
	return all
}

// TestCompilePathErrors expects an error for what path-to-regexp refuses too.
func TestCompilePathErrors(t *testing.T) {
	t.Parallel()
	for name, test := range map[string]struct {
		source string
		err    error
	}{
		"no name":              {source: "/:/a", err: errPath},
		"an empty group":       {source: "/()", err: errPath},
		"an open group":        {source: "/(a", err: errPath},
		"a question mark":      {source: "/(?:a)", err: errPath},
		"a capturing group":    {source: "/:a((b))", err: errPath},
		"braces":               {source: "/a{/b}?", err: errPath},
		"a star":               {source: "/*", err: errPath},
		"a question mark only": {source: "/?", err: errPath},
		"too long":             {source: strings.Repeat("a", maxPattern+1), err: errSize},
		"a lookahead too late": {source: "/:a*/:b((?!c).*)", err: errLookaround},
	} {
		if p, err := compilePath(test.source, false); !errors.Is(err, test.err) || !p.unread {
			t.Errorf("%s: unread: %t, error %v, want %v", name, p.unread, err, test.err)
		}
	}
}

// TestGlobMatch compares globs with minimatch, the library that the hosts use.
func TestGlobMatch(t *testing.T) {
	t.Parallel()
	for _, test := range []struct {
		// match, hidden and other are paths that match, that match only with hidden names,
		// and that do not match.
		glob, match, hidden, other string
	}{
		{glob: "/a/b", match: "/a/b /a/b/", other: "/a /a/b/c /A/b /a/bc"},
		{glob: "/a/*", match: "/a/b /a/b.html /a/b/", hidden: "/a/.b", other: "/a /a/ /a/b/c"},
		{glob: "/a*c", match: "/ac /abc /a.c", other: "/a/c /acd"},
		{glob: "/a?c", match: "/abc /a.c", other: "/ac /abbc /a/c"},
		{glob: "/a/**", match: "/a/b /a/b/c /a/", hidden: "/a/.b /a/b/.c/d", other: "/b /ab"},
		{glob: "/a/**/z", match: "/a/z /a/b/z /a/b/c/z", hidden: "/a/.b/z", other: "/a/b /z /a/z/y"},
		{glob: "/**/a/**/b", match: "/a/b /x/a/y/b /a/a/b/b", other: "/b/a /a /x/b"},
		{glob: "/.well-known/*", match: "/.well-known/a", other: "/well-known/a"},
		{glob: "/{a,b/c}/*.{html,htm}", match: "/a/x.html /b/c/x.htm", other: "/c/x.html /a/x.ht"},
		{glob: "/{a,b{c,d}}", match: "/a /bc /bd", other: "/b /ac"},
		{glob: "/[a-c]", match: "/a /c", other: "/d /ab"},
		{glob: "/[!a]", match: "/b", other: "/a"},
		{glob: "/@(a|b)", match: "/a /b", other: "/ab /"},
		{glob: "!/a/**", match: "/b /", other: "/a/b"},
		{glob: "!!/a", match: "/a", other: "/b"},
		{glob: `/a\*`, match: "/a*", other: "/ab"},
	} {
		g, err := compileGlob(test.glob)
		if err != nil {
			t.Fatal(err)
		}
		for want, paths := range map[certainty]string{always: test.match, perhaps: test.hidden, never: test.other} {
			for path := range strings.FieldsSeq(paths) {
				if _, got := g.match(path, nil); got != want {
					t.Errorf("%s and %s: got %d, want %d", test.glob, path, got, want)
				}
			}
		}
	}
}

func TestGlobErrors(t *testing.T) {
	t.Parallel()
	for name, test := range map[string]struct {
		glob string
		err  error
	}{
		"a negated group":  {glob: "/!(a)", err: errGlob},
		"repeated groups":  {glob: "/+(a|b)*(c)", err: errGlob},
		"nested groups":    {glob: "/@(a|@(b))", err: errGlob},
		"too long":         {glob: strings.Repeat("a", maxPattern+1), err: errSize},
		"too many":         {glob: strings.Repeat("{a,b}", 10), err: errGlob},
		"too many, nested": {glob: strings.Repeat("{a,", 40) + strings.Repeat("}", 40), err: errGlob},
		"a range":          {glob: "/{1..3}", err: errGlob},
		"an open class":    {glob: "/[a", err: errGlob},
	} {
		if _, err := compileGlob(test.glob); !errors.Is(err, test.err) {
			t.Errorf("%s: error %v, want %v", name, err, test.err)
		}
	}
}

// FuzzGlob expects a text without wildcards to match only itself, and every match to have the
// prefix and the needle.
func FuzzGlob(f *testing.F) {
	for _, seed := range []string{"**/.*", "/a/{b,c}/**", "!/@(js|css)/**", "/x[!a-c]?", "/{a,b{c,/**}}", "a/**/b/**/c"} {
		f.Add(seed, "/a/b")
	}
	f.Fuzz(func(t *testing.T, text, path string) {
		p, err := compileGlob(text)
		if err != nil || !utf8.ValidString(text+path) {
			return
		}
		_, sure := p.match(path, nil)
		if byGlob := p.glob.match(path); withoutEmpty(path) == path && byGlob != sure {
			t.Errorf("%q and %q: %d with the prefix %q and the needle %q, else %d", text, path, sure, p.prefix, p.needle, byGlob)
		}
		if text == "" || strings.ContainsAny(text, globMarks) || withoutEmpty(path) != path || withoutEmpty(text) != text {
			return
		}
		if same := path == text || path == text+"/"; (sure == always) != same {
			t.Errorf("%q and %q: %v", text, path, !same)
		}
	})
}

// FuzzPath checks what is true of every path with parameters: each group was captured from the
// path, and a text without parameters matches only itself.
func FuzzPath(f *testing.F) {
	for _, seed := range []string{"/a/:b/:c*", "/:x((?!api/).*)", "/a{/:b-c}?", "/(.*)/\\:d", "/:a(\\d+)+"} {
		f.Add(seed, "/a/b/c", false)
	}
	f.Fuzz(func(t *testing.T, source, path string, stars bool) {
		p, err := compilePath(source, stars)
		if err != nil || p.fixed {
			if err == nil && strings.ContainsAny(source, ":({}*+?") && !strings.Contains(source, `\`) {
				t.Errorf("%q is fixed", source)
			}
			return
		}
		captured, _ := p.match(path, nil)
		for _, value := range captured.groups {
			if !strings.Contains(path, value) {
				t.Errorf("%q captured %q of %q", source, value, path)
			}
		}
		if groups := p.expression().FindStringSubmatch(path); groups != nil && !stars && !strings.HasPrefix(path, p.prefix) {
			t.Errorf("%q matches %q without its prefix %q", source, path, p.prefix)
		} else if groups != nil && !strings.Contains(path, p.needle) {
			t.Errorf("%q matches %q without %q", source, path, p.needle)
		}
		fillReferences(source, captured)
		references(source)
	})
}

// FuzzExpression expects a lookahead to leave out what its text says.
func FuzzExpression(f *testing.F) {
	for _, seed := range []string{"/((?!a|b).*)", "(?:/((?!uk$).*))", `/\.(?!x).+`, "/a*(?!b).*"} {
		f.Add(seed, "/a")
	}
	f.Fuzz(func(t *testing.T, text, path string) {
		p, err := compileExpression(text, false)
		if err != nil || p.ahead == nil {
			return
		}
		if _, sure := p.match(path, nil); sure == always && p.at <= len(path) && p.ahead.MatchString(path[p.at:]) {
			t.Errorf("%q matches %q", text, path)
		}
	})
}
