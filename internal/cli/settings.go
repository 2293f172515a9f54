package cli

import (
	"cmp"
	"context"
	"encoding/base64"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path"
	"path/filepath"
	"regexp"
	"slices"
	"strings"

	"github.com/linkvet/linkvet/internal/config"
	"github.com/linkvet/linkvet/internal/git"
	"github.com/linkvet/linkvet/internal/github"
	"github.com/linkvet/linkvet/internal/hosting"
	"github.com/linkvet/linkvet/internal/openfile"
	"github.com/linkvet/linkvet/internal/project"
	"github.com/linkvet/linkvet/internal/redact"
	"github.com/linkvet/linkvet/internal/weburl"
)

// maxConfig is the size in bytes of the largest settings file that is read.
const maxConfig = 1 << 20

// loadConfig gathers the settings from all their sources.
func loadConfig(p Process) (config.Config, error) {
	sources := config.Sources{Args: p.Args, Environ: p.Environ}
	name, chosen := sources.SettingsFile()
	var unread error
	if name = p.containerPath(name); name != "" {
		data, err := p.readSettingsFile(name, chosen)
		switch {
		case err == nil:
			sources.File, sources.FileName = data, name
		case chosen || !errors.Is(err, fs.ErrNotExist):
			unread = fmt.Errorf("could not read %s: %w", name, err)
		}
	}
	cfg, err := config.Load(sources)
	if unread == nil || err == nil && cfg.Print != "" {
		return cfg, err
	}
	return cfg, errors.Join(unread, err)
}

// readSettingsFile reads the settings file; the error is fs.ErrNotExist when there is
// none. The working directory may be untrusted, so a symbolic link there must not lead
// out of it: error messages quote the file, and would show a private file of the machine.
// A flag or an input may name any file.
func (p Process) readSettingsFile(name string, chosen bool) ([]byte, error) {
	if _, err := openfile.WorkingDirectory(); err != nil {
		return nil, errors.New("the working directory does not exist or cannot be read; start linkvet in another directory")
	}
	if !chosen || p.inWorkflow() && openfile.LinksOut(p.getenv("GITHUB_WORKSPACE"), name) {
		if why := openfile.Leaves(name); why != "" {
			return nil, fmt.Errorf("it %s; move the file here, or set its path: %s", why, p.option("config", "PATH"))
		}
	}
	data, err := openfile.Read(name, maxConfig)
	_, noLink := os.Lstat(name)
	switch {
	case errors.Is(err, openfile.ErrTooLarge):
		return nil, fmt.Errorf("it is larger than %d MiB", maxConfig>>20)
	case errors.Is(err, fs.ErrNotExist) && noLink == nil:
		return nil, errors.New("it is a symbolic link to a file that does not exist")
	}
	return data, openfile.Cause(err)
}

// containerWorkspace is where the runner mounts the workspace in the container of an action.
const containerWorkspace = "/github/workspace"

// hostWorkspace matches a path in the workspace as the host machine names it: the runner
// expands ${{ github.workspace }} to it also for a container, which does not have it.
var hostWorkspace = regexp.MustCompile(`^/(?:[^/]+/)*_?work/([^/]+)/([^/]+)(?:/(.*))?$`)

// containerPath returns the path in the container for one of the host machine. The container starts in
// the workspace. A path of Windows gets the slashes that reports and messages show. Any other
// path, and a URL, stays as it is.
func (p Process) containerPath(name string) string {
	switch m := hostWorkspace.FindStringSubmatch(name); {
	case isURL(name):
	case p.getenv("GITHUB_WORKSPACE") != containerWorkspace:
		return filepath.ToSlash(name)
	case m != nil && m[1] == m[2] && m[2] == path.Base(p.getenv("GITHUB_REPOSITORY")):
		if _, err := os.Lstat(name); err != nil {
			return path.Join(".", m[3])
		}
	}
	return name
}

// useContainerPaths makes the paths of the settings ones of this process. Those of the settings file
// were refused when they do not stay in the working directory.
func (p Process) useContainerPaths(cfg *config.Config) {
	for _, name := range []*string{&cfg.Target, &cfg.ConfigFile, &cfg.Sources, &cfg.Baseline, &cfg.Cache, &cfg.From, &cfg.Compare} {
		*name = p.containerPath(*name)
	}
	for i := range cfg.Reports {
		cfg.Reports[i].Path = p.containerPath(cfg.Reports[i].Path)
	}
}

// checkPathsInside returns an error for each path that leads out of the checkout by a symbolic
// link, which a pull request may have added in a workflow run: a report would replace a file of the
// runner. A path of a flag or an input may lead anywhere as it is written.
func (p Process) checkPathsInside(cfg config.Config) error {
	if !p.inWorkflow() {
		return nil
	}
	paths := map[string][]string{"cache": {cfg.Cache}, "baseline": {cfg.Baseline}, "sources": {cfg.Sources}, "target": {cfg.Target}, "compare": {cfg.Compare}}
	for _, file := range cfg.Reports {
		paths["report"] = append(paths["report"], file.Path)
	}
	var errs []error
	for _, g := range cfg.Given {
		for _, path := range paths[g.Name] {
			switch why := openfile.Leaves(path); {
			case path == "" || isURL(path):
			case g.InFile != "" && why != "":
				errs = append(errs, fmt.Errorf("%s: %s: %q %s; set it as an input, or use a path inside", g.Source, g.Name, path, why))
			case openfile.LinksOut(p.getenv("GITHUB_WORKSPACE"), path):
				errs = append(errs, fmt.Errorf("the %s %s: %q leads out of the checkout by a symbolic link; remove the link, or set %[2]s to where it leads", g.Source, g.Name, path))
			}
		}
	}
	return errors.Join(errs...)
}

