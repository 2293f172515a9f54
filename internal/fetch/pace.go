package fetch

import (
	"context"
	"fmt"
	"net/http"
	"sync"
	"sync/atomic"
	"time"

	"golang.org/x/time/rate"
)

// The rates of a host that said it was asked too often, in requests a second.
// None but the user's own bounds it before; from slowStart on it is halved each
// time that the host says so again, and doubled after calmAfter answers in a row
// in which it does not.
const (
	slowStart = rate.Limit(4)
	slowest   = rate.Limit(0.5)
	fastest   = rate.Limit(64)
	calmAfter = 16
	// mostRough is how often in a row, each time after a longer pause, a host may
	// refuse before it is set aside: at the slowest rate its thousandth link would
	// have its turn after half an hour, to be refused as well.
	mostRough = 8
	// mostPause is how long one external host may have a run wait for it in all.
	// One that pauses between good answers would otherwise do so for as long as it
	// has links. The site itself may: it is what is checked, and the user bounds
	// the run's time.
	mostPause = 2 * time.Minute
)

// asideError says that a request was not sent because its host wants to be left
// alone, and in which way it said so.
type asideError int

const (
	// askedForLong is that it named a longer wait than a run can make.
	askedForLong asideError = iota
	// refusedOn is that it refused again and again.
	refusedOn
	// pausedTooMuch is that its pauses add up to more than mostPause.
	pausedTooMuch
)

func (e asideError) Error() string {
	switch e {
	case refusedOn:
		return "the host went on to answer that it was asked too often, so it is not asked any more"
	case pausedTooMuch:
		return fmt.Sprintf("the host had this run wait for more than %v in all, so it is not asked any more", mostPause)
	}
	return "the host asked not to be asked again for longer than a run can wait"
}

// pace is how fast one host may be asked. It belongs to all of its links: what
// one of them is told holds for the others.
type pace struct {
	bound rate.Limit // the user's
	rate  *rate.Limiter
	// pause is the first pause after a refusal that names none.
	pause time.Duration
	// site is whether it is the site itself.
	site bool
	// uneasy is whether there is anything to look at below, or a bound.
	uneasy atomic.Bool

	mu    sync.Mutex
	until time.Time // paused until then
	// paused is how long all pauses take, the present one up to its end, and all
	// turns at less than one a second.
	paused time.Duration
	aside  error     // why it is not asked for the rest of the run; nil when it is
	slowed time.Time // when it was last slowed down
	rough  int       // refusals since the last answer that was none
	calm   int       // answers since the last refusal
}

// newPace returns the pace of a host that may be asked perSecond times a second;
// 0 is no bound.
func newPace(perSecond float64, pause time.Duration) *pace {
	p := &pace{bound: rate.Inf, pause: pause}
	if perSecond > 0 {
		p.bound = rate.Limit(perSecond)
		p.uneasy.Store(true)
	}
	p.rate = rate.NewLimiter(p.bound, 1)
	return p
}

// wait waits until the host may be asked.
func (p *pace) wait(ctx context.Context) error {
	if !p.uneasy.Load() {
		return nil
	}
	for {
		if err := p.waitRest(ctx); err != nil {
			return err
		}
		if err := waitTurn(ctx, p.rate); err != nil {
			return err
		}
		// The turn may have come in a pause that began meanwhile.
		if rest, err := p.turn(); rest <= 0 || err != nil {
			return err
		}
	}
}

// waitRest waits until the host's pause is over, however often it is extended.
func (p *pace) waitRest(ctx context.Context) error {
	for {
		rest, err := p.rest()
		if rest <= 0 || err != nil {
			return err
		}
		if err := sleep(ctx, rest); err != nil {
			return err
		}
	}
}

// rest is what is left of the host's pause.
func (p *pace) rest() (time.Duration, error) {
	p.mu.Lock()
	defer p.mu.Unlock()
	return time.Until(p.until), p.aside
}

// turn is rest for who has had a turn, which counts as a pause where the host
// bears less than one a second, and the user did not say so.
func (p *pace) turn() (time.Duration, error) {
	p.mu.Lock()
	defer p.mu.Unlock()
	if now := p.rate.Limit(); now < 1 && now < p.bound && p.aside == nil {
		p.spend(time.Duration(float64(time.Second) / float64(now)))
	}
	return time.Until(p.until), p.aside
}

// learn takes from an answer how the host wants to be asked. sent is when its
// request was.
func (p *pace) learn(resp *http.Response, sent time.Time) {
	now := time.Now()
	limited := isLimited(resp.StatusCode, resp.Header, now)
	quota := time.Duration(-1)
	if !limited {
		// A quota that this answer has used up is a refusal that can be spared.
		quota = quotaReset(resp.Header, now)
		if quota < 0 && !p.uneasy.Load() {
			return
		}
	}
	p.mu.Lock()
	defer p.mu.Unlock()
	p.uneasy.Store(true)
	if limited {
		p.refused(resp.Header, sent, now)
		return
	}
	if quota >= 0 && quota <= maxRetryAfter {
		p.extend(now, now.Add(quota))
	}
	p.accepted()
}

// refused notes an answer that asks for fewer requests. The mutex is held.
func (p *pace) refused(header http.Header, sent, now time.Time) {
	asked := askedWait(header, now)
	if asked > maxRetryAfter {
		p.aside = askedForLong
		return
	}
	p.calm = 0
	if asked >= 0 {
		p.extend(now, now.Add(asked))
	}
	if sent.Before(p.slowed) {
		return // it was on its way when the host had its say
	}
	p.slowed = now
	if asked < 0 {
		p.extend(now, now.Add(min(p.pause<<min(p.rough, 10), maxBackoff)))
	}
	if p.rough++; p.rough == mostRough {
		p.aside = refusedOn
	}
	if p.rate.Limit() > slowStart {
		p.setRate(min(slowStart, p.bound/2))
		return
	}
	p.setRate(max(p.rate.Limit()/2, min(slowest, p.bound)))
}

// accepted notes an answer that is content with the pace. The mutex is held.
func (p *pace) accepted() {
	p.rough = 0
	if p.slowed.IsZero() {
		return
	}
	if p.calm++; p.calm >= calmAfter {
		p.calm = 0
		p.setRate(min(p.rate.Limit()*2, fastest, p.bound))
	}
}

func (p *pace) setRate(to rate.Limit) { p.rate.SetLimit(to) }

// extend pauses the host until then. The mutex is held.
func (p *pace) extend(now, until time.Time) {
	from := p.until
	if from.Before(now) {
		from = now
	}
	if until.After(from) {
		p.spend(until.Sub(from))
		p.until = until
	}
}

// spend counts a pause, and sets the host aside when that is too much. The mutex
// is held.
func (p *pace) spend(pause time.Duration) {
	if p.paused += pause; p.paused > mostPause && !p.site {
		p.aside = pausedTooMuch
	}
}

// waitTurn waits for the next free moment of r. Unlike r.Wait it fails with
// ctx's own error and no other.
func waitTurn(ctx context.Context, r *rate.Limiter) error {
	turn := r.Reserve()
	if err := sleep(ctx, turn.Delay()); err != nil {
		turn.Cancel()
		return err
	}
	return nil
}

// sleep waits for d, or until ctx is done.
func sleep(ctx context.Context, d time.Duration) error {
	if d <= 0 {
		return ctx.Err()
	}
	timer := time.NewTimer(d)
	defer timer.Stop()
	select {
	case <-timer.C:
		return nil
	case <-ctx.Done():
		return ctx.Err()
	}
}
