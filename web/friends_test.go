// SPDX-License-Identifier: Apache-2.0 WITH SHL-2.1

package web_test

import (
	"context"
	"encoding/base64"
	"encoding/json"
	"net/http"
	"regexp"
	"strconv"
	"strings"
	"testing"

	"github.com/coder/websocket"
	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/tessera-fpga/tessera/web"
	"github.com/tessera-fpga/tessera/web/chrome"
	"github.com/tessera-fpga/tessera/web/relay"
)

// withRelay serves the page with rooms for friends.
func withRelay(t *testing.T) (address string) {
	t.Helper()
	rooms := relay.New()
	t.Cleanup(rooms.Wait)
	address, _ = serve(t, files(t).Handler(true, web.Services{relay.Path: rooms}))
	return address
}

// link invites a friend and returns the link.
func (v *visitor) link() string {
	v.Helper()
	v.press("#friend")
	// The page connects while it shows the link. Until then the relay sends a guest away, who asks again.
	v.wait(`document.getElementById("friend-link").value !== "" && !document.getElementById("friends-text").textContent.includes("The page connects")`)
	return v.shownLink()
}

func (v *visitor) shownLink() string {
	return eval[string](v, `document.getElementById("friend-link").value`)
}

// stands waits until the page says how it stands with the friends.
func (v *visitor) stands(text string) {
	v.Helper()
	if err := v.Wait(`document.getElementById("friends-text").textContent.includes(`+quoted(text)+`)`, patience); err != nil {
		require.NoError(v, err, "stands: %s; message: %s; dialog: %s", eval[string](v, `document.getElementById("friends-text").textContent`), v.message(),
			eval[string](v, `document.getElementById("friend-dialog").textContent`))
	}
}

// placed makes the first move of a tile in the list of legal moves.
func (v *visitor) placed() {
	v.Helper()
	v.wait(`document.querySelector('[data-do="hint"]').getAttribute("aria-disabled") === "false"`)
	eval[any](v, `{ document.getElementById("legal").open = true; null }`)
	v.wait(`document.querySelector("#legal .tile-head") !== null`)
	eval[any](v, `{ if (!document.querySelector("#legal .places")) document.querySelector("#legal .tile-head").click();
		document.querySelector("#legal .places button").click(); null }`)
	v.action("place")
}

func quoted(text string) string {
	packed, _ := json.Marshal(text) // strings always have a form in JSON
	return string(packed)
}

// off reports whether a button is disabled.
func (v *visitor) off(name string) bool {
	return eval[bool](v, `document.querySelector('[data-do="%s"]').getAttribute("aria-disabled") === "true"`, name)
}

// TestFriendsByRelay plays a game between two pages over the relay, while a third watches. Pages are
// reloaded in its middle; then the host begins another, which the guest leaves.
func TestFriendsByRelay(t *testing.T) {
	t.Parallel()
	address := withRelay(t)
	host := visitAt(t, chrome.Desktop, address)
	host.placed()
	host.moves(2, 2) // a game against an engine, in which the friend takes its place
	link := host.link()
	require.Regexp(t, `^`+address+`\?friend=[0-9a-f]{32}$`, link)
	require.Contains(t, eval[string](host, `document.getElementById("friend-note").textContent`), "tessera web --listen")
	host.accessible("the dialog of the invitation")
	host.stands("Whoever opens the link plays player 2.")

	guest := visitAt(t, chrome.Phone, link)
	guest.stands("You play player 2")
	guest.moves(2, 2)
	host.stands("Your friend plays player 2.")
	host.wait(`!document.getElementById("friend-dialog").open`)
	watcher := visitAt(t, chrome.Desktop, link)
	watcher.stands("You watch the game.")
	watcher.moves(2, 2)
	host.stands("1 watches.")
	all := []*visitor{host, guest, watcher}
	move := func(v *visitor, n int) {
		t.Helper()
		v.placed()
		for _, other := range all {
			other.moves(n, n)
			require.Equal(t, v.codes(), other.codes())
		}
	}
	move(host, 3)
	require.Equal(t, "Player 2 is to move, at the other end.", host.message())
	require.True(t, host.off("hint"))
	move(guest, 4)
	for _, name := range []string{"undo", "branch"} {
		require.True(t, host.off(name), name)
		require.True(t, guest.off(name), name)
	}
	for _, v := range all {
		require.True(t, eval[bool](v, `[...document.querySelectorAll("#players select")].every((s) => s.disabled)`))
	}

	// A link of another game opens nothing. At an earlier position nobody moves, and the game goes on.
	eval[any](guest, `{ location.hash = "#1:55u0"; null }`)
	guest.says("A friend plays this game, too")
	host.action("previous")
	host.moves(4, 3)
	require.True(t, host.off("hint"))
	host.action("end")
	guest.action("start")
	guest.moves(4, 0)
	host.placed()
	host.moves(5, 5)
	guest.moves(5, 0)
	guest.action("end")
	guest.moves(5, 5)

	// Each page comes back to the game, and moves made meanwhile arrive.
	require.NoError(t, guest.Reload())
	guest.stands("You play player 2")
	move(guest, 6)
	require.NoError(t, host.Reload())
	host.stands("Your friend plays player 2.")
	host.stands("1 watches.")
	guest.stands("your friend is there")
	move(host, 7)
	require.NoError(t, host.Navigate("about:blank"))
	guest.stands("Your friend's page is not open")
	guest.placed()
	guest.moves(8, 8)
	require.NoError(t, host.Open(address))
	host.moves(8, 8)
	watcher.moves(8, 8)
	move(host, 9)

	// The host begins a new game for all; the guest asks for one.
	guest.press("#new")
	host.says("Player 2 asks for a new game")
	host.press("#new")
	for _, v := range all {
		v.moves(0, 0)
	}
	guest.says("Your friend has begun another game.")
	move(host, 1)
	guest.action("resign")
	for _, v := range all {
		v.says("Player 2 resigns: player 1 wins.")
	}
	host.action("again")
	guest.moves(0, 0)
	move(host, 1)

	// Who leaves keeps the game and goes on alone.
	guest.press("#friends-leave")
	host.stands("Your friend has left the game, which stays here.")
	guest.wait(`document.getElementById("friends").hidden`)
	guest.placed()
	guest.moves(2, 2)
	require.Len(t, host.codes(), 1)
	host.press("#friends-leave")
	watcher.stands("Your friend has left the game")
	host.wait(`document.getElementById("player-2").value === "person" && !document.getElementById("player-2").disabled`)
	host.placed()
	host.moves(2, 2)
	require.Len(t, watcher.codes(), 1)
}

