// Command chromium-urls compares how linkvet reads URLs with how Chromium does:
// every case of the web-platform-tests, by the URL class and as a link on a
// page, and every character in a query on a page in each legacy encoding. It
// prints the counts and each difference, and exits with 1 when there is one
// that is not known.
//
// Usage: go run ./tools/chromium-urls [path of chromium]
//
// It needs Chromium and takes about a minute. CI does not run it.
package main

import (
	"context"
	"fmt"
	"os"
	"time"
)

// patience bounds the whole of what the browser does.
const patience = 5 * time.Minute

func main() {
	browser := "chromium"
	if len(os.Args) > 1 {
		browser = os.Args[1]
	}
	same, err := run(browser)
	if err != nil {
		fmt.Fprintln(os.Stderr, "chromium-urls:", err)
		os.Exit(2)
	}
	if !same {
		os.Exit(1)
	}
}

// run reports whether linkvet and the browser agree.
func run(browser string) (bool, error) {
	ctx, cancel := context.WithTimeout(context.Background(), patience)
	defer cancel()
	cases, err := readCases(ctx)
	if err != nil {
		return false, err
	}
	work := &work{Cases: cases, Encodings: encodings, Queries: queries()}
	answer, err := ask(ctx, browser, work)
	if err != nil {
		return false, err
	}
	return compare(work, answer), nil
}
