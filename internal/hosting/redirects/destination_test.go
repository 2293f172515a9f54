package redirects

import (
	"testing"
)

func TestLocation(t *testing.T) {
	t.Parallel()
	for name, test := range map[string]struct{ to, query, want string }{
		"path":                {to: "/a", query: "", want: "/a"},
		"query passed on":     {to: "/a", query: "b=c", want: "/a?b=c"},
		"query of its own":    {to: "/a?d", query: "b=c", want: "/a?d"},
		"empty query":         {to: "/a?", query: "b=c", want: "/a?b=c"},
		"before the fragment": {to: "/a#e", query: "b=c", want: "/a?b=c#e"},
		"absolute":            {to: "https://example.com", query: "b=c", want: "https://example.com?b=c"},
		"of a host":           {to: "//example.com/a", query: "", want: "https://example.com/a"},
		"what cannot stand":   {to: "/ä b%20c", query: "<\xff>", want: "/%C3%A4%20b%20c?%3C%FF%3E"},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			if got := Location(test.to, test.query); got != test.want {
				t.Errorf("%s, want %s", got, test.want)
			}
		})
	}
}
