package check

import (
	"slices"
	"sync"

	"github.com/linkvet/linkvet/internal/contain"
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
