package document

import (
	"github.com/linkvet/linkvet/internal/source/markup/destination"
)

// Link is one link as a source file writes it.
type Link struct {
	// File is the number that the caller gives to the file.
	File int32
	// Offset and End are the byte range of the destination. Line, Column and EndColumn
	// are set by Finish; EndColumn is 0 when the destination ends on another line.
	Offset, End             int
	Line, Column, EndColumn int
	// Order is one more than the offset of the place that readers see; 0 until Add sets
	// it. For a link by reference that is not the place of its destination.
	Order int
	// Raw is the destination as written, without the escapes of its syntax. Dest is what
	// it means; Add sets it.
	Raw  string
	Dest destination.Destination
	// Text is the folded text of the link. Loose is true when the text holds expressions,
	// or when the page may show another one.
	Text  string
	Loose bool
	// Heading is the folded heading above.
	Heading string
	Role    Role
	// Region is the part of the page that counts, and Innermost the innermost one.
	Region, Innermost Region
	// Keyed is true when the text is the key of the value, and InFrontMatter when the
	// link is in front matter.
	Keyed, InFrontMatter bool
	// Asset is true for a value of data that is a file which pages load, such as a logo, and
	// Menu for one in a menu.
	Asset, Menu bool
	// Bare is true for a URL that is in the text without any markup.
	Bare bool
	// InComment is true for a link in the documentation of a program: a comment or a
	// docstring.
	InComment bool
	// InStyle is true for a URL in a stylesheet.
	InStyle bool
	// IsValue is true for a value of data in a file that is not data: that of a program.
	IsValue bool
}

// MaxText bounds the text of a link in bytes.
const MaxText = 4096

// Role says what kind of element a link becomes.
type Role uint8

const (
	// AnyRole is that of a component, whose element is not known. In a built page all
	// elements without a more exact role have it, such as the <loc> of a sitemap.
	AnyRole Role = iota
	// LinkRole is that of elements that a reader follows, EmbedRole of those that a browser
	// loads.
	LinkRole
	EmbedRole
	// HeadRole, MetaRole, ScriptRole, FormRole and QuoteRole are those of elements that no
	// reader follows.
	HeadRole
	MetaRole
	ScriptRole
	FormRole
	QuoteRole
)

// RoleOf returns the role of an element of a built page.
func RoleOf(element string) Role {
	switch element {
	case "a", "area":
		return LinkRole
	case "img", "source", "video", "audio", "track", "embed", "object", "iframe", "input", "image":
		return EmbedRole
	case "link":
		return HeadRole
	case "meta":
		return MetaRole
	case "script":
		return ScriptRole
	case "form", "button":
		return FormRole
	case "blockquote", "q", "del", "ins":
		return QuoteRole
	}
	return AnyRole
}

// Fits reports whether a link of the role r can become an element of another role.
func (r Role) Fits(of Role) bool { return r == AnyRole || r == of }
