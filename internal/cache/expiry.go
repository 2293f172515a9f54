package cache

// expire removes the entries that are as old as the cache's time to live, or from the
// future, as after the clock was set back.
func (s *Store) expire() {
	for url, e := range s.entries {
		if !e.Checked.After(s.oldest) || e.Checked.After(s.now) {
			delete(s.entries, url)
		}
	}
}
