package host

import "sync"

// HeadRefusals are the hosts that refuse HEAD. The zero value is empty.
type HeadRefusals struct {
	mu    sync.Mutex
	hosts map[string]bool
}

// Has reports whether the host refuses HEAD.
func (r *HeadRefusals) Has(host string) bool {
	r.mu.Lock()
	defer r.mu.Unlock()
	return r.hosts[host]
}

// Add records a host that refuses HEAD.
func (r *HeadRefusals) Add(host string) {
	r.mu.Lock()
	defer r.mu.Unlock()
	if r.hosts == nil {
		r.hosts = map[string]bool{}
	}
	r.hosts[host] = true
}
