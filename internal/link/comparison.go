package link

// Comparison counts the URLs of an old site by what became of them.
type Comparison struct {
	// Source is the old site as the setting names it.
	Source string
	// URLs is how many URLs of the old site were compared. Lost of these lead nowhere,
	// Removed were removed on purpose, and LeftOut are left out by the settings.
	URLs, Lost, Removed, LeftOut int
}
