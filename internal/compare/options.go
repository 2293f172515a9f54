package compare

import (
	"context"

	"github.com/linkvet/linkvet/internal/check"
	"github.com/linkvet/linkvet/internal/config"
	"github.com/linkvet/linkvet/internal/moved"
	"github.com/linkvet/linkvet/internal/weburl"
)

// Options say with what a site is compared, and how.
type Options struct {
	// Source is the old site as the setting names it: a URL, or the path of a directory or
	// of a file.
	Source string
	// Hosting is the setting of that name, for an old site in a directory.
	Hosting string
	// Old is the job that reads an old site at a URL, but for its scope; else nil. Its
	// settings judge nothing, and its client sends no header of the new site.
	Old *check.Job
	// Renames returns the source files that the change under test renames; nil for none.
	Renames func(context.Context) []moved.Rename
	// Redirects is the path of the report with redirects for lost URLs, whose name chooses
	// the syntax; empty for none.
	Redirects string
	// Workers is how many URLs are requested at once, 1 or more.
	Workers int
}

// shown is how messages name the old site.
func (c *Options) shown() string {
	if config.IsURL(c.Source) {
		return weburl.Redact(c.Source)
	}
	return c.Source
}
