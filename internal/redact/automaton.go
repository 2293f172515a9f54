package redact

// automaton finds many forms in one pass, as Aho and Corasick have it. A node has its
// children in a list: most have one, so that many secrets take little memory.
type automaton struct {
	nodes []node
	// first holds the children of the root by byte, as most of a text stays there.
	first [256]int32
}

// node is a beginning of one or more forms. Node 0 is the root.
type node struct {
	char byte
	// before and after report whether the characters around a match hold bits of it.
	before, after bool
	// depth is the length of the beginning, match that of the longest form that ends
	// here; 0 for none.
	depth, match int32
	child, sibling,
	// fail is the node of the longest proper suffix that is a beginning, too.
	fail int32
}

func newAutomaton(forms []form) *automaton {
	a := &automaton{nodes: make([]node, 1, 1+len(forms)*Shortest)}
	for _, f := range forms {
		at := int32(0)
		for i := range len(f.text) {
			at = a.grow(at, f.text[i])
		}
		n := &a.nodes[at]
		n.match, n.before, n.after = n.depth, n.before || f.before, n.after || f.after
	}
	a.link()
	return a
}

// grow returns the child of a node by a character, which it makes if need be.
func (a *automaton) grow(at int32, char byte) int32 {
	if next := a.child(at, char); next != 0 {
		return next
	}
	next := int32(len(a.nodes))
	a.nodes = append(a.nodes, node{char: char, depth: a.nodes[at].depth + 1, sibling: a.nodes[at].child})
	a.nodes[at].child = next
	if at == 0 {
		a.first[char] = next
	}
	return next
}

// child returns the child of a node by a character; 0 when there is none.
func (a *automaton) child(at int32, char byte) int32 {
	if at == 0 {
		return a.first[char]
	}
	for next := a.nodes[at].child; next != 0; next = a.nodes[next].sibling {
		if a.nodes[next].char == char {
			return next
		}
	}
	return 0
}

// link finds what each node falls back to, from the root down.
func (a *automaton) link() {
	queue := make([]int32, 0, len(a.nodes))
	for next := a.nodes[0].child; next != 0; next = a.nodes[next].sibling {
		queue = append(queue, next)
	}
	for len(queue) > 0 {
		at := queue[0]
		queue = queue[1:]
		for next := a.nodes[at].child; next != 0; next = a.nodes[next].sibling {
			n := &a.nodes[next]
			n.fail = a.step(a.nodes[at].fail, n.char)
			if shorter := &a.nodes[n.fail]; n.match == 0 && shorter.match != 0 {
				n.match, n.before, n.after = shorter.match, shorter.before, shorter.after
			}
			queue = append(queue, next)
		}
	}
}

// step is where a character leads from a node.
func (a *automaton) step(at int32, char byte) int32 {
	for {
		if next := a.child(at, char); next != 0 || at == 0 {
			return next
		}
		at = a.nodes[at].fail
	}
}

// scan adds the spans of all forms in text, which begins at offset. What an ellipsis cuts
// short counts from the length of the shortest secret.
func scan[T source](a *automaton, found []span, text T, offset int) []span {
	at := int32(0)
	for i := range text.len() {
		char := text.at(i)
		if char == ellipsis[0] && a.nodes[at].depth >= Shortest && isEllipsis(text, i) {
			from, _ := text.place(i - int(a.nodes[at].depth))
			_, to := text.place(i - 1)
			found = append(found, span{offset + from, offset + to})
		}
		at = a.step(at, folded[char])
		n := &a.nodes[at]
		if n.match == 0 {
			continue
		}
		first, last := i-int(n.match)+1, i
		if n.before && first > 0 && isBase64(text.at(first-1)) {
			first--
		}
		if n.after && last+1 < text.len() && isBase64(text.at(last+1)) {
			last++
		}
		from, _ := text.place(first)
		_, to := text.place(last)
		if k := len(found) - 1; k >= 0 && found[k].from <= offset+from && offset+from <= found[k].to {
			found[k].to = max(found[k].to, offset+to)
			continue
		}
		found = append(found, span{offset + from, offset + to})
	}
	return found
}

// depth is how many of the first bytes of text some form begins with.
func (a *automaton) depth(text units) int {
	at := int32(0)
	for i := range text {
		if at = a.child(at, folded[text[i].char]); at == 0 {
			return i
		}
	}
	return len(text)
}

const ellipsis = "…"

func isEllipsis[T source](text T, at int) bool {
	return at+2 < text.len() && text.at(at+1) == ellipsis[1] && text.at(at+2) == ellipsis[2]
}

// folded is the character that stands for a character in forms: case does not count, and
// in a URL a plus may be a space.
var folded = func() (table [256]byte) {
	for i := range table {
		c := byte(i)
		switch {
		case 'A' <= c && c <= 'Z':
			c |= 0x20
		case c == '+':
			c = ' '
		}
		table[i] = c
	}
	return table
}()

func fold(s string) string {
	b := []byte(s)
	for i, c := range b {
		b[i] = folded[c]
	}
	return string(b)
}

func isBase64(c byte) bool {
	return 'a' <= c && c <= 'z' || 'A' <= c && c <= 'Z' || '0' <= c && c <= '9' || c == '+' || c == '/' || c == '-' || c == '_'
}
