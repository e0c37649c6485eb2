"""War on Terror, version 0, under the name that PettingZoo's own environments go by."""

from .war_on_terror import env, parallel_env, raw_env

__all__ = ["env", "parallel_env", "raw_env"]
