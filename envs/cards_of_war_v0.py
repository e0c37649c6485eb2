"""Cards of War, version 0, under the name that PettingZoo's own environments go by."""

from .cards_of_war import env, parallel_env, raw_env

__all__ = ["env", "parallel_env", "raw_env"]
