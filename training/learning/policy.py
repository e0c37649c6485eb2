"""The policy that is trained: hidden layers with ReLU, shared by policy and value or not."""

from __future__ import annotations

from collections.abc import Mapping
from itertools import pairwise
from typing import Any

import numpy as np
import torch
from gymnasium import spaces
from sb3_contrib.common.maskable.policies import MaskableActorCriticPolicy
from stable_baselines3.common.torch_layers import BaseFeaturesExtractor
from torch import Tensor, nn
from torch.nn import functional

from warzoo.envs.core.arrays import Array
from warzoo.models.network import Shape

NEVER = -1e9  # logit of an action that is not legal
COLUMNS = 64  # columns are taken in multiples of it: few shapes of products, few preparations


def factors() -> torch.dtype:
    """What this processor multiplies fastest: numbers of half the length, if it has instructions for them."""
    able: dict[str, Any] = getattr(torch.cpu, "get_capabilities", dict)()
    return torch.bfloat16 if able.get("avx512_bf16") or able.get("amx_bf16") else torch.float32


def telling(observations: Array) -> tuple[Tensor, Tensor]:
    """The columns of which any number is not zero, and their places; a few blank ones make their number round.

    What is always zero, as all of an absent seat, is not multiplied: the sums are the same without it.
    """
    told = np.bitwise_or.reduce(observations, axis=0) != 0
    width, count = len(told), int(told.sum())
    blank = np.flatnonzero(~told)[: -count % COLUMNS]
    places = np.sort(np.concatenate([np.flatnonzero(told), blank]))
    columns = observations if len(places) == width else np.take(observations, places, axis=1)
    return torch.from_numpy(columns), torch.from_numpy(places)


class Trunk(BaseFeaturesExtractor):
    """The hidden layers, ReLU after each."""

    def __init__(self, observation_space: spaces.Box, hidden: list[int]) -> None:
        super().__init__(observation_space, hidden[-1])
        widths = [observation_space.shape[0], *hidden]
        layers = [layer for a, b in pairwise(widths) for layer in (nn.Linear(a, b), nn.ReLU())]
        self.layers = nn.Sequential(*layers)

    def forward(self, x: Tensor) -> Tensor:
        result: Tensor = self.layers(x)
        return result

    def of_columns(self, columns: Tensor, places: Tensor, scale: Tensor, factors: torch.dtype) -> Tensor:
        """The same of unscaled whole numbers, of which those at other places are zero; factors are rounded so."""
        x = columns
        for k, layer in enumerate(linear_layers(self)):
            weight = layer.weight if k else layer.weight.index_select(1, places) * scale.index_select(0, places)
            x = functional.linear(x.to(factors), weight.to(factors), layer.bias.to(factors)).relu_()
        return x.float()


def linear_layers(network: nn.Module) -> list[nn.Linear]:
    """In order."""
    return [layer for layer in network.modules() if isinstance(layer, nn.Linear)]


def policy_settings(hidden: list[int], shared: bool) -> dict[str, Any]:
    """Keyword arguments that build such a policy in Stable-Baselines3."""
    return {
        "net_arch": {"pi": [], "vf": []},
        "activation_fn": nn.ReLU,
        "features_extractor_class": Trunk,
        "features_extractor_kwargs": {"hidden": list(hidden)},
        "share_features_extractor": shared,
        "optimizer_kwargs": {"eps": 1e-5, "fused": True},
    }


def layers_of(policy: MaskableActorCriticPolicy, shape: Shape) -> dict[str, nn.Linear]:
    """The policy's layers under the names a checkpoint has."""
    trunks = {shape.trunk: policy.pi_features_extractor}
    if not shape.shared:
        trunks["value_trunk"] = policy.vf_features_extractor
    layers = {"policy": policy.action_net, "value": policy.value_net}
    for name, trunk in trunks.items():
        layers.update({f"{name}.{k}": layer for k, layer in enumerate(linear_layers(trunk))})
    return layers


def tensors_of(policy: MaskableActorCriticPolicy, shape: Shape) -> dict[str, Array]:
    """The policy's parameters under these names."""
    named = {}
    for name, layer in layers_of(policy, shape).items():
        named[f"{name}.weight"] = layer.weight.detach().cpu().numpy().copy()
        named[f"{name}.bias"] = layer.bias.detach().cpu().numpy().copy()
    return named


def policy_alone(network: nn.Module, shape: Shape) -> dict[str, Array]:
    """The linear layers of a network as the policy's, in order; the position's value is left blank."""
    tensors = {name: np.zeros(size, np.float32) for name, size in shape.tensors().items()}
    for name, layer in zip(shape.policy_layers(), linear_layers(network), strict=True):
        tensors[f"{name}.weight"] = layer.weight.detach().numpy().copy()
        tensors[f"{name}.bias"] = layer.bias.detach().numpy().copy()
    return tensors


def put_tensors(policy: MaskableActorCriticPolicy, shape: Shape, tensors: Mapping[str, Array]) -> None:
    """Gives the policy these parameters."""
    with torch.no_grad():
        for name, layer in layers_of(policy, shape).items():
            layer.weight.copy_(torch.from_numpy(tensors[f"{name}.weight"]))
            layer.bias.copy_(torch.from_numpy(tensors[f"{name}.bias"]))
