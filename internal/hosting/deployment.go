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

// WorkflowFiles is the pattern of the files of GitHub Actions, for Beside.
const WorkflowFiles = ".github/workflows/*.y*ml"

// Nearest reads the file of that name in the build directory, or else in the
// repository; nil when neither has one.
func (d Deployment) Nearest(name string) *Source {
	if source := d.Inside(name); source != nil {
		return source
	}
	return d.FirstBeside(name)
}

// FirstBeside reads the first file that Beside finds for any of the patterns, in their
// order; nil when there is none.
func (d Deployment) FirstBeside(patterns ...string) *Source {
	for _, pattern := range patterns {
		if sources := d.Beside(pattern); len(sources) > 0 {
			return sources[0]
		}
	}
	return nil
}

// FirstInside reads the first of the files that the build directory has; nil when it
// has none.
func (d Deployment) FirstInside(names ...string) *Source {
	for _, name := range names {
		if source := d.Inside(name); source != nil {
			return source
		}
	}
	return nil
}
