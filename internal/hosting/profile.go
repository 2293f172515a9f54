package hosting

import (
	"cmp"
	"errors"
	"fmt"
	"net/http"
	"regexp"
	"slices"
	"strings"

	"github.com/linkvet/linkvet/internal/hosting/settings"
)

// profile answers for one deployment of a host, whose file fills it in. The fields that are functions may be nil.
type profile struct {
	name          string
	static        static
	rules         ruleSet
	shown         []Rule
	faults        []Fault
	reserved      string                                 // reserved begins the paths that are the host's own, before all rules; empty for none
	mergesSlashes bool                                   // whether empty elements of a path do not count for rules
	normalized    func(path string) (to string, ok bool) // normalized returns where a path is redirected before all rules
	missing       func(Request, Answer) Answer           // missing answers in place of an answer by files that found nothing
	isProgram     func(path string) bool                 // isProgram reports whether a program answers where no file does
	// code matches the paths that programs may answer before rules and files, and isExempt those that they leave.
	code           []*regexp.Regexp
	isExempt       func(path string) bool
	mayGenerate    bool         // whether a program may answer where nothing else does
	servesRewrites bool         // whether a rewrite leads to all that a request gets without rules, rather than to a file
	triesNext      bool         // whether the host tries the next rules where a rewrite finds nothing
	overrides      map[int]rule // rules for what is answered instead of a status
}

// Name is the name of the host.
func (p *profile) Name() string { return p.name }

// Rules are those of the files of rules.
func (p *profile) Rules() []Rule { return p.shown }

// Faults are those of the files of rules.
func (p *profile) Faults() []Fault { return p.faults }

// URLPath is where the host sends a file.
func (p *profile) URLPath(file string) string {
	at := p.static.urlPath(file)
	if p.normalized != nil {
		if to, ok := p.normalized("/" + at); ok {
			return to
		}
	}
	return at
}

// Plainly is true where neither settings nor rules change what files answer.
func (p *profile) Plainly() bool {
	return p.static.plainly() && !p.rules.forced
}

// Answer goes through what all hosts have in the same order: their own paths, rules, files, and what answers at last.
func (p *profile) Answer(req Request) Answer {
	if p.reserved != "" && strings.HasPrefix(req.Path, p.reserved) {
		return Answer{Kind: Unknown}
	}
	if p.normalized != nil {
		if to, ok := p.normalized(req.Path); ok {
			return p.static.redirectTo(to, req)
		}
	}
	if p.mergesSlashes {
		req.Path = withoutEmpty(req.Path)
	}
	var a Answer
	if !p.rules.forced {
		a = p.content(req) // No rule goes before a file.
	}
	if a.Kind == NotFound {
		a = p.ruled(req, a, !p.rules.forced)
	}
	if a.Kind == NotFound && a.Rule == nil && a.Status == 0 {
		if _, ok := p.overrides[http.StatusNotFound]; ok {
			a = p.failed(http.StatusNotFound, req)
		}
		if p.mayGenerate {
			a = anyOf(a, Answer{Kind: Unknown})
		}
	}
	switch {
	case !p.mayCompute(req.Path):
		return a
	case a.Kind == NotFound && len(a.Or) == 0:
		return Answer{Kind: Unknown}
	}
	return anyOf(a, Answer{Kind: Unknown})
}

// mayCompute reports whether code of the deployment may answer a path.
func (p *profile) mayCompute(path string) bool {
	return slices.ContainsFunc(p.code, func(e *regexp.Regexp) bool { return e.MatchString(path) }) && (p.isExempt == nil || !p.isExempt(path))
}

// addCode records the paths of code by an expression.
func (p *profile) addCode(expression string) {
	p.code = append(p.code, regexp.MustCompile("(?s)^"+expression))
}

// quoteText returns an expression for the text itself.
func quoteText(text string) string { return regexp.QuoteMeta(strings.ToValidUTF8(text, "\ufffd")) }

// content answers without rules: with a file, a redirect to it, or what the host has in its place.
func (p *profile) content(req Request) Answer {
	a := p.static.answer(req)
	if a.Kind == NotFound && p.isProgram != nil && p.isProgram(req.Path) {
		return Answer{Kind: Unknown}
	}
	if a.Kind == NotFound && p.missing != nil {
		return p.missing(req, a)
	}
	return a
}

