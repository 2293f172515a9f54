package hosting

import "slices"

// anyOf is one answer for several that a host may give, without repetitions; there
// is at least one.
func anyOf(answers []Answer) Answer {
	first := answers[0]
	for _, answer := range answers[1:] {
		if !sameAnswer(first, answer) && !slices.ContainsFunc(first.Or, func(a Answer) bool { return sameAnswer(a, answer) }) {
			first.Or = append(slices.Clip(first.Or), answer)
		}
	}
	return first
}

// orUnknown is an answer that code may give in its place.
func orUnknown(answer Answer) Answer {
	if answer.Kind == NotFound && len(answer.Or) == 0 {
		return Answer{Kind: Unknown}
	}
	return anyOf([]Answer{answer, {Kind: Unknown}})
}

// sameAnswer tells whether a reader would see no difference.
func sameAnswer(a, b Answer) bool {
	return a.Kind == b.Kind && a.File == b.File && a.Status == b.Status && a.Location == b.Location
}
