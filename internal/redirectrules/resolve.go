package redirectrules

// resolve follows moves to pages that moved again, so that each rule leads to a page.
func (p *plan) resolve() {
	const (
		unseen = iota
		open
		done
	)
	state := make([]uint8, len(p.items))
	for start := range p.items {
		var way []int
		i := start
		for i >= 0 && state[i] == unseen {
			state[i] = open
			way = append(way, i)
			i = p.next(i)
		}
		circle := i >= 0 && state[i] == open
		// The last one on the way is finished first: the others lead to it.
		for n := len(way) - 1; n >= 0; n-- {
			last := way[n]
			state[last] = done
			switch next := p.next(last); {
			case circle:
				p.refuse("the moves lead in a circle", last)
			case next >= 0:
				p.continueWith(last, next)
			default:
				p.checkTarget(last)
			}
		}
	}
}

// next returns the item that is for the path to which an item leads, or -1.
func (p *plan) next(i int) int {
	it := &p.items[i]
	if it.reason != "" || it.unknown || it.to.path == "" {
		return -1
	}
	next, ok := p.at[it.to.path]
	if !ok || p.items[next].unknown {
		return -1
	}
	return next
}

// continueWith has an item lead to where the next one leads.
func (p *plan) continueWith(i, next int) {
	it, further := &p.items[i], &p.items[next]
	if further.reason != "" {
		p.refuse("it leads to "+further.move.From+", which has no rule: "+further.reason, i)
		return
	}
	query, fragment := it.to.query, it.to.fragment
	it.to = further.to
	it.move.Gone = further.move.Gone
	if it.move.Gone {
		return
	}
	if it.to.query == "" {
		it.to.query = query
	}
	if it.to.fragment == "" {
		it.to.fragment = fragment
	}
}

// checkTarget refuses an item that leads to no page.
func (p *plan) checkTarget(i int) {
	it := &p.items[i]
	if it.reason == "" && it.to.path != "" && !p.site.Exists(it.to.path) {
		p.refuse("the new site has no page at "+it.move.To, i)
	}
}
