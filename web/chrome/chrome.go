// SPDX-License-Identifier: Apache-2.0 WITH SHL-2.1

// Package chrome drives the page in a headless Chromium, for tests and figures.
package chrome

import (
	"context"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"strings"
	"sync"
	"time"

	"github.com/chromedp/cdproto/emulation"
	"github.com/chromedp/cdproto/input"
	"github.com/chromedp/cdproto/inspector"
	"github.com/chromedp/chromedp"
)

// names are the names of Chromium's executable.
var names = []string{"chromium", "chromium-browser", "google-chrome"}

// ErrMissing means that Chromium is not installed.
var ErrMissing = errors.New(`there is no Chromium: run "make tools-browser"`)

// ErrCrashed means that the page has crashed: a visitor would see Chromium's page of excuse in its place.
var ErrCrashed = errors.New("the page has crashed")

// Find returns the path of Chromium.
func Find() (string, error) {
	for _, name := range names {
		if path, err := exec.LookPath(name); err == nil {
			return path, nil
		}
	}
	return "", ErrMissing
}

// Browser is a running Chromium.
type Browser struct {
	ctx    context.Context
	cancel func()
}

// Start starts a Chromium. It runs until ctx is done or Close is called.
func Start(ctx context.Context) (*Browser, error) {
	path, err := Find()
	if err != nil {
		return nil, err
	}
	options := append(chromedp.DefaultExecAllocatorOptions[:], chromedp.ExecPath(path), chromedp.WSURLReadTimeout(openTime),
		// Two pages connect without a network: by the addresses themselves, in place of names that multicast
		// would look up, and by the loopback's. The other features are those of the defaults.
		chromedp.Flag("disable-features", "Translate,BlinkGenPropertyTrees,WebRtcHideLocalIpsWithMdns"), chromedp.Flag("allow-loopback-in-peer-connection", true))
	if os.Geteuid() == 0 {
		options = append(options, chromedp.NoSandbox) // Chromium refuses its sandbox to root
	}
	allocator, endAllocator := chromedp.NewExecAllocator(ctx, options...)
	browser, endBrowser := chromedp.NewContext(allocator)
	b := &Browser{browser, func() {
		endBrowser()
		endAllocator()
	}}
	if err := chromedp.Do(browser); err != nil {
		b.Close()
		return nil, fmt.Errorf("start %s: %w", path, err)
	}
	return b, nil
}

// Close ends the browser.
func (b *Browser) Close() { b.cancel() }

// Device is the device that shows the page.
type Device struct {
	Width, Height int64 // in CSS pixels
	Touch         bool  // a touch screen and no mouse
	Dark          bool
	Forced        bool // the system's few colours in place of the page's
	Still         bool // the visitor wants little motion
}

// Devices for tests and pictures.
var (
	Desktop = Device{Width: 1280, Height: 800}
	Phone   = Device{Width: 390, Height: 844, Touch: true}
)

// Tab is a tab of a browser, with its own storage unless it stands beside another.
type Tab struct {
	ctx     context.Context
	cancel  func()
	mu      sync.Mutex
	trouble []string
}

// NewTab opens a tab on a device.
func (b *Browser) NewTab(d Device) (*Tab, error) {
	return newTab(b.ctx, d, chromedp.WithNewBrowserContext())
}

// Beside opens a tab with the same storage.
func (t *Tab) Beside(d Device) (*Tab, error) { return newTab(t.ctx, d) }

func newTab(parent context.Context, d Device, options ...chromedp.ContextOption) (*Tab, error) {
	t := &Tab{}
	ctx, end := context.WithCancelCause(parent)
	// Chromium answers nothing for a page that has crashed.
	t.ctx, t.cancel = chromedp.NewContext(ctx, append(options, chromedp.WithListener(func(event any) {
		if _, crashed := event.(*inspector.EventTargetCrashed); crashed {
			end(ErrCrashed)
		}
	}))...)
	if err := chromedp.Do(t.ctx); err != nil {
		t.cancel()
		return nil, err
	}
	go func() {
		for m, err := range chromedp.Console(t.ctx) {
			if err != nil {
				return
			}
			if m.Type == chromedp.ConsoleError || m.Type == chromedp.ConsoleException || m.Type == chromedp.ConsoleWarning {
				t.mu.Lock()
				t.trouble = append(t.trouble, fmt.Sprintf("%s: %s (%s)", m.Type, m.Text, m.URL))
				t.mu.Unlock()
			}
		}
	}()
	return t, t.Emulate(d)
}

