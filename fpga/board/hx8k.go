// SPDX-License-Identifier: Apache-2.0 WITH SHL-2.1

package board

// HX8K is Lattice's iCE40-HX8K breakout board (ICE40HX8K-B-EVN).
//
// Clock and LED pins: Project IceStorm, examples/hx8kboard/hx8kboard.pcf. UART
// pins: iCE40HX-8K Breakout Board User's Guide (EB85), table of the USB interface,
// and VexRiscv's top for this board (io_uart_rxd at B10, io_uart_txd at B12).
// The board has no button.
var HX8K = register(&Board{
	Name:    "hx8k",
	Title:   "iCE40-HX8K breakout board",
	Chip:    "iCE40 HX8K",
	Family:  ICE40,
	Device:  "hx8k",
	Part:    "iCE40HX8K-CT256",
	Package: "ct256",
	Player:  "processor",

	OscillatorHz: 12_000_000,
	Pins: []Pin{
		{Name: "clk_12mhz", Site: "J3", Role: Clock},
		{Name: "uart_rx", Site: "B10", Role: UARTRx, IO: []string{"-pullup yes"}},
		{Name: "uart_tx", Site: "B12", Role: UARTTx},
		{Name: "led", Site: "B5", Role: LED},
		{Name: "led", Site: "B4", Role: LED},
		{Name: "led", Site: "A2", Role: LED},
		{Name: "led", Site: "A1", Role: LED},
		{Name: "led", Site: "C5", Role: LED},
		{Name: "led", Site: "C4", Role: LED},
		{Name: "led", Site: "B3", Role: LED},
		{Name: "led", Site: "C3", Role: LED},
	},
	// openFPGALoader's name for the breakout board's FT2232 with the device on interface A.
	LoaderBoard: "ice40_generic",
})
