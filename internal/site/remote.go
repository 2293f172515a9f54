package site

import (
	"errors"

	"github.com/linkvet/linkvet/internal/hosting"
	"github.com/linkvet/linkvet/internal/hosting/detect"
)

// What a Dir knows of directories that are not on this machine.

// Sources are the files outside of the pages that profiles of hosts asked for.
type Sources struct {
	// Deployed are those of the build directory, by name; nil for a name without a file.
	Deployed map[string]*hosting.Source
	// InRepository are those of the repository, by pattern.
	InRepository map[string][]*hosting.Source
	// BuildPath is that of the deployment.
	BuildPath string
}

// dirPart is what a Dir knows of one of its parts.
type dirPart struct {
	prefix, name, shown string
	// first is the number of its first file.
	first int32
	host  detect.Choice
}

// errNotHere is the cause when a file of a Listing is to be read.
var errNotHere = errors.New("its directory is not on this machine")
