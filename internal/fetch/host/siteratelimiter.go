package host

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
	// siteStartRate is the rate of a site that refuses, in requests a second. It is halved
	// at each further refusal, and doubled after a calm time without one; beyond
	// maxSiteRate there is no bound any more.
	siteStartRate = rate.Limit(16)
	maxSiteRate   = rate.Limit(1024)
	// siteCalm is how many answers without a refusal make a calm time, which is
	// minCalmTime at least. When a higher rate was refused at once, the next one is
	// tried after twice that, and maxCalmTime at most.
	siteCalm    = 8
	minCalmTime = time.Second
	maxCalmTime = 8 * time.Second
	// maxSiteRefusing is how long the site is slowed down for while it answers nothing
	// but refusals: then that is not about how often it is asked.
	maxSiteRefusing = time.Minute
	// maxRefusers bounds the paths that are known to have refused.
	maxRefusers = 4096
)

// siteState is what the rate limiter of an origin of the site knows besides. The
// limiter's mutex guards it.
//
// A refusal of one path concerns that path: it is asked again after the time that the
// answer names, and the others continue. The whole origin is paused and slowed down only
// when a good part of all answers are refusals, of different paths. It is never given up.
type siteState struct {
	// share is that of the refusals, as a moving average.
	share float64
	// refusers are paths that refused while the site as a whole did not.
	refusers map[string]bool
	// changed is when the rate last did, and rose whether it was raised then.
	changed time.Time
	rose    bool
	calm    time.Duration
}

// newSiteRateLimiter returns the limiter of an origin of the site.
func newSiteRateLimiter(pause time.Duration) *RateLimiter {
	l := newRateLimiter(0, pause)
	l.site = &siteState{refusers: map[string]bool{}, calm: minCalmTime}
	return l
}

// siteRefusedLocked is refusedLocked for the site.
func (l *RateLimiter) siteRefusedLocked(resp *http.Response, sent, now time.Time) {
	s := l.site
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
	l.calm = 0
	if s.share < refusingShare {
		return
	}
	asked := AskedWait(resp.Header, now)
	if asked >= 0 && asked <= MaxRetryAfter && (l.badSince.IsZero() || now.Sub(l.badSince) <= maxSiteRefusing) {
		l.extendPauseLocked(now, now.Add(asked), resp.StatusCode)
	}
	if sent.Before(l.slowedAt) {
		return // it was sent at the rate before
	}
	if l.badSince.IsZero() {
		l.badSince = now
	}
	if now.Sub(l.badSince) > maxSiteRefusing {
		l.rate.SetLimit(siteStartRate)
		return
	}
	if s.rose {
		s.calm = min(2*s.calm, maxCalmTime)
	}
	l.slowedAt, s.changed, s.rose = now, now, false
	if asked < 0 {
		l.extendPauseLocked(now, now.Add(l.unaskedPauseLocked()), resp.StatusCode)
	}
	l.refusals++
	if l.rate.Limit() == rate.Inf {
		l.slowToLocked(siteStartRate)
		return
	}
	l.slowToLocked(max(l.rate.Limit()/2, minRate))
}

// siteAcceptedLocked is acceptedLocked for the site.
func (l *RateLimiter) siteAcceptedLocked(now time.Time) {
	s := l.site
	s.share -= s.share / recentAnswers
	l.refusals, l.badSince = 0, time.Time{}
	if l.rate.Limit() == rate.Inf {
		return
	}
	if l.calm++; l.calm < siteCalm || now.Sub(s.changed) < s.calm {
		return
	}
	if s.rose {
		s.calm = max(s.calm/2, minCalmTime)
	}
	l.calm, s.changed, s.rose = 0, now, true
	next := l.rate.Limit() * 2
	if next > maxSiteRate {
		next = rate.Inf
	}
	l.rate.SetLimit(next)
}
