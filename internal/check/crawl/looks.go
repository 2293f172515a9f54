package crawl

import "github.com/linkvet/linkvet/internal/scan/content"

// looks are what a document shows that helps to decide whether the pages of the site have
// content, and whether a login or another page is shown in their place.
type looks struct {
	// form is the login form on it; only if hasForm.
	form    content.Login
	hasForm bool
	// rendering says whether its content comes with it or from scripts.
	rendering content.Rendering
	// door is a hash of what it shows when that may be in front of the site; else 0.
	door uint64
	// isEmpty is whether it is a page without any content.
	isEmpty bool
}
