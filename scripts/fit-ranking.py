#!/usr/bin/env python3
"""Fits the weights of the measured ranking.

    mnemic-bench locomo FILE --evidence locomo.jsonl
    mnemic-bench conversations FILE --evidence conversations.jsonl
    scripts/fit-ranking.py locomo.jsonl conversations.jsonl [--names a,b,c]

Every file counts the same, however many questions it has. The weights maximise the share that answers have in a
softmax over the candidates of their question. What is printed first is measured on conversations that were left out
while fitting; only that tells how well the weights do elsewhere. The level makes 1 / (1 + exp(-score - level)) the
chance that a candidate answers its question.

Needs numpy and scipy.
"""

import argparse
import json
import math
from collections import defaultdict

import numpy as np
from scipy.optimize import minimize

PENALTY = 3e-4


def read(path, names):
    """The core questions of a file, each with a matrix of evidence."""
    questions = []
    with open(path, encoding="utf-8") as lines:
        for line in lines:
            question = json.loads(line)
            if not question["core"]:
                continue
            candidates = question["candidates"]
            matrix = np.array([[one["evidence"].get(name, 0.0) for name in names] for one in candidates])
            answers = np.array([one["answers"] for one in candidates], float)
            questions.append((path, question["conversation"], matrix.reshape(-1, len(names)), answers, question["answers"]))
    return questions


def fit(questions):
    """The weights, and the level."""
    size = defaultdict(int)
    for path, *_ in questions:
        size[path] += 1
    useful = [question for question in questions if question[3].any()]
    share = np.array([1.0 / size[question[0]] for question in useful])
    share /= share.sum()
    lengths = [len(question[3]) for question in useful]
    starts = np.cumsum([0] + lengths)[:-1]
    owner = np.repeat(np.arange(len(useful)), lengths)
    evidence = np.concatenate([question[2] for question in useful])
    wanted = np.concatenate([question[3] / question[3].sum() for question in useful]) * share[owner]

    def loss(weights):
        scores = evidence @ weights
        highest = np.maximum.reduceat(scores, starts)
        powers = np.exp(scores - highest[owner])
        sums = np.add.reduceat(powers, starts)
        value = (share * (np.log(sums) + highest)).sum() - wanted @ scores
        slope = evidence.T @ (powers / sums[owner] * share[owner] - wanted)
        return value + PENALTY * weights @ weights / 2, slope + PENALTY * weights

    weights = minimize(loss, np.zeros(evidence.shape[1]), jac=True, method="L-BFGS-B").x
    scores, answers = evidence @ weights, np.concatenate([question[3] for question in useful])

    def misjudged(level):
        chance = 1 / (1 + np.exp(-(scores + level[0])))
        return abs((share[owner] * (chance - answers)).sum())

    level = min((minimize(misjudged, [start], method="Nelder-Mead") for start in (-20, -12, -6)), key=lambda it: it.fun)
    return weights, float(level.x[0])


def measure(questions, weights):
    """Recall and nDCG at 10, by file."""
    figures = defaultdict(list)
    for path, _, evidence, answers, wanted in questions:
        order = np.argsort(-(evidence @ weights), kind="stable")[:10] if len(answers) else []
        found = [answers[place] for place in order]
        gain = sum(hit / math.log2(rank + 2) for rank, hit in enumerate(found))
        ideal = sum(1 / math.log2(rank + 2) for rank in range(min(10, wanted)))
        figures[path].append((sum(found) / wanted, gain / ideal))
    return figures


def show(title, figures):
    parts = [f"{path}: {100 * np.mean(values, axis=0)[0]:.1f} / {100 * np.mean(values, axis=0)[1]:.1f}" for path, values in figures.items()]
    print(f"{title}: " + "; ".join(parts))


def main():
    arguments = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    arguments.add_argument("files", nargs="+")
    arguments.add_argument("--names", help="the evidence to weigh, by commas; all of it when absent")
    arguments = arguments.parse_args()
    if arguments.names:
        names = arguments.names.split(",")
    else:
        with open(arguments.files[0], encoding="utf-8") as lines:
            names = list(json.loads(next(lines))["candidates"][0]["evidence"])
    questions = [question for path in arguments.files for question in read(path, names)]
    held_out = defaultdict(list)
    for conversation in dict.fromkeys(question[1] for question in questions):
        weights, _ = fit([question for question in questions if question[1] != conversation])
        for path, values in measure([question for question in questions if question[1] == conversation], weights).items():
            held_out[path] += values
    show("recall@10 / nDCG@10, left out while fitting", held_out)
    weights, level = fit(questions)
    rounded = np.round(weights, 1)
    show("recall@10 / nDCG@10, fitted, weights rounded", measure(questions, rounded))
    for name, weight in zip(names, rounded):
        print(f'        ("{name}", {weight}),')
    print(f"    level: {level:.1f},")


if __name__ == "__main__":
    main()
