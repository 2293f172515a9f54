package cli

import (
	"context"
	"encoding/base64"
	"errors"
	"fmt"
	"path/filepath"
	"regexp"
	"slices"
	"strings"

	"github.com/linkvet/linkvet/internal/check"
	"github.com/linkvet/linkvet/internal/config"
	"github.com/linkvet/linkvet/internal/git"
	"github.com/linkvet/linkvet/internal/github"
	"github.com/linkvet/linkvet/internal/hosting"
	"github.com/linkvet/linkvet/internal/link"
	"github.com/linkvet/linkvet/internal/markdown"
	"github.com/linkvet/linkvet/internal/openfile"
	"github.com/linkvet/linkvet/internal/project"
	"github.com/linkvet/linkvet/internal/scan"
	"github.com/linkvet/linkvet/internal/site"
	"github.com/linkvet/linkvet/internal/weburl"
)

// isURL reports whether a TARGET is a URL, and not a directory.
func isURL(target string) bool { return config.IsURL(target) }

// otherURL matches what was meant as a URL and cannot be checked. A drive letter
// is no scheme.
var otherURL = regexp.MustCompile(`^[A-Za-z][A-Za-z0-9+.-]+:/`)

// isOtherURL reports whether a TARGET is probably a mistyped URL, and no directory.
func isOtherURL(target string) bool { return otherURL.MatchString(strings.TrimSpace(target)) }

// chooseTarget returns what to check: what was given; else, in a run for a
// deployment, its URL and nothing else, as what lies here is not what was deployed;
// else the build directory here. Notes say why a directory was chosen, where that may be a
// surprise.
func (s *session) chooseTarget(ctx context.Context, cfg *config.Config) (string, error) {
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
	case errors.As(err, new(*github.NothingError)):
		return "", err
	case err != nil:
		return "", fmt.Errorf("could not find a site to check: %w; set the %s", err, s.process.target())
	case deployed:
		return url, nil
	}
	found, err := project.Find()
	if none, ok := errors.AsType[*project.NotFoundError](err); ok && none.NoProject {
		here, listed := markdown.Find(ctx, ".")
		if listed != nil {
			return "", s.process.noTarget(err)
		}
		if n, isMost := here.Pages(); isMost {
			s.markdown = here
			s.notes = append(s.notes, fmt.Sprintf("target: no build directory was found, so the Markdown of this repository is checked (%s)", check.Count(n, "file")))
			return ".", nil
		}
	}
	if err != nil {
		return "", s.process.noTarget(err)
	}
	if found.NamedBy != "" {
		s.notes = append(s.notes, fmt.Sprintf("target: %s (%s)", found.Dir, found.NamedBy))
	}
	if found.Unbuilt != "" {
		s.notes = append(s.notes, fmt.Sprintf("%s, so %s is checked", found.Unbuilt, found.Dir))
	}
	if len(found.Others) > 0 {
		s.notes = append(s.notes, fmt.Sprintf("only %s is checked; also with an index.html: %s", found.Dir, strings.Join(found.Others, ", ")))
	}
	return found.Dir, nil
}

// noTarget asks for a TARGET. err says what was looked for, and what is there.
func (p Process) noTarget(err error) error {
	call := func(target string) string {
		if p.inWorkflow() {
			return p.option("target", target)
		}
		return "linkvet " + target
	}
	advice := fmt.Sprintf("; or set it to the build directory or a URL: %s, %s", call("public"), call("https://preview.example.com/"))
	if none, ok := errors.AsType[*project.NotFoundError](err); ok && len(none.Nearby) > 0 {
		advice = fmt.Sprintf(": to check that, pass it as %s: %s", p.target(), call(none.Nearby[0]))
	}
	return fmt.Errorf("could not find a site to check: %s is not set, and %w%s", p.target(), err, advice)
}

