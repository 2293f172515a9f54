package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"net"
	"net/http"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"
	"sync"
	"time"
)

// browser shows one page at a time from a server of its own.
type browser struct {
	program, profile string
	server           *http.Server
	address          string

	mu    sync.Mutex
	page  string
	asked []string // what was asked for besides the page
}

func newBrowser(program string) (*browser, error) {
	profile, err := os.MkdirTemp("", "chromium-html")
	if err != nil {
		return nil, fmt.Errorf("could not make a profile: %w", err)
	}
	listener, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		return nil, fmt.Errorf("could not listen: %w", err)
	}
	b := &browser{program: program, profile: profile, address: "http://" + listener.Addr().String() + "/"}
	b.server = &http.Server{Handler: http.HandlerFunc(b.serve), ReadHeaderTimeout: time.Minute}
	go func() { _ = b.server.Serve(listener) }()
	return b, nil
}

func (b *browser) close() {
	_ = b.server.Close()
	_ = os.RemoveAll(b.profile)
}

func (b *browser) serve(w http.ResponseWriter, r *http.Request) {
	b.mu.Lock()
	defer b.mu.Unlock()
	if r.URL.Path != "/" {
		b.asked = append(b.asked, r.URL.Path)
		http.NotFound(w, r)
		return
	}
	w.Header().Set("Content-Type", "text/html; charset=utf-8")
	_, _ = io.WriteString(w, b.page)
}

// show opens a page with further flags, and returns what the browser prints.
func (b *browser) show(ctx context.Context, page string, flags ...string) (string, error) {
	b.mu.Lock()
	b.page, b.asked = page, nil
	b.mu.Unlock()
	args := append([]string{
		"--headless", "--no-sandbox", "--disable-gpu", "--disable-quic", "--no-first-run", "--disable-background-networking",
		"--disable-component-update", "--disable-sync", "--hide-scrollbars", "--user-data-dir=" + b.profile,
	}, flags...)
	cmd := exec.CommandContext(ctx, b.program, append(args, b.address)...)
	// The browser's wrapper is a shell script: ask it to end rather than kill it.
	cmd.Cancel = func() error { return cmd.Process.Signal(os.Interrupt) }
	cmd.WaitDelay = 5 * time.Second
	out, err := cmd.Output()
	if err != nil {
		return "", fmt.Errorf("could not show a page in %s: %w", b.program, err)
	}
	return string(out), nil
}

// check opens a page and tells what is wrong with it. Its own script, if it has
// one, uncovers the filter.
func (b *browser) check(ctx context.Context, name, page string, script bool) error {
	dom, err := b.show(ctx, page, "--dump-dom", "--virtual-time-budget=5000")
	if err != nil {
		return err
	}
	b.mu.Lock()
	asked := b.asked
	b.mu.Unlock()
	var faults []error
	if len(asked) > 0 {
		faults = append(faults, fmt.Errorf("%s: it asked for %q", name, asked))
	}
	if strings.Contains(dom, "<title>owned") || !strings.Contains(dom, "– linkvet</title>") {
		faults = append(faults, fmt.Errorf("%s: somebody else's script ran", name))
	}
	if uncovered := strings.Contains(dom, `<div id="filter" role="search" aria-label="Filter the findings">`); uncovered != script {
		faults = append(faults, fmt.Errorf("%s: its own script ran: %v, want %v", name, uncovered, script))
	}
	fmt.Printf("%s: %d bytes, %d faults\n", name, len(page), len(faults))
	return errors.Join(faults...)
}

// attack is raw markup of a stranger's.
const attack = `<script>document.title="owned"</script><img src="/asked" onerror="document.title='owned'">` +
	`<style>@import "/asked"; body { background: url(/asked) }</style><link rel="stylesheet" href="/asked">` +
	`<iframe src="/asked"></iframe><object data="/asked"></object><base href="https://owned.example/">`

// checkPolicy puts markup of a stranger's into a page, as a writer without care
// would. Without the page's policy it has to be noticed, with it to do nothing.
func (b *browser) checkPolicy(ctx context.Context, page string) error {
	page = strings.Replace(page, "<article", attack+"<article", 1)
	if err := b.check(ctx, "no policy", unguarded(page), true); err == nil {
		return errors.New("an attack on a page without a policy goes unnoticed")
	}
	return b.check(ctx, "a text taken for markup", page, true)
}

