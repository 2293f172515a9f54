package firebase

import (
	"net/http"
	"regexp"
	"slices"
	"strings"

	"github.com/linkvet/linkvet/internal/hosting/pattern"
	"github.com/linkvet/linkvet/internal/hosting/settings"
)

// redirect reads one of the redirects.
func (r *reader) redirect(item *settings.Value) {
	to := item.Get("destination")
	destination, ok := to.Text()
	if !ok {
		r.file.Fault(item, "a redirect must have a destination, a string")
		return
	}
	made := rule{destination: destination, status: http.StatusMovedPermanently}
	if status := item.Get("type"); status != nil {
		code, ok := status.Int()
		if !ok || code < 300 || code > 399 {
			r.file.Fault(status, "the type of a redirect is not a number from 300 to 399, so Firebase refuses it; write 301 or 302")
			return
		}
		made.status = code
	}
	if made.from, ok = r.source(item, "redirect"); !ok {
		return
	}
	made.shown = r.file.Rule(to, !hasParameter(destination))
	if made.shown.Literal {
		made.from.capture = nil
	} else if err := made.from.unknown(destination); err != nil {
		r.file.Fault(to, "%s", err)
		return
	}
	r.profile.redirects = append(r.profile.redirects, made)
	r.profile.book.AddRule(*made.shown)
}

// rewrite reads one of the rewrites.
func (r *reader) rewrite(item *settings.Value) {
	made := rule{}
	to := item.Get("destination")
	destination, ok := to.Text()
	made.program = item.First("function", "run", "dynamicLinks") != nil
	if !ok && !made.program {
		r.file.Fault(item, "a rewrite must have a destination, a function or a container to run")
		return
	}
	if made.from, ok = r.source(item, "rewrite"); !ok {
		return
	}
	made.from.capture = nil
	if !made.program {
		made.destination = destination
		_, found := r.profile.destination(destination)
		// A rewrite names a file rather than a link. Where the file exists, it is no
		// link to judge, as readers may be redirected away from it.
		made.shown = r.file.Rule(to, !found)
		r.profile.book.AddRule(*made.shown)
	}
	r.profile.rewrites = append(r.profile.rewrites, made)
}

// source reads which paths a rule is for. It is not ok for a rule that Firebase refuses.
func (r *reader) source(item *settings.Value, what string) (s source, ok bool) {
	from := item.First("glob", "source")
	text, isGlob := from.Text()
	_, isExpression := item.Get("regex").Text()
	switch {
	case isGlob && isExpression:
		r.file.Fault(item, "a %s has both a source and a regex, so Firebase refuses it; remove one", what)
		return s, false
	case isExpression:
		return r.expression(item.Get("regex"))
	case !isGlob || text == "":
		r.file.Fault(item, "a %s must have a source or a regex, a string", what)
		return s, false
	}
	glob, err := pattern.CompileGlob(rooted(text))
	if err != nil {
		r.file.Fault(from, "linkvet cannot read the source %q (%s), so links that it may match are not reported as broken", text, err)
		return source{unread: true}, true
	}
	return source{
		glob:    glob,
		capture: pattern.CompileGlobPath(rooted(text)),
		prefix:  asciiPrefix(strings.TrimSuffix(pattern.PathPrefix(rooted(text)), "/")),
	}, true
}

// expression reads a regular expression.
func (r *reader) expression(from *settings.Value) (s source, ok bool) {
	text, _ := from.Text()
	err := pattern.ErrSize
	if len(text) <= pattern.MaxSize {
		s.expression, err = regexp.Compile(text)
	}
	if err != nil {
		reason := strings.TrimPrefix(err.Error(), "error parsing regexp: ")
		if pattern.HasLookaround(text) {
			reason = "Firebase uses RE2, which does not support lookaround"
		}
		r.file.Fault(from, "the regex %q is not valid: %s", text, reason)
		return s, false
	}
	s.whole, err = regexp.Compile("^(?:" + text + ")$")
	return s, err == nil
}

// unknown returns an error about a name in a destination that the source does not
// capture; nil for none.
func (s *source) unknown(destination string) error {
	var names []string
	switch {
	case s.whole != nil:
		names = s.whole.SubexpNames()
	case s.capture != nil:
		names = s.capture.Names()
	default:
		return nil
	}
	return pattern.UnknownReference(destination, func(name string) bool { return slices.Contains(names, name) })
}
