package hosting

import (
	"net/http"
	"slices"
)

// MaxChoices is how many answers are kept of one request.
const MaxChoices = 8

// Choices collects what a host may answer besides what it answers most likely.
type Choices []Answer

// Add records an answer, unless it is known already.
func (c *Choices) Add(a Answer) {
	if len(*c) < MaxChoices && !slices.ContainsFunc(*c, a.Same) {
		*c = append(*c, a)
	}
}

// With returns an answer together with those that were collected.
func (c Choices) With(a Answer) Answer {
	others := Choices(a.Or)
	a.Or = nil
	var kept Choices
	kept.Add(a)
	for _, list := range []Choices{c, others} {
		for _, other := range list {
			kept.Add(other)
		}
	}
	if len(kept) > 1 {
		a.Or = kept[1:]
	}
	return a
}

// AnyOf returns one answer for several that a host may give; there is at least one.
func AnyOf(answers []Answer) Answer {
	first := answers[0]
	for _, answer := range answers[1:] {
		if !first.Same(answer) && !slices.ContainsFunc(first.Or, answer.Same) {
			first.Or = append(slices.Clip(first.Or), answer)
		}
	}
	return first
}

// OrUnknown returns an answer that a program may give in its place.
func OrUnknown(answer Answer) Answer {
	if answer.Kind == NotFound && len(answer.Or) == 0 {
		return Answer{Kind: Unknown}
	}
	return AnyOf([]Answer{answer, {Kind: Unknown}})
}

// Same reports whether a reader would see no difference between two answers.
func (a Answer) Same(b Answer) bool {
	return a.Kind == b.Kind && a.File == b.File && a.Status == b.Status && a.Location == b.Location
}

// Failed returns the answer of a rule that makes the host fail with a status.
func Failed(status int, rule *Rule) Answer {
	if status == http.StatusNotFound {
		status = 0
	}
	return Answer{Status: status, Rule: rule}
}

// RedirectTo returns a redirect to a path that is not percent-encoded, with the query
// of the request.
func RedirectTo(status int, to string, req Request) Answer {
	location := EscapePath(to)
	if req.Query != "" {
		location += "?" + req.Query
	}
	return Answer{Kind: Redirect, Status: status, Location: location}
}
