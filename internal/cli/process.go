package cli

import (
	"cmp"
	"errors"
	"fmt"
	"io"
	"regexp"
	"runtime/debug"
	"slices"
	"strings"
	"syscall"
	"time"

	"golang.org/x/term"

	"github.com/linkvet/linkvet/internal/config"
	"github.com/linkvet/linkvet/internal/contain"
	"github.com/linkvet/linkvet/internal/github"
	"github.com/linkvet/linkvet/internal/redact"
	"github.com/linkvet/linkvet/internal/report"
)

// Process is the process that the program runs in: its arguments, environment and
// standard streams.
type Process struct {
	// Version is for reports and for the user agent.
	Version string
	// Build is what --version prints: the version, and what else is known of the build.
	Build string
	// Args are the arguments without the program's name.
	Args []string
	// Environ holds the environment as KEY=value.
	Environ []string
	// Stdout takes the report, Stderr what is wrong with the call and progress.
	Stdout, Stderr io.Writer

	// secrets are nil before Run collects them.
	secrets *redact.Secrets
	// patience is how long the run may wait for GitHub's API.
	patience *github.Patience
}

// prepared returns p with the secrets of its call, which its standard error does not show.
func (p Process) prepared() Process {
	p.secrets, p.patience = redact.OfCall(p.Args, p.Environ), github.NewPatience()
	p.Stderr = redact.NewWriter(p.Stderr, p.secrets.Text)
	return p
}

// getenv looks a variable up; the last of several counts.
func (p Process) getenv(name string) string {
	for _, v := range slices.Backward(p.Environ) {
		if key, value, _ := strings.Cut(v, "="); key == name {
			return value
		}
	}
	return ""
}

// inWorkflow reports whether the process runs in a workflow, where people write
// inputs and not flags.
func (p Process) inWorkflow() bool { return p.getenv("GITHUB_ACTIONS") == "true" }

// target is what messages call the site to check.
func (p Process) target() string {
	if p.inWorkflow() {
		return "input `target`"
	}
	return "TARGET"
}

// option is how a setting is given: as an input in a workflow, else as a flag.
func (p Process) option(name, value string) string {
	if p.inWorkflow() {
		return "`" + report.Option(true, name, value) + "`"
	}
	return report.Option(false, name, value)
}

// userAgent is that of requests, where no setting says another one.
func (p Process) userAgent() string {
	return fmt.Sprintf("linkvet/%s (+https://github.com/linkvet/linkvet)", p.Version)
}

// warn writes lines to the standard error, as plain text.
func (p Process) warn(text string) {
	for line := range strings.SplitSeq("linkvet: "+text, "\n") {
		fmt.Fprintln(p.Stderr, report.Inert(report.Clean(line, 0)))
	}
}

// print prints what a call asks for that checks nothing.
func (p Process) print(cfg config.Config) int {
	var err error
	switch {
	case cfg.Help != "":
		err = config.Usage(p.Stdout, cfg.Help)
	case cfg.Version:
		_, err = fmt.Fprintf(p.Stdout, "linkvet %s\n", p.Build)
	default:
		err = config.Print(p.Stdout, cfg.Print, p.Version)
	}
	if err != nil && !errors.Is(err, syscall.EPIPE) {
		p.warn(fmt.Sprintf("could not write to standard output: %v", err))
	}
	return exitStatus(nil, nil, err)
}

// commands is the stream for the commands of a workflow, and for all else that is printed in one,
// because the runner does not keep the order of two: standard output, unless a program reads the
// report there.
func (p Process) commands(cfg config.Config) io.Writer {
	if cfg.Format != report.FormatText {
		return unwrapped(p.Stderr)
	}
	return p.Stdout
}

// runner is that stream for the workflow. A mask has to name its secret; no other command does.
func (p Process) runner(cfg config.Config) io.Writer {
	return redact.NewWriter(p.commands(cfg), func(command string) string {
		if strings.HasPrefix(command, "::add-mask::") {
			return command
		}
		return p.secrets.Text(command)
	})
}

// unwrapped is the stream of the process itself.
func unwrapped(w io.Writer) io.Writer {
	if wrapped, ok := w.(*redact.Writer); ok {
		return wrapped.Unwrap()
	}
	return w
}

