//go:build linux

package main

import (
	"bufio"
	"fmt"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"syscall"
)

// trees are sites of many files, and of many folders in each other.
func trees() []hostile {
	return []hostile{
		{
			name: "a million files in a thousand folders", size: 1_000_000, unit: "files", ends: ends(failed),
			make: func(p *place, size int) {
				for i := range size {
					p.file(fmt.Sprintf("site/%d/%d.html", i/1000, i), "<a href=/gone>g</a><a href=/1/1001.html>")
				}
			},
		},
		{
			name: "a million files in one folder", size: 1_000_000, unit: "files", ends: ends(clean, failed),
			make: func(p *place, size int) {
				p.good()
				for i := range size {
					p.file(fmt.Sprintf("site/%d.txt", i), "")
				}
			},
		},
		{
			name: "names that nearly match", size: 1_000_000, unit: "files", ends: ends(failed),
			make: func(p *place, size int) {
				for i := range size {
					p.file("site/page-"+name(i)+".txt", "")
				}
				p.stream("site/index.html", func(w *bufio.Writer) {
					for i := range size / 10 {
						_, _ = fmt.Fprintf(w, "<a href=page_%s.txt>%[1]s</a>", name(i))
					}
				})
			},
		},
		{
			name: "ids that nearly match", size: 1_000_000, unit: "ids", ends: ends(failed),
			make: one(func(w *bufio.Writer, size int) {
				for i := range size {
					_, _ = fmt.Fprintf(w, "<p id=section-%s>", name(i))
				}
				for i := range size / 10 {
					_, _ = fmt.Fprintf(w, "<a href=#sektion-%s>%[1]s</a>", name(i))
				}
			}),
		},
		{
			name: "folders in each other", size: 3000, unit: "levels", ends: ends(failed, incomplete),
			make: func(p *place, size int) {
				p.good()
				p.do("site", func(path string) error { return deep(path, size) })
			},
		},
		{
			name: "a folder that cannot be listed", ends: ends(incomplete, clean), // root may list all
			make: func(p *place, _ int) {
				p.good()
				p.do("site/a/b.html", func(path string) error { return os.WriteFile(path, nil, 0o644) })
				p.do("site/a", func(path string) error { return os.Chmod(path, 0) })
			},
		},
	}
}

// deep makes folders in each other, each with a page. A path of them is longer than
// the system takes, so each is made from inside of the one around it.
func deep(dir string, levels int) error {
	at, err := syscall.Open(dir, syscall.O_DIRECTORY|syscall.O_CLOEXEC, 0)
	for range levels {
		if err != nil {
			return err
		}
		var next, page int
		if err = syscall.Mkdirat(at, "folder", 0o755); err == nil {
			next, err = syscall.Openat(at, "folder", syscall.O_DIRECTORY|syscall.O_CLOEXEC, 0)
		}
		_ = syscall.Close(at)
		if at = next; err == nil {
			if page, err = syscall.Openat(at, "index.html", syscall.O_CREAT|syscall.O_WRONLY|syscall.O_CLOEXEC, 0o644); err == nil {
				_, err = syscall.Write(page, []byte("<a href=folder/>down</a><a href=../>up</a>"))
				_ = syscall.Close(page)
			}
		}
	}
	if err != nil {
		return err
	}
	return syscall.Close(at)
}