// Trouble returns the errors and warnings in the console so far.
func (t *Tab) Trouble() []string {
	t.mu.Lock()
	defer t.mu.Unlock()
	return t.trouble
}

// Close closes the tab.
func (t *Tab) Close() { t.cancel() }

// Emulate makes the tab behave like a device.
func (t *Tab) Emulate(d Device) error {
	scheme, forced, motion := "light", "none", "no-preference"
	if d.Dark {
		scheme = "dark"
	}
	if d.Forced {
		forced = "active"
	}
	if d.Still {
		motion = "reduce"
	}
	_, err := chromedp.Call(t.ctx, emulation.SetDeviceMetricsOverride, emulation.SetDeviceMetricsOverrideParams{
		Width: d.Width, Height: d.Height, DeviceScaleFactor: 1, Mobile: d.Touch,
	})
	if err != nil {
		return err
	}
	if _, err := chromedp.Call(t.ctx, emulation.SetTouchEmulationEnabled, emulation.SetTouchEmulationEnabledParams{Enabled: d.Touch, MaxTouchPoints: 5}); err != nil {
		return err
	}
	// Every tab behaves as if it were in front.
	if _, err := chromedp.Call(t.ctx, emulation.SetFocusEmulationEnabled, emulation.SetFocusEmulationEnabledParams{Enabled: true}); err != nil {
		return err
	}
	_, err = chromedp.Call(t.ctx, emulation.SetEmulatedMedia, emulation.SetEmulatedMediaParams{
		Features: []*emulation.MediaFeature{{Name: "prefers-color-scheme", Value: scheme}, {Name: "forced-colors", Value: forced}, {Name: "prefers-reduced-motion", Value: motion}},
	})
	return err
}

// openTime is the time limit for a page to become ready.
const openTime = 3 * time.Minute

// Open opens a page and waits until it is ready for play.
func (t *Tab) Open(url string) error {
	if err := t.Navigate(url); err != nil {
		return err
	}
	return t.ready()
}

// Navigate opens a page.
func (t *Tab) Navigate(url string) error {
	if _, err := within(t.ctx, openTime, chromedp.Navigate(url)); err != nil {
		return fmt.Errorf("open %s: %w", url, err)
	}
	return nil
}

// Reload reloads the page and waits until it is ready for play.
func (t *Tab) Reload() error {
	if _, err := within(t.ctx, openTime, chromedp.Reload()); err != nil {
		return fmt.Errorf("reload: %w", err)
	}
	return t.ready()
}

// ready waits until the page is ready for play. Its error has the page's message and the console's
// errors.
func (t *Tab) ready() error {
	err := t.Wait(`document.documentElement.dataset.ready !== undefined`, openTime)
	if err == nil {
		var ready string
		if ready, err = Eval[string](t, `document.documentElement.dataset.ready`); err == nil && ready == "true" {
			return nil
		}
	}
	message, _ := Eval[string](t, `document.getElementById("message")?.textContent ?? ""`)
	return errors.Join(fmt.Errorf("the page does not start: %s %v", message, t.Trouble()), err)
}

// answerTime is the time limit for an answer of a page: one that navigates at the wrong moment gives
// none.
const answerTime = 20 * time.Second

