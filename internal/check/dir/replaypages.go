package dir

import (
	"context"
	"slices"
	"strings"

	"github.com/linkvet/linkvet/internal/facts"
)

// isRead is that of recordedPages.
func (p *replay) isRead(file int32) bool { return p.read.has(file) }

// addsElements is that of recordedPages.
func (p *replay) addsElements(file int32) bool { return p.scripted.has(file) }

// pageOf is that of recordedPages.
func (p *replay) pageOf(file int32) *recordedPage {
	if p.last.file == file && p.last.facts != nil {
		return &p.last
	}
	p.last = recordedPage{file: file}
	part := p.partOf(file)
	for _, f := range part.filesWith(p.dir.Path(file)) {
		found, err := f.Find(sectionPages, numberKey(file-part.first))
		if err != nil {
			p.fail(err)
			continue
		}
		if len(found) == 0 {
			continue
		}
		if p.last, err = readPage(file, facts.NewDecoder(found[0].Value)); err != nil {
			p.fail(f.Invalid(err))
		}
		break
	}
	return &p.last
}

// filesWith returns the files of facts that may have the page at a path of the site: first
// that of the shard which reads it, and then the others. They have the page too when only a
// link told their shard that the file is a document.
func (p *recordedPart) filesWith(path string) []*facts.File {
	shard := facts.ShardOf(strings.TrimPrefix(path, p.prefix), p.Header.Shards)
	at := slices.IndexFunc(p.Files, func(f *facts.File) bool { return f.Header().Shard == shard })
	if at <= 0 {
		return p.Files
	}
	return slices.Concat(p.Files[at:at+1], p.Files[:at], p.Files[at+1:])
}

// eachPage is that of recordedPages.
func (p *replay) eachPage(ctx context.Context, do func(*recordedPage)) {
	p.eachPart(ctx, func(q partReplay) {
		q.each(ctx, sectionPages, func(key []byte, v *facts.Decoder) error {
			file, err := q.fileOf(key)
			if err != nil {
				return err
			}
			page, err := readPage(file, v)
			if err == nil {
				do(&page)
			}
			return err
		})
	})
}

// partOf is the part that a file belongs to.
func (p *replay) partOf(file int32) *recordedPart {
	i := slices.IndexFunc(p.parts, func(part recordedPart) bool { return file < part.end })
	return &p.parts[i]
}