// configFile is the settings file that is read when no other is chosen.
const configFile = ".linkvet.yml"

// settingsNotes say in a workflow run which settings come from the settings file, as it is a
// part of what is checked, and in any run which ones it names and does not decide. They name
// files that look like settings and are not read.
func (s *session) settingsNotes() (notes []string) {
	p, cfg := s.process, &s.cfg
	var fromFile []string
	for _, g := range cfg.Given {
		if g.InFile != "" {
			fromFile = append(fromFile, g.Name)
		}
	}
	if len(cfg.Rules) > 0 {
		fromFile = append(fromFile, "rules")
	}
	if len(fromFile) > 0 && (p.inWorkflow() || cfg.Verbose) {
		notes = append(notes, fmt.Sprintf("settings from %s: %s", cfg.ConfigFile, strings.Join(fromFile, ", ")))
	}
	for _, name := range cfg.NotTaken {
		instead := "; set it with the flag --" + name
		switch {
		case p.inWorkflow():
			instead = " in a workflow run; set it as an input"
		case name == "token":
			instead = "; set the environment variable " + redact.Token
		}
		notes = append(notes, name+" in "+cfg.ConfigFile+" is ignored"+instead)
	}
	for _, g := range cfg.Given {
		if g.Name == "environment" && s.workflow.Event().Deployment == nil {
			notes = append(notes, fmt.Sprintf("environment (%s) has no effect: this is not a run for a deployment", g.Source))
		}
	}
	if cfg.ConfigFile != configFile || cfg.From != "" {
		return notes
	}
	read, missing := os.Stat(configFile)
	for _, name := range []string{
		".linkvet.yaml", "linkvet.yml", "linkvet.yaml", ".github/linkvet.yml", ".github/.linkvet.yml", filepath.ToSlash(filepath.Join(cfg.Target, configFile)),
	} {
		if info, err := os.Stat(name); err == nil && info.Mode().IsRegular() && (missing != nil || !os.SameFile(read, info)) {
			notes = append(notes, fmt.Sprintf("%s is ignored; move its settings to %s in the working directory, or set %s",
				name, configFile, p.option("config", name)))
		}
	}
	for _, name := range []string{
		"lychee.toml", ".lychee.toml", ".lycheeignore", ".htmltest.yml", ".htmltest.yaml", "linkinator.config.json", ".linkspector.yml",
		"linkcheckerrc", ".linkcheckerrc", ".muffet.yml", ".markdown-link-check.json",
	} {
		if _, err := os.Stat(name); err == nil && missing != nil {
			return append(notes, name+" is for another link checker and is not read; for the same settings here, see https://github.com/linkvet/linkvet/blob/main/docs/migrating.md")
		}
	}
	return notes
}

// settings are the lines about the settings that were given, without secrets.
func (s *session) settings() []string {
	var all []string
	for _, g := range s.cfg.Given {
		for value := range strings.SplitSeq(g.Value, "\n") {
			all = append(all, g.Name+": "+s.process.secrets.Text(value)+" ("+g.Source+")")
		}
	}
	return all
}

// weakened names the settings by which the settings file of an untrusted checkout lets a run
// pass; empty for none. Whoever waits for the status of a pull request has to know them.
func (s *session) weakened() string {
	var names []string
	if s.cfg.FailOn == config.FailOnNone && s.cfg.InFile("fail-on") != "" {
		names = append(names, "fail-on: none")
	}
	if s.cfg.InFile("exclude") != "" {
		names = append(names, "exclude")
	}
	if !s.process.inWorkflow() || len(names) == 0 {
		return ""
	}
	return " (" + s.cfg.ConfigFile + ": " + strings.Join(names, ", ") + ")"
}

// token returns the token of GitHub: that of the setting, or else of the environment.
func (p Process) token(cfg config.Config) string {
	return cmp.Or(cfg.Token, p.getenv(redact.Token))
}

// linkToken returns the token for links to private repositories, which goes to github.com
// alone. The token of a server in a company is not for it.
func (p Process) linkToken(cfg config.Config) string {
	if api := strings.TrimSuffix(p.getenv("GITHUB_API_URL"), "/"); api != "" && api != github.DefaultURL {
		return ""
	}
	return cfg.Token
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
// of the call would be sent to. Anybody may propose a change to that file; the headers are secrets.
func (p Process) checkHeaders(cfg *config.Config) error {
	name, where := p.chosenByFile(cfg)
	if name == "" || len(cfg.Headers) == 0 || cfg.InFile("header") != "" {
		return nil
	}
	return fmt.Errorf("%s: must not decide which site gets the secret header; set %s as an input, too", where, name)
}

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
		here := *cfg
		here.Target = "."
		if r, listed := s.openRepository(ctx, &here); r != nil && listed == nil {
			s.site = r
			s.notes = append(s.notes, "target: no build directory was found, so the Markdown of this repository is checked")
			return here.Target, nil
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
	if !s.workflow.Active() || s.cfg.Expect != "" || !isURL(s.cfg.Target) {
		return nil
	}
	target, err := weburl.Parse(s.cfg.Target)
	host, of := hosting.SharedAddressOf(target)
	if err != nil || host == "" {
		return nil
	}
	commit := "expect to the commit"
	if started := s.workflow.Event(); started.Commit != "" {
		commit = "expect: ${{ " + started.CommitField + " }}"
	}
	return []string{fmt.Sprintf("%s always shows the newest deployment of %s (%s): set %s, so that an earlier deployment is not checked instead",
		target.Origin(), of, host, commit)}
}
