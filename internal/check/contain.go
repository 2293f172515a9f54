package check

import (
	"context"
	"slices"
	"sync"

	"github.com/linkvet/linkvet/internal/contain"
	"github.com/linkvet/linkvet/internal/link"
)

// mishaps are the steps of a run that went wrong by a mistake of ours. Each is a
// problem of the run, and costs nothing but itself.
type mishaps struct {
	mu       sync.Mutex
	problems []string
}

// contain does one step, and reports whether it came to its end.
func (m *mishaps) contain(step, input string, do func()) bool {
	problem := contain.Panic(step, input, do)
	if problem == "" {
		return true
	}
	m.mu.Lock()
	defer m.mu.Unlock()
	m.problems = append(m.problems, problem)
	return false
}

// some reports whether anything went wrong.
func (m *mishaps) some() bool {
	m.mu.Lock()
	defer m.mu.Unlock()
	return len(m.problems) > 0
}

// take are the problems since the last call, in order.
func (m *mishaps) take() []string {
	m.mu.Lock()
	defer m.mu.Unlock()
	problems := m.problems
	m.problems = nil
	slices.Sort(problems)
	return problems
}

// locked calls f with the mutex held.
func (a *asker) locked(f func()) {
	a.mu.Lock()
	defer a.mu.Unlock()
	f()
}

// ask does one task. Whatever goes wrong there, those who wait for its target get a
// result.
func (a *asker) ask(ctx context.Context, work task) {
	name := a.job.display(work.target.url, work.target.internal)
	if a.contain("check", name, func() { a.askFor(ctx, work) }) {
		return
	}
	a.contain("settle", name, func() {
		a.settle(work.target, work.level, outcome{
			verdict: link.Unverified, reason: link.NotReached, message: "linkvet itself failed here: the problems of the run say where",
		})
		if a.crawl != nil {
			a.crawl.answered(work, false, false)
		}
	})
}
