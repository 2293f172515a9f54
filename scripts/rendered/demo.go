package main

import (
	"context"
	"crypto/sha256"
	"fmt"
	"maps"
	"os"
	"path/filepath"
	"regexp"
	"slices"
)

const (
	demo     = "testdata/sites/demo"
	pictures = "docs/images"
	// sumsFile has the sums of the pages in the pictures, and of the pictures.
	sumsFile = "testdata/screenshots.sha256"
)

var (
	// chart is a diagram, which only GitHub draws.
	chart = regexp.MustCompile("(?s)```mermaid\n.*?\n```\n")
	// varying is what differs from run to run: durations, dates, and the version of linkvet.
	varying = []struct {
		text *regexp.Regexp
		same string
	}{
		{regexp.MustCompile(`\b\d+(\.\d+)?( |&nbsp;)(ms|s)\b`), "42${2}ms"},
		{regexp.MustCompile(`\b\d{4}-\d\d-\d\d([T ])\d\d:\d\d(:\d\d)?`), "2026-01-31${1}12:00"},
		{regexp.MustCompile(`(<meta name="generator" content=")[^"]*"`), `${1}linkvet dev"`},
		{regexp.MustCompile(`(>linkvet</a>) [^<]*<`), "$1 dev.<"},
	}
)

// demoPages returns what GitHub shows of a run on the demo, and the HTML report, as pages.
func demoPages(ctx context.Context, program, dir string) (map[string]string, error) {
	// A copy outside of any repository: a commit would differ from run to run.
	if err := os.CopyFS(filepath.Join(dir, "public"), os.DirFS(demo)); err != nil {
		return nil, fmt.Errorf("could not copy the demo: %w", err)
	}
	if err := os.WriteFile(filepath.Join(dir, "event.json"), []byte("{}"), 0o600); err != nil {
		return nil, err
	}
	published, err := texts(ctx, program, dir, "public", 1, "--external=false", "--report=html=report.html")
	if err != nil {
		return nil, err
	}
	report, err := os.ReadFile(filepath.Join(dir, "report.html"))
	if err != nil {
		return nil, err
	}
	pages := map[string]string{"html-report": string(report)}
	for _, what := range []string{"comment", "summary"} {
		if pages[what], err = render(chart.ReplaceAllString(published[what], "")); err != nil {
			return nil, err
		}
	}
	for what, page := range pages {
		for _, v := range varying {
			page = v.text.ReplaceAllString(page, v.same)
		}
		pages[what] = page
	}
	return pages, nil
}

// printSums prints the sums of the pages.
func printSums(ctx context.Context, program, dir string) error {
	pages, err := demoPages(ctx, program, dir)
	if err == nil {
		fmt.Print(sums(pages))
	}
	return err
}

// sums has a line for each name, as sha256sum writes it.
func sums(contents map[string]string) string {
	var lines string
	for _, name := range slices.Sorted(maps.Keys(contents)) {
		lines += fmt.Sprintf("%x  %s\n", sha256.Sum256([]byte(contents[name])), name)
	}
	return lines
}

// photographDemo takes the pictures of the docs.
func photographDemo(ctx context.Context, program, chromium, dir string) error {
	pages, err := demoPages(ctx, program, dir)
	if err != nil {
		return err
	}
	taken := map[string]string{}
	for what, page := range pages {
		file := filepath.Join(dir, what+".html")
		if err := os.WriteFile(file, []byte(page), 0o600); err != nil {
			return err
		}
		for colors, flag := range map[string]string{"light": "--blink-settings=preferredColorScheme=1", "dark": "--blink-settings=preferredColorScheme=0"} {
			picture := filepath.Join(pictures, what+"-"+colors+".png")
			if err := screenshot(ctx, chromium, file, picture, "--window-size=1000,1600", flag); err != nil {
				return err
			}
			if err := shrink(picture); err != nil {
				return err
			}
			data, err := os.ReadFile(picture)
			if err != nil {
				return err
			}
			taken[filepath.ToSlash(picture)] = string(data)
		}
	}
	return os.WriteFile(sumsFile, []byte(sums(pages)+sums(taken)), 0o644)
}
