package vercel

import (
	"net/http"
	"strings"

	"github.com/linkvet/linkvet/internal/hosting/pattern"
	"github.com/linkvet/linkvet/internal/hosting/settings"
)

// routes reads "routes", the older form of redirects and rewrites:
// https://vercel.com/docs/project-configuration/vercel-json#routes
func (r *reader) routes() {
	// They ignore case where the file has none of the newer settings.
	foldCase := r.file.Root.First("redirects", "rewrites", "headers", "cleanUrls", "trailingSlash") == nil
	phase := ""
	for _, item := range r.rules("routes") {
		if handle, ok := item.Get("handle").Text(); ok {
			phase = handle
			continue
		}
		made, ok := r.route(item, foldCase)
		if !ok {
			continue
		}
		switch phase {
		case "":
			r.profile.early = append(r.profile.early, made)
		case "filesystem", "rewrite":
			r.profile.late = append(r.profile.late, made)
		case "miss", "resource":
			r.profile.programs = true
			r.file.Fault(item, "linkvet does not read routes after %q, so links to missing pages are not reported as broken", "handle: "+phase)
		}
	}
}

// route reads one of the routes. It is not ok for a route that no link can meet.
func (r *reader) route(item *settings.Value, foldCase bool) (made route, ok bool) {
	from := item.First("src", "source")
	if _, hasSource := from.Text(); !hasSource {
		r.file.Fault(item, "a route must have src, a string; Vercel refuses the file")
		return made, false
	}
	if methods := item.Get("methods"); len(methods.Texts()) > 0 && !methods.HasText(http.MethodGet) {
		return made, false
	}
	if sensitive, ok := item.Get("caseSensitive").Bool(); ok {
		foldCase = !sensitive
	}
	made.from = r.source(from, foldCase)
	made.from.conditions, _ = readConditions(item)
	made.goOn, _ = item.Get("continue").Bool()
	made.check, _ = item.Get("check").Bool()
	made.status, _ = item.First("status", "statusCode").Int()
	to := item.First("dest", "destination")
	made.dest, _ = to.Text()
	if header := locationHeader(item.Get("headers")); header != nil {
		made.location, _ = header.Text()
		to = header
	}
	if _, isText := to.Text(); !isText {
		r.profile.programs = r.profile.programs || to != nil
		return made, true
	}
	made.shown = r.file.Rule(to, !strings.Contains(made.location+made.dest, "$"))
	if made.location == "" {
		r.addRewrite(*made.shown)
	} else {
		r.profile.book.AddRule(*made.shown)
	}
	return made, true
}

// source reads the regular expression of a route.
func (r *reader) source(from *settings.Value, foldCase bool) (s source) {
	text, _ := from.Text()
	text = strings.TrimPrefix(text, "^")
	if !strings.HasSuffix(text, `\$`) {
		text = strings.TrimSuffix(text, "$")
	}
	if !foldCase {
		s.prefix = pattern.ExpressionPrefix(text)
	}
	expression, err := pattern.CompileExpression(text, foldCase)
	if err != nil {
		r.file.Fault(from, "linkvet cannot read the pattern %q (%s), so links that it may match are not reported as broken", text, err)
	}
	s.pattern, s.unread = expression, err != nil
	return s
}

// locationHeader returns the value of the header Location; nil for none.
func locationHeader(headers *settings.Value) *settings.Value {
	for _, member := range headers.Members() {
		if _, ok := member.Value.Text(); ok && strings.EqualFold(member.Name, "location") {
			return member.Value
		}
	}
	return nil
}