// Wait waits until an expression, or the result of its promise, is true. The page may navigate meanwhile.
func (t *Tab) Wait(expression string, limit time.Duration) error {
	// The first try is without polling, which would take a frame.
	now, err := within(t.ctx, min(limit, answerTime), chromedp.Evaluate[bool]("(async () => Boolean(await ("+expression+")))()", chromedp.EvalAwaitPromise))
	if err == nil && now {
		return nil
	}
	end := time.Now().Add(limit)
	for {
		try := min(limit, answerTime)
		_, err := within(t.ctx, try+answerTime, chromedp.Poll[bool](expression, chromedp.WithPollingTimeout(try), chromedp.WithPollingInterval(5*time.Millisecond)))
		if err == nil {
			return nil
		}
		late := errors.Is(err, chromedp.ErrPollingTimeout) || errors.Is(err, context.DeadlineExceeded)
		if limit = time.Until(end); t.ctx.Err() != nil || !late && !pageLeft(err) || limit <= 0 {
			return fmt.Errorf("wait for %s: %w", expression, err)
		}
	}
}

// within runs an action that must end within a time.
func within[T any](tab context.Context, limit time.Duration, action chromedp.Action[T]) (T, error) {
	ctx, cancel := context.WithTimeout(tab, limit)
	defer cancel()
	value, err := chromedp.Run(ctx, action)
	if context.Cause(tab) == ErrCrashed {
		err = ErrCrashed
	}
	return value, err
}

// pageLeft reports whether an expression had no value because the page navigated meanwhile.
// Chromium uses one code for all its own errors, so only the message tells them apart.
func pageLeft(err error) bool {
	text := err.Error()
	return strings.Contains(text, "Cannot find context") || strings.Contains(text, "context was destroyed") ||
		strings.Contains(text, "Inspected target navigated")
}

// evalTime is the time limit for the value of an expression, or of its promise.
const evalTime = 10 * time.Minute

// Eval returns the value of an expression, or the result of its promise.
func Eval[T any](t *Tab, expression string) (T, error) {
	return within(t.ctx, evalTime, chromedp.Evaluate[T](expression, chromedp.EvalAwaitPromise))
}

// Screenshot returns the contents of the window as PNG.
func (t *Tab) Screenshot() ([]byte, error) { return chromedp.Run(t.ctx, chromedp.CaptureScreenshot()) }

// Keys presses a sequence of keys: letters, or keys of chromedp's package kb.
func (t *Tab) Keys(keys string, modifiers ...chromedp.Modifier) error {
	return chromedp.Do(t.ctx, chromedp.KeyEvent(keys, chromedp.KeyModifiers(modifiers...)))
}

// Mouse sends a mouse event at a point of the window. button is "left", "right" or "".
func (t *Tab) Mouse(kind input.DispatchMouseEventType, x, y float64, button input.MouseButton) error {
	p := input.DispatchMouseEventParams{Type: kind, X: x, Y: y, Button: button}
	if button != "" {
		p.ClickCount = 1
	}
	_, err := chromedp.Call(t.ctx, input.DispatchMouseEvent, p)
	return err
}

// tiny replaces 0, because the library omits a zero field and Chromium requires it.
const tiny = 1e-6

// Wheel turns the wheel over a point of the window by delta CSS pixels.
func (t *Tab) Wheel(x, y, delta float64) error {
	_, err := chromedp.Call(t.ctx, input.DispatchMouseEvent, input.DispatchMouseEventParams{
		Type: chromedp.MouseWheel, X: x, Y: y, DeltaX: tiny, DeltaY: delta,
	})
	return err
}

// Touch sends an event of one finger at a point of the window. The event that lifts the finger
// ignores the point.
func (t *Tab) Touch(kind input.DispatchTouchEventType, x, y float64) error {
	points := []*input.TouchPoint{{X: x, Y: y}}
	if kind == input.DispatchTouchEventTypeTouchEnd {
		points = []*input.TouchPoint{}
	}
	_, err := chromedp.Call(t.ctx, input.DispatchTouchEvent, input.DispatchTouchEventParams{Type: kind, TouchPoints: points})
	return err
}

// Click moves the mouse to a point of the window and clicks there.
func (t *Tab) Click(x, y float64) error {
	if err := t.Mouse(chromedp.MouseMoved, x, y, ""); err != nil {
		return err
	}
	if err := t.Mouse(chromedp.MousePressed, x, y, input.MouseButtonLeft); err != nil {
		return err
	}
	return t.Mouse(chromedp.MouseReleased, x, y, input.MouseButtonLeft)
}
