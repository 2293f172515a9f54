package main

import (
	"fmt"
	"strings"
)

// details lists what a person has to look at.
func (r *result) details() string {
	var b strings.Builder
	fmt.Fprintf(&b, "== %s\n", r.site.name)
	if r.failure != nil {
		fmt.Fprintf(&b, "failed: %v\n", r.failure)
		return b.String()
	}
	fmt.Fprintf(&b, "exit %d, %d pages, %d links, target %s, hosting %s\n", r.status, r.stats.Pages, r.stats.Links, r.target, r.hosting)
	if r.site.Starter && r.status != 0 {
		b.WriteString("the starter does not exit with 0\n")
	}
	for _, n := range r.problems {
		fmt.Fprintf(&b, "problem: %s\n", n)
	}
	for _, n := range r.unlabelled {
		fmt.Fprintf(&b, "finding without a label: %s\n", n)
	}
	for i := range r.outcomes {
		b.WriteString(r.outcomes[i].details())
	}
	for _, n := range r.others {
		fmt.Fprintf(&b, "finding not planted: %s\n", n)
	}
	return b.String()
}

// details says what is wrong with an outcome; empty when all is right.
func (o *outcome) details() string {
	p := o.plant
	at := fmt.Sprintf("%s (%s:%d, %s)", p.Place, p.File, p.line, p.Link)
	switch {
	case !o.built:
		return fmt.Sprintf("not in the built site: %s\n", at)
	case !o.found:
		return fmt.Sprintf("not found: %s\n", at)
	}
	var b strings.Builder
	if o.line != exact {
		fmt.Fprintf(&b, "line %s: %s %s\n", o.line, at, o.said)
	}
	if o.suggestion != "" && o.suggestion != right {
		fmt.Fprintf(&b, "suggestion %s: %s: %q, not %q\n", o.suggestion, at, o.suggested, p.Want)
	}
	return b.String()
}
