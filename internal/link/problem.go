package link

import "slices"

// AddProblem notes why the site could not be checked, or the report not be made, to
// the end, once the report was put in order. An empty problem is none.
func (r *Report) AddProblem(problem string) {
	if problem == "" {
		return
	}
	if i, known := slices.BinarySearch(r.Problems, problem); !known {
		r.Problems = slices.Insert(r.Problems, i, problem)
	}
	r.Complete, r.Fixed = false, 0
}
