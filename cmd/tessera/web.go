// SPDX-License-Identifier: Apache-2.0 WITH SHL-2.1

package main

import (
	"errors"
	"fmt"
	"net"

	"github.com/cli/browser"
	"github.com/spf13/cobra"

	"github.com/tessera-fpga/tessera/web"
	"github.com/tessera-fpga/tessera/web/socket"
)

func newWeb() *cobra.Command {
	var (
		listen, site, address string
		noBrowser             bool
	)
	c := &cobra.Command{
		Use:   "web",
		Short: "play in a browser",
		Long: `web serves the page to play, watch and analyse games on, prints its address, and opens a
browser there. Engines and rules run in the browser, as WebAssembly. Besides, a page that is
opened at that address can play against the players of this program, as play names them: with
all of the machine, other programs, the simulated chip, and boards at its serial ports. The
address holds a secret for that, since it starts programs; keep it to yourself. It works until
it is interrupted.

Pages play games together over this server, by the links that the page makes. For friends on your
network listen at 0.0.0.0: the page then opens at this machine's address there. They get no secret by
its links.

With --site it writes those files into a folder instead, which any static host can serve. With
--address, too, links to the page have a preview picture where they are sent: its place in the
page's head must be absolute.`,
		Example: "  tessera web\n  tessera web --listen 127.0.0.1:8080 --no-browser\n  tessera web --listen 0.0.0.0:8080\n  tessera web --site build/site --address https://example.org/tessera/",
		Args:    noArgs,
	}
	c.Flags().StringVar(&listen, "listen", "127.0.0.1:0", "serve at `host:port`; port 0: any that is free")
	c.Flags().BoolVar(&noBrowser, "no-browser", false, "open no browser")
	c.Flags().StringVar(&site, "site", "", "write the page's files into this `folder`, and serve nothing")
	c.Flags().StringVar(&address, "address", "", "of the page that --site writes, a `URL`")
	c.RunE = func(c *cobra.Command, _ []string) error {
		if address != "" && site == "" {
			return badInputf("web: --address needs --site")
		}
		embedded := web.Embedded
		if address != "" {
			embedded = func() (web.Files, error) { return web.EmbeddedAt(address) }
		}
		files, err := embedded()
		if errors.Is(err, web.ErrAddress) {
			return badInputf("web: --address: %w", err)
		}
		if err != nil {
			return fmt.Errorf("web: %w", err)
		}
		if site != "" {
			return files.Write(site)
		}
		if err := checkHostPort("web", "listen", listen); err != nil {
			return err
		}
		l, err := net.Listen("tcp", listen)
		if err != nil {
			return fmt.Errorf("web: --listen: %w", err)
		}
		defer l.Close()
		players := socket.New()
		address := "http://" + pageHost(l.Addr().(*net.TCPAddr)) + "/#token=" + players.Token()
		fmt.Fprintln(c.OutOrStdout(), address)
		if !noBrowser {
			browser.Stdout, browser.Stderr = c.ErrOrStderr(), c.ErrOrStderr()
			if err := browser.OpenURL(address); err != nil && !errors.Is(err, c.Context().Err()) {
				fmt.Fprintf(c.ErrOrStderr(), "web: no browser could be opened (%v); open %s yourself\n", err, address)
			}
		}
		return files.Serve(c.Context(), l, players)
	}
	return c
}

// pageHost returns the host and port at which to open the page of a server that listens there. A server that
// listens at all addresses of the machine has the one in its network, since links of the page are for others.
func pageHost(a *net.TCPAddr) string {
	if !a.IP.IsUnspecified() {
		return a.String()
	}
	ip := net.IPv4(127, 0, 0, 1)
	// No packet is sent: the system only chooses the address from which it would send.
	if c, err := net.Dial("udp4", "192.0.2.1:9"); err == nil {
		ip = c.LocalAddr().(*net.UDPAddr).IP
		c.Close()
	}
	return (&net.TCPAddr{IP: ip, Port: a.Port}).String()
}