// unguarded takes a page's policy away.
func unguarded(page string) string {
	return strings.Replace(page, `http-equiv="Content-Security-Policy"`, `name="nothing"`, 1)
}

// helpers are what the expressions of checkUse are made of.
const helpers = `
	const box = document.getElementById("filter"), by = (id) => document.getElementById(id);
	const said = () => box.querySelector("output").textContent;
	const cards = () => [...document.querySelectorAll("#broken ~ .cards article")];
	const last = () => [...document.querySelectorAll('#broken ~ .cards [id^="f-"]')].at(-1);
	const targets = () => cards().map((card) => card.querySelector("h3").textContent);
`

// hurry lets a timer end at once.
const hurry = `<script>window.setTimeout = (run) => run()</script>`

// checkUse uses the filters and a permalink of a page with so many findings: it runs a
// script, and then wants an expression to be true.
func (b *browser) checkUse(ctx context.Context, page string) error {
	for _, tt := range []struct{ use, want string }{
		{`by("words").value = " Social 403"`, `said().startsWith("500 of ")`},
		{`by("reason").value = "fragment-not-found"`, `said().startsWith("1000 of ") && cards()[0].textContent.includes("fragment-not-found") && cards().at(-1).hidden`},
		{`by("file").value = "a.md"`, `said() !== "" && !said().startsWith("0 ")`},
		{`by("file").value = "content/"; by("words").value = "no such word"`, `said().startsWith("0 of ")`},
		{`by("words").value = "x"; box.querySelector("button").click()`, `said() === "" && !document.querySelector("article[hidden]")`},
		{`by("order").value = "target"`, `targets().join() === targets().toSorted().join()`},
		{`document.querySelector("#index a").click()`, `by("file").value !== "" && said() !== ""`},
		{`by("words").value = "no such word"; box.dispatchEvent(new Event("input")); location.hash = last().id; dispatchEvent(new Event("hashchange")); by("order").value = ""`, `last().checkVisibility()`},
	} {
		script := `<script>{` + helpers + tt.use + `; box.dispatchEvent(new Event("input"));
			document.title = "it holds: " + (` + tt.want + `) }</script></body>`
		used := strings.Replace(unguarded(page), "</body>", script, 1)
		dom, err := b.show(ctx, strings.Replace(used, "</head>", hurry+"</head>", 1), "--dump-dom")
		if err != nil {
			return err
		}
		if !strings.Contains(dom, "<title>it holds: true</title>") {
			return fmt.Errorf("after %s, it does not hold that %s", tt.use, tt.want)
		}
	}
	fmt.Println("filters and permalinks work")
	return nil
}

// checkTime opens a page, and lays it out, in less than a second.
func (b *browser) checkTime(ctx context.Context, page string) error {
	const measure = `<script>addEventListener("load", () => {
		document.body.getBoundingClientRect();
		document.title = "opened in " + Math.round(performance.now()) + " ms";
	})</script></head>`
	dom, err := b.show(ctx, strings.Replace(unguarded(page), "</head>", measure, 1), "--dump-dom")
	if err != nil {
		return err
	}
	_, after, _ := strings.Cut(dom, "<title>opened in ")
	ms, err := strconv.Atoi(strings.TrimSpace(after[:max(strings.Index(after, "ms"), 0)]))
	if err != nil {
		return fmt.Errorf("could not measure how long the page takes: %w", err)
	}
	fmt.Printf("%d bytes open in %d ms\n", len(page), ms)
	if ms > 1000 {
		return errors.New("the page takes more than a second to open: is the machine idle?")
	}
	return nil
}

// pictures leaves a page as it looks on a desk, in the dark, on a phone and on
// paper.
func (b *browser) pictures(ctx context.Context, page, name string) error {
	for look, flags := range map[string][]string{
		"desk.png":  {"--window-size=1280,1600"},
		"dark.png":  {"--window-size=1280,1600", "--blink-settings=preferredColorScheme=0"},
		"phone.png": {"--window-size=500,1600"},
		"paper.pdf": nil,
	} {
		to, err := filepath.Abs(name + "-" + look)
		if err != nil {
			return fmt.Errorf("could not name a picture: %w", err)
		}
		how := "--screenshot=" + to
		if look == "paper.pdf" {
			how = "--print-to-pdf=" + to
		}
		if _, err := b.show(ctx, page, append(flags, how)...); err != nil {
			return err
		}
	}
	return nil
}
