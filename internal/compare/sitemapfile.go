package compare

import (
	"context"
	"os"
	"path"
	"path/filepath"
	"strings"

	"github.com/linkvet/linkvet/internal/openfile"
	"github.com/linkvet/linkvet/internal/position"
	"github.com/linkvet/linkvet/internal/scan"
	"github.com/linkvet/linkvet/internal/site"
	"github.com/linkvet/linkvet/internal/weburl"
)

// maxSitemaps bounds how many sitemaps are read, and maxSitemapBytes their size, where one
// that is packed counts as the largest.
const (
	maxSitemaps     = 1000
	maxSitemapBytes = int64(4) << 30
)

// readSitemapFile reads a sitemap, and those beside it that an index names.
func readSitemapFile(ctx context.Context, v *inventory, name string) {
	folder, base := filepath.Split(name)
	if folder == "" {
		folder = "."
	}
	root, err := os.OpenRoot(folder)
	if err != nil {
		v.problem("could not read the old site %q: %v", name, cause(err))
		return
	}
	// The root is only read from.
	defer func() { _ = root.Close() }()
	queue, known, left := []string{base}, map[string]bool{base: true}, maxSitemapBytes
	for i := 0; i < len(queue) && ctx.Err() == nil; i++ {
		shown := filepath.Join(folder, queue[i])
		var src []byte
		if i == 0 {
			src, err = openfile.Read(name, site.MaxUnpacked) // which may be a symbolic link
		} else {
			src, err = openfile.ReadIn(root, queue[i], site.MaxUnpacked)
		}
		if err != nil && i > 0 {
			v.problem("could not read the sitemap %q, which %q names: %v; download it to that place", shown, name, cause(err))
			continue
		}
		if err != nil {
			v.problem("could not read the old site %q: %v", name, cause(err))
			return
		}
		if left -= site.UnpackedSize(src); left < 0 {
			v.problem("%q names more sitemaps than are read, which is %d MiB of them: compare them in parts", name, maxSitemapBytes>>20)
			return
		}
		for _, next := range v.readSitemap(shown, src) {
			switch u, err := weburl.Parse(next); {
			case err != nil || path.Base(u.Path) == "/" || path.Base(u.Path) == ".":
				v.problem("could not find the sitemap %q, which %q names: it has no name of a file", weburl.Redact(next), name)
			case known[nameOf(u)]:
			case len(queue) == maxSitemaps:
				v.problem("%q names more than %d sitemaps, and the others were not read: compare them in parts", name, maxSitemaps)
				return
			default:
				known[nameOf(u)] = true
				queue = append(queue, nameOf(u))
			}
		}
	}
}

// nameOf is the name of the file of a URL.
func nameOf(u weburl.URL) string {
	return strings.ReplaceAll(weburl.Unescape(path.Base(u.Path)), "/", "_")
}

// readSitemap adds the pages that a sitemap lists, and returns the sitemaps that it names.
func (v *inventory) readSitemap(name string, src []byte) (sitemaps []string) {
	text, err := site.Unpack(src)
	if err != nil {
		v.problem("could not read the sitemap %q: %v", name, err)
		return nil
	}
	pages, more, err := scan.Sitemap(text)
	if err != nil {
		v.problem("could not read the sitemap %q completely: %v", name, err)
	}
	file, lines := v.file(name), position.NewLines(text)
	for _, loc := range pages {
		line, column := lines.Position(loc.Offset)
		if !v.add(oldURL{raw: strings.Clone(loc.URL), line: int32(line), column: int32(column), file: file}) {
			return nil
		}
	}
	for _, loc := range more {
		sitemaps = append(sitemaps, strings.Clone(loc.URL))
	}
	return sitemaps
}