// TestFriendsInOtherGames takes seats in games with other boards, beside the players who are there.
func TestFriendsInOtherGames(t *testing.T) {
	t.Parallel()
	address := withRelay(t)
	host := visitAt(t, chrome.Desktop, address+"?game=quoridor")
	link := host.link()
	guest := visitAt(t, chrome.Desktop, link)
	guest.stands("You play player 2")
	host.stands("Your friend plays player 2")
	host.hinted()
	guest.moves(1, 1)
	guest.hinted()
	host.moves(2, 2)

	// Three seats: the host, a friend and an engine of the host's.
	host = visitAt(t, chrome.Desktop, address+"?game=blokus:three")
	host.players("person", "friend")
	host.wait(`document.getElementById("friend-link").value !== ""`)
	guest = visitAt(t, chrome.Desktop, host.shownLink())
	guest.stands("You play player 2")
	host.hinted()
	guest.moves(1, 1)
	guest.hinted()
	guest.wait(`document.querySelectorAll("#moves button").length >= 3`)
	host.wait(`document.querySelectorAll("#moves button").length >= 3`)
	require.Equal(t, host.codes()[:3], guest.codes()[:3])
}

// friendWord is a message between pages.
type friendWord struct {
	Hello   string `json:"hello,omitempty"`
	Of      string `json:"of,omitempty"`
	Game    string `json:"game,omitempty"`
	Round   int64  `json:"round,omitempty"`
	Seat    int    `json:"seat,omitempty"`
	Refused string `json:"refused,omitempty"`
}

// TestLargestMessage compares the pages' limit of a message with the relay's.
func TestLargestMessage(t *testing.T) {
	t.Parallel()
	found := regexp.MustCompile(`const largest = 1 << (\d+);`).FindSubmatch(files(t)["friends.js"])
	require.Len(t, found, 2)
	bits, err := strconv.Atoi(string(found[1]))
	require.NoError(t, err)
	require.Equal(t, relay.MaxMessage, 1<<bits)
}

