package site

import "path"

// otherIndexes are the names of index files that servers can be told to send for a
// directory, besides index.html, as Apache and IIS document them.
//   - https://httpd.apache.org/docs/2.4/mod/mod_dir.html#directoryindex
//   - https://learn.microsoft.com/iis/configuration/system.webserver/defaultdocument/files/
var otherIndexes = [...]string{
	"index.htm", "index.xhtml", "index.shtml", "index.php", "index.asp", "index.aspx", "index.jsp", "index.cgi",
	"default.htm", "Default.htm", "default.html", "default.asp", "default.aspx", "Default.aspx",
}

// otherIndex returns the file that an unknown host may send for a directory that has no
// index.html. A known host sends no other file.
func (d *Dir) otherIndex(dir string) (file int32, ok bool) {
	if !d.host.Assumed {
		return 0, false
	}
	for _, name := range otherIndexes {
		if file, ok := d.number(path.Join(dir, name)); ok {
			return file, true
		}
	}
	return 0, false
}
