package hosting

// Source is a file that holds rules, or that is a sign of a host.
type Source struct {
	// Name is relative to the working directory, with slashes.
	Name string
	Data []byte
}

// Deployment is what a profile is made from.
type Deployment struct {
	Files Files
	// Deployed reads a file at the slash path name in the build directory; nil when
	// there is none.
	Deployed func(name string) *Source
	// InRepository reads the files that match a pattern of path.Match, in order. It
	// looks in the directories that hold the build directory, up to the top of the
	// repository, and takes the nearest one that has any.
	InRepository func(pattern string) []*Source
	// BuildPath is the slash path of the build directory from the top of its
	// repository: "." for the top itself, empty when it is in none.
	BuildPath string
}

// WorkflowFiles is the pattern of the files of GitHub Actions, for InRepository.
const WorkflowFiles = ".github/workflows/*.y*ml"

// Nearest reads the file of that name in the build directory, or else in the
// repository; nil when neither has one.
func (d Deployment) Nearest(name string) *Source {
	if source := d.Deployed(name); source != nil {
		return source
	}
	return d.FirstInRepository(name)
}

// FirstInRepository reads the first file that InRepository finds for any of the patterns,
// in their order; nil when there is none.
func (d Deployment) FirstInRepository(patterns ...string) *Source {
	for _, pattern := range patterns {
		if sources := d.InRepository(pattern); len(sources) > 0 {
			return sources[0]
		}
	}
	return nil
}

// FirstDeployed reads the first of the files that the build directory has; nil when it
// has none.
func (d Deployment) FirstDeployed(names ...string) *Source {
	for _, name := range names {
		if source := d.Deployed(name); source != nil {
			return source
		}
	}
	return nil
}
