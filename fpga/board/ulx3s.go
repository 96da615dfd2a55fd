package board

// ULX3S is the Radiona ULX3S with the largest ECP5 that it is sold with.
//
// Pins and attributes: constraint file ulx3s_v20.lpf of the board's repository
// (doc/constraints, "ULX3S v2.x.x and v3.0.x"). Names are those of the FTDI
// chip: ftdi_txd is what the host sends, an input here. The ESP32 on the board
// lets go of the FPGA only while wifi_gpio0 is high; BTN_PWRn is pulled up and
// low while pressed.
var ULX3S = register(&Board{
	Name:    "ulx3s",
	Title:   "Radiona ULX3S",
	Family:  ECP5,
	Device:  "85k",
	Part:    "LFE5U-85F-6CABGA381",
	Package: "CABGA381",
	Speed:   6,

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
	Preferences: []string{
		"SYSCONFIG CONFIG_IOVOLTAGE=3.3 COMPRESS_CONFIG=ON MCCLK_FREQ=62 SLAVE_SPI_PORT=DISABLE " +
			"MASTER_SPI_PORT=ENABLE SLAVE_PARALLEL_PORT=DISABLE;",
	},
	PackFlags:   []string{"--compress"},
	LoaderBoard: "ulx3s",
})

var ulx3sLED = []string{"PULLMODE=NONE", "IO_TYPE=LVCMOS33", "DRIVE=4"}
