package config

// CountedPattern reads a pattern, and matches it if it is one.
func CountedPattern(text string, candidates ...string) {
	if p, err := parsePattern(text); err == nil {
		(Patterns{p}).Match(candidates...)
	}
}

// CountedAccept reads what accept says, and matches it if it is right.
func CountedAccept(text string, candidates ...string) {
	for _, entry := range acceptEntries(text) {
		if rule, err := parseAccept(entry); err == nil {
			(Accept{rule}).Allows(403, candidates...)
		}
	}
}

// CountedHeader reads a header field.
func CountedHeader(text string) { _, _ = parseHeader(text) }

// CountedFix looks for what a pattern that can match nothing was meant for.
func CountedFix(text string) { shownPattern(text) }