// rewritten answers with what is at another path. Where it is not ok, the host tries the next rules for that path.
func (p *profile) rewritten(to string, req Request) (a Answer, ok bool) {
	at := sitePath(to)
	if p.servesRewrites {
		return p.content(Request{Path: at, Query: req.Query}), true
	}
	if p.reserved != "" && strings.HasPrefix(at, p.reserved) || p.mayCompute(at) {
		return Answer{Kind: Unknown}, true
	}
	if file := p.static.find(at); file != "" {
		return Answer{Kind: File, File: file}, true
	}
	if p.isProgram != nil && p.isProgram(at) {
		return Answer{Kind: Unknown}, true
	}
	return Answer{Why: fmt.Sprintf("a rule rewrites the path to %s, which does not exist", at)}, !p.triesNext
}

// failed answers with a status of failure, or with what the deployment has instead of it.
func (p *profile) failed(status int, req Request) Answer {
	a := Answer{Status: status}
	if status == http.StatusNotFound {
		a.Status = 0
	}
	override := p.overrides[status]
	a.Rule = override.shown
	switch {
	case override.action == redirect:
		a.Kind, a.Status, a.Location = Redirect, override.status, location(override.to, req)
	case override.to != "" && override.status > 0 && override.status < 300:
		if file := p.static.find(sitePath(override.to)); file != "" {
			a.Kind, a.Status, a.File = File, 0, file
		}
	}
	return a
}

// addRule records a rule that has a destination, at a line and column of a file.
func (p *profile) addRule(r rule, source string, line, column int, literal bool) {
	if len(r.to) > maxPattern {
		p.fault(source, line, "the destination has %d bytes: shorten it, as linkvet does not report links that the rule matches as broken", len(r.to))
		p.rules.add(rule{pattern: r.pattern, conditions: r.conditions, forced: r.forced, action: program})
		return
	}
	r.shown = &Rule{Source: source, Line: line, Column: column, To: r.to, Literal: literal}
	p.rules.add(r)
	if r.to != "" {
		p.shown = append(p.shown, *r.shown)
	}
}

// addRuleAt is addRule for a destination that is a value of a file of settings.
func (p *profile) addRuleAt(r rule, source *Source, to *settings.Value, literal bool) {
	line, column := to.Position()
	p.addRule(r, source.Name, line, column, literal)
}

// isLink reports whether the destination of a rewrite is a link to judge. It is not where it names a file, as readers may be
// redirected away from that.
func (p *profile) isLink(to string) bool { return NamesHost(to) || p.static.find(sitePath(to)) == "" }

// sort puts rules and faults in the order of their places. A profile calls it once, when it has read all of its files.
func (p *profile) sort() {
	slices.SortStableFunc(p.shown, func(x, y Rule) int {
		return cmp.Or(strings.Compare(x.Source, y.Source), x.Line-y.Line, x.Column-y.Column)
	})
	slices.SortStableFunc(p.faults, func(x, y Fault) int {
		return cmp.Or(strings.Compare(x.Source, y.Source), x.Line-y.Line)
	})
}

// fault records what is wrong with a line of a file; 0 stands for all of it.
func (p *profile) fault(source string, line int, format string, args ...any) {
	p.faults = append(p.faults, Fault{Source: source, Line: line, Message: fmt.Sprintf(format, args...)})
}

// faultAt records what is wrong with a value of a file of settings.
func (p *profile) faultAt(source *Source, value *settings.Value, format string, args ...any) {
	line, _ := value.Position()
	p.fault(source.Name, line, format, args...)
}

// unread records that linkvet cannot evaluate the pattern of a rule.
func (p *profile) unread(source *Source, from *settings.Value, text string, err error) {
	p.faultAt(source, from, "linkvet cannot read the pattern %q (%s), so links that it may match are not reported as broken", text, err)
}

// readJSON reads a file of settings. It returns nil for one that is not there, or not valid.
func (p *profile) readJSON(source *Source) *settings.Value {
	if source == nil || p.isTooLarge(source) {
		return nil
	}
	root, err := settings.ReadJSON(source.Data)
	p.refuse(source, err, "the file is not valid JSON (%s), so its rules have no effect")
	return root
}

// refuse records why a file of settings cannot be read, if it cannot.
func (p *profile) refuse(source *Source, err error, format string) {
	if failure, ok := errors.AsType[*settings.Error](err); ok {
		p.fault(source.Name, failure.Line, format, failure)
	}
}

// isTooLarge reports whether a file is not read, and records that.
func (p *profile) isTooLarge(source *Source) bool {
	isLarge := len(source.Data) >= MaxRules
	if isLarge {
		p.faults = append(p.faults, Fault{Source: source.Name, Message: "the file is too large (2 MiB or more), so linkvet ignores its rules", Unread: true})
	}
	return isLarge
}
