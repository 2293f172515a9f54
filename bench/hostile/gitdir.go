//go:build linux

package main

import (
	"bufio"
	"bytes"
	"compress/zlib"
	"crypto/sha1"
	"encoding/binary"
	"fmt"
	"strings"
)

// The commits of the pull request that the runs are of.
const (
	base = "1111111111111111111111111111111111111111"
	head = "2222222222222222222222222222222222222222"
)

// gitDirectories are repositories that a stranger packed by hand, in a run for a pull
// request.
func gitDirectories() []hostile {
	var cases []hostile
	add := func(name string, size int, unit string, write func(p *place, size int)) {
		cases = append(cases, hostile{
			name: name, size: size, unit: unit, ends: ends(failed, incomplete),
			args: []string{"site"},
			env: []string{
				"GITHUB_ACTIONS=true", "GITHUB_EVENT_NAME=pull_request", "GITHUB_EVENT_PATH=event.json", "GITHUB_REPOSITORY=owner/name",
				"GITHUB_SERVER_URL=https://github.com", "GITHUB_SHA=" + head,
			},
			make: func(p *place, size int) {
				p.page("site/index.html", "<a href=gone>gone</a><a href=https://github.com/owner/name/blob/main/README.md>r</a><a href=https://github.com/owner/name/blob/main/none.md>n</a>")
				p.file("content/index.md", "[gone](gone)\n")
				p.file("README.md", "[gone](gone)\n")
				p.file("event.json", `{"pull_request":{"base":{"sha":"`+base+`"},"head":{"sha":"`+head+`"}},"repository":{"default_branch":"main"}}`)
				p.file(".git/HEAD", head+"\n")
				p.file(".git/config", "[remote \"origin\"]\n\turl = https://github.com/owner/name\n")
				p.stream(".git/index", func(w *bufio.Writer) {
					index(w, 2, func(i int) string { return []string{"README.md", "content/index.md"}[i] })
				})
				write(p, size)
			},
		})
	}
	add("git: nothing wrong", 0, "", func(*place, int) {})
	add("git: loose objects that unpack to 10 GB", 0, "", func(p *place, _ int) {
		for _, name := range []string{base, head} {
			p.stream(".git/objects/"+name[:2]+"/"+name[2:], func(w *bufio.Writer) { deflated(w, "commit 100\x00tree "+base+"\n", 10_000_000_000) })
		}
	})
	add("git: a commit that is its own parent", 0, "", func(p *place, _ int) {
		for _, name := range []string{base, head} {
			text := "tree " + name + "\nparent " + name + "\nparent " + head + "\n\nx"
			p.stream(".git/objects/"+name[:2]+"/"+name[2:], func(w *bufio.Writer) {
				deflated(w, fmt.Sprintf("commit %d\x00%s", len(text), text), 0)
			})
		}
	})
	add("git: a directory that holds itself", 0, "", func(p *place, _ int) {
		raw := string(bytes.Repeat([]byte{0x33}, 20))
		other := string(bytes.Repeat([]byte{0x44}, 20))
		write := func(name, kind, text string) {
			p.stream(".git/objects/"+name[:2]+"/"+name[2:], func(w *bufio.Writer) { deflated(w, fmt.Sprintf("%s %d\x00%s", kind, len(text), text), 0) })
		}
		write(head, "commit", "tree "+strings.Repeat("33", 20)+"\nparent "+base+"\n\nx")
		write(base, "commit", "tree "+strings.Repeat("44", 20)+"\n\nx")
		write(strings.Repeat("33", 20), "tree", "40000 a\x00"+raw+"40000 b\x00"+raw)
		write(strings.Repeat("44", 20), "tree", "40000 a\x00"+other+"40000 b\x00"+other)
	})
	add("git: a commit of a million parents", 500_000, "parents", func(p *place, size int) {
		p.stream(".git/objects/"+head[:2]+"/"+head[2:], func(w *bufio.Writer) {
			text := "tree " + base + "\n" + strings.Repeat("parent "+base+"\n", size) + "\nx"
			deflated(w, fmt.Sprintf("commit %d\x00%s", len(text), text), 0)
		})
	})
	add("git: packs whose deltas refer to each other", 0, "", func(p *place, _ int) {
		for i, pair := range [][2]string{{base, head}, {head, base}} {
			pack(p, fmt.Sprintf("pack-%d", i), pair[0], pair[1], 100)
		}
	})
	add("git: packs that unpack to 10 GB", 0, "", func(p *place, _ int) {
		for i, name := range []string{base, head} {
			pack(p, fmt.Sprintf("pack-%d", i), name, "", 10_000_000_000)
		}
	})
	add("git: a thousand packs", 10_000, "packs", func(p *place, size int) {
		for i := range size {
			pack(p, fmt.Sprintf("pack-%d", i), base, head, 10)
		}
	})
	add("git: index of a million files", 1_000_000, "files", func(p *place, size int) {
		p.stream(".git/index", func(w *bufio.Writer) { index(w, size, func(i int) string { return "content/" + name(i) + ".md" }) })
	})
	add("git: index of one long path", 100_000_000, "bytes", func(p *place, size int) {
		p.stream(".git/index", func(w *bufio.Writer) {
			index(w, 1, func(int) string { return strings.Repeat("a/", 1000) })
			fill(w, "a/", size)
		})
	})
	add("git: index that promises files", 0, "", func(p *place, _ int) { p.file(".git/index", "DIRC\x00\x00\x00\x02\xff\xff\xff\xff") })
	add("git: index, version 4, of ever longer paths", 100_000, "files", func(p *place, size int) {
		p.stream(".git/index", func(w *bufio.Writer) { index4(w, size) })
	})
	add("git: a million references", 200_000, "references", func(p *place, size int) {
		for i := range size {
			p.file(".git/refs/heads/"+name(i), base+"\n")
		}
	})
	add("git: packed-refs", 100_000_000, "bytes", func(p *place, size int) {
		p.stream(".git/packed-refs", func(w *bufio.Writer) { fill(w, base+" refs/heads/main\n", size) })
	})
	for _, text := range []string{"[remote \"NAME\"]\nurl=https://github.com/owner/NAME\n", "[include]\npath=config\n", "[", "\\\n", "[remote \"", "url=", "\""} {
		add(fmt.Sprintf("git: configuration of %.20q", text), 100_000_000, "bytes", func(p *place, size int) {
			p.stream(".git/config", func(w *bufio.Writer) {
				for i := range size / len(text) {
					_, _ = w.WriteString(strings.ReplaceAll(text, "NAME", name(i)))
				}
			})
		})
	}
	add("git: objects that are borrowed in a circle", 0, "", func(p *place, _ int) {
		p.file(".git/objects/info/alternates", strings.Repeat("../objects\n../../.git/objects\n", 10_000))
	})
	add("git: .git is a file that names itself", 0, "", func(p *place, _ int) {
		p.do(".git", removeAll)
		p.file(".git", "gitdir: .git\n")
	})
	add("git: commondir that names itself", 0, "", func(p *place, _ int) { p.file(".git/commondir", ".\n") })
	add("git: HEAD that names itself", 0, "", func(p *place, _ int) {
		p.file(".git/HEAD", "ref: HEAD\n")
		p.file(".git/refs/remotes/origin/HEAD", "ref: refs/remotes/origin/HEAD\n")
	})
	for _, pattern := range []string{"NAME", "**/NAME/**", "**/a*/**", "a*a*a*a*a*a*b", "!NAME*", "[a-z][!a]*NAME", "/a/**/b/**/c/**/NAME", "\\"} {
		add("git: .gitignore of "+pattern, 1_000_000, "bytes", func(p *place, size int) {
			p.stream(".gitignore", func(w *bufio.Writer) {
				for i := range size / (len(pattern) + 1) {
					_, _ = w.WriteString(strings.ReplaceAll(pattern, "NAME", name(i)) + "\n")
				}
			})
			for i := range 200 {
				p.file(fmt.Sprintf("content/%s/a/%s.md", strings.Repeat("a", 100), strings.Repeat("a", 50)+name(i)), "[gone](gone)")
			}
			p.stream("site/index.html", func(w *bufio.Writer) {
				for i := range 1000 {
					_, _ = fmt.Fprintf(w, "<a href=https://github.com/owner/name/blob/main/%s/%s.md>n</a><a href=/gone/%[2]s>g</a>", strings.Repeat("a", 100), name(i))
				}
			})
		})
	}
	return cases
}

