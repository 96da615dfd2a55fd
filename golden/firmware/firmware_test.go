package firmware

import (
	"testing"

	"github.com/stretchr/testify/require"
)

func TestFits(t *testing.T) {
	f, err := Load()
	require.NoError(t, err)
	t.Logf("%d of %d words of program, %d of %d of data", len(f.Program), ProgramWords, f.Image.Data, DataWords)
}
