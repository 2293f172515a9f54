package fetch

import (
	"context"
	"net/http"
	"sync"
	"sync/atomic"
	"time"

	"golang.org/x/time/rate"
)

// The rates of an external host that said it was asked too often, in requests a
// second. None but the user's own bounds it before; from slowStart on it is halved
// each time that the host says so again, and doubled after calmAfter answers in a
// row in which it does not.
const (
	slowStart = rate.Limit(4)
	slowest   = rate.Limit(0.5)
	fastest   = rate.Limit(64)
	calmAfter = 16
)

// How long one external host may hold up a run that has nothing else to do.
const (
	// maxRefusals is how often in a row, each time after a pause, a host may refuse
	// before it is set aside.
	maxRefusals = 8
	// maxRefusing is how long a host that has answered nothing but refusals may be
	// waited for, and maxRefusingKnown one that has, each time.
	maxRefusing      = 25 * time.Second
	maxRefusingKnown = maxRetryAfter
	// maxPaused bounds all pauses of one host together. One that pauses between good
	// answers would otherwise hold a run up for as long as it has links. The site
	// itself may: it is what is checked, and the user bounds the run's time.
	maxPaused = 2 * time.Minute
	// maxFailing is how long a host may answer with nothing but server errors, of
	// which there have to be manyFailures.
	maxFailing   = 10 * time.Second
	manyFailures = 10
)

// pace is how fast one host may be asked. It belongs to all of its links: what
// one of them is told holds for the others.
type pace struct {
	bound rate.Limit // the user's
	// pause is the first pause after a refusal that names none.
	pause time.Duration
	// uneasy is whether there is anything to look at below, or a bound, and good
	// whether there was an answer that is no refusal.
	uneasy, good atomic.Bool
	// site is what is known beyond that of an origin of the site; nil for others.
	site *siteState

	// first holds the one who waits for the next turn; the others wait for that.
	first chan struct{}

	mu    sync.Mutex
	rate  *rate.Limiter
	until time.Time // paused until then
	// paused is how long all pauses take, the present one up to its end, and all
	// turns at less than one a second.
	paused time.Duration
	// since is when the host began to refuse or to fail, without an answer in
	// between that does neither; zero when that was one. failures are the server
	// errors since.
	since    time.Time
	failures int
	aside    *asideError   // why it is not asked now; nil when it is
	setAside chan struct{} // closed when it is set aside
	probed   bool          // it was asked again although it had been set aside
	slowed   time.Time     // when it was last slowed down
	refusals int           // since the last answer that was none
	calm     int           // answers since the last refusal
}

// newPace returns the pace of a host that may be asked perSecond times a second;
// 0 is no bound.
func newPace(perSecond float64, pause time.Duration) *pace {
	p := &pace{bound: rate.Inf, pause: pause, setAside: make(chan struct{}), first: make(chan struct{}, 1)}
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
	if err := p.queue(ctx); err != nil {
		return err
	}
	defer func() { <-p.first }()
	for {
		if err := p.waitRest(ctx); err != nil {
			return err
		}
		if err := p.waitTurn(ctx); err != nil {
			return err
		}
		// The turn may have come in a pause that began meanwhile.
		if rest, err := p.turn(); rest <= 0 || err != nil {
			return err
		}
	}
}

// queue waits until all that came before have had their turn. Were each to book a
// turn of its own, those at a rate that is no longer would still come.
func (p *pace) queue(ctx context.Context) error {
	select {
	case p.first <- struct{}{}:
		return nil
	default:
	}
	p.rests(ctx)
	select {
	case p.first <- struct{}{}:
		return nil
	case <-ctx.Done():
		return ctx.Err()
	}
}

// rests tells that the call of Do with this ctx waits for an external host. More
// work for the site would only wait as well.
func (p *pace) rests(ctx context.Context) {
	if p.site == nil {
		waits(ctx)
	}
}

