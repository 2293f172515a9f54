package pattern

import "testing"

func TestPrefixes(t *testing.T) {
	t.Parallel()
	for name, test := range map[string]struct {
		prefix       func(string) string
		source, want string
	}{
		"a path":                           {prefix: PathPrefix, source: "/a/b", want: "/a/b"},
		"a path with a name":               {prefix: PathPrefix, source: "/a/:b", want: "/a"},
		"a path with a name behind a dot":  {prefix: PathPrefix, source: "/a.:b", want: "/a"},
		"a path with a name behind text":   {prefix: PathPrefix, source: "/a-:b", want: "/a-"},
		"a path with a group":              {prefix: PathPrefix, source: "/a/(b)", want: "/a"},
		"a path with braces":               {prefix: PathPrefix, source: "/a/{b}", want: "/a/"},
		"a path with an escape":            {prefix: PathPrefix, source: `/a\:b`, want: "/a"},
		"an expression":                    {prefix: ExpressionPrefix, source: "/a/b", want: "/a/b"},
		"an expression with a group":       {prefix: ExpressionPrefix, source: "/a/(.*)", want: "/a/"},
		"an expression with an option":     {prefix: ExpressionPrefix, source: "/ab?", want: "/a"},
		"an expression with a repetition":  {prefix: ExpressionPrefix, source: "/ab+", want: "/a"},
		"an expression with a count":       {prefix: ExpressionPrefix, source: "/ä{2}", want: "/"},
		"an expression with alternatives":  {prefix: ExpressionPrefix, source: "/a|/b", want: ""},
		"an expression with escaped slash": {prefix: ExpressionPrefix, source: `\/a\/.*`, want: "/a/"},
	} {
		if got := test.prefix(test.source); got != test.want {
			t.Errorf("%s: got %q, want %q", name, got, test.want)
		}
	}
}

func TestGoSyntax(t *testing.T) {
	t.Parallel()
	for source, want := range map[string]string{
		"/a":           "/a",
		`\/a`:          "/a",
		"(?<x>a)":      "(?P<x>a)",
		`\(?<x>a`:      `\(?<x>a`,
		"(?<=a)(?<!b)": "(?<=a)(?<!b)",
		"(?:a)":        "(?:a)",
		`a\`:           `a\`,
	} {
		if got := GoSyntax(source); got != want {
			t.Errorf("%q: got %q, want %q", source, got, want)
		}
	}
}

func TestHasLookaround(t *testing.T) {
	t.Parallel()
	for expression, want := range map[string]bool{
		"(?=a)":    true,
		"a(?!b)":   true,
		"(?<=a)":   true,
		"(?<!a)":   true,
		"(?<a>b)":  false,
		"(?:a)":    false,
		`\(?!a`:    false,
		"a(b)c":    false,
		`\\(?!a)b`: true,
	} {
		if got := HasLookaround(expression); got != want {
			t.Errorf("%q: got %t", expression, got)
		}
	}
}

func TestCertainty(t *testing.T) {
	t.Parallel()
	for _, test := range []struct{ a, b, and, notA Certainty }{
		{a: Always, b: Always, and: Always, notA: Never},
		{a: Always, b: Perhaps, and: Perhaps, notA: Never},
		{a: Perhaps, b: Always, and: Perhaps, notA: Perhaps},
		{a: Perhaps, b: Never, and: Never, notA: Perhaps},
		{a: Never, b: Always, and: Never, notA: Always},
	} {
		if test.a.And(test.b) != test.and || test.a.Not() != test.notA {
			t.Errorf("%+v: got %d and %d", test, test.a.And(test.b), test.a.Not())
		}
	}
}
