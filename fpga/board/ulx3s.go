// SPDX-License-Identifier: Apache-2.0 WITH SHL-2.1

package board

// ULX3S is the Radiona ULX3S with its largest ECP5.
//
// Pins and attributes: constraint file ulx3s_v20.lpf of the board's repository (doc/constraints,
// "ULX3S v2.x.x and v3.0.x"). Names are in the FTDI chip's view: ftdi_txd carries the host's bytes
// and is an input here. The ESP32 on the board leaves the FPGA alone only while wifi_gpio0 is high;
// BTN_PWRn is pulled up and low while pressed.
var ULX3S = register(&Board{
	Name:    "ulx3s",
	Title:   "Radiona ULX3S",
	Chip:    "ECP5-85F",
	Family:  ECP5,
	Device:  "85k",
	Part:    "LFE5U-85F-6CABGA381",
	Package: "CABGA381",
	Speed:   6,
	Player:  "tree",

	OscillatorHz: 25_000_000,
	Pins: []Pin{
		{Name: "clk_25mhz", Site: "G2", Role: Clock, IO: []string{"PULLMODE=NONE", "IO_TYPE=LVCMOS33"}},
		{Name: "ftdi_txd", Site: "M1", Role: UARTRx, IO: []string{"PULLMODE=UP", "IO_TYPE=LVCMOS33"}},
		{Name: "ftdi_rxd", Site: "L4", Role: UARTTx, IO: []string{"PULLMODE=UP", "IO_TYPE=LVCMOS33", "DRIVE=4"}},
		{Name: "led", Site: "B2", Role: LED, IO: ulx3sLED},
		{Name: "led", Site: "C2", Role: LED, IO: ulx3sLED},
		{Name: "led", Site: "C1", Role: LED, IO: ulx3sLED},
		{Name: "led", Site: "D2", Role: LED, IO: ulx3sLED},
		{Name: "led", Site: "D1", Role: LED, IO: ulx3sLED},
		{Name: "led", Site: "E2", Role: LED, IO: ulx3sLED},
		{Name: "led", Site: "E1", Role: LED, IO: ulx3sLED},
		{Name: "led", Site: "H3", Role: LED, IO: ulx3sLED},
		{Name: "btn_pwr_n", Site: "D6", Role: Reset, ActiveLow: true, IO: []string{"PULLMODE=UP", "IO_TYPE=LVCMOS33"}},
		{Name: "wifi_gpio0", Site: "L2", Role: High, IO: []string{"PULLMODE=UP", "IO_TYPE=LVCMOS33", "DRIVE=4"}},
	},
	SDRAM: &SDRAM{
		Clock:   ulx3sMemory("clk", "F19")[0],
		Enable:  ulx3sMemory("cke", "F20")[0],
		Select:  ulx3sMemory("cs_n", "P20")[0],
		Row:     ulx3sMemory("ras_n", "R20")[0],
		Column:  ulx3sMemory("cas_n", "T19")[0],
		Write:   ulx3sMemory("we_n", "T20")[0],
		Bank:    ulx3sMemory("ba", "P19", "N20"),
		Address: ulx3sMemory("a", "M20", "M19", "L20", "L19", "K20", "K19", "K18", "J20", "J19", "H20", "N19", "G20", "G19"),
		Mask:    ulx3sMemory("dqm", "U19", "E20"),
		Data: ulx3sMemory("dq", "J16", "L18", "M18", "N18", "P18", "T18", "T17", "U20",
			"E19", "D20", "D19", "C20", "E18", "F18", "J18", "J17"),
	},
	Preferences: []string{
		"SYSCONFIG CONFIG_IOVOLTAGE=3.3 COMPRESS_CONFIG=ON MCCLK_FREQ=62 SLAVE_SPI_PORT=DISABLE " +
			"MASTER_SPI_PORT=ENABLE SLAVE_PARALLEL_PORT=DISABLE;",
	},
	PackFlags:   []string{"--compress"},
	LoaderBoard: "ulx3s",
})

var ulx3sLED = []string{"PULLMODE=NONE", "IO_TYPE=LVCMOS33", "DRIVE=4"}

// ulx3sMemory returns pins of the SDRAM.
func ulx3sMemory(name string, sites ...string) (pins []Pin) {
	for _, site := range sites {
		pins = append(pins, Pin{Name: "sdram_" + name, Site: site, IO: []string{"PULLMODE=NONE", "IO_TYPE=LVCMOS33", "DRIVE=4"}})
	}
	return pins
}
