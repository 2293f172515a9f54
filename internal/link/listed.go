package link

// Listed is one page of the site, as an inventory lists it.
type Listed struct {
	// Page is its path as served, base path stripped.
	Page string `json:"page"`
	// File is relative to the working directory, with slashes; empty in live mode.
	File string `json:"file,omitempty"`
	// Title is what its <title> reads; empty without one.
	Title string `json:"title,omitempty"`
	// Status is the HTTP status that it was read with; zero in directory mode.
	Status int `json:"status,omitempty"`
	// Depth counts the clicks from the start page; nil for what no click leads to.
	Depth *int `json:"depth,omitempty"`
	// LinksIn counts the links that other pages have to it, LinksOut those that it
	// has, of any kind.
	LinksIn  int `json:"links_in"`
	LinksOut int `json:"links_out"`
	// Orphan is whether no other page links to it and no sitemap or feed lists it,
	// though readers are to find it; directory mode.
	Orphan bool `json:"orphan,omitempty"`
}
