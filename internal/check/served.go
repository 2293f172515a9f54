package check

// Served answers, after a run, which paths the site has. A run with findings fills it
// in. It is not part of the report because it keeps in memory what the run found out:
// drop it when it is no longer used.
type Served struct{ has func(path string) bool }

// Lookup returns the function that reports whether the site has a page or file at a
// path, base path stripped, that redirects to no other, as far as the run found out.
// It returns nil when nothing is known.
func (s *Served) Lookup() func(path string) bool { return s.has }

func (s *Served) Set(has func(path string) bool) {
	if s != nil {
		s.has = has
	}
}
