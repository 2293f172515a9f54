package main

import (
	"sync"
	"time"
)

// pacer spreads answers over the time that the run is to take.
type pacer struct {
	every time.Duration

	mu   sync.Mutex
	next time.Time
}

// late is how far the pacer may be behind before it gives up the time.
const late = 5 * time.Second

// wait waits for the turn of an answer, and at least for latency.
func (p *pacer) wait(latency time.Duration) {
	now := time.Now()
	p.mu.Lock()
	if p.next.Before(now.Add(-late)) {
		p.next = now
	}
	p.next = p.next.Add(p.every)
	turn := p.next
	p.mu.Unlock()
	time.Sleep(max(turn.Sub(now), latency))
}