// names are sites of files with names that are hard to write down.
func names() []hostile {
	return []hostile{
		{
			name: "file names with every byte", ends: ends(failed),
			make: func(p *place, _ int) {
				var links strings.Builder
				for b := 1; b < 256; b++ {
					if b == '/' {
						continue
					}
					for _, name := range []string{"a" + string([]byte{byte(b)}) + ".html", string([]byte{byte(b)}) + "b.html"} {
						p.page("site/"+name, "<a href=gone>gone</a>")
						links.WriteString("<a href='")
						for _, c := range []byte(name) {
							fmt.Fprintf(&links, "%%%02X", c)
						}
						links.WriteString("'>x</a>")
					}
				}
				p.page("site/index.html", links.String())
			},
		},
		{
			name: "file names of commands", ends: ends(failed),
			env: []string{"GITHUB_ACTIONS=true"},
			make: func(p *place, _ int) {
				p.good()
				for _, name := range []string{
					"\n::error::x.html", "\r::set-output name=a::b.html", "a\x1b[2Jb.html", "##[command]x.html", "%0A::error::y.html",
					"<script>alert(1)<x>.html", "`|$(x)`.html", "\u202Ecod.html", "-.html", "--help.html", " .html", "a\\b.html", "c:d.html", "con.html",
				} {
					p.page("site/"+name, "<a href=gone>gone</a>")
				}
			},
		},
		{
			name: "file names of 255 bytes", size: 100_000, unit: "files", ends: ends(failed),
			make: func(p *place, size int) {
				for i := range size {
					p.file("site/"+strings.Repeat("a", 240)+fmt.Sprintf("%010d.html", i), "<a href=gone>g</a>")
				}
			},
		},
		{
			name: "file names without UTF-8", size: 100_000, unit: "files", ends: ends(failed),
			make: func(p *place, size int) {
				for i := range size {
					p.file("site/"+strings.Repeat("\xff\xc3", 50)+name(i)+"\xf0\x9f.html", "<a href=gone>g</a>")
				}
			},
		},
		{
			name: "file names that differ in case alone", size: 100_000, unit: "files", ends: ends(failed),
			make: func(p *place, size int) {
				for i := range size {
					letters := []byte("aaaaaaaaaaaaaaaaaaaa")
					for bit := range letters {
						letters[bit] -= byte('a'-'A') * byte(i>>bit&1)
					}
					p.file("site/"+string(letters)+".html", "<a href=AaAaAaAaAaAaAaAaAaAa.htm>g</a>")
				}
			},
		},
	}
}

// links are symbolic links.
func links() []hostile {
	return []hostile{
		{
			name: "symbolic links in a circle", ends: ends(failed),
			make: func(p *place, _ int) {
				p.page("site/index.html", "<a href=a.html>a</a><a href=c/d/e>c</a><a href=up/up/up/index.html>u</a><a href=self>s</a>")
				p.link("b.html", "site/a.html")
				p.link("a.html", "site/b.html")
				p.link("d", "site/c")
				p.link("c", "site/d")
				p.link(".", "site/up")
				p.link("self", "site/self")
			},
		},
		{
			name: "symbolic links out, to nothing and to devices", ends: ends(failed),
			make: func(p *place, _ int) {
				p.page("site/index.html", "<a href=passwd.html>p</a><a href=zero.html>z</a><a href=none.html>n</a><a href=out/index.html>o</a><a href=proc/self/environ>e</a>")
				p.link("/etc/passwd", "site/passwd.html")
				p.link("/dev/zero", "site/zero.html")
				p.link("/dev/stdin", "site/stdin.html")
				p.link("none", "site/none.html")
				p.link("../..", "site/out")
				p.link("/proc", "site/proc")
			},
		},
		{
			name: "many symbolic links to the folder above", size: 20_000, unit: "links", ends: ends(clean, failed),
			make: func(p *place, size int) {
				p.good()
				for i := range size {
					p.link("..", fmt.Sprintf("site/a/%d", i))
				}
			},
		},
		{
			name: "folders of links to each other", size: 2000, unit: "folders", ends: ends(clean, failed),
			make: func(p *place, size int) {
				p.page("site/index.html", "<a href='"+strings.Repeat("l/", 1000)+"index.html'>x</a>")
				p.link("0", "site/l")
				for i := range size {
					p.page(fmt.Sprintf("site/%d/index.html", i), "<a href=l/l/l/l/index.html>x</a>")
					p.link(fmt.Sprintf("../%d", (i+1)%size), fmt.Sprintf("site/%d/l", i))
				}
			},
		},
		{
			name: "chain of symbolic links", size: 20_000, unit: "links", ends: ends(failed),
			make: func(p *place, size int) {
				p.page("site/index.html", "<a href=0.html>x</a>")
				for i := range size {
					p.link(fmt.Sprintf("%d.html", i+1), fmt.Sprintf("site/%d.html", i))
				}
				p.page(fmt.Sprintf("site/%d.html", size), "end")
			},
		},
	}
}

