package hosting

import "testing"

func TestLocation(t *testing.T) {
	t.Parallel()
	for name, test := range map[string]struct{ destination, path, want string }{
		"absolute":             {destination: "https://example.com/ä", path: "/a", want: "https://example.com/ä"},
		"of a host":            {destination: "//example.com/a", path: "/a", want: "//example.com/a"},
		"from the root":        {destination: "/b?c=d#e", path: "/a/x", want: "/b?c=d#e"},
		"encoded":              {destination: "/ä b", path: "/a", want: "/%C3%A4%20b"},
		"encoded already":      {destination: "/%C3%A4", path: "/a", want: "/%C3%A4"},
		"relative":             {destination: "b", path: "/a/x", want: "/a/b"},
		"relative to a folder": {destination: "b", path: "/a/", want: "/a/b"},
		"upwards":              {destination: "../b", path: "/a/x/y", want: "/a/b"},
		"no URL":               {destination: "%zz", path: "/", want: "/%zz"},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			if got := Location(test.destination, Request{Path: test.path}); got != test.want {
				t.Errorf("got %q, want %q", got, test.want)
			}
		})
	}
}

func TestNamesHost(t *testing.T) {
	t.Parallel()
	for destination, want := range map[string]bool{
		"https://example.com": true,
		"//example.com":       true,
		"x-y+z.1://host":      true,
		"/a":                  false,
		"a://b":               true,
		"://b":                false,
		"/a://b":              false,
		"mailto:a@b":          false,
		"":                    false,
	} {
		if got := NamesHost(destination); got != want {
			t.Errorf("%q: got %t", destination, got)
		}
	}
}

func TestWithQuery(t *testing.T) {
	t.Parallel()
	for name, test := range map[string]struct{ location, query, want string }{
		"none":                {location: "/a", want: "/a"},
		"added":               {location: "/a", query: "b=c", want: "/a?b=c"},
		"added to another":    {location: "/a?x", query: "b=c", want: "/a?x&b=c"},
		"before the fragment": {location: "/a#d", query: "b=c", want: "/a?b=c#d"},
		"between both":        {location: "/a?x#d", query: "b=c", want: "/a?x&b=c#d"},
	} {
		if got := WithQuery(test.location, test.query); got != test.want {
			t.Errorf("%s: got %q, want %q", name, got, test.want)
		}
	}
}

func TestSitePath(t *testing.T) {
	t.Parallel()
	for destination, want := range map[string]string{
		"/a":        "/a",
		"a":         "/a",
		"":          "/",
		"/a?b#c":    "/a",
		"/a#b?c":    "/a",
		"/%C3%A4":   "/ä",
		"/100%":     "/100%",
		"/a%2Fb":    "/a/b",
		"a/b.html?": "/a/b.html",
	} {
		if got := SitePath(destination); got != want {
			t.Errorf("%q: got %q, want %q", destination, got, want)
		}
	}
}
