package main

import (
	"bytes"
	"context"
	_ "embed"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"

	"github.com/yuin/goldmark"
	"github.com/yuin/goldmark/extension"
	"github.com/yuin/goldmark/renderer/html"
)

//go:embed page.css
var style string

// render makes a page that shows a text as GitHub does.
func render(markdown string) (string, error) {
	var body bytes.Buffer
	md := goldmark.New(goldmark.WithExtensions(extension.GFM), goldmark.WithRendererOptions(html.WithUnsafe()))
	if err := md.Convert([]byte(markdown), &body); err != nil {
		return "", fmt.Errorf("could not render Markdown: %w", err)
	}
	return "<!doctype html>\n<meta charset=utf-8>\n<style>" + style + "</style>\n<div class=box>" + body.String() + "</div>\n", nil
}

// photograph renders a text as GitHub does, and writes path.html and path.png, a picture of
// its first so many pixels.
func photograph(ctx context.Context, chromium, path, markdown string, height int) error {
	page, err := render(markdown)
	if err != nil {
		return err
	}
	if err := os.WriteFile(path+".html", []byte(page), 0o644); err != nil {
		return err
	}
	return screenshot(ctx, chromium, path+".html", path+".png", fmt.Sprintf("--window-size=1000,%d", height))
}

// screenshot writes a picture of a page, with further flags of the browser.
func screenshot(ctx context.Context, chromium, page, picture string, flags ...string) error {
	page, err := filepath.Abs(page)
	if err == nil {
		picture, err = filepath.Abs(picture)
	}
	if err != nil {
		return err
	}
	profile, err := os.MkdirTemp("", "rendered")
	if err != nil {
		return err
	}
	defer func() { _ = os.RemoveAll(profile) }()
	args := append([]string{"--headless", "--no-sandbox", "--disable-gpu", "--hide-scrollbars", "--user-data-dir=" + profile, "--screenshot=" + picture}, flags...)
	said, err := exec.CommandContext(ctx, chromium, append(args, "file://"+page)...).CombinedOutput()
	if err != nil {
		return fmt.Errorf("could not photograph %s: %w\n%s", page, err, said)
	}
	return nil
}
