"""Swiss tournaments of caissify-pairings. A number on a line: that tournament, with its rounds played, as a JSON string.
A JSON string on a line: what the library's checker says of that report."""

import io
import json
import sys
import tempfile
from contextlib import redirect_stderr, redirect_stdout

from caissify_pairings import fpc, rtg


def checked(report):
    """The checker's words on a report."""
    told = io.StringIO()
    with tempfile.NamedTemporaryFile("w", suffix=".trf", encoding="utf-8", newline="") as file:
        file.write(report)
        file.flush()
        sys.argv = ["check", file.name]
        with redirect_stdout(told), redirect_stderr(told):
            try:
                fpc.main()
            except SystemExit:
                pass
    return told.getvalue()


def made(number):
    """A tournament."""
    text = io.StringIO()
    players, rounds = 6 + 7 * number % 30, 3 + number % 5
    sys.argv = ["rtg", "-p", str(players), "-r", str(rounds), "--seed", str(number)]
    with redirect_stdout(text), redirect_stderr(io.StringIO()):
        rtg.main()
    return text.getvalue()


for line in sys.stdin:
    asked = json.loads(line)
    print(json.dumps(made(asked) if isinstance(asked, int) else checked(asked)))
