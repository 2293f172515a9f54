package source

import (
	"path"
	"strings"

	"github.com/linkvet/linkvet/internal/source/markup/destination"
	"github.com/linkvet/linkvet/internal/source/markup/plaintext"
	"github.com/linkvet/linkvet/internal/source/pagekey"
)

// The text outside of expressions must have minLiteral letters and digits to mean anything,
// and manyLiteral to name a target. Extensions and the names of index files do not count:
// very many targets have them.
const (
	minLiteral  = 3
	manyLiteral = 5
)

// matchPattern compares a pattern with the link, or with the target where the base path
// stands before it. All text outside of expressions must occur in it, in order.
func matchPattern(pattern string, q *query) destMatch {
	parts := strings.Split(foldURL(pattern), destination.Wild)
	literal := literals(parts)
	if literal < minLiteral {
		return destDiffers
	}
	written := foldURL(q.written)
	if !inOrder(parts, written) {
		if written = q.target; q.fragment != "" {
			written += "#" + q.fragment
		}
		if written = foldURL(written); !inOrder(parts, written) {
			return destDiffers
		}
	}
	if len(parts) == 2 && (parts[0] == "" || literal >= manyLiteral) && isWhole(parts[0], parts[1], written) {
		return destResolved
	}
	return destSimilar
}

// literals counts the letters and digits of the text outside of expressions.
func literals(parts []string) int {
	last := len(parts) - 1
	end, fragment := destination.SplitFragment(parts[last])
	end, query, _ := strings.Cut(end, "?")
	name := strings.TrimSuffix(end, path.Ext(end))
	if slash := strings.LastIndexByte(name, '/'); pagekey.IsIndexName(name[slash+1:]) {
		name = name[:slash+1]
	}
	return len(plaintext.Fold(strings.Join(parts[:last], "") + name + query + fragment))
}

// isWhole reports whether an expression between two texts stands for what an author would
// write there in u: whole segments at the beginning, and a part of the path elsewhere that
// is within one segment, and not all that tells one page from the others.
func isWhole(before, after, u string) bool {
	value := u[len(before) : len(u)-len(after)]
	if before != "" {
		begun := before[strings.LastIndexByte(before, '/')+1:]
		return !strings.Contains(value, "/") && (after != "" || len(plaintext.Fold(begun)) >= minLiteral)
	}
	return value == "" || after == "" || !isWordByte(after[0]) || !isWordByte(value[len(value)-1])
}

// isWordByte reports whether c is a part of a word in a path.
func isWordByte(c byte) bool {
	return 'a' <= c|0x20 && c|0x20 <= 'z' || '0' <= c && c <= '9' || c >= 0x80
}

// inOrder reports whether s begins with the first of the parts, ends with the last one, and
// has the others between them.
func inOrder(parts []string, s string) bool {
	rest, ok := strings.CutPrefix(s, parts[0])
	if !ok {
		return false
	}
	for _, part := range parts[1 : len(parts)-1] {
		i := strings.Index(rest, part)
		if i < 0 {
			return false
		}
		rest = rest[i+len(part):]
	}
	return strings.HasSuffix(rest, parts[len(parts)-1])
}
