package cli

import (
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"strings"
)

// buildDirs are where the common generators put what they build, in the order
// in which they are looked for.
var buildDirs = [...]string{
	"public", "dist", "_site", "build", "out", "site", "book", "docs/_build/html", "target/doc",
}

// errNoTarget asks for a TARGET.
var errNoTarget = errors.New("could not choose what to check: no TARGET was given, and none of " +
	strings.Join(buildDirs[:], ", ") + " here holds an index.html; " +
	"pass the directory of the built site, or its URL: linkvet public, linkvet https://preview.example.com/")

// chooseTarget returns what to check: what was given, else the URL of the
// deployment that started the workflow run, else the first build directory here.
func (s *session) chooseTarget(given string) (string, error) {
	if given != "" {
		return given, nil
	}
	url, ok, err := s.workflow.DeploymentURL()
	if err != nil {
		return "", fmt.Errorf("could not choose what to check: %w; pass a TARGET", err)
	}
	if ok {
		return url, nil
	}
	for _, dir := range buildDirs {
		info, err := os.Stat(filepath.Join(filepath.FromSlash(dir), "index.html"))
		if err == nil && info.Mode().IsRegular() {
			return dir, nil
		}
	}
	return "", errNoTarget
}

// isURL tells a TARGET on the network from a directory.
func isURL(target string) bool {
	lower := strings.ToLower(strings.TrimSpace(target))
	return strings.HasPrefix(lower, "http://") || strings.HasPrefix(lower, "https://")
}

// otherURL matches what was meant as a URL and cannot be checked. A drive letter
// is no scheme.
var otherURL = regexp.MustCompile(`^[A-Za-z][A-Za-z0-9+.-]+:/`)

// isOtherURL tells a slip in a URL from the name of a directory.
func isOtherURL(target string) bool { return otherURL.MatchString(strings.TrimSpace(target)) }
