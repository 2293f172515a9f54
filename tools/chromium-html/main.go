// Command chromium-html looks at HTML reports in Chromium: that the page's own
// script runs and nobody else's does, that it asks for nothing, that it fits a
// phone, that its policy holds when a text is taken for markup after all, that the
// filters and permalinks work, and that it opens in less than a second. It leaves
// pictures of the pages, and one as it prints, for people to look at.
//
// Usage: go run ./tools/chromium-html DIRECTORY [path of chromium]
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
const patience = 10 * time.Minute

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
var sizes = []int{0, 1, 12, 526, many}

// many is as many findings as a page lists.
const many = 10_000

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
		if n == many {
			continue // a picture of them all is too large to look at
		}
		if err := b.pictures(ctx, page, filepath.Join(dir, fmt.Sprint(n))); err != nil {
			return err
		}
	}
	few, err := render(3)
	if err != nil {
		return err
	}
	folded, err := render(3000)
	if err != nil {
		return err
	}
	all, err := render(many)
	if err != nil {
		return err
	}
	return errors.Join(append(faults, b.checkPolicy(ctx, few), b.checkUse(ctx, folded), b.checkTime(ctx, all))...)
}

// render writes a report with n findings as a page.
func render(n int) (string, error) {
	var page bytes.Buffer
	err := report.HTML(&page, findings(n), report.HTMLOptions{
		Link: func(file string, line int) string {
			return fmt.Sprintf("https://forge.example/site/blob/abc/%s#L%d", file, line)
		},
		Line: func(string, int) string { return "To learn more, see [how to install it](../guide/install/#linux)." },
	})
	return page.String(), err
}
