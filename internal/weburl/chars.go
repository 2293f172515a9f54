package weburl

func isLetter(c byte) bool {
	return 'a' <= c|0x20 && c|0x20 <= 'z'
}

func isDigit(c byte) bool {
	return '0' <= c && c <= '9'
}
