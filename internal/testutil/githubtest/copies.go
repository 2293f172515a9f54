package githubtest

// copies returns copies of what the server keeps, those that a test wants, in order.
func copies[T any](kept []*T, isWanted func(*T) bool) []T {
	var all []T
	for _, one := range kept {
		if isWanted(one) {
			all = append(all, *one)
		}
	}
	return all
}
