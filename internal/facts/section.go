package facts

// The sections that several packages know, and those of live sites. Those of directories are
// below 0x40: see package dir. What the records of a section mean is said where they are
// written.
const (
	// LiveSite has what is known of a live site as a whole, LiveAnchors the anchors of its
	// documents, LiveTargets what became of its URLs, and LiveDocuments the links of its
	// documents: package crawl.
	LiveSite      Section = 0x40
	LiveAnchors   Section = 0x41
	LiveTargets   Section = 0x42
	LiveDocuments Section = 0x43
	// External has the links to external targets: package target.
	External Section = 0x60
	// Answers has what became of external targets: package target.
	Answers Section = 0x61
)
