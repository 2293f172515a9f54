package vercel

import (
	"strings"
	"testing"

	"github.com/linkvet/linkvet/internal/testutil/hostingtest"
)

// TestImage expects an image in another size to be there where the image itself is.
func TestImage(t *testing.T) {
	t.Parallel()
	public := hostingtest.Tree{"index.html": "", "img/a b.png": "", "_next/static/x.js": ""}
	for name, test := range map[string]struct {
		public hostingtest.Tree
		url    string
		want   string
	}{
		"there":               {public: public, url: "/_next/image?url=%2Fimg%2Fa%2520b.png&w=640&q=75", want: "200 img/a b.png"},
		"with a base path":    {public: public, url: "/_next/image?url=%2Fdocs%2Fimg%2Fa%2520b.png&w=640&q=75", want: "200 img/a b.png"},
		"missing":             {public: public, url: "/_next/image?url=%2Flost.png&w=640&q=75", want: "404"},
		"below a base path":   {public: public, url: "/_next/image?url=%2Fdocs%2Flost.png&w=640&q=75", want: "404"},
		"another host":        {public: public, url: "/_next/image?url=https%3A%2F%2Fcdn.test%2Fa.png&w=640&q=75", want: "proxy https://cdn.test/a.png"},
		"nothing":             {public: public, url: "/_next/image", want: "404"},
		"of itself":           {public: public, url: "/_next/image?url=/_next/image", want: "404"},
		"of itself below":     {public: public, url: "/_next/image?url=/docs/_next/image", want: "404"},
		"not readable":        {public: public, url: "/_next/image?url=%zz", want: "unknown"},
		"no build of Next.js": {public: hostingtest.Tree{"index.html": "", "a.png": ""}, url: "/_next/image?url=/a.png", want: "404"},
	} {
		if got := hostingtest.Ask(New(test.public.Deployment(nil)), test.url); got != test.want {
			t.Errorf("%s: got %q, want %q", name, got, test.want)
		}
	}
}

// TestImageOfManyImages expects no image to be looked for inside another.
func TestImageOfManyImages(t *testing.T) {
	t.Parallel()
	p := New(hostingtest.Tree{"_next/static/x.js": ""}.Deployment(nil))
	if got := hostingtest.Ask(p, strings.Repeat("/_next/image?url=", 1<<16)+"/a.png"); got != "404" {
		t.Errorf("got %q, want 404", got)
	}
}
