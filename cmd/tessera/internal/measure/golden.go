package measure

import (
	"fmt"
	"os"
	"runtime"
	"strconv"
	"strings"
	"time"

	"github.com/tessera-fpga/tessera/golden/duo"
	"github.com/tessera-fpga/tessera/golden/playout"
	"github.com/tessera-fpga/tessera/golden/twin"
)

// goldenTime is the time that golden's playouts get, of each policy.
const goldenTime = 1 * time.Second

// loadAverage returns the number of programs that ran on the machine in the last
// minute, on average, if the system tells.
func loadAverage() (load float64, ok bool) {
	text, err := os.ReadFile("/proc/loadavg")
	if err != nil {
		return 0, false
	}
	first, _, _ := strings.Cut(string(text), " ")
	load, err = strconv.ParseFloat(first, 64)
	return load, err == nil
}

func (b *meter) measureGolden() error {
	b.begin("golden, this machine")
	b.add("machine.processors", float64(runtime.NumCPU()), 0, "", "processors")
	if load, ok := loadAverage(); ok {
		b.add("machine.load", load, 2, "", "load at the start, of the last minute")
	}
	b.progress("golden")
	start := time.Now()
	p := duo.NewPosition(duo.Player1)
	duo.Perft(&p, 3)
	b.add("golden.perft3", time.Since(start).Seconds(), 2, "s", "perft(3), one thread")
	from := playout.NewRoot(&p)
	for policy := range playout.Policy(playout.NumPolicies) {
		n, start := uint32(0), time.Now()
		var took time.Duration
		for took < goldenTime {
			for range 100 {
				from.Play(policy, playout.NoFirst, playout.NewRNG(twin.RateSeed, n), nil)
				n++
			}
			took = time.Since(start)
		}
		b.add(fmt.Sprintf("golden.playouts.%v", policy), float64(n)/took.Seconds(), 0, "playouts/s",
			"playouts, %v, opening, one thread", policy)
	}
	return nil
}
