package vercel

import (
	"fmt"
	"net/url"
	"strings"

	"github.com/linkvet/linkvet/internal/hosting"
)

// imagePath is where Next.js asks Vercel for an image in another size. The parameter
// "url" names the image: https://nextjs.org/docs/app/api-reference/components/image
const imagePath = "/_next/image"

// image answers for an image in another size with what answers for the image itself.
func (v *profile) image(path string, req hosting.Request) (a hosting.Answer, ok bool) {
	if path != imagePath || !v.files.IsDir("_next") || v.files.IsFile(strings.TrimPrefix(imagePath, "/")) {
		return a, false
	}
	query, err := url.ParseQuery(req.Query)
	if err != nil {
		return hosting.Answer{Kind: hosting.Unknown}, true
	}
	name := query.Get("url")
	if !strings.HasPrefix(name, "/") && hosting.NamesHost(name) {
		return hosting.Answer{Kind: hosting.Proxy, Location: name}, true
	}
	of := hosting.Request{Path: hosting.SitePath(name), Effort: req.Effort}
	if of.Path == imagePath || !strings.HasPrefix(name, "/") || strings.HasPrefix(name, "//") {
		return hosting.Answer{Why: fmt.Sprintf("Next.js does not accept the image %q", name)}, true
	}
	if a = v.Answer(of); a.Kind != hosting.NotFound {
		return a, true
	}
	// With basePath the name of the image begins with it, and the file is below it.
	if i := strings.IndexByte(of.Path[1:], '/'); i >= 0 {
		below := hosting.Request{Path: of.Path[1+i:], Effort: req.Effort}
		if file := v.Answer(below); file.Kind == hosting.File && below.Path != imagePath {
			return file, true
		}
	}
	a.Why = fmt.Sprintf("the image %q", of.Path)
	return a, true
}