// colour reports whether the stream of the report wants colors: standard output, or standard
// error. NO_COLOR turns them off (https://no-color.org), and FORCE_COLOR turns them on where
// there is no terminal (https://force-color.org).
func (p Process) colour(onStderr bool) bool {
	w := p.Stdout
	if onStderr {
		w = p.Stderr
	}
	switch {
	case p.getenv("NO_COLOR") != "":
		return false
	case p.getenv("FORCE_COLOR") != "":
		return p.getenv("FORCE_COLOR") != "0"
	}
	return isTerminal(w) && p.getenv("TERM") != "dumb"
}

// isTerminal reports whether w is a terminal that understands escape sequences.
func isTerminal(w io.Writer) bool {
	f, ok := unwrapped(w).(interface{ Fd() uintptr })
	return ok && term.IsTerminal(int(f.Fd())) && understandsSequences(f.Fd())
}

// Build describes the build of a program. What is not known is empty.
type Build struct {
	// Version is that of a release without its v, such as "1.2.3"; else that of the module, the
	// branch, tag or commit of the action, or "dev".
	Version string
	// Commit is the hash of the source, and "modified" after it when files differed.
	Commit string
	// Date is when the commit was made, or when a release was built, in UTC as RFC 3339.
	Date string
	// Go is the version of Go that compiled it.
	Go string
}

// ReadBuild describes this program. released has what the linker was told about a release. Without
// that, `go install …@VERSION` and Go's look at the checkout give the version. An image that a
// runner builds has neither, but its environment names the ref of the action.
func ReadBuild(released Build, getenv func(string) string) Build {
	info, ok := debug.ReadBuildInfo()
	if !ok {
		info = &debug.BuildInfo{}
	}
	return describe(released, info, getenv)
}

// numbered matches the versions that begin with a v.
var numbered = regexp.MustCompile(`^v\d+\.\d+\.\d+`)

func describe(b Build, info *debug.BuildInfo, getenv func(string) string) Build {
	setting := map[string]string{}
	for _, s := range info.Settings {
		setting[s.Key] = s.Value
	}
	b.Go, b.Date = info.GoVersion, cmp.Or(b.Date, setting["vcs.time"])
	if b.Commit = cmp.Or(b.Commit, setting["vcs.revision"]); b.Commit != "" && setting["vcs.modified"] == "true" {
		b.Commit += " modified"
	}
	action := ""
	if getenv("GITHUB_ACTION_REPOSITORY") == "linkvet/linkvet" {
		action = getenv("GITHUB_ACTION_REF")
	}
	module := strings.TrimPrefix(info.Main.Version, "(devel)")
	if b.Version = cmp.Or(b.Version, module, action, "dev"); numbered.MatchString(b.Version) {
		b.Version = b.Version[1:]
	}
	return b
}

// String describes the build in one line: version, commit, date and Go.
func (b Build) String() string {
	if b.Commit != "" {
		b.Commit = "commit " + b.Commit
	}
	known := slices.DeleteFunc([]string{b.Commit, b.Date, b.Go}, func(part string) bool { return part == "" })
	return b.Version + " (" + strings.Join(known, ", ") + ")"
}

// How often the signs of life change: on a terminal quickly, in a log seldom.
const (
	screenInterval = 100 * time.Millisecond
	logInterval    = 10 * time.Second
)

// showProgress shows that the run continues: one line that changes on a terminal, a new line now
// and then in a log. stop ends that, wipes the line, and returns the problem that showing it had.
func (s *session) showProgress() (stop func() (problem string)) {
	if s.cfg.Quiet {
		return func() string { return "" }
	}
	done, problem := make(chan struct{}), make(chan string, 1)
	go func() { problem <- contain.Panic("show the progress", "", func() { s.tick(done) }) }()
	return func() string {
		close(done)
		return <-problem
	}
}

// tick shows the progress until done is closed.
func (s *session) tick(done <-chan struct{}) {
	interval, before, after := logInterval, "", "\n"
	if isTerminal(s.log) {
		interval, before, after = screenInterval, "\r\x1b[K", ""
		defer fmt.Fprint(s.log, before)
	}
	ticker := time.NewTicker(interval)
	defer ticker.Stop()
	for {
		select {
		case <-done:
			return
		case <-ticker.C:
			fmt.Fprint(s.log, before+s.progressLine()+after)
		}
	}
}

// progressLine says how far the run is.
func (s *session) progressLine() string {
	if seen := s.waiting.Load(); seen != nil {
		return report.Waiting(*seen, time.Since(s.started))
	}
	var requests int64
	if client := s.client.Load(); client != nil {
		requests = client.Requests()
	}
	broken, unverified := s.progress.Found()
	return report.Progress(s.progress.Pages.Load(), s.progress.Links.Load(), requests, broken, unverified, time.Since(s.started))
}
