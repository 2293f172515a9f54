package cli

import (
	"io"
	"net"
	"strings"
	"sync/atomic"

	"github.com/linkvet/linkvet/internal/actions"
	"github.com/linkvet/linkvet/internal/config"
	"github.com/linkvet/linkvet/internal/link"
	"github.com/linkvet/linkvet/internal/redact"
	"github.com/linkvet/linkvet/internal/weburl"
)

// secrets are what no output may show. They are known in part before the settings are
// read, as an error of these is an output, too.
type secrets struct {
	redactor atomic.Pointer[redact.Redactor]
}

// Text returns a text without the secrets, and without the user info of URLs. A nil
// receiver knows no secrets.
func (s *secrets) Text(text string) string { return weburl.RedactText(s.mask(text)) }

// mask returns a text without the secrets.
func (s *secrets) mask(text string) string { return s.get().Text(text) }

// Holds reports whether one of the secrets stands in a text.
func (s *secrets) Holds(text string) bool { return s.get().Holds(text) }

func (s *secrets) get() *redact.Redactor {
	if s == nil {
		return nil
	}
	return s.redactor.Load()
}

// report takes the secrets out of all that a report holds. Every output of a run is made
// of a report that went through here.
func (s *secrets) report(r *link.Report) {
	// There may be millions of occurrences, for which reflection is slow.
	occurrences := make([][]link.Occurrence, len(r.Findings))
	for i := range r.Findings {
		occurrences[i], r.Findings[i].Occurrences = r.Findings[i].Occurrences, nil
	}
	redact.Strings(r, s.Text)
	for i, all := range occurrences {
		for k := range all {
			s.occurrence(&all[k])
		}
		r.Findings[i].Occurrences = all
	}
}

func (s *secrets) occurrence(o *link.Occurrence) {
	for _, text := range []*string{&o.Page, &o.File, &o.Element, &o.Attribute, &o.Link, &o.Text} {
		*text = s.Text(*text)
	}
	if o.Source != nil {
		o.Source.File = s.Text(o.Source.File)
	}
	for i := range o.Candidates {
		o.Candidates[i].File = s.Text(o.Candidates[i].File)
	}
}

// guarded returns p with the secrets that its call holds, which the standard error does
// not show from then on.
func (p Process) guarded() Process {
	p.secrets = &secrets{}
	p.secrets.redactor.Store(redact.New(p.ownSecrets()...))
	p.Stderr = redact.NewWriter(p.Stderr, p.secrets.Text)
	return p
}

// learn adds the secrets of the settings to those of the call.
func (p Process) learn(cfg config.Config) {
	all := p.ownSecrets()
	site := map[string]bool{}
	for _, target := range append([]string{cfg.Target}, cfg.SiteURLs...) {
		all = append(all, redact.OfURL(target)...)
		if u, err := weburl.Parse(target); err == nil && u.IsHTTP() {
			// Where the site is does not become a secret by a header that says it, too.
			host, _, err := net.SplitHostPort(u.Host)
			if err != nil {
				host = u.Host
			}
			site[host], site[u.Host], site[u.Origin()], site[u.Origin()+"/"] = true, true, true, true
		}
	}
	for _, h := range cfg.SecretHeaders() {
		all = append(all, redact.OfHeader(h.Name, h.Value)...)
	}
	kept := all[:0]
	for _, secret := range all {
		if !site[secret] {
			kept = append(kept, secret)
		}
	}
	p.secrets.redactor.Store(redact.New(kept...))
}

// secretVariables hold tokens and, in an URL, the password of a proxy.
var secretVariables = map[string]bool{githubToken: true, "INPUT_TOKEN": true}

// ownSecrets returns the secrets of arguments and environment, whether or not these are
// valid settings.
func (p Process) ownSecrets() []string {
	var all []string
	for i, arg := range p.Args {
		name, value, ok := strings.Cut(strings.TrimLeft(arg, "-"), "=")
		if !ok && i+1 < len(p.Args) {
			value = p.Args[i+1]
		}
		switch name {
		case "header":
			all = append(all, ofHeaderLine(value)...)
		case "token":
			all = append(all, value)
		}
		all = append(all, ofURLs(arg)...)
	}
	for _, variable := range p.Environ {
		name, value, _ := strings.Cut(variable, "=")
		switch {
		case secretVariables[name]:
			all = append(all, value)
		case name == "INPUT_HEADER":
			for line := range strings.Lines(value) {
				all = append(all, ofHeaderLine(line)...)
			}
		case strings.HasPrefix(name, "INPUT_"), strings.HasSuffix(strings.ToLower(name), "_proxy"):
			all = append(all, ofURLs(value)...)
		}
	}
	return all
}

// ofHeaderLine returns the secrets of "Name: value".
func ofHeaderLine(line string) []string {
	name, value, ok := strings.Cut(line, ":")
	if !ok {
		return nil
	}
	return redact.OfHeader(strings.TrimSpace(name), strings.TrimSpace(value))
}

// ofURLs returns the user info of the URLs in a value, which has one on each line, perhaps
// behind the name of a flag.
func ofURLs(value string) []string {
	if !strings.Contains(value, "@") {
		return nil
	}
	var all []string
	for line := range strings.Lines(value) {
		line = strings.TrimSpace(line)
		if _, behind, ok := strings.Cut(line, "="); ok && strings.HasPrefix(line, "-") {
			line = behind
		}
		all = append(all, redact.OfURL(line)...)
	}
	return all
}

// stop takes the secrets out of what a workflow is told of a run without a report.
func (s *secrets) stop(stop actions.Stop) actions.Stop {
	redact.Strings(&stop, s.Text)
	return stop
}

// runner is the stream for the commands of a workflow. A mask has to name its secret; no
// other command does.
func (p Process) runner(cfg config.Config) io.Writer {
	return redact.NewWriter(unwrapped(p.commands(cfg)), func(command string) string {
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
