package data

import "strings"

// block is one open mapping. indent is its column in YAML.
type block struct {
	number, indent int
	// key is the last key. item is true for a list item.
	key  string
	item bool
	// excluded is true below a key whose values are no links, asset below one whose values
	// are files that pages load, and menu below that of a menu.
	excluded, asset, menu bool
}

// maxBlocks bounds how deep blocks nest.
const maxBlocks = 500

// push opens a block.
func (d *reader) push(indent int) {
	if len(d.blocks) < maxBlocks {
		d.next++
		b := block{number: d.next, indent: indent}
		if len(d.blocks) > 0 {
			top := &d.blocks[len(d.blocks)-1]
			b.excluded = top.excluded || isExcluding(top.key)
			b.asset, b.menu = top.asset || isAssetKey(top.key), top.menu || isMenuKey(top.key)
		}
		d.blocks = append(d.blocks, b)
	}
}

// top returns the innermost open block.
func (d *reader) top() *block { return &d.blocks[len(d.blocks)-1] }

// pop closes the innermost open block, but not the outermost one.
func (d *reader) pop() {
	if len(d.blocks) > 1 {
		d.blocks = d.blocks[:len(d.blocks)-1]
	}
}

// current returns the number of the innermost open block.
func (d *reader) current() int { return d.blocks[len(d.blocks)-1].number }

// excludingWords are in the keys of redirects and of paths that tools skip. Such paths
// are no links of a page.
var excludingWords = [...]string{
	"redirect", "rewrite", "alias", "exclude", "exclusion", "ignore", "disallow", "allowlist", "denylist", "blocklist", "whitelist", "blacklist",
}

// isExcluding reports whether the values under a key are no links.
func isExcluding(key string) bool {
	key = strings.ToLower(key)
	for _, word := range excludingWords {
		if strings.Contains(key, word) {
			return true
		}
	}
	return key == "skip" || key == "skipped"
}