// TestFriendsRefused is a guest that breaks the rules: the host refuses every such message, says so, and
// goes on.
func TestFriendsRefused(t *testing.T) {
	t.Parallel()
	host := visitAt(t, chrome.Desktop, withRelay(t))
	link := host.link()
	at, room, _ := strings.Cut(link, "?friend=")
	ctx, cancel := context.WithTimeout(t.Context(), patience)
	defer cancel()
	conn, _, err := websocket.Dial(ctx, "ws"+strings.TrimPrefix(at, "http")+"friends?room="+room, nil)
	require.NoError(t, err)
	defer conn.CloseNow()
	send := func(text string) { require.NoError(t, conn.Write(ctx, websocket.MessageText, []byte(text))) }
	receive := func() (w friendWord) {
		_, text, err := conn.Read(ctx)
		require.NoError(t, err)
		require.NoError(t, json.Unmarshal(text, &w))
		return w
	}
	const key = "00112233445566778899aabbccddeeff"
	for text, why := range map[string]string{
		"x": "no JSON", `{"game":"#1:"}`: "has not said who it is", `{"hello":"5","of":"duo"}`: "without a key", `{"hello":"` + key + `","of":"quoridor"}`: "want one with duo",
		`{"hello":"` + key + `"}`: "want one with duo", strings.Repeat(" ", 1<<14-1): "no JSON",
	} {
		send(text)
		require.Contains(t, receive().Refused, why, text)
		host.says("What your friend's page has sent is refused")
	}
	send(`{"hello":"` + key + `","of":"duo"}`)
	begun := receive()
	require.Equal(t, friendWord{Of: "duo", Game: "#1:", Round: begun.Round, Seat: 2}, begun)
	host.stands("Your friend plays player 2.")

	tell := func(game string) friendWord {
		packed, err := json.Marshal(friendWord{Game: game, Round: begun.Round})
		require.NoError(t, err)
		send(string(packed))
		return receive()
	}
	refused := func(game, why string) {
		t.Helper()
		w := tell(game)
		require.Contains(t, w.Refused, why, game)
		require.Equal(t, 2, w.Seat)
		host.says("What your friend's page has sent is refused")
	}
	refused("#1:55u0", "move 1 is not the sender's to make")
	refused("#1:0000", "")
	refused("5", "the message holds no game")
	refused("#2:", "another game")
	refused("#1::r1", "nobody resigns for another")
	require.Empty(t, host.codes())

	host.placed()
	after := receive()
	require.Equal(t, "#1:"+host.codes()[0], after.Game)
	first := after.Game
	const own = "aau0" // the single square on the other start
	refused(first+"."+host.codes()[0], "")
	refused(first+"."+own+".66t0", "")
	refused("#1:"+own, "")
	require.Len(t, host.codes(), 1)

	// Shorter games, and those of other rounds, are answered with the host's.
	require.Equal(t, first, tell("#1:").Game)
	send(`{"game":"` + first + `.` + own + `","round":7}`)
	require.Equal(t, first, receive().Game)
	require.Len(t, host.codes(), 1)
	require.Equal(t, first+"."+own, tell(first+"."+own).Game)
	host.moves(2, 2)
}

// TestServices requires that a server tells whether it has rooms.
func TestServices(t *testing.T) {
	t.Parallel()
	f := files(t)
	with := f.Handler(true, web.Services{relay.Path: relay.New()})
	assert.NotEmpty(t, get(t, with, "HEAD", "/", nil).Header.Get(relay.Header))
	assert.Empty(t, get(t, f.Handler(true, nil), "HEAD", "/", nil).Header.Get(relay.Header))
	assert.Equal(t, http.StatusBadRequest, get(t, with, "GET", relay.Path, nil).StatusCode)
	assert.Equal(t, http.StatusForbidden, get(t, with, "GET", relay.Path, func(r *http.Request) { r.Header.Set("Origin", "https://evil.example") }).StatusCode)
	assert.Equal(t, http.StatusNotFound, get(t, f.Handler(true, nil), "GET", relay.Path, nil).StatusCode)
}

// beside opens an address in another tab of the same browser.
func (v *visitor) beside(address string) *visitor {
	v.Helper()
	tab, err := v.Tab.Beside(chrome.Desktop)
	require.NoError(v, err)
	v.Cleanup(func() {
		if !v.Failed() {
			require.Empty(v, tab.Trouble())
		}
		tab.Close()
	})
	other := &visitor{T: v.T, Tab: tab, rng: v.rng}
	require.NoError(v, tab.Open(address))
	return other
}

// candidates counts the addresses in the link of a direct connection.
func candidates(t *testing.T, link string) int {
	t.Helper()
	_, packed, _ := strings.Cut(link, "#friend=")
	text, err := base64.RawURLEncoding.DecodeString(packed)
	require.NoError(t, err, link)
	fields := strings.Fields(string(text)) // to, name, password, fingerprint, number of candidates, candidates
	require.Greater(t, len(fields), 4, "%s", text)
	n, err := strconv.Atoi(fields[4])
	require.NoError(t, err, "%s", text)
	require.Len(t, fields[5:], n, "%s", text)
	return n
}

