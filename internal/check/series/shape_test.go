package series

import (
	"fmt"
	"strings"
	"testing"

	"github.com/linkvet/linkvet/internal/config"
	"github.com/linkvet/linkvet/internal/testutil/lineartest"
	"github.com/linkvet/linkvet/internal/weburl"
)

func TestShapeOf(t *testing.T) {
	t.Parallel()
	tests := []struct{ path, query, Shape, pattern string }{
		{path: "/", query: "", Shape: "", pattern: ""},
		{path: "/about/us.html", query: "", Shape: "", pattern: ""},
		{path: "/a/a", query: "", Shape: "", pattern: ""},
		{path: "/2026/11/21", query: "", Shape: "/*/*/*", pattern: "/*/*/*"},
		{path: "/2026-11-21/", query: "", Shape: "/*/", pattern: "/*{/,}"},
		{path: "/post-123.html", query: "", Shape: "/post-*.html", pattern: "/post-*.html"},
		{path: "/v2/guide", query: "", Shape: "/v*/guide", pattern: "/v*/guide"},
		{path: "/x/0a1b2c3d4e5f6a7b/y", query: "", Shape: "/x/*/y", pattern: "/x/*/y"},
		{path: "/x/123e4567-e89b-12d3-a456-426614174000", query: "", Shape: "/x/*", pattern: "/x/*"},
		{path: "/x/the-long-way-to-2026", query: "", Shape: "/x/the-long-way-to-*", pattern: "/x/the-long-way-to-*"},
		{path: "/1/2/3/4/5/6", query: "", Shape: "/*/*/*/**", pattern: "/*/*/*/**"},
		{path: "/calendar", query: "?year=2026&month=11", Shape: "/calendar?month=*&year=*", pattern: "/calendar[?]*&*"},
		{path: "/p", query: "?id=7", Shape: "/p?id=*", pattern: "/p[?]id=*"},
		{path: "/p/7", query: "?", Shape: "/p/*", pattern: "/p/*"},
		{path: "/c(d)/7", query: "?date=1/2", Shape: "/c(d)/*?date=*", pattern: "/^/c.d./[^/]*[?]date/"},
		{path: "/p", query: "?f[0]=a&f%5B1%5D=b", Shape: "/p?f[]=*", pattern: "/p[?]f*"},
		{path: "/p", query: "?a=1&b=2&c=3&d=4&e=5", Shape: "/p?a=*&b=*&c=*&d=*&…", pattern: "/p[?]*&*"},
		{path: "/a[b]{c}*", query: "?x=1", Shape: "/a?b??c???x=*", pattern: "/a?b??c??[?]x=*"},
		{path: "/a", query: "?PHPSESSID=x&b=c", Shape: "/**?PHPSESSID=*", pattern: "/[?&]PHPSESSID=/"},
		{path: "/a;jsessionid=x/b", query: "", Shape: "/**;jsessionid=*", pattern: "/;jsessionid=/"},
		{path: "/a/b/a/b", query: "", Shape: "/a/b/a/**", pattern: "/[/](a/(.*/)?a)([/]|$)/"},
		{path: "/01/02/01/", query: "", Shape: "/*/*/*/", pattern: "/*/*/*{/,}"},
		{path: strings.Repeat("/x", 21), query: "", Shape: strings.Repeat("/*", 20) + "/**", pattern: strings.Repeat("/*", 20) + "/**"},
		{path: "/" + strings.Repeat("x", 1000), query: "", Shape: "/…", pattern: "/^.{1000}/"},
	}
	for _, tt := range tests {
		s, ok := shapeOf(tt.path, tt.query)
		if got := s.String(); got != tt.Shape || ok != (tt.Shape != "") {
			t.Errorf("%s%s: got %q and %t, want %q", tt.path, tt.query, got, ok, tt.Shape)
		}
		if !ok {
			continue
		}
		s.slashes = strings.Contains(tt.query, "/")
		if got := s.pattern(); got != tt.pattern {
			t.Errorf("%s%s: got the pattern %q, want %q", tt.path, tt.query, got, tt.pattern)
		}
		cfg, err := config.Load(config.Sources{Args: []string{"--exclude=" + s.pattern()}})
		if err != nil {
			t.Errorf("%s%s: the pattern is refused: %v", tt.path, tt.query, err)
		} else if !cfg.Exclude.Match(tt.path+tt.query) && tt.path+tt.query != "/p/7?" && len(s.keys) != 5 {
			t.Errorf("%s does not match %s%s", s.pattern(), tt.path, tt.query)
		}
	}
}

// The memory for the series of a site is bounded, for any links.
func TestTrapsAreBounded(t *testing.T) {
	t.Parallel()
	home, err := weburl.Parse("https://example.com/")
	if err != nil {
		t.Fatal(err)
	}
	k := NewDetector()
	for i := range maxShapes + maxShapes/8 {
		for _, ref := range []string{"/s?a%[1]d=1", "/one?key%d=1&b=%[1]d,%[1]d1,%[1]d2", "/x%[1]s?sid=1", "/a?PHPSESSID=%d"} {
			u, err := home.Resolve(fmt.Sprintf(strings.ReplaceAll(ref, "%[1]s", strings.Repeat("y", i%50)), i))
			if err != nil {
				t.Fatal(err)
			}
			k.Place(u.Path, u.Query, nil, 0)
		}
	}
	values := 0
	for _, s := range k.shapes {
		for _, of := range s.values {
			values += len(of)
		}
	}
	if len(k.shapes) > maxShapes || len(k.sessions) > maxSessionURLs || k.values != values || values > maxShapeValues {
		t.Errorf("%d shapes, %d sessions, %d values, which are counted as %d", len(k.shapes), len(k.sessions), values, k.values)
	}
}

func TestForgottenShapesLetTheirFormGo(t *testing.T) {
	t.Parallel()
	k := NewDetector()
	var shapes []*Shape
	for i := range maxShapes + 100 {
		shapes = append(shapes, k.shape(urlShape{path: fmt.Sprintf("/%d/*", i)}))
	}
	gone := 0
	for _, s := range shapes {
		if known := k.shapes[s.id()] == s; known == (s.urlShape == forgotten) {
			t.Fatalf("shape %q: known %t", s.path, known)
		}
		if s.urlShape == forgotten {
			gone++
		}
	}
	if gone != 100 {
		t.Errorf("%d shapes were forgotten, want 100", gone)
	}
}

func BenchmarkLinearShapes(b *testing.B) {
	for _, piece := range []string{"a/", "1/", "a1b2-", "a=1&", "a[1]=b&", ";jsessionid=x/", "sid=x&", "%5B", "?", "&"} {
		b.Run(piece, func(b *testing.B) {
			lineartest.Time(b, 1<<18, func(size int) func() {
				text := strings.Repeat(piece, size/len(piece))
				return func() {
					for _, u := range [][2]string{{"/" + text, ""}, {"/a1", "?" + text}} {
						if s, ok := shapeOf(u[0], u[1]); ok {
							s.id()
							_ = s.String()
							s.pattern()
						}
						withoutSession(u[0], u[1])
					}
				}
			})
		})
	}
}

func BenchmarkLinearWords(b *testing.B) {
	for _, piece := range []string{"word ", "<p>", "a", "%", "&amp;", "<"} {
		b.Run(piece, func(b *testing.B) {
			lineartest.Time(b, 1<<18, func(size int) func() {
				text := []byte(strings.Repeat(piece, size/len(piece)))
				return func() { WordHashes(text, weburl.URL{Path: "/" + piece}) }
			})
		})
	}
}
