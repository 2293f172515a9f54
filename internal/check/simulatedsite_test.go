package check

import (
	"context"
	"fmt"
	"math/rand/v2"
	"strings"
	"sync"
	"time"

	"github.com/linkvet/linkvet/internal/fetch"
	"github.com/linkvet/linkvet/internal/link"
	"github.com/linkvet/linkvet/internal/weburl"
)

// simulated is a live site of numbered pages that link to each other at random
// and answer after a random time. It is a Client for virtual time.
type simulated struct {
	links   [][]int
	latency func() time.Duration

	mu      sync.Mutex
	asked   map[string]int
	inside  int
	most    int
	request int64
}

func newSimulated(pages int, seed uint64) *simulated {
	random := rand.New(rand.NewPCG(seed, 0))
	s := &simulated{asked: map[string]int{}, links: make([][]int, pages)}
	for i := range s.links {
		for range random.IntN(5) {
			s.links[i] = append(s.links[i], random.IntN(pages))
		}
	}
	s.links[0] = append(s.links[0], 1, 2, 3)
	s.latency = func() time.Duration { return time.Duration(random.IntN(1000)) * time.Millisecond }
	return s
}

func (s *simulated) Requests() int64 {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.request
}

func (s *simulated) Do(ctx context.Context, r fetch.Request) (*fetch.Response, error) {
	u := r.URL
	s.mu.Lock()
	s.asked[u.Path]++
	s.request++
	s.inside++
	s.most = max(s.most, s.inside)
	wait := s.latency()
	s.mu.Unlock()
	defer func() {
		s.mu.Lock()
		defer s.mu.Unlock()
		s.inside--
	}()
	select {
	case <-ctx.Done():
		return nil, &fetch.Error{Reason: link.NotReached, Message: "the run ended first"}
	case <-time.After(wait):
	}
	return s.answer(u), nil
}

func (s *simulated) answer(u weburl.URL) *fetch.Response {
	var page int
	if _, err := fmt.Sscanf(u.Path, "/%d", &page); err != nil || page >= len(s.links) {
		if u.Path != "/" {
			return &fetch.Response{Status: 404, URL: u}
		}
	}
	var body strings.Builder
	for _, to := range s.links[page] {
		fmt.Fprintf(&body, `<a href="/%d#x">x</a>`, to)
	}
	return &fetch.Response{Status: 200, URL: u, HTML: true, Body: []byte(body.String())}
}

// depths are the lengths of the shortest ways from page 0, by a plain search in
// breadth; pages without a way are not in it.
func (s *simulated) depths() map[int]int {
	depth := map[int]int{0: 0}
	for queue := []int{0}; len(queue) > 0; queue = queue[1:] {
		for _, to := range s.links[queue[0]] {
			if _, ok := depth[to]; !ok {
				depth[to] = depth[queue[0]] + 1
				queue = append(queue, to)
			}
		}
	}
	return depth
}
