package main

import (
	"bufio"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"time"
)

// browser is a Chromium with one page, controlled by DevTools messages through a pipe. Each
// ends in a zero byte.
type browser struct {
	cmd     *exec.Cmd
	write   *os.File
	read    *bufio.Reader
	session string
	last    int
	// asked are the URLs requested since the last visit, and said the errors of the page.
	asked, said []string
	loaded      bool
}

// message is an answer or an event.
type message struct {
	ID     int
	Method string
	Params json.RawMessage
	Result json.RawMessage
	Error  *struct{ Message string }
}

// startBrowser opens an empty page.
func startBrowser(ctx context.Context, program, profile string) (*browser, error) {
	commands, write, err := os.Pipe()
	if err != nil {
		return nil, fmt.Errorf("could not make a pipe: %w", err)
	}
	read, answers, err := os.Pipe()
	if err != nil {
		return nil, fmt.Errorf("could not make a pipe: %w", err)
	}
	cmd := exec.CommandContext(ctx, program, "--headless", "--no-sandbox", "--disable-gpu", "--no-first-run", "--hide-scrollbars",
		"--disable-background-networking", "--disable-component-update", "--disable-sync", "--remote-debugging-pipe", "--user-data-dir="+profile)
	cmd.ExtraFiles = []*os.File{commands, answers}
	cmd.Cancel = func() error { return cmd.Process.Signal(os.Interrupt) }
	cmd.WaitDelay = 5 * time.Second
	if err := cmd.Start(); err != nil {
		return nil, fmt.Errorf("could not start %s: %w", program, err)
	}
	_, _ = commands.Close(), answers.Close()
	b := &browser{cmd: cmd, write: write, read: bufio.NewReader(read)}
	var target struct{ TargetID string }
	var attached struct{ SessionID string }
	err = b.call("Target.createTarget", map[string]any{"url": "about:blank"}, &target)
	if err == nil {
		err = b.call("Target.attachToTarget", map[string]any{"targetId": target.TargetID, "flatten": true}, &attached)
	}
	b.session = attached.SessionID
	for _, domain := range []string{"Page", "Network", "Runtime", "Log"} {
		if err == nil {
			err = b.call(domain+".enable", nil, nil)
		}
	}
	if err != nil {
		b.close()
		return nil, err
	}
	return b, nil
}

func (b *browser) close() {
	_ = b.call("Browser.close", nil, nil)
	_ = b.write.Close()
	_ = b.cmd.Wait()
}

// call sends a command, and reads its result into a value.
func (b *browser) call(method string, params, into any) error {
	b.last++
	command := map[string]any{"id": b.last, "method": method}
	if params != nil {
		command["params"] = params
	}
	if b.session != "" {
		command["sessionId"] = b.session
	}
	data, err := json.Marshal(command)
	if err == nil {
		_, err = b.write.Write(append(data, 0))
	}
	for err == nil {
		var m message
		if m, err = b.next(); err != nil || m.ID != b.last {
			continue
		}
		if m.Error != nil {
			return fmt.Errorf("%s: %s", method, m.Error.Message)
		}
		if into != nil {
			err = json.Unmarshal(m.Result, into)
		}
		return err
	}
	return fmt.Errorf("could not control the browser: %s: %w", method, err)
}

// next reads a message, and notes what an event says.
func (b *browser) next() (message, error) {
	data, err := b.read.ReadBytes(0)
	if err != nil {
		return message{}, err
	}
	var m message
	if err := json.Unmarshal(data[:len(data)-1], &m); err != nil {
		return message{}, err
	}
	var event struct {
		Request          struct{ URL string }
		Entry            struct{ Level, Text, URL string }
		ExceptionDetails struct{ Text string }
	}
	switch m.Method {
	case "Page.loadEventFired":
		b.loaded = true
	case "Network.requestWillBeSent":
		err = json.Unmarshal(m.Params, &event)
		b.asked = append(b.asked, event.Request.URL)
	case "Log.entryAdded":
		err = json.Unmarshal(m.Params, &event)
		if event.Entry.Level == "error" {
			b.said = append(b.said, event.Entry.Text+" "+event.Entry.URL)
		}
	case "Runtime.exceptionThrown":
		err = json.Unmarshal(m.Params, &event)
		b.said = append(b.said, event.ExceptionDetails.Text)
	}
	return m, err
}

// visit opens a page, and waits until it is loaded.
func (b *browser) visit(url string) error {
	b.asked, b.said, b.loaded = nil, nil, false
	if err := b.call("Page.navigate", map[string]any{"url": url}, nil); err != nil {
		return err
	}
	for !b.loaded {
		if _, err := b.next(); err != nil {
			return fmt.Errorf("could not open %s: %w", url, err)
		}
	}
	return nil
}

// evaluate runs a script in the page, waits for its promise, and reads the result.
func (b *browser) evaluate(script string, into any) error {
	var answer struct {
		Result           struct{ Value json.RawMessage }
		ExceptionDetails *struct {
			Exception struct{ Description string }
		}
	}
	err := b.call("Runtime.evaluate", map[string]any{"expression": script, "awaitPromise": true, "returnByValue": true}, &answer)
	switch {
	case err != nil:
		return err
	case answer.ExceptionDetails != nil:
		return errors.New(answer.ExceptionDetails.Exception.Description)
	case into == nil:
		return nil
	}
	return json.Unmarshal(answer.Result.Value, into)
}

// look sets the width of the window, in pixels, and the colors: light or dark.
func (b *browser) look(width int, colors string) error {
	return errors.Join(
		b.call("Emulation.setDeviceMetricsOverride", map[string]any{"width": width, "height": 900, "deviceScaleFactor": 1, "mobile": width < 500}, nil),
		b.call("Emulation.setEmulatedMedia", map[string]any{"features": []any{map[string]any{"name": "prefers-color-scheme", "value": colors}}}, nil),
	)
}

// key presses a key that types no text, or the one that it names.
func (b *browser) key(key, text string) error {
	return errors.Join(
		b.call("Input.dispatchKeyEvent", map[string]any{"type": "keyDown", "key": key, "text": text}, nil),
		b.call("Input.dispatchKeyEvent", map[string]any{"type": "keyUp", "key": key}, nil),
	)
}

// photograph writes a picture of the window.
func (b *browser) photograph(name string) error {
	var picture struct{ Data []byte }
	if err := b.call("Page.captureScreenshot", map[string]any{"format": "png"}, &picture); err != nil {
		return err
	}
	return os.WriteFile(name, picture.Data, 0o644)
}
