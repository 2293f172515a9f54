package redact

import (
	"cmp"
	"encoding/base64"
	"net"
	"slices"
	"strings"
	"sync/atomic"
	"unicode/utf8"

	"github.com/linkvet/linkvet/internal/config"
	"github.com/linkvet/linkvet/internal/link"
	"github.com/linkvet/linkvet/internal/weburl"
)

// Secrets are the texts that no output may show. Those of the call are known before the
// settings are read, because errors of the settings are output, too.
type Secrets struct {
	call     []string
	redactor atomic.Pointer[redactor]
}

// OfCall returns the secrets of arguments and environment, whether or not these are
// valid settings.
func OfCall(args, environ []string) *Secrets {
	s := &Secrets{call: ofCall(args, environ)}
	s.redactor.Store(newRedactor(s.call...))
	return s
}

// Text returns a text without the secrets, and without the user info of URLs. A nil
// receiver knows no secrets.
func (s *Secrets) Text(text string) string { return weburl.RedactText(s.Mask(text)) }

// Mask returns a text with the mask in the place of each secret.
func (s *Secrets) Mask(text string) string {
	spans := s.get().find(text)
	if len(spans) == 0 {
		return text
	}
	slices.SortFunc(spans, func(a, b span) int { return cmp.Compare(a.start, b.start) })
	var b strings.Builder
	kept := 0
	for i := 0; i < len(spans); {
		start, end := spans[i].start, spans[i].end
		for i++; i < len(spans) && spans[i].start <= end; i++ { // another begins within it
			end = max(end, spans[i].end)
		}
		b.WriteString(text[kept:start])
		b.WriteString(mask)
		kept = end
	}
	b.WriteString(text[kept:])
	return b.String()
}

// Holds reports whether one of the secrets is in a text.
func (s *Secrets) Holds(text string) bool { return len(s.get().find(text)) > 0 }

func (s *Secrets) get() *redactor {
	if s == nil {
		return nil
	}
	return s.redactor.Load()
}

// Redact removes the secrets from all texts of a report, and cuts the texts, which may be those of
// strangers; the rules for redirects stay whole. Call it before any writer sees the report.
func (s *Secrets) Redact(r *link.Report) {
	known := map[string]string{} // the places of one finding mostly share their texts
	each := func(texts ...*string) {
		for _, text := range texts {
			left, ok := known[*text]
			if !ok {
				left = link.Cut(s.Text(*text))
				if s.get() != nil { // otherwise to clean it costs less
					known[*text] = left
				}
			}
			*text = left
		}
	}
	each(&r.Schema, &r.Version, &r.Target, &r.SiteURL, &r.Hosting, &r.FailOn, &r.JSONPath, &r.HTMLPath, &r.StrippedBase, &r.PagesURL)
	for _, list := range [][]string{r.Problems, r.Notes, r.Unsettled} {
		for i := range list {
			each(&list[i])
		}
	}
	r.Redirects = s.Text(r.Redirects)
	for i := range r.Inventory {
		each(&r.Inventory[i].Page, &r.Inventory[i].File, &r.Inventory[i].Title)
	}
	for i := range r.Findings {
		f := &r.Findings[i]
		each(&f.ID, &f.Target, &f.Message, &f.Suggestion, &f.MissingFolder)
		for k := range f.Redirects {
			each(&f.Redirects[k].URL)
		}
		for k := range f.Occurrences {
			o := &f.Occurrences[k]
			each(&o.Page, &o.File, &o.Element, &o.Attribute, &o.Link, &o.Text)
			if o.Source != nil {
				each(&o.Source.File)
			}
			for c := range o.Candidates {
				each(&o.Candidates[c].File)
			}
		}
	}
}

// Add adds the secrets of the settings to those of the call.
func (s *Secrets) Add(cfg config.Config) {
	all := slices.Clone(s.call)
	site := map[string]bool{}
	targets := []string{cfg.Target}
	for _, u := range cfg.SiteURLs {
		targets = append(targets, u.String())
	}
	for _, target := range targets {
		all = append(all, ofURL(target)...)
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
		all = append(all, ofHeader(h.Value)...)
	}
	kept := all[:0]
	for _, secret := range all {
		if !site[secret] {
			kept = append(kept, secret)
		}
	}
	s.redactor.Store(newRedactor(kept...))
}

// Token is the variable with which workflows pass their token.
const Token = "GITHUB_TOKEN"

// secretVariables are the variables that hold a token.
var secretVariables = map[string]bool{Token: true, "INPUT_TOKEN": true, "ACTIONS_ID_TOKEN_REQUEST_TOKEN": true}

// ofCall returns the secrets of arguments and environment.
func ofCall(args, environ []string) (all []string) {
	header := func(line string) {
		if _, value, ok := strings.Cut(line, ":"); ok {
			all = append(all, ofHeader(strings.TrimSpace(value))...)
		}
	}
	for i, arg := range args {
		name, value, ok := strings.Cut(strings.TrimLeft(arg, "-"), "=")
		if !ok && i+1 < len(args) {
			value = args[i+1]
		}
		switch name {
		case "header":
			header(value)
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
				header(line)
			}
		case strings.HasPrefix(name, "INPUT_"), strings.HasSuffix(strings.ToLower(name), "_proxy"):
			all = append(all, ofURLs(value)...)
		}
	}
	return all
}

// ofURLs returns the user info of the URLs in a value. Each line has one, perhaps behind
// the name of a flag.
func ofURLs(value string) (all []string) {
	for line := range strings.Lines(value) {
		line = strings.TrimSpace(line)
		if _, value, ok := strings.Cut(line, "="); ok && strings.HasPrefix(line, "-") {
			line = value
		}
		all = append(all, ofURL(line)...)
	}
	return all
}

// ofHeader returns the value of a header and the parts of it that are as secret as the
// whole: a credential without its scheme, what it says in base64, and the value of each
// cookie or parameter.
func ofHeader(value string) []string {
	all := []string{value}
	if scheme, credential, ok := strings.Cut(value, " "); ok {
		credential = strings.TrimSpace(credential)
		all = append(all, credential)
		if strings.EqualFold(scheme, "Basic") {
			all = append(all, ofBasic(credential)...)
		}
	}
	for _, pair := range strings.FieldsFunc(value, func(r rune) bool { return r == ';' || r == ',' }) {
		if _, part, ok := strings.Cut(pair, "="); ok {
			all = append(all, strings.Trim(strings.TrimSpace(part), `"`))
		}
	}
	return all
}

// ofBasic returns what the credential of Basic authentication says: user and password,
// and each by itself.
func ofBasic(credential string) []string {
	decoded, err := base64.RawStdEncoding.DecodeString(strings.TrimRight(credential, "="))
	if err != nil || !utf8.Valid(decoded) {
		return nil
	}
	user, password, _ := strings.Cut(string(decoded), ":")
	return []string{string(decoded), user, password}
}

// ofURL returns the user info of a URL, the user and the password. What no browser takes for
// a URL may hold some, too.
func ofURL(raw string) []string {
	u, err := weburl.Parse(raw)
	info := u.User
	if err != nil || info == "" {
		_, rest, _ := strings.Cut(raw, "//")
		if end := strings.IndexAny(rest, `/\?#`); end >= 0 {
			rest = rest[:end]
		}
		info = rest[:max(0, strings.LastIndexByte(rest, '@'))]
	}
	if info == "" {
		return nil
	}
	user, password, _ := strings.Cut(info, ":")
	return []string{info, user, password, weburl.Unescape(user), weburl.Unescape(password)}
}
