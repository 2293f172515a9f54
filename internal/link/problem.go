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
