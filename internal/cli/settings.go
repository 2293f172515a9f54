package cli

import (
	"cmp"
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
	"github.com/linkvet/linkvet/internal/github"
	"github.com/linkvet/linkvet/internal/openfile"
	"github.com/linkvet/linkvet/internal/redact"
)

// maxConfig is the size in bytes of the largest settings file that is read.
const maxConfig = 1 << 20

// loadConfig gathers the settings from all their sources.
func loadConfig(p Process) (config.Config, error) {
	sources := config.Sources{Args: p.Args, Environ: p.Environ}
	name, chosen := sources.SettingsFile()
	var unread error
	if name = p.ownPath(name); name != "" {
		data, err := p.readSettingsFile(name, chosen)
		switch {
		case err == nil:
			sources.File, sources.FileName = data, name
		case chosen || !errors.Is(err, fs.ErrNotExist):
			unread = fmt.Errorf("could not read %s: %w", name, err)
		}
	}
	cfg, err := config.Load(sources)
	if unread == nil || err == nil && (cfg.Help != "" || cfg.Version) {
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

// ownPath returns the path in the container for one of the host machine. The container starts in
// the workspace. A path of Windows gets the slashes that reports and messages show. Any other
// path, and a URL, stays as it is.
func (p Process) ownPath(name string) string {
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

// useOwnPaths makes the paths of the settings ones of this process. Those of the settings file
// were refused when they do not stay in the working directory.
func (p Process) useOwnPaths(cfg *config.Config) {
	for _, name := range []*string{&cfg.Target, &cfg.ConfigFile, &cfg.Sources, &cfg.Baseline, &cfg.Cache, &cfg.From, &cfg.Compare} {
		*name = p.ownPath(*name)
	}
	for i := range cfg.Reports {
		cfg.Reports[i].Path = p.ownPath(cfg.Reports[i].Path)
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

// misplacedFiles are where settings files are put by mistake.
var misplacedFiles = []string{".linkvet.yaml", "linkvet.yml", "linkvet.yaml", ".github/linkvet.yml", ".github/.linkvet.yml"}

// otherCheckers are the settings files of other link checkers.
var otherCheckers = []string{
	"lychee.toml", ".lychee.toml", ".lycheeignore", ".htmltest.yml", ".htmltest.yaml", "linkinator.config.json", ".linkspector.yml",
	"linkcheckerrc", ".linkcheckerrc", ".muffet.yml", ".markdown-link-check.json",
}

// settingsNotes say in a workflow run which settings come from the settings file, as it is a
// part of what is checked, and in any run which ones it names and does not decide. They name
// files that look like settings and are not read.
func (s *session) settingsNotes() (notes []string) {
	p, cfg := s.process, &s.cfg
	if len(cfg.InSettingsFile) > 0 && (p.inWorkflow() || cfg.Verbose) {
		notes = append(notes, fmt.Sprintf("settings from %s: %s", cfg.ConfigFile, strings.Join(cfg.InSettingsFile, ", ")))
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
	for _, name := range append(slices.Clone(misplacedFiles), filepath.ToSlash(filepath.Join(cfg.Target, configFile))) {
		if info, err := os.Stat(name); err == nil && info.Mode().IsRegular() && (missing != nil || !os.SameFile(read, info)) {
			notes = append(notes, fmt.Sprintf("%s is ignored; move its settings to %s in the working directory, or set %s",
				name, configFile, p.option("config", name)))
		}
	}
	for _, name := range otherCheckers {
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

// jobToken begins the tokens that GitHub makes for a job.
const jobToken = "ghs_"

// linkToken returns the token for links to private repositories, which goes to github.com
// alone. The token of a server in a company is not for it. The action passes the token of
// the job, which reads no other repository: a personal one in the environment is better.
func (p Process) linkToken(cfg config.Config) string {
	api := strings.TrimSuffix(p.getenv("GITHUB_API_URL"), "/")
	if api != "" && api != github.DefaultURL {
		return ""
	}
	if personal := p.getenv(redact.Token); personal != "" && strings.HasPrefix(cfg.Token, jobToken) && !strings.HasPrefix(personal, jobToken) {
		return personal
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
