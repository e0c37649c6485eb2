"""The commands that serve other programs: over the network, or over stdin and stdout."""

from __future__ import annotations

import sys
from dataclasses import dataclass
from functools import partial

from .train import Plugin, load_plugin


@dataclass
class Engine:
    """Tables and opponents for another program, which asks in lines of JSON over stdin and stdout."""

    plugin: Plugin = None

    def run(self) -> None:
        from warzoo.service.engine import serve

        serve(sys.stdin, sys.stdout)


@dataclass
class Serve:
    """Tables and opponents over HTTP and WebSocket, for this machine unless another host is named."""

    host: str = "127.0.0.1"  # the address to listen on; 0.0.0.0 for every machine that can reach this one
    port: int = 8000
    file: str = "tables.db"  # where tables are kept; :memory: keeps none
    opponents: str = ""  # whom a seat may be given to; nothing said: the bots, the zoo and a search
    cors: str = ""  # web pages of these origins may ask too
    names: str = ""  # by which it is reached besides localhost, such as games.example.org
    tables: int = 1000  # at once
    open: bool = False  # show the table in a browser
    plugin: Plugin = None

    def run(self) -> None:
        from warzoo.service.server import run

        run(
            self.host,
            self.port,
            self.file,
            listed(self.opponents),
            listed(self.cors),
            listed(self.names),
            self.tables,
            self.open,
            partial(load_plugin, self.plugin) if self.plugin else None,  # where searches run
        )


def listed(words: str) -> list[str]:
    """Names with commas between them."""
    return [word.strip() for word in words.split(",") if word.strip()]
