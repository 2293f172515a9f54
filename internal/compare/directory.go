package compare

import (
	"context"
	"path"
	"strings"

	"github.com/linkvet/linkvet/internal/pagekind"
	"github.com/linkvet/linkvet/internal/scan"
	"github.com/linkvet/linkvet/internal/site"
)

// oldDirectory is the old site as a build directory.
type oldDirectory struct {
	dir *site.Dir
	// files are the files of the URLs of the inventory, by their numbers.
	files []int32
}

func (d *oldDirectory) close() {
	// Nothing was written there, so there is nothing that closing could lose.
	_ = d.dir.Close()
}

// readDirectory lists the pages and documents of a build directory, as its host serves
// them. Style sheets, scripts, pictures and fonts are left out: their names change with
// each build, and no reader bookmarks them.
func (c *Options) readDirectory(ctx context.Context, v *inventory) {
	dir, err := site.OpenDir(ctx, c.Source)
	if err != nil {
		v.problem("could not read the old site: %v", err)
		return
	}
	dir.Host(c.Hosting)
	v.isBelow, v.directory = true, &oldDirectory{dir: dir}
	form := formOf(dir)
	for file := range int32(dir.Len()) {
		if ctx.Err() != nil {
			return
		}
		name := dir.Path(file)
		if !isContent(name) {
			continue
		}
		for _, url := range urlsOf(dir, file, form) {
			if !v.add(oldURL{raw: url}) {
				return
			}
			v.directory.files = append(v.directory.files, file)
		}
	}
	for _, problem := range dir.Unlisted() {
		v.problem("the old site: %s", problem)
	}
}

// isContent reports whether readers may have bookmarked a file.
func isContent(name string) bool {
	base := path.Base(name)
	if scan.KindOfName(name).IsPage() {
		return !pagekind.IsErrorPage("/"+name) && !pagekind.IsServicePage(base)
	}
	switch ext := strings.ToLower(path.Ext(base)); ext {
	case ".gz", ".bz2", ".xz":
		// A packed "page.html.gz" or "search.json.gz" is another form of that file.
		return strings.HasSuffix(strings.ToLower(base), ".tar"+ext)
	case ".pdf", ".epub", ".zip", ".tgz", ".7z", ".tar", ".jar", ".exe", ".msi", ".dmg", ".deb", ".rpm", ".apk", ".iso",
		".doc", ".docx", ".xls", ".xlsx", ".ppt", ".pptx", ".odt", ".ods", ".odp", ".csv", ".md", ".rss", ".atom":
		return !strings.HasPrefix(base, "sitemap")
	case ".xml":
		// A feed, to which readers have subscribed.
		switch strings.ToLower(base) {
		case "feed.xml", "rss.xml", "atom.xml", "index.xml":
			return true
		}
	}
	return false
}
