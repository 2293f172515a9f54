package cache

import (
	"context"
	"errors"
)

// errEnded is the cause when the run ends before the file was read or written.
var errEnded = errors.New("the run has ended")

// ending tells work that has many small steps when to end.
type ending struct {
	ctx   context.Context
	steps uint
	ended bool
}

// reached reports whether the context has ended. It looks once in many steps, because
// that takes longer than a step.
func (e *ending) reached() bool {
	const often = 1 << 8
	if e.steps%often == 0 && !e.ended {
		e.ended = e.ctx.Err() != nil
	}
	e.steps++
	return e.ended
}
