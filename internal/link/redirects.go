package link

// RedirectRules are the redirects that a run proposes, in the syntax of a host.
type RedirectRules struct {
	// Syntax is that of the rules, such as "netlify".
	Syntax string
	// Files hold the rules; none when there is nothing to write.
	Files []RuleFile
}

// RuleFile is one file of rules. Its name is relative, with slashes.
type RuleFile struct{ Name, Text string }