// waitRest waits until the host's pause is over, however often it is extended.
func (p *pace) waitRest(ctx context.Context) error {
	for {
		rest, setAside, err := p.rest(isSecondLook(ctx))
		if rest <= 0 || err != nil {
			return err
		}
		if err := p.sleep(ctx, rest, setAside); err != nil {
			return err
		}
	}
}

// rest is what is left of the host's pause, and the channel that is closed when it
// is set aside. On a second look a host that was may be asked again, if that is not
// sooner than it said.
func (p *pace) rest(second bool) (time.Duration, <-chan struct{}, error) {
	p.mu.Lock()
	defer p.mu.Unlock()
	if p.aside != nil {
		if !second || p.probed || !p.aside.mayEnd() || time.Until(p.until) > 0 {
			return 0, nil, p.aside
		}
		p.aside, p.setAside, p.probed = nil, make(chan struct{}), true
	}
	return time.Until(p.until), p.setAside, nil
}

// turn is what is left of the host's pause for who has had a turn, which counts as
// a pause where the host bears less than one a second, and the user did not say so.
func (p *pace) turn() (time.Duration, error) {
	p.mu.Lock()
	defer p.mu.Unlock()
	if p.aside != nil {
		return 0, p.aside
	}
	if now := p.rate.Limit(); now < 1 && now < p.bound {
		p.spend(perTurn(now))
	}
	if p.aside != nil {
		return 0, p.aside
	}
	return time.Until(p.until), nil
}

// learn takes from an answer how the host wants to be asked. sent is when its
// request was.
func (p *pace) learn(resp *http.Response, sent time.Time) {
	now := time.Now()
	quota := quotaReset(resp.Header, now)
	refused := p.refuses(resp, now)
	failed := !refused && p.site == nil && failsAsAHost(resp)
	if !refused && !failed {
		if !p.good.Load() {
			p.good.Store(true)
		}
		if quota < 0 && !p.uneasy.Load() {
			return
		}
	}
	p.mu.Lock()
	defer p.mu.Unlock()
	p.uneasy.Store(true)
	switch {
	case refused && p.site != nil:
		p.siteRefused(resp, sent, now)
	case refused:
		p.refused(resp, sent, now)
	case failed:
		p.failed(resp.StatusCode, now)
	case p.site != nil:
		p.siteAccepted(now)
	default:
		p.accepted()
	}
	// A quota that a good answer has used up is a refusal that can be spared.
	if !refused && !failed && quota >= 0 && quota <= maxRetryAfter {
		p.extend(now, now.Add(quota), http.StatusTooManyRequests)
	}
}

// refuses reports whether an answer asks for fewer requests to its host. With 503
// an external host does when it says for how long; one of the site's own paths may
// be the only one that is not there yet.
func (p *pace) refuses(resp *http.Response, now time.Time) bool {
	return isLimited(resp.StatusCode, resp.Header, now) ||
		p.site == nil && resp.StatusCode == http.StatusServiceUnavailable && askedWait(resp.Header, now) >= 0
}

// failsAsAHost reports whether an answer may be that of any URL of its host.
func failsAsAHost(resp *http.Response) bool {
	return resp.StatusCode >= 500 && statusMayPass(resp.StatusCode) && wall(resp.StatusCode, resp.Header) == ""
}

// refused notes a refusal. The mutex is held.
func (p *pace) refused(resp *http.Response, sent, now time.Time) {
	asked := askedWait(resp.Header, now)
	if asked > maxRetryAfter {
		p.put(&asideError{why: askedForLong, status: resp.StatusCode})
		return
	}
	if p.since.IsZero() {
		p.since = now
	}
	p.calm = 0
	if asked >= 0 {
		p.extend(now, now.Add(asked), resp.StatusCode)
	}
	if sent.Before(p.slowed) {
		return // it was on its way when the host had its say
	}
	p.slowed = now
	if asked < 0 {
		p.extend(now, now.Add(min(p.pause<<min(p.refusals, 10), maxBackoff)), resp.StatusCode)
	}
	if p.refusals++; p.refusals >= maxRefusals {
		p.put(&asideError{why: refusedOn, status: resp.StatusCode})
	}
	next := max(p.rate.Limit()/2, min(slowest, p.bound))
	if p.rate.Limit() > slowStart {
		next = min(slowStart, p.bound/2)
	}
	p.slowTo(next)
	if turn := now.Add(perTurn(next)); turn.Sub(p.since) > p.patience() {
		p.put(&asideError{why: refusedOn, status: resp.StatusCode})
	}
}

