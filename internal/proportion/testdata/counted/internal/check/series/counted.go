package series

// CountedShape takes the shape of a URL.
func CountedShape(path, query string) {
	if s, ok := shapeOf(path, query); ok {
		s.id()
		_ = s.String()
		s.pattern()
	}
	withoutSession(path, query)
}
