package hosting

// Source is a file that holds rules, or a sign of a host.
type Source struct {
	// Name is relative to the working directory, with slashes.
	Name string
	Data []byte
}

// Deployment is what a profile is made from.
type Deployment struct {
	Files Files
	// Inside reads a file at the slash path name in the build directory; nil when
	// there is none.
	Inside func(name string) *Source
	// Beside reads the files that match a pattern of path.Match in the nearest
	// directory around the build directory, up to the top of the repository, in
	// which any does, in order.
	Beside func(pattern string) []*Source
	// Place is the slash path of the build directory from the top of its
	// repository: "." for the top itself, empty when it is in none.
	Place string
}

// nearest reads the file name of the build directory or else of the repository;
// nil when neither has one.
func (d Deployment) nearest(name string) *Source {
	if source := d.Inside(name); source != nil {
		return source
	}
	if sources := d.Beside(name); len(sources) > 0 {
		return sources[0]
	}
	return nil
}
