package main

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"os/exec"
	"path"
	"regexp"
	"slices"
	"strings"

	"github.com/linkvet/linkvet/internal/link"
	"github.com/linkvet/linkvet/internal/weburl"
)

// brokenOfLinkvet asks linkvet once more, for its report.
func brokenOfLinkvet(ctx context.Context, program string, s site, dir string) ([]string, error) {
	cmd := exec.CommandContext(ctx, program, "--external=false", "--fail-on=none", "--format=json", s.dir)
	cmd.Dir = dir
	output, err := cmd.Output()
	if err != nil {
		return nil, fmt.Errorf("could not get linkvet's report: %w", err)
	}
	var report link.Report
	if err := json.Unmarshal(output, &report); err != nil {
		return nil, fmt.Errorf("could not read linkvet's report: %w", err)
	}
	var targets []string
	for _, f := range report.Findings {
		if f.Verdict == link.Broken {
			targets = append(targets, f.Target)
		}
	}
	return distinct(targets), nil
}

// brokenOfHyperlink reads lines such as "  error: bad link /a.html#b".
func brokenOfHyperlink(output []byte, _ site) ([]string, error) {
	var targets []string
	for line := range bytes.Lines(output) {
		if _, target, ok := strings.Cut(string(line), "error: bad link "); ok {
			targets = append(targets, strings.TrimSpace(target))
		}
	}
	return distinct(targets), nil
}

// brokenOfLychee reads its JSON, after the warnings that may stand before it.
func brokenOfLychee(output []byte, s site) ([]string, error) {
	start := bytes.Index(output, []byte("\n{\n"))
	var report struct {
		ErrorMap map[string][]struct {
			URL string `json:"url"`
		} `json:"error_map"`
	}
	if err := json.NewDecoder(bytes.NewReader(output[start+1:])).Decode(&report); err != nil {
		return nil, fmt.Errorf("could not read lychee's report: %w", err)
	}
	root := "file://" + strings.TrimSuffix(s.dir, "/")
	var targets []string
	for _, list := range report.ErrorMap {
		for _, e := range list {
			targets = append(targets, strings.TrimPrefix(e.URL, root))
		}
	}
	return distinct(targets), nil
}

// colours are what htmltest paints lines with.
var colours = regexp.MustCompile("\x1b\\[[0-9;]*m")

// brokenOfHtmltest reads lines such as "  hash does not exist --- a/b.html --> ../c.html#d".
// Lines that say something else are about style.
func brokenOfHtmltest(output []byte, _ site) ([]string, error) {
	var targets []string
	for line := range bytes.Lines(colours.ReplaceAll(output, nil)) {
		message, places, ok := strings.Cut(string(line), " --- ")
		page, ref, found := strings.Cut(strings.TrimRight(places, "\r\n"), " --> ")
		if !ok || !found || !strings.HasSuffix(message, " does not exist") {
			continue
		}
		file, fragment, hashed := strings.Cut(ref, "#")
		switch {
		case file == "":
			file = "/" + page
		case !strings.HasPrefix(file, "/"):
			file = path.Join("/", path.Dir(page), file)
		}
		if hashed {
			file += "#" + fragment
		}
		targets = append(targets, file)
	}
	return distinct(targets), nil
}

// distinct returns each target once, in order, written so that tools agree that
// encode differently or name a folder instead of its index.
func distinct(targets []string) []string {
	for i, target := range targets {
		document, fragment, hashed := strings.Cut(weburl.Unescape(target), "#")
		document = strings.TrimSuffix(strings.TrimSuffix(document, "index.html"), "/")
		if hashed {
			document += "#" + fragment
		}
		targets[i] = document
	}
	slices.Sort(targets)
	return slices.Compact(targets)
}