// slowTo lowers the rate, from the last request on. The mutex is held.
func (p *pace) slowTo(next rate.Limit) {
	p.rate = rate.NewLimiter(next, 1)
	p.rate.Allow()
}

// perTurn is the time between two requests at a rate.
func perTurn(r rate.Limit) time.Duration { return time.Duration(float64(time.Second) / float64(r)) }

// patience is how long the host is waited for in a row.
func (p *pace) patience() time.Duration {
	if p.good.Load() {
		return maxRefusingKnown
	}
	return maxRefusing
}

// failed notes a server error that says nothing of a wait. The mutex is held.
func (p *pace) failed(status int, now time.Time) {
	if p.since.IsZero() {
		p.since = now
	}
	if p.failures++; p.failures >= manyFailures && now.Sub(p.since) >= maxFailing {
		p.put(&asideError{why: refusedOn, status: status})
		// Requests that find out whether it is back are sent one by one.
		p.slowTo(min(slowStart, p.bound))
	}
}

// blocked takes back that a host failed: bot protection answered in its place, as only
// the body told, and each URL has that for its own reason.
func (p *pace) blocked() {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.failures, p.since = 0, time.Time{}
}

// accepted notes an answer that is content with the pace. The mutex is held.
func (p *pace) accepted() {
	p.refusals, p.failures, p.since, p.probed = 0, 0, time.Time{}, false
	if p.slowed.IsZero() {
		return
	}
	if p.calm++; p.calm >= calmAfter {
		p.calm = 0
		p.rate.SetLimit(min(p.rate.Limit()*2, fastest, p.bound))
	}
}

// extend pauses the host until then. An external one that would be waited for too
// long in a row is set aside. The mutex is held.
func (p *pace) extend(now, until time.Time, status int) {
	from := p.until
	if from.Before(now) {
		from = now
	}
	if !until.After(from) {
		return
	}
	p.until = until
	if p.site == nil && !p.since.IsZero() && until.Sub(p.since) > p.patience() {
		p.put(&asideError{why: refusedOn, status: status})
		return
	}
	p.spend(until.Sub(from))
}

// spend counts a pause, and sets the host aside when that is too much. The mutex
// is held.
func (p *pace) spend(pause time.Duration) {
	if p.paused += pause; p.paused > maxPaused && p.site == nil {
		p.put(&asideError{why: pausedTooMuch, status: http.StatusTooManyRequests})
	}
}

// put sets the host aside, and wakes those that wait for it. The mutex is held.
func (p *pace) put(why *asideError) {
	if p.aside == nil {
		p.aside = why
		close(p.setAside)
	}
}

// waitTurn waits for the next free moment of the rate. It fails with ctx's own
// error and no other.
func (p *pace) waitTurn(ctx context.Context) error {
	p.mu.Lock()
	turn, setAside := p.rate.Reserve(), p.setAside
	p.mu.Unlock()
	if err := p.sleep(ctx, turn.Delay(), setAside); err != nil {
		turn.Cancel()
		return err
	}
	return nil
}

// sleep waits for d, or until setAside is closed or ctx is done.
func (p *pace) sleep(ctx context.Context, d time.Duration, setAside <-chan struct{}) error {
	if d <= 0 {
		return ctx.Err()
	}
	p.rests(ctx)
	timer := time.NewTimer(d)
	defer timer.Stop()
	select {
	case <-timer.C:
	case <-setAside:
	case <-ctx.Done():
		return ctx.Err()
	}
	return nil
}
