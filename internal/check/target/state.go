package target

// State is how far a target is:
//
//	new ── Claim ──> claimed ── answer ──> answered ── Claim more ──> claimed
//	 └──── close ──> closed: its outcome is known without a request
//
// A target has one outcome. It is final, and its links can be judged, when the target is
// not open: it was answered at the level that was claimed, or closed.
type State struct {
	claimed, answered Level
	closedBy          closer
}

// closer is what decides about a target without a request; zero when the target is not
// closed.
type closer uint8

const (
	_ closer = iota
	// byRule: a rule says that it is ok.
	byRule
	// byCheckout: the file is in the checkout, or a change removes it.
	byCheckout
	// byCache: an earlier run found that it is ok.
	byCache
	// byTrap: it is one too many of an endless series of pages.
	byTrap
)

// Level is how much of a target is requested. Each level includes those before it.
type Level int8

const (
	// NoLevel: nothing yet.
	NoLevel Level = iota
	// LevelAnswer: whether it exists.
	LevelAnswer
	// LevelAnchors: its page, for its anchors.
	LevelAnchors
	// LevelLinks: its page, for anchors and links. Only pages of a live site.
	LevelLinks
)

// Claim asks for a level, and reports whether that is more than before.
func (s *State) Claim(at Level) bool {
	if s.claimed >= at {
		return false
	}
	s.claimed = at
	return true
}

// answer records an answer at a level.
func (s *State) answer(at Level) { s.answered = max(s.answered, at) }

// close answers all levels at once.
func (s *State) close(by closer) { *s = State{claimed: LevelLinks, answered: LevelLinks, closedBy: by} }

// Claimed returns the highest level that was claimed.
func (s *State) Claimed() Level { return s.claimed }

// Answered returns the highest level that was answered.
func (s *State) Answered() Level { return s.answered }

// IsAnswered reports whether there is an outcome at any level.
func (s *State) IsAnswered() bool { return s.answered != NoLevel }

// IsOpen reports whether an answer is still to come on which links to the target depend.
func (s *State) IsOpen() bool { return !s.IsAnswered() || s.answered < s.claimed }
