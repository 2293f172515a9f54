// Package filelimit tells how much a run may do at once with the number of files that
// the process can open.
package filelimit

// Min is the number of files that a run needs: two of the runtime, the site, a page, a
// report or a connection with the look-up of its host.
const Min = 8

// How many files a run opens at once, beyond those that it was started with.
const (
	// otherFiles is kept for everything but connections and pages.
	otherFiles = 5
	// filesOfRequest is the most that one request takes: its connection, or two while it
	// tries both kinds of addresses, and the look-up of a name.
	filesOfRequest = 3
	// filesOfPage divides the files that can be open: pages may take that part.
	filesOfPage = 4
	// otherConnections is how many connections a run may have besides those of
	// requests in flight: to silent hosts, and idle ones.
	otherConnections = 2048
	idleOfRequest    = 4
)

// Bounds is how much a run may do at once.
type Bounds struct {
	// Requests is how many requests may be in flight, and Jobs how many pages may be
	// read at once.
	Requests, Jobs int
	// Connections is how many connections may be open; 0 means no bound.
	Connections int
}

// Within returns how much of what the settings ask for is possible with so many files.
func Within(files, concurrency, jobs int) Bounds {
	fits := Bounds{Requests: concurrency, Jobs: max(1, min(jobs, files/filesOfPage))}
	left := files - otherFiles - fits.Jobs
	if left >= otherConnections+(idleOfRequest+filesOfRequest)*concurrency {
		return fits
	}
	fits.Connections = max(1, left/filesOfRequest)
	fits.Requests = min(concurrency, fits.Connections)
	return fits
}
