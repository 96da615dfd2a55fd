# SPDX-License-Identifier: Apache-2.0 WITH SHL-2.1
import subprocess
import sys

engine = subprocess.Popen(sys.argv[1:], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)


def ask(command):
    engine.stdin.write(command + "\n")
    engine.stdin.flush()
    answer = ""
    while not answer.endswith("\n\n"):  # an empty line ends the answer
        line = engine.stdout.readline()
        if not line:
            raise EOFError(command)
        answer += line
    if answer[0] != "=":
        raise ValueError(command + ": " + answer.strip())
    return answer[1:].strip()


ask("set_game Blokus Duo")
for turn in range(6):
    colour = "bw"[turn % 2]
    print(colour, ask("genmove " + colour))
print(len(ask("all_legal b").split()), "legal moves, score", ask("final_score"))
ask("quit")