// readFiles are names of files that linkvet reads if they are there, with the
// arguments with which it does.
func readFiles() map[string][]string {
	all := map[string][]string{}
	for _, name := range []string{
		"site/a.html", "site/a.css", "site/a.js", "site/sitemap.xml", "site/feed.xml", "site/a.svg", "site/site.webmanifest", "site/robots.txt",
		"site/CNAME", "site/_redirects", "site/_headers", "site/404.html", ".linkvet.yml", "netlify.toml", "vercel.json", "firebase.json",
		"site/staticwebapp.config.json", "wrangler.toml", "wrangler.json", "package.json", "hugo.toml", "mkdocs.yml", "_config.yml", "content/a.md", ".gitignore",
		".git", ".git/HEAD", ".git/config", ".git/index", ".git/packed-refs", ".git/info/exclude", ".git/commondir",
	} {
		all[name] = nil
	}
	all["baseline.json"] = []string{"--external=false", "--baseline=baseline.json", "site"}
	all["cache"] = []string{"--cache=cache", "site"}
	all["other.yml"] = []string{"--external=false", "--config=other.yml", "site"}
	return all
}

// around makes what else there is in a checkout, with a broken link, so that sources
// are read too.
func around(p *place) {
	p.page("site/index.html", "<a href=gone>gone</a><link rel=stylesheet href=a.css><script src=a.js></script><link rel=manifest href=site.webmanifest>")
	p.file("content/index.md", "[gone](gone)\n")
}

// special are files that are no files, at names that linkvet reads.
func special() []hostile {
	kinds := map[string]func(path string) error{
		"pipe":             func(path string) error { return syscall.Mkfifo(path, 0o644) },
		"socket":           func(path string) error { return syscall.Mknod(path, syscall.S_IFSOCK|0o644, 0) },
		"folder":           func(path string) error { return os.Mkdir(path, 0o755) },
		"link to a device": func(path string) error { return os.Symlink("/dev/zero", path) },
	}
	if os.Getuid() == 0 {
		kinds["device"] = func(path string) error { return syscall.Mknod(path, syscall.S_IFCHR|0o644, 1<<8|5) } // zero
	}
	var cases []hostile
	for _, kind := range slices.Sorted(maps.Keys(kinds)) {
		create := kinds[kind]
		cases = append(cases, hostile{
			name: kind + " as each file of a site", ends: ends(failed, incomplete),
			make: func(p *place, _ int) {
				around(p)
				for name := range readFiles() {
					if filepath.Dir(name) == "site" {
						p.do(name, create)
					}
				}
			},
		})
		for _, name := range slices.Sorted(maps.Keys(readFiles())) {
			args := readFiles()[name]
			if filepath.Dir(name) == "site" {
				continue
			}
			cases = append(cases, hostile{
				name: kind + " as " + name, ends: ends(failed, usage, incomplete), args: args,
				make: func(p *place, _ int) {
					around(p)
					p.do(name, create)
				},
			})
		}
	}
	return cases
}

// sparse are files of a terabyte that take no room.
func sparse() []hostile {
	var cases []hostile
	for _, name := range slices.Sorted(maps.Keys(readFiles())) {
		args := readFiles()[name]
		if name == ".git" || name == ".git/commondir" {
			continue
		}
		cases = append(cases, hostile{
			name: "terabyte in " + name, ends: ends(failed, usage, incomplete), args: args,
			make: func(p *place, _ int) {
				around(p)
				p.sparse(name, "", 1_000_000_000_000)
			},
		})
	}
	return cases
}
