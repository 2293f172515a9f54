package check

// Served answers, after a run, which paths the site has. A run with findings fills it
// in. It is not part of the report because it keeps in memory what the run found out:
// drop it when it is no longer used.
type Served struct {
	has   func(path string) bool
	lacks func(path, fragment string) bool
}

// Lookup returns the function that reports whether the site has a page or file at a
// path, base path stripped, that redirects to no other, as far as the run found out.
// It returns nil when nothing is known.
func (s *Served) Lookup() func(path string) bool { return s.has }

// Lacks reports whether the page at a path, base path stripped, was read and has no anchor
// for a fragment.
func (s *Served) Lacks(path, fragment string) bool {
	return s.lacks != nil && s.lacks(path, fragment)
}

// Set takes what a run found out.
func (s *Served) Set(has func(path string) bool, facts func(path string) *PageFacts) {
	if s == nil {
		return
	}
	s.has = has
	s.lacks = func(path, fragment string) bool {
		page := facts(path)
		return page != nil && !page.Indicates(fragment)
	}
}
