// Command chromium-website looks at the documentation site in Chromium: that each page fits a
// phone, is free of faults that axe-core finds, in light and in dark colors, and asks for
// nothing from other hosts, that the search shows the right page first, and that pages read
// well without scripts. It leaves pictures for people to look at.
//
// Usage: go run ./scripts/chromium-website [-chromium PROGRAM] [-o DIRECTORY] [SITE]
//
// SITE is what scripts/website.sh has built, by default website/site. It needs Chromium, and
// npm to install axe-core. It takes about a minute. CI does not run it.
package main

import (
	"context"
	"errors"
	"flag"
	"fmt"
	"net"
	"net/http"
	"os"
	"os/exec"
	"path/filepath"
	"time"
)

// axeVersion is the version of axe-core that npm installs.
const axeVersion = "4.14.1"

// base is the path of the site on GitHub Pages.
const base = "/linkvet/"

func main() {
	chromium := flag.String("chromium", "chromium", "the browser")
	out := flag.String("o", "website-pictures", "the directory of the pictures")
	flag.Parse()
	site := "website/site"
	if flag.NArg() > 0 {
		site = flag.Arg(0)
	}
	ctx, cancel := context.WithTimeout(context.Background(), 10*time.Minute)
	defer cancel()
	if err := run(ctx, *chromium, site, *out); err != nil {
		fmt.Fprintln(os.Stderr, "chromium-website:", err)
		os.Exit(1)
	}
}

// run serves the site, and looks at it.
func run(ctx context.Context, chromium, site, out string) error {
	if err := os.MkdirAll(out, 0o755); err != nil {
		return fmt.Errorf("could not make a directory: %w", err)
	}
	work, err := os.MkdirTemp("", "chromium-website")
	if err != nil {
		return fmt.Errorf("could not make a directory: %w", err)
	}
	defer func() { _ = os.RemoveAll(work) }()
	axe, err := installAxe(ctx, work)
	if err != nil {
		return err
	}
	listener, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		return fmt.Errorf("could not listen: %w", err)
	}
	server := &http.Server{Handler: http.StripPrefix(base, http.FileServer(http.Dir(site))), ReadHeaderTimeout: time.Minute}
	defer func() { _ = server.Close() }()
	go func() { _ = server.Serve(listener) }()

	b, err := startBrowser(ctx, chromium, filepath.Join(work, "profile"))
	if err != nil {
		return err
	}
	defer b.close()
	v := &visitor{browser: b, origin: "http://" + listener.Addr().String(), axe: axe, out: out}
	pages, err := htmlFiles(site)
	if err != nil {
		return err
	}
	return errors.Join(v.checkPages(pages), v.checkSearch(), v.checkWithoutScripts(pages), v.pictures())
}

// installAxe returns the script of axe-core.
func installAxe(ctx context.Context, dir string) (string, error) {
	said, err := exec.CommandContext(ctx, "npm", "install", "--silent", "--ignore-scripts", "--prefix", dir, "axe-core@"+axeVersion).CombinedOutput()
	if err != nil {
		return "", fmt.Errorf("could not install axe-core: %w\n%s", err, said)
	}
	script, err := os.ReadFile(filepath.Join(dir, "node_modules", "axe-core", "axe.min.js"))
	return string(script), err
}

// htmlFiles returns the paths of the pages below the site.
func htmlFiles(site string) ([]string, error) {
	var pages []string
	err := filepath.WalkDir(site, func(name string, _ os.DirEntry, err error) error {
		if err == nil && filepath.Ext(name) == ".html" {
			relative, err := filepath.Rel(site, name)
			pages = append(pages, filepath.ToSlash(relative))
			return err
		}
		return err
	})
	if err == nil && len(pages) == 0 {
		err = fmt.Errorf("%s has no pages: run scripts/website.sh first", site)
	}
	return pages, err
}
