package dir

import (
	"math"
	"slices"
	"testing"
)

func TestAsksAreKeptAsTheyAre(t *testing.T) {
	t.Parallel()
	asks := []fragmentAsk{
		{hash: 1, page: 7, index: 3, place: 9, spelled: hashed},
		{hash: math.MaxUint64, page: 7, index: 4, place: 1_000_000, spelled: 0},
		{hash: 0, page: 2, index: 1, place: 0, spelled: 5},
		{hash: 5, page: 0, index: 0, place: math.MaxInt32, spelled: math.MaxInt32},
		{hash: 6, page: math.MaxInt32, index: math.MaxInt32, place: 1, spelled: hashed},
		{hash: 7, page: 0, index: 0, place: 1, spelled: hashed},
	}
	for len(asks) < 20_000 {
		asks = append(asks, asks[:6]...)
	}
	var list askList
	for _, ask := range asks {
		list.add(ask)
	}
	var got []fragmentAsk
	list.each(func(ask fragmentAsk) { got = append(got, ask) })
	if !slices.Equal(got, asks) {
		t.Error("the asks changed")
	}
	if len(list.pieces) < 2 {
		t.Errorf("%d pieces hold all, want several", len(list.pieces))
	}
}
