package fetch

import (
	"net/http"
	"time"

	"golang.org/x/time/rate"
)

const (
	// refusingShare is the share of refusals among the last answers, recentAnswers or
	// so, from which on it is the site that refuses, and not some of its paths.
	refusingShare = 0.1
	recentAnswers = 64
	// siteStart is the rate of a site that refuses, in requests a second. It is halved
	// at each further refusal, and doubled after a calm time without one; beyond
	// siteFastest there is no bound any more.
	siteStart   = rate.Limit(16)
	siteFastest = rate.Limit(1024)
	// siteCalm is how many answers without a refusal make a calm time, which is
	// minCalmTime at least. When a higher rate was refused at once, the next one is
	// tried after twice that, and maxCalmTime at most.
	siteCalm    = 8
	minCalmTime = time.Second
	maxCalmTime = 8 * time.Second
	// maxSiteRefusing is how long the site is slowed down for while it answers nothing
	// but refusals: then that is not about how often it is asked.
	maxSiteRefusing = time.Minute
	// maxRefusers bounds the paths that are remembered to have refused.
	maxRefusers = 4096
)

// siteState is what the pace of an origin of the site knows beyond that of other
// hosts. The pace's mutex guards it.
//
// A refusal of one path is that path's own: it is asked again when it said, and the
// others go on. Only when a good part of all answers are refusals, of different
// paths, is the whole origin paused and slowed down. It is never given up.
type siteState struct {
	// share is that of the refusals, as a moving average.
	share float64
	// refusers are the paths that refused while the site did not.
	refusers map[string]bool
	// changed is when the rate last did, and rose whether it was raised then.
	changed time.Time
	rose    bool
	calm    time.Duration
}

// newSitePace returns the pace of an origin of the site.
func newSitePace(pause time.Duration) *pace {
	p := newPace(0, pause)
	p.site = &siteState{refusers: map[string]bool{}, calm: minCalmTime}
	return p
}

// siteRefused is refused for the site. The mutex is held.
func (p *pace) siteRefused(resp *http.Response, sent, now time.Time) {
	s := p.site
	if s.share < refusingShare {
		path := resp.Request.URL.RequestURI()
		if s.refusers[path] {
			return
		}
		if len(s.refusers) == maxRefusers {
			clear(s.refusers)
		}
		s.refusers[path] = true
	}
	s.share += (1 - s.share) / recentAnswers
	p.calm = 0
	if s.share < refusingShare {
		return
	}
	asked := askedWait(resp.Header, now)
	if asked >= 0 && asked <= maxRetryAfter && (p.since.IsZero() || now.Sub(p.since) <= maxSiteRefusing) {
		p.extend(now, now.Add(asked), resp.StatusCode)
	}
	if sent.Before(p.slowed) {
		return // it was on its way when the site had its say
	}
	if p.since.IsZero() {
		p.since = now
	}
	if now.Sub(p.since) > maxSiteRefusing {
		p.rate.SetLimit(siteStart)
		return
	}
	if s.rose {
		s.calm = min(2*s.calm, maxCalmTime)
	}
	p.slowed, s.changed, s.rose = now, now, false
	if asked < 0 {
		p.extend(now, now.Add(min(p.pause<<min(p.refusals, 10), maxBackoff)), resp.StatusCode)
	}
	p.refusals++
	if p.rate.Limit() == rate.Inf {
		p.slowTo(siteStart)
		return
	}
	p.slowTo(max(p.rate.Limit()/2, slowest))
}

// siteAccepted is accepted for the site. The mutex is held.
func (p *pace) siteAccepted(now time.Time) {
	s := p.site
	s.share -= s.share / recentAnswers
	p.refusals, p.since = 0, time.Time{}
	if p.rate.Limit() == rate.Inf {
		return
	}
	if p.calm++; p.calm < siteCalm || now.Sub(s.changed) < s.calm {
		return
	}
	if s.rose {
		s.calm = max(s.calm/2, minCalmTime)
	}
	p.calm, s.changed, s.rose = 0, now, true
	next := p.rate.Limit() * 2
	if next > siteFastest {
		next = rate.Inf
	}
	p.rate.SetLimit(next)
}