// deflated writes text and size zeroes, as zlib packs them.
func deflated(w *bufio.Writer, text string, size int) {
	if size > 0 {
		_, _ = w.WriteString("\x78\xda") // the head of zlib's format
		inflating(w, text, size)
		return
	}
	packed := zlib.NewWriter(w)
	_, _ = packed.Write([]byte(text))
	_ = packed.Close() // the error comes again when w is flushed
}

// index writes an index of git's, version 2, of size files.
func index(w *bufio.Writer, size int, path func(i int) string) {
	_, _ = w.WriteString("DIRC\x00\x00\x00\x02")
	_, _ = w.Write(binary.BigEndian.AppendUint32(nil, uint32(size)))
	for i := range size {
		entry := entry(path(i))
		_, _ = w.Write(append(entry, make([]byte, 8-len(entry)%8)...))
	}
	_, _ = w.Write(make([]byte, sha1.Size))
}

// entry is what an index has of a regular file.
func entry(path string) []byte {
	entry := make([]byte, 62, 62+len(path)+8)
	binary.BigEndian.PutUint32(entry[24:], 0o100644)
	binary.BigEndian.PutUint16(entry[60:], uint16(min(len(path), 0xfff)))
	return append(entry, path...)
}

// index4 writes an index in which each path is the one before it and a little more.
func index4(w *bufio.Writer, size int) {
	_, _ = w.WriteString("DIRC\x00\x00\x00\x04")
	_, _ = w.Write(binary.BigEndian.AppendUint32(nil, uint32(size)))
	for range size {
		e := entry("")
		_, _ = w.Write(append(e, "\x00a/\x00"...))
	}
	_, _ = w.Write(make([]byte, sha1.Size))
}

