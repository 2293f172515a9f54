package git

import (
	"bytes"
	"compress/zlib"
	"context"
	"encoding/binary"
	"fmt"
	"os"
	"path/filepath"
	"strings"
)

// CountedHistory looks for the merge base of two commits that both merge all the ends
// of a history, of which each byte is a commit: of a "(" a new line begins, a ")" merges all ends, and another
// byte continues the last line.
func CountedHistory(gitDir string, text []byte) {
	p := historyPack{}
	var ends []int
	for _, c := range text {
		parents := ends[max(len(ends)-1, 0):]
		switch c {
		case '(':
			parents = nil
		case ')':
			parents = ends
		}
		ends = append(ends[:len(ends)-len(parents)], p.commit(parents))
	}
	base, head := p.commit(ends), p.commit(ends)
	p.write(filepath.Join(gitDir, "objects", "pack"))
	o := openObjects(context.Background(), gitDir, sha1Size)
	defer o.close()
	if last := o.parting(historyName(base), historyName(head)); last == historyName(base) {
		panic("two commits have no common parent")
	}
}

// historyPack is a pack of commits whose names are their numbers.
type historyPack struct {
	bytes.Buffer
	offsets []uint32
}

func historyName(number int) string { return fmt.Sprintf("%040x", number) }

// commit adds a commit, and returns its number.
func (p *historyPack) commit(parents []int) int {
	var text strings.Builder
	text.WriteString("tree " + historyName(0) + "\n")
	for _, parent := range parents {
		text.WriteString("parent " + historyName(parent) + "\n")
	}
	number := len(p.offsets)
	fmt.Fprintf(&text, "committer a <a@a.example> %d +0000\n\n", number)
	p.offsets = append(p.offsets, uint32(p.Len()))
	// The size is in the head: four bits, and then seven in each byte.
	size := text.Len()
	head := byte(packedCommit<<4 | size&15)
	for size >>= 4; size > 0; size >>= 7 {
		p.WriteByte(head | 0x80)
		head = byte(size & 0x7f)
	}
	p.WriteByte(head)
	z, _ := zlib.NewWriterLevel(p, zlib.NoCompression) // the level is valid
	_, _ = z.Write([]byte(text.String()))              // nothing fails in memory
	_ = z.Close()
	return number
}

// write writes the pack and its index.
func (p *historyPack) write(dir string) {
	index := []byte("\xfftOc\x00\x00\x00\x02")
	for range fanout / 4 {
		index = binary.BigEndian.AppendUint32(index, uint32(len(p.offsets)))
	}
	for i := range p.offsets {
		index = append(index, make([]byte, sha1Size-4)...)
		index = binary.BigEndian.AppendUint32(index, uint32(i))
	}
	index = append(index, make([]byte, 4*len(p.offsets))...)
	for _, at := range p.offsets {
		index = binary.BigEndian.AppendUint32(index, at)
	}
	for name, data := range map[string][]byte{"a.idx": index, "a.pack": p.Bytes()} {
		err := os.MkdirAll(dir, 0o700)
		if err == nil {
			err = os.WriteFile(filepath.Join(dir, name), data, 0o600)
		}
		if err != nil {
			panic(err)
		}
	}
}
