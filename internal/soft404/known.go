package soft404

import (
	"github.com/linkvet/linkvet/internal/fetch"
	"github.com/linkvet/linkvet/internal/weburl"
)

// Known is what a Prober has found out, for the end of another run.
type Known struct {
	// Text are the notes, Honest, Admits and Matches what IsHonest, SaysSo and StartMatches
	// say, Way is where readers of what does not exist are sent, if they are, and Start what
	// the start page shows, where that matters.
	Text                    []string
	Honest, Admits, Matches bool
	Way                     weburl.URL
	Start                   string
}

// Known returns what is known once all pages are read. Nil knows nothing.
func (m *Prober) Known() Known {
	if m == nil {
		return Known{}
	}
	k := Known{Text: m.Notes(), Honest: m.isHonest, Admits: m.probe.admits, Matches: m.probe.startMatches}
	if m.probe.way != nil {
		k.Way = m.probe.way.URL
	} else if k.Matches {
		k.Start = m.start.text
	}
	return k
}

// Restore returns a Prober that knows what another did, and compares nothing.
func Restore(k Known, name func(weburl.URL) string) *Prober {
	m := New(nil, nil, name)
	close(m.done)
	m.isHonest = k.Honest
	m.probe = probe{admits: k.Admits, startMatches: k.Matches}
	m.start.text = k.Start
	if k.Way.Scheme != "" {
		m.probe.way = &fetch.Response{URL: k.Way}
	}
	for _, note := range k.Text {
		m.folders[note] = &folder{probe: probe{note: note}}
	}
	return m
}

// Tells reports whether anything is known.
func (k Known) Tells() bool {
	return k.Honest || k.Admits || k.Matches || k.Way.Scheme != "" || len(k.Text) > 0
}
