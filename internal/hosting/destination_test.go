package hosting

import "testing"

func TestLocated(t *testing.T) {
	t.Parallel()
	for name, test := range map[string]struct{ to, query, want string }{
		"path":                {"/a", "", "/a"},
		"query passed on":     {"/a", "b=c", "/a?b=c"},
		"query of its own":    {"/a?d", "b=c", "/a?d"},
		"empty query":         {"/a?", "b=c", "/a?b=c"},
		"before the fragment": {"/a#e", "b=c", "/a?b=c#e"},
		"absolute":            {"https://example.com", "b=c", "https://example.com?b=c"},
		"of a host":           {"//example.com/a", "", "https://example.com/a"},
		"what cannot stand":   {"/ä b%20c", "<\xff>", "/%C3%A4%20b%20c?%3C%FF%3E"},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			if got := located(test.to, test.query); got != test.want {
				t.Errorf("%s, want %s", got, test.want)
			}
		})
	}
}