// TestFriendsHidden tells a visitor whose browser gives no address away that no link can be made, at
// both ends.
func TestFriendsHidden(t *testing.T) {
	t.Parallel()
	address, _ := serve(t, files(t).Handler(true, nil))
	hide := func(v *visitor) {
		eval[any](v, `{ const Real = RTCPeerConnection; window.RTCPeerConnection = class extends Real { constructor(how) { super({ ...how, iceTransportPolicy: "relay" }); } }; null }`)
	}
	const why = "this browser gives no address by which another page could reach it"
	refused := func(v *visitor, about string) {
		v.wait(`document.getElementById("friend-about").textContent.includes(%q)`, about+": "+why)
		require.True(v, eval[bool](v, `document.getElementById("friend-send").hidden`))
	}
	host := visitAt(t, chrome.Desktop, address)
	offer := host.link()
	require.NoError(t, host.Reload())
	hide(host)
	host.press("#friends-invite")
	refused(host, "There is no link to send")

	guest := visitAt(t, chrome.Phone, address+"?friend=direct")
	hide(guest)
	eval[any](guest, `{ location.hash = %q; null }`, offer[strings.Index(offer, "#"):])
	refused(guest, "There is no link to send back")
}

// TestFriendsDirectly connects two pages without a relay, by a link out and a link back. The friend is
// told when a page is gone, and a new link goes on with the game.
func TestFriendsDirectly(t *testing.T) {
	t.Parallel()
	// However short the time for further addresses is, a link has the first.
	hasty := changed(t, "direct.js", func(text string) string { return strings.Replace(text, "gatherTime = 4_000;", "gatherTime = 0;", 1) })
	address, _ := serve(t, hasty.Handler(true, nil))
	host := visitAt(t, chrome.Desktop, address)
	offer := host.link()
	require.Regexp(t, `^`+address+`\?friend=direct#friend=[\w-]+$`, offer)
	require.Positive(t, candidates(t, offer))
	require.Less(t, len(offer), 1000)
	require.Contains(t, eval[string](host, `document.getElementById("friend-note").textContent`), "stun.")
	host.accessible("the dialog of the invitation, with a link back")

	guest := visitAt(t, chrome.Phone, offer)
	require.Equal(t, address+"?friend=direct", eval[string](guest, `location.href`))
	guest.wait(`document.getElementById("friend-link").value !== ""`)
	answer := guest.shownLink()
	require.Regexp(t, `^`+address+`#friend=[\w-]+$`, answer)
	require.Positive(t, candidates(t, answer))
	tab := host.beside(answer)
	tab.says("this tab can be closed")
	tab.Close()
	host.stands("Your friend plays player 2.")
	guest.stands("You play player 2")
	for _, v := range []*visitor{host, guest} {
		v.wait(`!document.getElementById("friend-dialog").open`)
	}
	host.placed()
	guest.moves(1, 1)
	guest.placed()
	host.moves(2, 2)
	require.Equal(t, guest.codes(), host.codes())

	// The guest's page is gone: the host is told, and invites again. The game goes on.
	require.NoError(t, guest.Reload())
	host.stands("The friend who plays player 2 is away; the game stays")
	guest.stands("There is no connection to your friend: ask for a new link")
	host.placed()
	host.moves(3, 3)
	host.press("#friends-invite")
	host.wait(`document.getElementById("friend-link").value !== ""`)
	next := host.shownLink()
	require.NotEqual(t, offer, next)

	// Links that are of no use.
	answered := func(link string) {
		eval[any](host, `{ document.getElementById("friend-answer").value = %q; document.querySelector("#friend-back button").click(); null }`, link)
	}
	news := func(text string) {
		t.Helper()
		host.wait(`document.getElementById("friend-news").textContent.includes(%q)`, text)
	}
	answered("hello")
	news("damaged")
	answered(answer[:len(answer)-4])
	news("damaged")
	answered(answer)
	news("That link answers another invitation")
	answered(next)
	news("not the answer to one")
	old := host.beside(answer)
	old.says("No tab of this browser waits for this answer")
	old.Close()
	damaged := host.beside(answer[:len(answer)-4])
	damaged.says("damaged")
	damaged.Close()

	require.NoError(t, guest.Open(next[:len(next)-4]))
	guest.says("damaged")
	eval[any](guest, `{ location.hash = %q; null }`, next[strings.Index(next, "#"):])
	guest.wait(`document.getElementById("friend-link").value !== ""`)
	answered(guest.shownLink())
	host.stands("Your friend plays player 2.")
	guest.moves(3, 3)
	guest.placed()
	host.moves(4, 4)

	// The host leaves for good, and closes.
	host.press("#friends-leave")
	guest.stands("Your friend has left the game, which stays here.")
	require.Len(t, guest.codes(), 4)
	guest.press("#friends-leave")
	guest.placed()
	guest.moves(5, 5)
}
