"""The code of docs/python.md: `guide.py write docs/python.md MODULES` writes it as the module `guide`, beside a package that stands
for the agent which it uses, and `guide.py run MODULES` runs it."""

import contextlib
import io
import re
import sys
from pathlib import Path

# As much of icp-py-core as the guide says something about.
AGENT = '''from __future__ import annotations

from collections.abc import Callable
from typing import Any


def _decode(data: bytes, types: object = None) -> Any:
    return {"decoded": data}


decode: Callable[..., Any] = _decode


class Agent:
    def __init__(self, replies: dict[str, bytes]) -> None:
        self.replies = replies

    def query_raw(self, canister_id: str, method_name: str, arg: bytes, return_type: object = None) -> bytes:
        reply: bytes = decode(self.replies[method_name], return_type)
        return reply

    def update_raw(self, canister_id: str, method_name: str, arg: bytes, return_type: object = None) -> bytes:
        return self.query_raw(canister_id, method_name, arg, return_type)
'''

# That the class is what clients call through.
LAST = """

def transport_of(agent: Agent) -> Transport:
    return AgentTransport(agent)
"""


def write(guide: Path, modules: Path) -> None:
    blocks = re.findall(r"^```py\n(.*?)^```$", guide.read_text(encoding="utf-8"), re.M | re.S)
    assert len(blocks) == 2, f"{len(blocks)} blocks of code in {guide}"
    (modules / "guide.py").write_text("\n\n".join(blocks) + LAST, encoding="utf-8")
    package = modules / "icp_agent"
    package.mkdir(exist_ok=True)
    (package / "agent.py").write_text(AGENT, encoding="utf-8")
    (package / "__init__.py").write_text("from .agent import Agent as Agent\n", encoding="utf-8")


def run(modules: Path) -> None:
    sys.path.insert(0, str(modules))
    import guide
    import icp_agent.agent
    from ledger import METHODS, Err, Ok, Principal, ProblemInsufficient, ProblemTooOld

    printed = io.StringIO()
    with contextlib.redirect_stdout(printed):
        for result in [Ok(7), Err(ProblemInsufficient(balance=3)), Err(ProblemTooOld())]:
            replies = {"transfer": METHODS["transfer"].results.encode(result)}
            guide.pay(guide.transport_of(icp_agent.Agent(replies)), Principal(b""))
    expected = ["block 7", "only 3", "ProblemTooOld()"]
    assert printed.getvalue().splitlines() == expected, printed.getvalue()
    # Other callers of the agent get what they always got.
    assert icp_agent.agent.decode(b"x") == {"decoded": b"x"}


match sys.argv[1:]:
    case ["write", guide, modules]:
        write(Path(guide), Path(modules))
    case ["run", modules]:
        run(Path(modules))
    case _:
        sys.exit("usage: guide.py write GUIDE MODULES, or guide.py run MODULES")