// pack writes a pack of one object, and its index. The object is a delta of another
// one, or a commit when that has no name.
func pack(p *place, title, object, other string, size int) {
	p.stream(".git/objects/pack/"+title+".pack", func(w *bufio.Writer) {
		_, _ = w.WriteString("PACK\x00\x00\x00\x02\x00\x00\x00\x01")
		kind := byte(1)
		if other != "" {
			kind = 7
		}
		long := uint64(size)
		_ = w.WriteByte(kind<<4 | byte(long&15) | 0x80)
		_, _ = w.Write(binary.AppendUvarint(nil, long>>4))
		if other != "" {
			_, _ = w.Write(bytes.Repeat([]byte{other[0]&15<<4 | other[0]&15}, 20))
		}
		deflated(w, "tree "+base+"\n", size)
	})
	p.stream(".git/objects/pack/"+title+".idx", func(w *bufio.Writer) {
		name := bytes.Repeat([]byte{object[0]&15<<4 | object[0]&15}, 20)
		_, _ = w.WriteString("\xfftOc\x00\x00\x00\x02")
		for i := range 256 {
			count := uint32(0)
			if i >= int(name[0]) {
				count = 1
			}
			_, _ = w.Write(binary.BigEndian.AppendUint32(nil, count))
		}
		_, _ = w.Write(name)
		_, _ = w.Write([]byte{0, 0, 0, 0, 0, 0, 0, 12})
		_, _ = w.Write(make([]byte, 40))
	})
}
