package github

import (
	"cmp"
	"fmt"
	"slices"

	"github.com/linkvet/linkvet/internal/report"
)

// What spreads the annotations over causes: how many of one cause come in one round, and
// how many findings with one cause come as soon as a line of a source, even where no file
// is known.
const (
	maxInRound = 3
	manyOfOne  = 5
)

// before orders annotations: first problems and what is in a file that the pull request
// changes, last what has no file. Each cause has its first annotations before any has
// further ones, and lines of sources come before pages.
func before(a, b annotation) int {
	return cmp.Or(cmp.Compare(a.class(), b.class()), cmp.Compare(a.round, b.round), cmp.Compare(a.worth(), b.worth()))
}

// class is the rank without what only orders the annotations of one round.
func (a *annotation) class() int {
	switch rank := a.worth(); {
	case rank < inSource:
		return inChange
	case rank < nowhere:
		return inSource
	}
	return nowhere
}

// worth is the rank, or that of a source where the annotation is about many findings.
func (a *annotation) worth() int {
	if a.here >= manyOfOne {
		return min(a.rank, inSource)
	}
	return a.rank
}

// ofGroup returns the annotations of the findings of one cause. When one change fixes all,
// those in files that the pull request changes are enough, or else the best one.
func ofGroup(g *report.Group, files Files) []annotation {
	var all []annotation
	for _, f := range g.Findings {
		for i, s := range files.spots(f) {
			a := annotationOf(f, s)
			a.round = len(all) / maxInRound
			if i == 0 {
				a.findings = 1
			}
			all = append(all, a)
		}
	}
	if len(g.Findings) == 1 || !g.OneFix() {
		return all
	}
	slices.SortStableFunc(all, func(a, b annotation) int { return cmp.Compare(a.rank, b.rank) })
	few := 1
	for few < min(len(all), maxSpots) && all[few].class() == inChange {
		few++
	}
	all = all[:few]
	for i := range all {
		all[i].round, all[i].findings = 0, 0
	}
	all[0].title = fmt.Sprintf("%d %s links with one cause", len(g.Findings), word(all[0].level))
	before, name, after := g.Title()
	all[0].findings, all[0].here = len(g.Findings), len(g.Findings)
	all[0].messages = append(all[0].messages, "One of "+before+report.Clean(name, maxTitle)+after+".")
	return all
}
