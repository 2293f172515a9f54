package vercel

import (
	"net/http"
	"regexp"
	"slices"
	"strings"

	"github.com/linkvet/linkvet/internal/hosting"
	"github.com/linkvet/linkvet/internal/hosting/pattern"
	"github.com/linkvet/linkvet/internal/hosting/settings"
)

// redirect reads one of the redirects.
func (r *reader) redirect(item *settings.Value) {
	route, to, ok := r.rule(item, "redirect")
	if !ok {
		return
	}
	route.status = http.StatusPermanentRedirect
	permanent, hasPermanent := item.Get("permanent").Bool()
	if hasPermanent && !permanent {
		route.status = http.StatusTemporaryRedirect
	}
	if code := item.Get("statusCode"); code != nil {
		status, ok := code.Int()
		switch {
		case hasPermanent:
			r.file.Fault(code, "a redirect has both permanent and statusCode, so Vercel refuses the file; remove one")
			return
		case !ok || status < 300 || status > 399:
			r.file.Fault(code, "statusCode must be a number from 300 to 399; Vercel refuses the file")
			return
		}
		route.status = status
	}
	route.location, _ = to.Text()
	r.profile.early = append(r.profile.early, route)
	r.profile.book.AddRule(*route.shown)
}

// rewrite reads one of the rewrites.
func (r *reader) rewrite(item *settings.Value) {
	route, to, ok := r.rule(item, "rewrite")
	if !ok {
		return
	}
	route.dest, _ = to.Text()
	route.status, _ = item.Get("statusCode").Int()
	route.check = true
	r.profile.late = append(r.profile.late, route)
	r.addRewrite(*route.shown)
}

// addRewrite records a rule that names a file rather than a link. Where the file exists, it
// is no link to judge, as it may be redirected when readers ask for it.
func (r *reader) addRewrite(rule hosting.Rule) {
	if rule.Literal && !hosting.NamesHost(rule.To) {
		_, found := r.profile.serve(hosting.SitePath(rule.To))
		rule.Literal = !found
	}
	r.profile.book.AddRule(rule)
}

// rule reads what redirects and rewrites have in common. It is not ok for a rule that Vercel
// refuses.
func (r *reader) rule(item *settings.Value, what string) (made route, to *settings.Value, ok bool) {
	from, to := item.Get("source"), item.Get("destination")
	text, hasSource := from.Text()
	dest, hasDest := to.Text()
	switch {
	case !hasSource || !hasDest:
		if to.IsObject() {
			r.profile.programs = true
			r.file.Fault(to, "linkvet does not know what answers at this destination")
		} else {
			r.file.Fault(item, "a %s must have a source and a destination, both strings; Vercel refuses the file", what)
		}
		return made, to, false
	case !strings.HasPrefix(text, "/"):
		r.file.Fault(from, "the source %q does not begin with a slash, so it matches no path", text)
		return made, to, false
	}
	expression, err := pattern.CompilePath(text)
	unread := err != nil
	made.from = source{pattern: expression, unread: unread, prefix: pattern.PathPrefix(text)}
	if unread {
		r.file.Fault(from, "linkvet cannot read the source %q (%s), so links that it may match are not reported as broken", text, err)
	}
	made.from.conditions, made.requestNames = readConditions(item)
	captures := func(name string) bool { return slices.Contains(expression.Names(), name) }
	if err := pattern.UnknownReference(dest, func(name string) bool { return unread || captures(name) || made.requestNames[name] }); err != nil {
		r.file.Fault(to, "%s; Vercel refuses the file", err)
		return made, to, false
	}
	made.keepUsed(dest)
	refers := numbered.MatchString(dest) || len(made.requestNames) > 0 || slices.ContainsFunc(pattern.References(dest), captures)
	made.shown = r.file.Rule(to, !refers)
	return made, to, true
}

// numbered matches a reference to a group by its number.
var numbered = regexp.MustCompile(`\$[0-9]`)

// keepUsed removes the names that the destination does not use.
func (r *route) keepUsed(dest string) {
	used := pattern.References(dest)
	for name := range r.requestNames {
		if !slices.Contains(used, name) {
			delete(r.requestNames, name)
		}
	}
}
