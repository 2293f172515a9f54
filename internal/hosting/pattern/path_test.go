package pattern

import (
	"errors"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

// TestCompilePath compares what paths with parameters capture from a path, by name.
func TestCompilePath(t *testing.T) {
	t.Parallel()
	for name, test := range map[string]struct {
		source, path string
		want         map[string]string // nil for no match; "0" is left out.
	}{
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
		"braces":                  {source: "/a{/b}?", path: "/a/b", want: map[string]string{}},
		"braces, none":            {source: "/a{/b}?", path: "/a", want: map[string]string{}},
		"braces with a name":      {source: "/a{-:b.html}?", path: "/a-x.html", want: map[string]string{"1": "x", "b": "x"}},
		"an escape":               {source: `/\:a`, path: "/:a", want: map[string]string{}},
		"an escaped brace":        {source: `/\{a\}`, path: "/{a}", want: map[string]string{}},
		"a lookahead":             {source: "/:a((?!b).*)", path: "/c", want: map[string]string{"1": "c", "a": "c"}},
		"a lookahead, no match":   {source: "/:a((?!b).*)", path: "/bc"},
	} {
		p, err := CompilePath(test.source)
		if err != nil {
			t.Fatal(err)
		}
		got := p.Match(test.path, nil)
		delete(got, "0")
		if diff := cmp.Diff(test.want, got); diff != "" {
			t.Errorf("%s: captured (-want +got):\n%s", name, diff)
		}
	}
}

// TestCompilePathErrors expects an error for what path-to-regexp refuses too.
func TestCompilePathErrors(t *testing.T) {
	t.Parallel()
	for name, test := range map[string]struct {
		source string
		err    error
	}{
		"no name":              {source: "/:/a", err: errParameterName},
		"an empty group":       {source: "/()", err: errGroup},
		"an open group":        {source: "/(a", err: errGroup},
		"a question mark":      {source: "/(?:a)", err: errGroup},
		"a capturing group":    {source: "/:a((b))", err: errGroup},
		"open braces":          {source: "/{a", err: errBraces},
		"closing braces":       {source: "/a}", err: errBraces},
		"two names in braces":  {source: "/{:a:b}", err: errBraces},
		"a star":               {source: "/*", err: errModifier},
		"a question mark only": {source: "/?", err: errModifier},
		"too long":             {source: strings.Repeat("a", MaxSize+1), err: ErrSize},
		"a lookahead too late": {source: "/:a*/:b((?!c).*)", err: errLookaround},
	} {
		// The names are known all the same.
		if p, err := CompilePath(test.source); !errors.Is(err, test.err) || p == nil {
			t.Errorf("%s: got %v, error %v, want %v", name, p, err, test.err)
		}
	}
}

func TestCompileGlobPath(t *testing.T) {
	t.Parallel()
	for _, test := range []struct {
		source, path string
		want         map[string]string // nil for no match; "0" is left out.
	}{
		{source: "/a/*", path: "/a/b/c", want: map[string]string{"1": "b/c"}},
		{source: "/a/:b", path: "/a/x/", want: map[string]string{"1": "x", "b": "x"}},
		{source: "/A/:b", path: "/a/x", want: map[string]string{"1": "x", "b": "x"}},
		{source: "/a/:b", path: "/b/x"},
	} {
		got := CompileGlobPath(test.source).Match(test.path, nil)
		delete(got, "0")
		if diff := cmp.Diff(test.want, got); diff != "" {
			t.Errorf("%s captured (-want +got):\n%s", test.source, diff)
		}
	}
	for _, source := range []string{"/{a,b}", "/[a]", "/@(a)", "/!(a)", "/:", "/(a", "/:a((?<!b)c)"} {
		if p := CompileGlobPath(source); p != nil {
			t.Errorf("%q was read", source)
		}
	}
}

func TestFill(t *testing.T) {
	t.Parallel()
	captured := map[string]string{"0": "/x/y", "1": "x", "a": "x", "ab": "y", "rest": "b/c", "empty": ""}
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
		"not captured":         {destination: "/:c/$2", want: "/:c/$2"},
		"a port":               {destination: "https://example.com:8080/:a", want: "https://example.com:8080/x"},
		"escaped":              {destination: `/\:a`, want: "/:a"},
		"a lonely colon":       {destination: "/a:", want: "/a:"},
		"a lonely backslash":   {destination: `/a\`, want: `/a\`},
		"an open parenthesis":  {destination: "/:a(b", want: "/x(b"},
	} {
		if got := Fill(test.destination, captured); got != test.want {
			t.Errorf("%s: got %q, want %q", name, got, test.want)
		}
	}
}

func TestUnknownReference(t *testing.T) {
	t.Parallel()
	known := func(name string) bool { return name == "a" }
	if err := UnknownReference(`https://example.com:80/:a(:b)/\:b$b/:`, known); err != nil {
		t.Error(err)
	}
	err := UnknownReference("/:a/:b/:c", known)
	if want := `the destination uses ":b", which the source does not have`; err == nil || err.Error() != want {
		t.Errorf("got %v, want %q", err, want)
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
		{source: `/((?!api/)(?!static/).*)`, match: []string{"/x"}, other: []string{"/api/x", "/static/x"}},
		{source: `(?:/((?!uk$).*))`, match: []string{"/uk/x", "/ukx"}, other: []string{"/uk"}},
		{source: `^/(?=[ab]).*`, match: []string{"/a", "/bc"}, other: []string{"/c"}},
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
		{source: `/\(?!a`, match: []string{"/!a", "/(!a"}, other: []string{"/b"}},
		{source: `/(?!a`, err: errLookaround},
	} {
		t.Run(test.source, func(t *testing.T) {
			t.Parallel()
			p, err := CompileExpression(test.source, test.foldCase)
			if !errors.Is(err, test.err) {
				t.Fatalf("error %v, want %v", err, test.err)
			}
			for _, path := range test.match {
				if p.Match(path, nil) == nil {
					t.Errorf("does not match %q", path)
				}
			}
			for _, path := range test.other {
				if p.Match(path, nil) != nil {
					t.Errorf("matches %q", path)
				}
			}
		})
	}
}
