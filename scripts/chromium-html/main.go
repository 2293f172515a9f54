// Command chromium-html looks at HTML reports in Chromium: that the page's own
// script runs and nobody else's does, that it asks for nothing, that it fits a
// phone, and that its policy holds when a text is taken for markup after all. It
// leaves pictures of the pages, and one as it prints, for people to look at.
//
// Usage: go run ./scripts/chromium-html DIRECTORY [path of chromium]
//
// It needs Chromium and takes about a minute. CI does not run it.
package main

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"time"

	"github.com/linkvet/linkvet/internal/report"
)

// patience bounds the whole of what the browser does.
const patience = 5 * time.Minute

func main() {
	if len(os.Args) < 2 {
		fmt.Fprintln(os.Stderr, "usage: chromium-html DIRECTORY [path of chromium]")
		os.Exit(2)
	}
	program := "chromium"
	if len(os.Args) > 2 {
		program = os.Args[2]
	}
	ctx, cancel := context.WithTimeout(context.Background(), patience)
	defer cancel()
	if err := run(ctx, os.Args[1], program); err != nil {
		fmt.Fprintln(os.Stderr, "chromium-html:", err)
		os.Exit(1)
	}
}

// sizes are the numbers of findings of the reports that are looked at.
var sizes = []int{0, 3, 3000}

// run looks at every report, and leaves what it saw in dir.
func run(ctx context.Context, dir, program string) error {
	if err := os.MkdirAll(dir, 0o755); err != nil {
		return fmt.Errorf("could not make a place for the pictures: %w", err)
	}
	b, err := newBrowser(program)
	if err != nil {
		return err
	}
	defer b.close()
	var faults []error
	for _, n := range sizes {
		page, err := render(n)
		if err != nil {
			return err
		}
		faults = append(faults, b.check(ctx, fmt.Sprintf("%d findings", n), page, n > 0))
		if err := b.pictures(ctx, page, filepath.Join(dir, fmt.Sprint(n))); err != nil {
			return err
		}
	}
	page, err := render(3)
	if err != nil {
		return err
	}
	return errors.Join(append(faults, b.checkPolicy(ctx, page), b.checkFilter(ctx, page))...)
}

// render writes a report with n findings as a page.
func render(n int) (string, error) {
	var page bytes.Buffer
	err := report.HTML(&page, findings(n), report.HTMLOptions{Link: func(file string, line int) string {
		return fmt.Sprintf("https://forge.example/site/blob/abc/%s#L%d", file, line)
	}})
	return page.String(), err
}
