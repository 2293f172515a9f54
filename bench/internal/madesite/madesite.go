// Package madesite writes sites of any size whose links and faults are known.
package madesite

import (
	"fmt"
	"os"
	"path/filepath"
	"sync"
)

const (
	// perFolder is how many pages one folder holds, and perSection how many
	// folders one section does.
	perFolder, perSection = 100, 100
	// faulty is how many pages there are for each that holds a link to a page
	// that is missing and one to a fragment that is.
	faulty = 500
	// headings is how many headings a page has, each with an id.
	headings = 8
	// crossLinks is how many links a page has to headings of pages all over the site.
	crossLinks = 12
)

// Broken returns how many targets are broken on a site of so many pages: two for
// each faulty page.
func Broken(pages int) int { return 2 * ((pages + faulty - 1) / faulty) }

// Write writes a site of so many pages into dir, which it makes, with so many
// writers at once. The same number of pages gives the same bytes. Each page has
// navigation, headings, prose, and links to fragments of other pages in its own
// folder and in others.
func Write(dir string, pages, writers int) error {
	for i := 1; i < max(pages, 2); i += perFolder {
		if err := os.MkdirAll(filepath.Join(dir, folder(i)), 0o755); err != nil {
			return fmt.Errorf("could not make a site: %w", err)
		}
	}
	if err := os.WriteFile(filepath.Join(dir, "style.css"), []byte("body{margin:2em}\n"), 0o644); err != nil {
		return fmt.Errorf("could not make a site: %w", err)
	}
	errs := make([]error, writers)
	var group sync.WaitGroup
	for w := range writers {
		group.Go(func() {
			var buf []byte
			for i := w; i < pages && errs[w] == nil; i += writers {
				buf = page(buf[:0], i, pages)
				errs[w] = os.WriteFile(filepath.Join(dir, name(i)), buf, 0o644)
			}
		})
	}
	group.Wait()
	for _, err := range errs {
		if err != nil {
			return fmt.Errorf("could not make a site: %w", err)
		}
	}
	return nil
}

// folder returns where page i is.
func folder(i int) string {
	if i == 0 {
		return ""
	}
	return fmt.Sprintf("section-%d/part-%d", i/(perFolder*perSection), i/perFolder%perSection)
}

// name returns the path of page i, below the root.
func name(i int) string {
	if i == 0 {
		return "index.html"
	}
	return fmt.Sprintf("%s/page-%d.html", folder(i), i)
}

// href returns how a page of another folder than the root's links to page i.
func href(from, i int) string {
	switch {
	case from == 0:
		return name(i)
	case i != 0 && from/perFolder == i/perFolder:
		return fmt.Sprintf("page-%d.html", i)
	}
	return "../../" + name(i)
}
