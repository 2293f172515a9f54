package cli

import (
	"strings"

	"github.com/linkvet/linkvet/internal/link"
)

// shortestSecret is the length in bytes from which the value of a header is
// taken out of the report. Shorter ones, such as "en" or "no-cache", guard
// nothing, and taking them out would garble ordinary words.
const shortestSecret = 8

// secrets are the values of headers that must never be shown: a server may well
// echo them in a redirect.
func (s *session) secrets() []string {
	var secrets []string
	for _, h := range s.job.Config.Headers {
		if len(h.Value) >= shortestSecret {
			secrets = append(secrets, h.Value)
		}
		// The credential alone is as secret as with its scheme before it.
		if _, credential, ok := strings.Cut(h.Value, " "); ok && len(credential) >= shortestSecret {
			secrets = append(secrets, credential)
		}
	}
	return secrets
}

// scrub takes the secrets out of a report.
func scrub(r *link.Report, secrets []string) {
	if len(secrets) == 0 {
		return
	}
	pairs := make([]string, 0, 2*len(secrets))
	for _, secret := range secrets {
		pairs = append(pairs, secret, "***")
	}
	replacer := strings.NewReplacer(pairs...)
	clean := func(text *string) { *text = replacer.Replace(*text) }
	clean(&r.Target)
	for i := range r.Problems {
		clean(&r.Problems[i])
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
			clean(&f.Occurrences[k].Link)
			clean(&f.Occurrences[k].Text)
		}
	}
}
