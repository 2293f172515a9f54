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
	// The places of one finding mostly share their texts.
	known := map[string]string{}
	redact.Strings(r, func(text string) string {
		left, ok := known[text]
		if !ok {
			if len(known) == maxKnown {
				clear(known)
			}
			left = s.Text(text)
			known[text] = left
		}
		return left
	})
}

// maxKnown bounds how many texts of a report are remembered.
const maxKnown = 10_000

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
