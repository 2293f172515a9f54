package redirectrules

import (
	"net/url"
	"regexp"
	"strings"
)

// pathMarks are encoded in destinations that Vercel reads as paths with parameters.
const pathMarks = ":$()*+[]"

// maxVercel is how many characters a source or a destination may have.
const maxVercel = 4096

// parameter matches what Vercel reads as one in the decoded query of a destination.
var parameter = regexp.MustCompile(`:\w`)

// vercelRedirect writes one of the redirects of vercel.json.
// https://vercel.com/docs/project-configuration/vercel-json#redirects
func vercelRedirect(p *plan, r *rule) (e entry, reason string) {
	if r.gone {
		return e, "a redirect of Vercel cannot have status 410, and Vercel answers 404"
	}
	if query, err := url.QueryUnescape(r.to.query); err != nil || parameter.MatchString(query) {
		return e, "Vercel reads a colon in a query as a parameter"
	}
	to := r.to.place("", pathMarks) + encodeMarks(r.to.query+r.to.fragment, ":$()*[]")
	if r.folder {
		to += ":rest"
	}
	var sources []string
	for _, from := range p.spellings(r.from) {
		sources = append(sources, escapeParameters(from))
	}
	for i := range sources {
		switch takesSlash := p.takesSlash(r.from); {
		case r.folder && p.hasOwnPage(r) && takesSlash:
			sources[i] = strings.TrimSuffix(sources[i], "/") + "{/:rest(.*)}?"
		case r.folder:
			sources[i] += ":rest(.*)"
		case takesSlash:
			sources[i] = strings.TrimSuffix(sources[i], "/") + "{/}?"
		}
	}
	if len(to) > maxVercel || len(sources[0]) > maxVercel || len(sources[len(sources)-1]) > maxVercel {
		return e, "a source or a destination for Vercel may have at most 4096 characters"
	}
	return each(sources, func(source string) string {
		return object("source", quote(source), "destination", quote(to), "permanent", "true")
	}), ""
}

// each returns an object for each text.
func each(texts []string, object func(text string) string) entry {
	var e entry
	for _, text := range texts {
		e.objects = append(e.objects, object(text))
	}
	return e
}

// escapeParameters escapes what means something in the syntax of path-to-regexp.
func escapeParameters(path string) string {
	var b strings.Builder
	for i := 0; i < len(path); i++ {
		if strings.IndexByte(`:(){}*+?\`, path[i]) >= 0 {
			b.WriteByte('\\')
		}
		b.WriteByte(path[i])
	}
	return b.String()
}
