package link

import "slices"

// AddProblem notes what kept the run from checking the site, or from delivering its
// report, when the report is in order already. An empty problem is none, and one that
// is known is not said twice.
func (r *Report) AddProblem(problem string) {
	if problem == "" {
		return
	}
	if i, known := slices.BinarySearch(r.Problems, problem); !known {
		r.Problems = slices.Insert(r.Problems, i, problem)
	}
	r.Complete, r.Fixed = false, 0
}

// Note adds a note to a report that is being made; an empty one is none.
func (r *Report) Note(text string) {
	if text != "" {
		r.Notes = append(r.Notes, text)
	}
}

// Problem adds a problem to a report that is being made; an empty one is none. When the
// report is in order already, AddProblem does.
func (r *Report) Problem(text string) {
	if text != "" {
		r.Problems = append(r.Problems, text)
	}
}
