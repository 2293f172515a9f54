package crawl

import (
	"github.com/linkvet/linkvet/internal/scan/content"
)

// looks are what a document shows that may be in front of the site.
type looks struct {
	// form is the login that it shows, if hasForm.
	form    content.Login
	hasForm bool
	// rendering is how its content comes.
	rendering content.Rendering
	// door is the print of what it shows; 0 unless it may be in front of the site.
	door uint64
	// isEmpty is whether it is a page without any content.
	isEmpty bool
}
