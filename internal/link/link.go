package link

// Link is one reference in a document, as its author wrote it.
type Link struct {
	// Element and Attribute are lower-case names, such as "a" and "href".
	Element, Attribute string
	// Raw is the attribute's value with its entities decoded and its white space
	// kept; for a srcset it is the URL of one candidate.
	Raw string
	// Text is what the link reads, white space folded; only <a> has one.
	Text string
	// Offset is the byte offset in the document of the value's first character.
	Offset int
	// Follow is true for what leads a reader to another page (a, area, iframe,
	// frame, meta refresh): live mode reads such targets, and only checks the
	// others.
	Follow bool
	// Ignored is true for what the author marked not to be checked.
	Ignored bool
}

// Redirect is one hop on the way to a target's final answer.
type Redirect struct {
	// Status is the HTTP status of the hop, such as 301.
	Status int `json:"status"`
	// URL is where the hop led, absolute, without user info.
	URL string `json:"url"`
}
