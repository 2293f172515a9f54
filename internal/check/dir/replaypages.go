package dir

import (
	"context"
	"slices"

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
	for _, f := range part.Files {
		found, err := f.Find(sectionPages, numberKey(file-part.first))
		if err == nil && len(found) > 0 {
			p.last, err = readPage(file, facts.NewDecoder(found[0].Value))
		}
		if err != nil {
			p.fail(err)
		}
		if p.last.facts != nil {
			break
		}
	}
	return &p.last
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
