"""Windows go nowhere, and torch keeps to one thread."""

from __future__ import annotations

import os

os.environ["SDL_VIDEODRIVER"] = "dummy"
os.environ["SDL_AUDIODRIVER"] = "dummy"
os.environ["OMP_NUM_THREADS"] = "1"
