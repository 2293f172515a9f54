// Command hugo-site has Hugo build a site of some 200 pages in four ways, with and
// without a base path and with and without ugly URLs, and linkvet check each of
// them as it is and with 20 breakages planted in it. It prints what linkvet found
// where nothing is wrong and what it missed, and exits with 1 when there is either.
//
// Usage: go run ./scripts/hugo-site [-keep DIR] [-- settings of linkvet]
//
// It needs Hugo, and takes some seconds. CI does not run it.
package main

import (
	"context"
	"flag"
	"fmt"
	"os"
	"os/exec"
	"os/signal"
	"path/filepath"
)

func main() {
	keep := flag.String("keep", "", "a directory to build the sites in, which is not removed")
	flag.Parse()
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt)
	well, err := run(ctx, *keep, flag.Args())
	stop()
	if err != nil {
		fmt.Fprintln(os.Stderr, "hugo-site:", err)
		os.Exit(2)
	}
	if !well {
		os.Exit(1)
	}
}

// run builds linkvet and checks all variants below dir, or in a temporary
// directory when that is empty. It reports whether all went well.
func run(ctx context.Context, dir string, settings []string) (bool, error) {
	if dir == "" {
		temporary, err := os.MkdirTemp("", "hugo-site")
		if err != nil {
			return false, fmt.Errorf("could not make a directory: %w", err)
		}
		defer func() { _ = os.RemoveAll(temporary) }()
		dir = temporary
	}
	dir, err := filepath.Abs(dir)
	if err != nil {
		return false, fmt.Errorf("could not name a directory: %w", err)
	}
	l := &linkvet{program: filepath.Join(dir, "linkvet"), settings: settings}
	cmd := exec.CommandContext(ctx, "go", "build", "-o", l.program, ".")
	cmd.Stderr = os.Stderr
	if err := cmd.Run(); err != nil {
		return false, fmt.Errorf("could not build linkvet (run this from the top of the module): %w", err)
	}
	fmt.Print("| base URL | ugly URLs | pages | links | false findings | planted | found |\n| --- | --- | ---: | ---: | ---: | ---: | ---: |\n")
	well := true
	var details []string
	for i, v := range variants {
		o, err := examine(ctx, l, v, filepath.Join(dir, fmt.Sprintf("variant%d", i+1)))
		if err != nil {
			return false, fmt.Errorf("%s: %w", v, err)
		}
		well = well && len(o.details) == 0
		details = append(details, o.details...)
		fmt.Printf("| %s | %t | %d | %d | %d | %d | %d |\n", v.baseURL(), v.ugly, o.pages, o.links, o.wrong, o.planted, o.planted-o.missed)
	}
	for _, detail := range details {
		fmt.Println(detail)
	}
	return well, nil
}
