package cli

import (
	"net/url"
	"slices"
	"strings"

	"github.com/linkvet/linkvet/internal/config"
	"github.com/linkvet/linkvet/internal/link"
	"github.com/linkvet/linkvet/internal/weburl"
)

// shortestSecret is the length in bytes from which the value of a header is
// taken out of the report. Shorter ones, such as "en" or "no-cache", guard
// nothing, and taking them out would garble ordinary words.
const shortestSecret = 8

// secrets are the values of headers, and the token, that must never be shown, in every form in
// which a URL may hold them: a server may well echo them in a redirect. Longer
// ones come first, as others may be parts of them.
func (s *session) secrets() []string {
	var secrets []string
	for _, h := range s.job.Config.SecretHeaders() {
		for _, secret := range secretParts(h) {
			if len(secret) >= shortestSecret {
				secrets = append(secrets, urlForms(secret)...)
			}
		}
	}
	if token := s.process.getenv(githubToken); len(token) >= shortestSecret {
		secrets = append(secrets, urlForms(token)...)
	}
	slices.SortFunc(secrets, func(a, b string) int { return len(b) - len(a) })
	return secrets
}

// secretParts are the parts of a header's value that are as secret as the whole:
// a credential without its scheme, and each of several cookies.
func secretParts(h config.Header) []string {
	parts := []string{h.Value}
	if _, credential, ok := strings.Cut(h.Value, " "); ok {
		parts = append(parts, credential)
	}
	if strings.EqualFold(h.Name, "Cookie") {
		for pair := range strings.SplitSeq(h.Value, ";") {
			_, value, _ := strings.Cut(pair, "=")
			parts = append(parts, strings.TrimSpace(value))
		}
	}
	return parts
}

// urlForms are the ways to write a text in a URL: encoded in full as a query or
// a path does, and as a browser encodes what it finds there.
func urlForms(text string) []string {
	forms := []string{text, url.QueryEscape(text), url.PathEscape(text)}
	for _, before := range []string{"/", "/?", "/#"} {
		at := "https://site.invalid" + before
		if u, err := weburl.Parse(at + text); err == nil {
			if form, ok := strings.CutPrefix(u.String(), at); ok && len(form) >= len(text) {
				forms = append(forms, form)
			}
		}
	}
	return forms
}

// scrub takes the secrets out of a report, and the user info of URLs, which may
// stand in a text or in the query of another URL.
func scrub(r *link.Report, secrets []string) {
	pairs := make([]string, 0, 2*len(secrets))
	for _, secret := range secrets {
		pairs = append(pairs, secret, "***")
	}
	replacer := strings.NewReplacer(pairs...)
	clean := func(text *string) {
		if len(pairs) > 0 {
			*text = replacer.Replace(*text)
		}
		*text = weburl.RedactText(*text)
	}
	clean(&r.Target)
	clean(&r.SiteURL)
	for i := range r.Problems {
		clean(&r.Problems[i])
	}
	for i := range r.Notes {
		clean(&r.Notes[i])
	}
	for i := range r.Inventory {
		clean(&r.Inventory[i].Page)
		clean(&r.Inventory[i].Title)
	}
	for i := range r.Findings {
		f := &r.Findings[i]
		clean(&f.Target)
		clean(&f.Message)
		clean(&f.Suggestion)
		for k := range f.Redirects {
			clean(&f.Redirects[k].URL)
		}
		for k := range f.Occurrences {
			clean(&f.Occurrences[k].Page)
			clean(&f.Occurrences[k].Link)
			clean(&f.Occurrences[k].Text)
		}
	}
}
