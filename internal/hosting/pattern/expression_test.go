package pattern

import (
	"errors"
	"testing"
)

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
