package check

import (
	"slices"
	"sync"

	"github.com/linkvet/linkvet/internal/contain"
)

// Steps are the steps of a run that went wrong by a mistake of ours. Each is a
// problem of the run, and costs nothing but itself.
type Steps struct {
	mu       sync.Mutex
	problems []string
}

// Do does one step, and reports whether it came to its end.
func (m *Steps) Do(step, input string, do func()) bool {
	problem := contain.Panic(step, input, do)
	if problem == "" {
		return true
	}
	m.mu.Lock()
	defer m.mu.Unlock()
	m.problems = append(m.problems, problem)
	return false
}

// AnyFailed reports whether anything went wrong.
func (m *Steps) AnyFailed() bool {
	m.mu.Lock()
	defer m.mu.Unlock()
	return len(m.problems) > 0
}

// Problems are the problems so far, in no order. TakeProblems returns them once more.
func (m *Steps) Problems() []string {
	m.mu.Lock()
	defer m.mu.Unlock()
	return slices.Clone(m.problems)
}

// TakeProblems are the problems since the last call, in order.
func (m *Steps) TakeProblems() []string {
	m.mu.Lock()
	defer m.mu.Unlock()
	problems := m.problems
	m.problems = nil
	slices.Sort(problems)
	return problems
}
