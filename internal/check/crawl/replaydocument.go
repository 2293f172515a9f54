package crawl

import (
	"context"
	"errors"
	"math"

	"github.com/linkvet/linkvet/internal/check"
	"github.com/linkvet/linkvet/internal/check/target"
	"github.com/linkvet/linkvet/internal/facts"
	"github.com/linkvet/linkvet/internal/link"
	"github.com/linkvet/linkvet/internal/scan/content"
	"github.com/linkvet/linkvet/internal/weburl"
)

// replayDocuments reads the links of all documents, each once.
func (c *crawl) replayDocuments(ctx context.Context, files []*facts.File) error {
	var open *recordedDocument
	return eachGrouped(ctx, files, facts.LiveDocuments, func(d *facts.Decoder, isFirst bool) (err error) {
		if isFirst {
			if open, err = c.openRecorded(d); err != nil {
				return err
			}
		}
		return c.followRecorded(ctx, open, d)
	})
}

// recordedDocument is a document whose links are read from facts.
type recordedDocument struct {
	documentHead
	w   *pageContext
	doc check.Document
	// places are those of the links in doc, whose offsets are their numbers, and maps those
	// that name a map of the document.
	places places
	maps   map[int]bool
	// origin is that of the last link.
	origin *link.Origin
}

// places are the lines and columns of links.
type places [][2]int

// Position returns the place of the link of that number.
func (p places) Position(number int) (line, column int) { return p[number][0], p[number][1] }

// openRecorded begins a document.
func (c *crawl) openRecorded(d *facts.Decoder) (*recordedDocument, error) {
	r := &recordedDocument{}
	if err := r.read(d); err != nil {
		return nil, err
	}
	r.doc.Kind, r.doc.Size, r.doc.Page.HasBase, r.doc.Page.Refresh = r.kind, r.size, r.hasBase, r.refresh
	if r.isSitemap {
		u, err := weburl.Parse(r.name)
		if err != nil {
			return nil, errName
		}
		c.checker.WithLock(func() { r.w = c.openSitemapLocked(u) })
	} else {
		var page *target.Target
		var err error
		c.checker.WithLock(func() { page, err = c.namedLocked(r.name) })
		if err != nil {
			return nil, err
		}
		if page.Page == nil && r.kind.HasAnchors() {
			return nil, errors.New("a document has links and no anchors")
		}
		var fault error
		if r.fault != "" {
			fault = errors.New(r.fault)
		}
		r.w = c.open(page, &r.doc, r.looks, fault)
	}
	c.checker.WithLock(func() { c.links += r.links })
	c.job.Progress.Links.Add(int64(r.links))
	r.w.hasMap = func(l *link.Link) bool { return r.maps[l.Offset] }
	return r, nil
}

// followRecorded notes the links in one record of a document.
func (c *crawl) followRecorded(ctx context.Context, r *recordedDocument, d *facts.Decoder) error {
	r.doc.Page.Links, r.places, r.maps = r.doc.Page.Links[:0], r.places[:0], nil
	for d.Bool() {
		if err := r.readLink(d); err != nil {
			return err
		}
	}
	if err := d.Done(); err != nil {
		return err
	}
	r.w.lines = r.places
	if !r.isSitemap {
		c.follow(ctx, r.w, r.from, &r.doc)
		return nil
	}
	c.checker.WithLock(func() {
		for _, l := range r.doc.Page.Links {
			c.meetListedLocked(r.w, l, r.from)
		}
	})
	return nil
}

// read reads what append wrote.
func (h *documentHead) read(d *facts.Decoder) (err error) {
	h.name, h.isSitemap = d.String(), d.Bool()
	kind, err := check.ReadNumber(d, int(link.SVGKind))
	if err != nil {
		return err
	}
	h.kind, h.size = link.Kind(kind), int64(d.Uint())
	h.fault = d.String()
	base := d.String()
	h.from.URL, err = weburl.Parse(base)
	if err != nil || d.Err() != nil {
		return errors.Join(d.Err(), err)
	}
	h.from = check.BaseAt(h.from.URL, d.String())
	h.hasBase, h.refresh = d.Bool(), d.String()
	if h.links, err = check.ReadNumber(d, math.MaxInt32); err != nil {
		return err
	}
	h.looks.isEmpty, h.looks.door = d.Bool(), d.Uint()
	rendering, err := check.ReadNumber(d, int(content.ScriptRedirect))
	if err != nil {
		return err
	}
	h.looks.rendering = content.Rendering(rendering)
	h.looks.hasForm, h.looks.form.Named = d.Bool(), d.Bool()
	if h.looks.form.Text, err = check.ReadNumber(d, math.MaxInt32); err != nil {
		return err
	}
	if h.looks.form.Links, err = check.ReadNumber(d, math.MaxInt32); err != nil {
		return err
	}
	h.looks.form.Print = d.Uint()
	if h.kind == link.NoKind || h.size < 0 || h.size > maxDocument || h.isSitemap && h.kind != link.XMLKind {
		return errKind
	}
	return d.Err()
}

// maxDocument is how many bytes a document in facts has at most.
const maxDocument = 1 << 40

// readLink reads what appendLink wrote.
func (r *recordedDocument) readLink(d *facts.Decoder) error {
	flags, err := check.ReadNumber(d, linkFlags)
	if err != nil {
		return err
	}
	holds, err := check.ReadNumber(d, int(link.SVGKind))
	if err != nil {
		return err
	}
	identity, err := check.ReadNumber(d, int(link.OpenGraph))
	if err != nil {
		return err
	}
	element, attribute := d.String(), d.String()
	line, err := check.ReadNumber(d, math.MaxInt32)
	if err != nil {
		return err
	}
	column, err := check.ReadNumber(d, math.MaxInt32)
	if err != nil {
		return err
	}
	bases, err := check.ReadNumber(d, facts.MaxValue)
	if err != nil {
		return err
	}
	var base []string
	for range bases {
		base = append(base, d.String())
		if d.Err() != nil {
			return d.Err()
		}
	}
	if base != nil || r.origin == nil || r.origin.Element != element || r.origin.Attribute != attribute || r.origin.Base != nil {
		// Most links have that of the link before.
		r.origin = &link.Origin{Element: element, Attribute: attribute, Base: base}
	}
	number := len(r.doc.Page.Links)
	if flags&linkHasMap != 0 {
		if r.maps == nil {
			r.maps = map[int]bool{}
		}
		r.maps[number] = true
	}
	r.doc.Page.Links = append(r.doc.Page.Links, link.Link{
		Origin: r.origin, Raw: d.String(), Text: d.String(), Offset: number, Holds: link.Kind(holds), Identity: link.Identity(identity),
		Follow: flags&linkFollow != 0, Ignored: flags&linkIgnored != 0, Map: flags&linkMap != 0, OnSite: flags&linkOnSite != 0,
	})
	r.places = append(r.places, [2]int{max(line, 1), column})
	return d.Err()
}
