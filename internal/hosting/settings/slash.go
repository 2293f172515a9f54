package settings

// TrailingSlash is what a host does about the slash at the end of a path, by the setting
// "trailingSlash" that Vercel and Firebase share.
type TrailingSlash uint8

// The values of TrailingSlash.
const (
	// SlashUnset is for settings that say nothing about it.
	SlashUnset TrailingSlash = iota
	SlashAdded
	SlashRemoved
)

// TrailingSlash returns the value of the member "trailingSlash".
func (v *Value) TrailingSlash() TrailingSlash {
	switch add, ok := v.Get("trailingSlash").Bool(); {
	case !ok:
		return SlashUnset
	case add:
		return SlashAdded
	}
	return SlashRemoved
}
