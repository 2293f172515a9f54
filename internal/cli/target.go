package cli

import (
	"errors"
	"fmt"
	"regexp"
	"strings"

	"github.com/linkvet/linkvet/internal/config"
	"github.com/linkvet/linkvet/internal/event"
	"github.com/linkvet/linkvet/internal/project"
)

// noTarget asks for a TARGET. err says what was looked for, and what is there.
func (p Process) noTarget(err error) error {
	call := func(target string) string {
		if p.inWorkflow() {
			return p.option("target", target)
		}
		return "linkvet " + target
	}
	advice := fmt.Sprintf("; or set it to the build directory or a URL: %s, %s", call("public"), call("https://preview.example.com/"))
	var none *project.NotFoundError
	if errors.As(err, &none) && len(none.Nearby) > 0 {
		advice = fmt.Sprintf(": to check that, pass it as %s: %s", p.target(), call(none.Nearby[0]))
	}
	return fmt.Errorf("could not find a site to check: %s is not set, and %w%s", p.target(), err, advice)
}

// chooseTarget returns what to check: what was given; else, in a run for a
// deployment, its URL and nothing else, as what lies here is not what was deployed;
// else the build directory here.
func (s *session) chooseTarget(cfg *config.Config) (string, error) {
	started := s.workflow.Event()
	err := started.Select(cfg.Environment)
	if cfg.Target != "" {
		return cfg.Target, err
	}
	environment := cfg.Environment
	if cfg.InFile("environment") != "" {
		// The file may leave deployments out. It must not decide which site gets secrets.
		environment = ""
	}
	var url string
	var deployed bool
	if err == nil {
		url, deployed, err = started.Site(environment)
	}
	switch {
	case errors.As(err, new(*event.NothingError)):
		return "", err
	case err != nil:
		return "", fmt.Errorf("could not find a site to check: %w; set the %s", err, s.process.target())
	case deployed:
		return url, nil
	}
	found, err := project.Find()
	if err != nil {
		return "", s.process.noTarget(err)
	}
	s.targetNotes = chosenNotes(found)
	return found.Dir, nil
}

// chosenNotes say why a directory was chosen, where that may be a surprise.
func chosenNotes(found project.Site) []string {
	var notes []string
	if found.NamedBy != "" {
		notes = append(notes, fmt.Sprintf("target: %s (%s)", found.Dir, found.NamedBy))
	}
	if found.Unbuilt != "" {
		notes = append(notes, fmt.Sprintf("%s, so %s is checked", found.Unbuilt, found.Dir))
	}
	if len(found.Others) > 0 {
		notes = append(notes, fmt.Sprintf("only %s is checked; also with an index.html: %s", found.Dir, strings.Join(found.Others, ", ")))
	}
	return notes
}

// strayHeaderError says that the settings file would choose where the headers of the
// call are sent. Anybody may propose a change to that file; the headers are secrets.
type strayHeaderError struct {
	// where is the place in the file, and name the setting that is there.
	where, name string
}

func (e *strayHeaderError) Error() string {
	return fmt.Sprintf("%s: must not decide which site gets the secret header; set %s as an input, too", e.where, e.name)
}

// chosenByFile returns the setting by which an untrusted settings file decides the site's
// own origin, and its place. In a workflow run the checkout is untrusted for every event.
// When a directory is checked, headers go to the site's URL.
func (p Process) chosenByFile(cfg *config.Config) (name, where string) {
	name = "site-url"
	if isURL(cfg.Target) {
		name = "target"
	}
	if where = cfg.InFile(name); where == "" || !p.inWorkflow() {
		return "", ""
	}
	return name, where
}

// checkHeaders returns an error when the settings file chooses the origin that headers
// of the call would be sent to.
func (p Process) checkHeaders(cfg *config.Config) error {
	name, where := p.chosenByFile(cfg)
	if name == "" || len(cfg.Headers) == 0 || cfg.InFile("header") != "" {
		return nil
	}
	return &strayHeaderError{where: where, name: name}
}

// isURL reports whether a TARGET is a URL, and not a directory.
func isURL(target string) bool { return config.IsURL(target) }

// otherURL matches what was meant as a URL and cannot be checked. A drive letter
// is no scheme.
var otherURL = regexp.MustCompile(`^[A-Za-z][A-Za-z0-9+.-]+:/`)

// isOtherURL reports whether a TARGET is probably a mistyped URL, and no directory.
func isOtherURL(target string) bool { return otherURL.MatchString(strings.TrimSpace(target)) }
