package main

// colour is a part that a colour plays, whatever the theme.
type colour int

const (
	plain colour = iota
	muted
	red
	green
	page   // the background
	bar    // the background of a title
	border // the lines around boxes
	added  // the background of a line that a diff adds
	margin // the background of its line number
)

// theme is the colours for light or dark pages.
type theme struct {
	name    string
	colours map[colour]string
}

var themes = []theme{
	{"light", map[colour]string{
		plain: "#1f2328", muted: "#59636e", red: "#d1242f", green: "#1a7f37",
		page: "#ffffff", bar: "#f6f8fa", border: "#d1d9e0", added: "#dafbe1", margin: "#aceebb",
	}},
	{"dark", map[colour]string{
		plain: "#f0f6fc", muted: "#9198a1", red: "#ff7b72", green: "#3fb950",
		page: "#0d1117", bar: "#151b23", border: "#3d444d", added: "#12261e", margin: "#1c4428",
	}},
}
