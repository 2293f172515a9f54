package main

import (
	"bytes"
	"cmp"
	"fmt"
	"image"
	"image/color"
	"image/draw"
	"image/png"
	"maps"
	"os"
	"slices"
)

const (
	maxHeight = 900 // pixels of a picture in the docs
	margin    = 24  // pixels below what it shows
)

// shrink cuts the empty part at the end of a picture, and leaves it the 256 colors that it has
// most of: text has few others.
func shrink(file string) error {
	data, err := os.ReadFile(file)
	if err != nil {
		return err
	}
	picture, err := png.Decode(bytes.NewReader(data))
	if err != nil {
		return fmt.Errorf("could not read %s: %w", file, err)
	}
	size := picture.Bounds()
	for size.Max.Y > 1 && isEmpty(picture, size.Max.Y-1) {
		size.Max.Y--
	}
	size.Max.Y = min(size.Max.Y+margin, picture.Bounds().Max.Y, maxHeight)
	small := image.NewPaletted(size, palette(picture, size))
	draw.Draw(small, size, picture, size.Min, draw.Src)
	var out bytes.Buffer
	encoder := png.Encoder{CompressionLevel: png.BestCompression}
	if err := encoder.Encode(&out, small); err != nil {
		return fmt.Errorf("could not write %s: %w", file, err)
	}
	return os.WriteFile(file, out.Bytes(), 0o644)
}

// isEmpty reports whether a row has one color.
func isEmpty(picture image.Image, y int) bool {
	for x := range picture.Bounds().Dx() {
		if picture.At(x, y) != picture.At(0, y) {
			return false
		}
	}
	return true
}

// palette returns the colors that a part of a picture has most of.
func palette(picture image.Image, part image.Rectangle) color.Palette {
	count := map[color.Color]int{}
	for y := part.Min.Y; y < part.Max.Y; y++ {
		for x := part.Min.X; x < part.Max.X; x++ {
			count[picture.At(x, y)]++
		}
	}
	colors := slices.SortedFunc(maps.Keys(count), func(a, b color.Color) int {
		return cmp.Or(cmp.Compare(count[b], count[a]), cmp.Compare(fmt.Sprint(a), fmt.Sprint(b)))
	})
	return colors[:min(len(colors), 256)]
}
