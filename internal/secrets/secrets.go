// Package secrets collects the secrets of a call: of its arguments, its environment and
// its settings. No output shows them.
package secrets

import (
	"net"
	"slices"
	"strings"
	"sync/atomic"

	"github.com/linkvet/linkvet/internal/config"
	"github.com/linkvet/linkvet/internal/link"
	"github.com/linkvet/linkvet/internal/redact"
	"github.com/linkvet/linkvet/internal/weburl"
)

// Secrets are the texts that no output may show. Those of the call are known before the
// settings are read, because errors of the settings are output, too.
type Secrets struct {
	call     []string
	redactor atomic.Pointer[redact.Redactor]
}

// OfCall returns the secrets of arguments and environment, whether or not these are
// valid settings.
func OfCall(args, environ []string) *Secrets {
	s := &Secrets{call: ofCall(args, environ)}
	s.redactor.Store(redact.New(s.call...))
	return s
}

// Text returns a text without the secrets, and without the user info of URLs. A nil
// receiver knows no secrets.
func (s *Secrets) Text(text string) string { return weburl.RedactText(s.Mask(text)) }

// Mask returns a text without the secrets.
func (s *Secrets) Mask(text string) string { return s.get().Text(text) }

// Holds reports whether one of the secrets is in a text.
func (s *Secrets) Holds(text string) bool { return s.get().Holds(text) }

func (s *Secrets) get() *redact.Redactor {
	if s == nil {
		return nil
	}
	return s.redactor.Load()
}

// Redact removes the secrets from all texts of a report. Call it before any writer
// sees the report.
func (s *Secrets) Redact(r *link.Report) {
	// There may be millions of occurrences, for which reflection is slow.
	occurrences := make([][]link.Occurrence, len(r.Findings))
	for i := range r.Findings {
		occurrences[i], r.Findings[i].Occurrences = r.Findings[i].Occurrences, nil
	}
	redact.Strings(r, s.Text)
	var before occurrence
	for i, all := range occurrences {
		for k := range all {
			before.redact(s, &all[k])
		}
		r.Findings[i].Occurrences = all
	}
}

// occurrence remembers the texts of the occurrence before: the places of one finding
// mostly share them.
type occurrence struct{ page, file, element, attribute, link, text redacted }

// redacted is a text, before and after its secrets were replaced.
type redacted struct{ text, left string }

func (r *redacted) redact(s *Secrets, text *string) {
	if *text != r.text {
		r.text, r.left = *text, s.Text(*text)
	}
	*text = r.left
}

// redact removes the secrets from the texts of an occurrence.
func (r *occurrence) redact(s *Secrets, o *link.Occurrence) {
	r.page.redact(s, &o.Page)
	r.file.redact(s, &o.File)
	r.element.redact(s, &o.Element)
	r.attribute.redact(s, &o.Attribute)
	r.link.redact(s, &o.Link)
	r.text.redact(s, &o.Text)
	if o.Source != nil {
		o.Source.File = s.Text(o.Source.File)
	}
	for i := range o.Candidates {
		o.Candidates[i].File = s.Text(o.Candidates[i].File)
	}
}

// Add adds the secrets of the settings to those of the call.
func (s *Secrets) Add(cfg config.Config) {
	all := slices.Clone(s.call)
	site := map[string]bool{}
	for _, target := range append([]string{cfg.Target}, cfg.SiteURLs...) {
		all = append(all, redact.OfURL(target)...)
		if u, err := weburl.Parse(target); err == nil && u.IsHTTP() {
			// The host of the site is no secret, even when a header holds it, too.
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
	s.redactor.Store(redact.New(kept...))
}

// Token is the variable with which workflows pass their token.
const Token = "GITHUB_TOKEN"

// secretVariables are the variables that hold a token.
var secretVariables = map[string]bool{Token: true, "INPUT_TOKEN": true, "ACTIONS_ID_TOKEN_REQUEST_TOKEN": true}

// ofCall returns the secrets of arguments and environment.
func ofCall(args, environ []string) []string {
	var all []string
	for i, arg := range args {
		name, value, ok := strings.Cut(strings.TrimLeft(arg, "-"), "=")
		if !ok && i+1 < len(args) {
			value = args[i+1]
		}
		switch name {
		case "header":
			all = append(all, ofHeaderLine(value)...)
		case "token":
			all = append(all, value)
		}
		all = append(all, ofURLs(arg)...)
	}
	for _, variable := range environ {
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

// ofURLs returns the user info of the URLs in a value. Each line has one, perhaps behind
// the name of a flag.
func ofURLs(value string) []string {
	if !strings.Contains(value, "@") {
		return nil
	}
	var all []string
	for line := range strings.Lines(value) {
		line = strings.TrimSpace(line)
		if _, value, ok := strings.Cut(line, "="); ok && strings.HasPrefix(line, "-") {
			line = value
		}
		all = append(all, redact.OfURL(line)...)
	}
	return all
}
