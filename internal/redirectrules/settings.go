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

// firebaseRedirect writes one of the redirects of firebase.json. A glob is also for the path with a
// slash behind it. What means something in a glob needs a regular expression.
// https://firebase.google.com/docs/hosting/full-config#redirects
func firebaseRedirect(p *plan, r *rule) (e entry, reason string) {
	if r.gone {
		return e, "a redirect of Firebase cannot have status 410, and Firebase answers 404"
	}
	to, reason := firebaseDestination(r.to)
	if reason != "" {
		return e, reason
	}
	if !r.folder {
		return p.firebaseExact(r.from, to), ""
	}
	// A parameter must not be empty, so the page of the folder needs a redirect of its own.
	if p.hasOwnPage(r) {
		e = p.firebaseExact(r.from, to)
	}
	expression := "^" + regexp.QuoteMeta(r.from) + "(?P<rest>.+)$"
	e.objects = append(e.objects, object("regex", quote(expression), "destination", quote(to+":rest"), "type", "301"))
	return e, ""
}

// firebaseExact is a redirect for one path.
func (p *plan) firebaseExact(from, to string) entry {
	return each(p.spellings(strings.TrimSuffix(from, "/")), func(from string) string {
		if isPlain(from) {
			return object("source", quote(from), "destination", quote(to), "type", "301")
		}
		return object("regex", quote("^"+regexp.QuoteMeta(from)+"/?$"), "destination", quote(to), "type", "301")
	})
}

// firebaseDestination writes a destination without percent-encoding: the emulator encodes the
// percent sign, and whether the host does so is not known.
func firebaseDestination(to target) (text, reason string) {
	path := to.path
	if to.origin != "" {
		var err error
		if path, err = url.PathUnescape(to.other); err != nil {
			return "", "the path of the new URL is not valid"
		}
	}
	if strings.ContainsAny(path, "%?#") || strings.Contains(path, "/:") || strings.Contains(to.query+to.fragment, "%") || strings.Contains(to.query+to.fragment, "/:") {
		return "", "it is not known how Firebase reads %, ?, # or a colon after a slash in a destination"
	}
	return to.origin + path + to.query + to.fragment, ""
}

// azureRoute writes one of the routes of staticwebapp.config.json. A redirect of a wildcard cannot
// keep what the wildcard is for.
// https://learn.microsoft.com/azure/static-web-apps/configuration#routes
func azureRoute(p *plan, r *rule) (e entry, reason string) {
	if strings.Contains(r.from, "*") {
		return e, "Azure reads * as a wildcard"
	}
	return each(p.spellings(r.from), func(from string) string {
		if r.gone {
			return object("route", quote(from), "statusCode", "410")
		}
		return object("route", quote(from), "redirect", quote(r.to.url("", "")), "statusCode", "301")
	}), ""
}

// docusaurusRedirect writes one of the redirects of the plugin client-redirects.
// https://docusaurus.io/docs/api/plugins/@docusaurus/plugin-client-redirects
func docusaurusRedirect(_ *plan, r *rule) (e entry, reason string) {
	if reason := pageReason(r); reason != "" {
		return e, reason
	}
	if strings.ContainsAny(r.from, "?#%|[]") {
		return e, "Docusaurus refuses ?, #, %, | and brackets in an old path"
	}
	return entry{objects: []string{object("from", quote(r.from), "to", quote(r.to.url("", "")))}}, ""
}
