// SPDX-License-Identifier: Apache-2.0 WITH SHL-2.1

package main

import (
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"io"
	"os"
	"runtime/debug"
	"sync"

	"github.com/spf13/pflag"

	"github.com/tessera-fpga/tessera/match/queue"
)

// natsFlag is the flag of the server's URL, which may have a password.
const natsFlag = "nats"

// natsFlags adds the flags that select the NATS server.
func natsFlags(flags *pflag.FlagSet, s *queue.Server) {
	flags.StringVar(&s.URL, natsFlag, "", "`URL` of a NATS server with JetStream, such as nats://host:4222 or tls://user:password@host")
	flags.StringVar(&s.Creds, "nats-creds", "", "`file` with credentials for the NATS server")
	flags.StringVar(&s.CA, "nats-ca", "", "`file` with certificates that the NATS server's must be signed by (otherwise those of the system)")
	flags.StringVar(&s.Cert, "nats-cert", "", "`file` with a certificate for the NATS server, with --nats-key")
	flags.StringVar(&s.Key, "nats-key", "", "`file` with the key of --nats-cert")
}

// checkNATS refuses meaningless combinations of flags.
func checkNATS(command string, s *queue.Server) error {
	if (s.Cert == "") != (s.Key == "") {
		return badInputf("%s: --nats-cert and --nats-key, want both or none", command)
	}
	for _, flag := range []struct{ name, file string }{{"creds", s.Creds}, {"ca", s.CA}, {"cert", s.Cert}, {"key", s.Key}} {
		if flag.file == "" {
			continue
		}
		if s.URL == "" {
			return badInputf("%s: --nats-%s without --nats URL", command, flag.name)
		}
		f, err := os.Open(flag.file)
		if err != nil {
			return badInputf("%s: --nats-%s: %w", command, flag.name, err)
		}
		f.Close()
	}
	return nil
}

// engineVersion returns the version that determines the players' play: the program's version and,
// for a build without a commit, a hash of the program itself.
var engineVersion = sync.OnceValues(func() (string, error) {
	if info, ok := debug.ReadBuildInfo(); ok {
		built := map[string]string{}
		for _, s := range info.Settings {
			built[s.Key] = s.Value
		}
		if built["vcs.revision"] != "" && built["vcs.modified"] == "false" {
			return version(), nil
		}
	}
	path, err := os.Executable()
	if err != nil {
		return "", err
	}
	f, err := os.Open(path)
	if err != nil {
		return "", err
	}
	defer f.Close()
	h := sha256.New()
	if _, err := io.Copy(h, f); err != nil {
		return "", err
	}
	return fmt.Sprintf("%s, program %s", version(), hex.EncodeToString(h.Sum(nil)[:8])), nil
})
