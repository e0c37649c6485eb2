"""A bot for `engine:python3 bot.py`, without warzoo: the move whose words come first in the alphabet."""

import json
import sys

for line in sys.stdin:
    asked = json.loads(line)
    move = min(asked["view"]["moves"], key=lambda move: move["words"])
    print(json.dumps({"id": asked["id"], "move": move["action"]}), flush=True)