// withLogin returns the headers of cfg and, where TARGET holds user info, the
// one that says it to every page of the site. Links on the site do not repeat
// it, and browsers send it all the same. A header that the user gave is.
func (s *session) withLogin(cfg config.Config) []config.Header {
	target, err := weburl.Parse(cfg.Target)
	isAuthorization := func(h config.Header) bool { return strings.EqualFold(h.Name, "Authorization") }
	if !isURL(cfg.Target) || err != nil || target.User == "" || slices.ContainsFunc(cfg.Headers, isAuthorization) {
		return cfg.Headers
	}
	user, password, _ := strings.Cut(target.User, ":")
	user, password = weburl.Unescape(user), weburl.Unescape(password)
	credentials := base64.StdEncoding.EncodeToString([]byte(user + ":" + password))
	if cfg.InFile("target") == "" {
		s.workflow.Mask(password)
		s.workflow.Mask(credentials)
	}
	return append(slices.Clip(cfg.Headers), config.Header{Name: "Authorization", Value: "Basic " + credentials})
}

// shortCommit is how many digits of a commit a note shows.
const shortCommit = 7

// compareCheckout finds out whether the commit under test is the one that is checked out, and
// returns a note when it is not.
func (s *session) compareCheckout(ctx context.Context) []string {
	e := s.workflow.Event()
	if e.Commit == "" {
		return nil
	}
	ctx, cancel := context.WithTimeout(ctx, historyPatience)
	defer cancel()
	head, is, err := git.IsCheckedOut(ctx, ".", e.Commit)
	if err != nil || is {
		return nil
	}
	s.isOtherCheckout = true
	note := fmt.Sprintf(
		"the checkout is the commit %.*s, and the commit under test is %.*s: findings are not annotated on lines, and source lines are those of the checkout; set ref: ${{ %s }} in the step with actions/checkout",
		shortCommit, head, shortCommit, e.Commit, e.CommitField)
	if hasSecrets := e.Name == "pull_request_target" || e.Name == "workflow_run"; hasSecrets && (e.IsFork() || e.HeadRepository == "") {
		note += ", and run no code of that commit in the same job"
	}
	return []string{note}
}

// sharedAddressNotes returns a note where, in a workflow run, the target has an address
// that other deployments had before: an earlier one may answer. The event that started the
// run knows the commit.
func (s *session) sharedAddressNotes() []string {
	target, err := weburl.Parse(s.cfg.Target)
	shared, isShared := hosting.SharedAddressOf(target)
	if err != nil || !isShared || !s.workflow.Active() || s.cfg.Expect != "" {
		return nil
	}
	commit := "expect to the commit"
	if started := s.workflow.Event(); started.Commit != "" {
		commit = "expect: ${{ " + started.CommitField + " }}"
	}
	return []string{fmt.Sprintf("%s always shows the newest deployment of %s (%s): set %s, so that an earlier deployment is not checked instead",
		target.Origin(), shared.Of, shared.Host, commit)}
}

// directoryNotes say what shows that a directory is probably not the built site alone.
func directoryNotes(cfg *config.Config, dir *site.Dir) (notes []string) {
	for _, name := range []string{"node_modules", ".git"} {
		// A site that is served from its repository has both git's files and a start page.
		if !isDirectory(filepath.Join(cfg.Target, name)) || name == ".git" && dir.IsFile("index.html") {
			continue
		}
		note := fmt.Sprintf("%s contains %s, so it is probably the repository and not the built site; pass the build directory", cfg.Target, name)
		if found, err := project.Find(); err == nil && filepath.Clean(cfg.Target) != found.Dir {
			note += ": " + found.Dir
		}
		notes = append(notes, note)
		break
	}
	top, err := openfile.Resolve(cfg.Target)
	for _, file := range cfg.Reports {
		place, unknown := openfile.Resolve(file.Path)
		below, elsewhere := filepath.Rel(top, place)
		if errors.Join(err, unknown, elsewhere) == nil && filepath.IsLocal(below) && scan.KindOfName(file.Path) == link.HTMLKind {
			notes = append(notes, fmt.Sprintf("the report %s is inside the site, so the next run checks it as a page; write it to another directory", file.Path))
		}
	}
	return notes
}
