package frontier

// maxResting bounds the workers that rest, each of which keeps a goroutine.
const maxResting = 4096

// pool counts the workers of a run. Its frontier's mutex guards it.
type pool struct {
	// size is how many are to work, and working how many do: those that rest do not.
	size, working int
	resting       int
	// start starts a further worker.
	start func()
}

// leave reports whether a worker is one too many, and counts it as gone then.
func (p *pool) leave() bool {
	if p.working <= p.size {
		return false
	}
	p.working--
	return true
}

// Rest tells that the caller, who does work for Run, waits for something that
// takes no worker's time, such as a host's answer: another worker takes its place
// until it calls resume, once. When very many rest, the caller keeps its place.
func (f *Frontier[T]) Rest() (resume func()) {
	f.mu.Lock()
	defer f.mu.Unlock()
	p := &f.pool
	if p.resting == maxResting {
		return func() {}
	}
	p.resting++
	// One that left behind a worker which is still there makes good for it.
	if p.working--; p.working < p.size {
		p.working++
		p.start()
	}
	return func() {
		f.mu.Lock()
		defer f.mu.Unlock()
		p.resting--
		p.working++
	}
}
