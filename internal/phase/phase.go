// Package phase measures how long each phase of a run takes.
package phase

import (
	"sync"
	"time"
)

// Phase is a part of a run. A run is in one phase at a time.
type Phase int

// The phases, in the order in which they are listed.
const (
	Settings   Phase = iota // until the site is opened
	Earlier                 // reading the report of an earlier run
	Start                   // showing on GitHub that a run has begun
	Listing                 // the files of a directory
	Waiting                 // until the start page of a live site answers as it should
	Reading                 // the pages, and judging their links
	External                // external targets, after the last page was read
	Judging                 // what needs the whole site, and making the report
	Comparing               // with an old site
	Suggesting              // what broken links meant
	Sources                 // looking for the lines of the sources
	Causes                  // which findings a pull request causes
	Fixing                  // finding out what can be fixed, and changing files
	Reports                 // writing them

	count
)

// String returns the name of the phase in reports.
func (p Phase) String() string {
	return [count]string{
		"settings", "reading the report", "publishing the start", "listing files", "waiting for the site", "reading pages", "external targets",
		"judging", "comparing", "suggestions", "sources", "changes", "fixes", "reports",
	}[p]
}

// Time is how long a phase took.
type Time struct {
	Phase Phase
	Took  time.Duration
}

// Clock measures the phases of one run. It is safe for concurrent use. A nil Clock measures
// nothing.
type Clock struct {
	mu      sync.Mutex
	current Phase
	since   time.Time
	begun   [count]bool
	took    [count]time.Duration
}

// Begin ends the current phase and begins p. Times of a phase that begins again are added up.
func (c *Clock) Begin(p Phase) { c.BeginAt(p, time.Now()) }

// BeginAt is Begin at a time that has passed. A time before the begin of the current phase
// counts as that begin, and zero as now.
func (c *Clock) BeginAt(p Phase, at time.Time) {
	if c == nil {
		return
	}
	if at.IsZero() {
		at = time.Now()
	}
	c.mu.Lock()
	defer c.mu.Unlock()
	c.endLocked(at)
	c.current, c.begun[p] = p, true
}

// Times returns the phases that have begun, in their order. The current one lasts until now.
func (c *Clock) Times() []Time {
	if c == nil {
		return nil
	}
	c.mu.Lock()
	defer c.mu.Unlock()
	c.endLocked(time.Now())
	var all []Time
	for p, begun := range c.begun {
		if begun {
			all = append(all, Time{Phase(p), c.took[p]})
		}
	}
	return all
}

func (c *Clock) endLocked(at time.Time) {
	if c.since.IsZero() {
		c.since = at
	}
	if at.After(c.since) {
		c.took[c.current] += at.Sub(c.since)
		c.since = at
	}
}
