// SPDX-License-Identifier: Apache-2.0 WITH SHL-2.1

package chrome

import (
	"context"
	"testing"
	"time"

	"github.com/chromedp/cdproto/cdp"
	"github.com/chromedp/cdproto/page"
	"github.com/chromedp/chromedp"
	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// TestWait waits for values and for the results of promises, true now, later or never.
func TestWait(t *testing.T) {
	b, err := Start(t.Context())
	require.NoError(t, err)
	defer b.Close()
	tab, err := b.NewTab(Device{Width: 300, Height: 200})
	require.NoError(t, err)
	defer tab.Close()
	require.NoError(t, tab.Navigate("data:text/html,<title>first</title>"))
	const brief = 300 * time.Millisecond
	for expression, want := range map[string]bool{
		"1 < 2": true, "1 > 2": false, "Promise.resolve(1 < 2)": true, "Promise.resolve(1 > 2)": false,
	} {
		if err := tab.Wait(expression, brief); want {
			assert.NoError(t, err, expression)
		} else {
			assert.ErrorContains(t, err, "wait for "+expression)
		}
	}
	_, err = Eval[any](tab, `void setTimeout(() => { document.title = "later"; }, 100)`)
	require.NoError(t, err)
	assert.NoError(t, tab.Wait(`document.title === "later"`, time.Minute))
}

// TestCrashed says that a page has crashed, in place of waiting for its answer.
func TestCrashed(t *testing.T) {
	b, err := Start(t.Context())
	require.NoError(t, err)
	defer b.Close()
	tab, err := b.NewTab(Device{Width: 300, Height: 200})
	require.NoError(t, err)
	defer tab.Close()
	_, err = within(tab.ctx, time.Minute, func(ctx context.Context, t *chromedp.Target) (chromedp.Void, error) {
		_, err := cdp.Call(ctx, t, page.Crash, cdp.Empty{})
		return chromedp.Void{}, err
	})
	require.ErrorIs(t, err, ErrCrashed)
	_, err = Eval[int](tab, "1")
	require.ErrorIs(t, err, ErrCrashed)
}
