import type { ZxcvbnFactory } from "@zxcvbn-ts/core";

/** Words that are near at hand here. */
const context = [
  "caseport",
  "attorney",
  "attorneys",
  "lawyer",
  "lawyers",
  "lawfirm",
  "paralegal",
  "plaintiff",
  "client",
  "integration",
  "administrator",
];

/** Fewer guesses than 10^8, of 0 to 4. Source: zxcvbn. */
const leastScore = 3;
/** Estimating takes longer than the length: 128 characters some 0.8 s, 40 some 0.05. */
const mostCharacters = 40;

let estimator: Promise<ZxcvbnFactory> | undefined;

/** Loaded with the first new password: the dictionary takes 30 MB and 0.15 s, and passwords are rarely set. */
async function loadEstimator(): Promise<ZxcvbnFactory> {
  const [core, { adjacencyGraphs, dictionary }] = await Promise.all([
    import("@zxcvbn-ts/core"),
    import("@zxcvbn-ts/language-common"),
  ]);
  return new core.ZxcvbnFactory({ dictionary: { ...dictionary, context }, graphs: adjacencyGraphs });
}

/**
 * Whether a password is one of the 30,000 most common, or made of them, of words near at hand, dates, repetitions or
 * rows of keys.
 */
export async function isEasilyGuessed(password: string): Promise<boolean> {
  estimator ??= loadEstimator();
  return (await estimator).check(password.slice(0, mostCharacters)).score < leastScore;
}
