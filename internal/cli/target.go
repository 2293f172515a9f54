package cli

import (
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"

	"github.com/linkvet/linkvet/internal/actions"
	"github.com/linkvet/linkvet/internal/config"
)

// buildDirs are where the common generators put what they build, in the order
// in which they are looked for.
var buildDirs = [...]string{
	"public", "dist", "_site", "build", "out", "site", "book", "docs/_build/html", "target/doc",
}

// noTarget asks for a TARGET.
func (p Process) noTarget() error {
	example := "linkvet public, linkvet https://preview.example.com/"
	if p.inWorkflow() {
		example = p.option("target", "public") + ", " + p.option("target", "https://preview.example.com/")
	}
	return fmt.Errorf("could not choose what to check: no %s was given, and none of %s here holds an index.html; "+
		"pass the directory of the built site, or its URL: %s", p.target(), strings.Join(buildDirs[:], ", "), example)
}

// chooseTarget returns what to check: what was given; else, in a run for a
// deployment, its URL and nothing else, as what lies here is not what was deployed;
// else the first build directory here.
func (s *session) chooseTarget(given string) (string, error) {
	if given != "" {
		return given, nil
	}
	url, deployed, err := s.workflow.DeploymentURL()
	switch {
	case errors.As(err, new(*actions.PendingError)):
		return "", err
	case err != nil:
		return "", fmt.Errorf("could not choose what to check: %w; pass the site to check as the %s", err, s.process.target())
	case deployed:
		return url, nil
	}
	for _, dir := range buildDirs {
		info, err := os.Stat(filepath.Join(filepath.FromSlash(dir), "index.html"))
		if err == nil && info.Mode().IsRegular() {
			return dir, nil
		}
	}
	return "", s.process.noTarget()
}

// strayHeaderError says that the file of settings would choose who is sent the
// headers of the call. It is a file of the repository, which a stranger may
// propose to change; the secrets of the build are not.
type strayHeaderError struct {
	// where is the place in the file, name the setting that stands there.
	where, name string
}

func (e *strayHeaderError) Error() string {
	return fmt.Sprintf("%s: would choose where the header of a flag or an input is sent; pass %s beside the header, by a flag or an input", e.where, e.name)
}

// strangerEvents are the events whose runs have the secrets of a repository while
// what is checked out may be a stranger's.
var strangerEvents = []string{"deployment_status", "issue_comment", "pull_request_target", "workflow_run"}

// holdHeaders refuses to send headers of the call to where the file says, in runs
// in which that may be a stranger's. The site's URL is where they go when a
// directory is checked.
func (s *session) holdHeaders(cfg config.Config) error {
	from := cfg.FromFile
	switch live := isURL(cfg.Target); {
	case !slices.Contains(strangerEvents, s.process.getenv("GITHUB_EVENT_NAME")):
	case len(cfg.Headers) == 0 || from.Headers != "":
	case live && from.Target != "":
		return &strayHeaderError{where: from.Target, name: "the target"}
	case !live && from.SiteURL != "":
		return &strayHeaderError{where: from.SiteURL, name: "site-url"}
	}
	return nil
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
