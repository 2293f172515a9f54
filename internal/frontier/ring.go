package frontier

// ring is a first-in first-out queue that gives back the memory of what was
// taken. The zero value is empty.
type ring[T any] struct {
	items []T
	head  int
}

func (r *ring[T]) len() int { return len(r.items) - r.head }

func (r *ring[T]) push(item T) { r.items = append(r.items, item) }

func (r *ring[T]) pop() T {
	var none T
	item := r.items[r.head]
	r.items[r.head] = none
	r.head++
	// Moving the rest down once half is gone costs each item one move on average.
	if r.head*2 >= len(r.items) {
		n := copy(r.items, r.items[r.head:])
		clear(r.items[n:])
		r.items, r.head = r.items[:n], 0
	}
	return item
}
