import { ZxcvbnFactory } from "@zxcvbn-ts/core";
import { adjacencyGraphs, dictionary } from "@zxcvbn-ts/language-common";

/** Words that are near at hand here. */
const context = ["caseport", "attorney", "attorneys", "lawyer", "lawyers", "lawfirm", "paralegal", "plaintiff", "client", "integration", "administrator"];
const estimator = new ZxcvbnFactory({ dictionary: { ...dictionary, context }, graphs: adjacencyGraphs });

/** Fewer guesses than 10^8, of 0 to 4. Source: zxcvbn. */
const leastScore = 3;
/** Estimating takes longer than the length: 128 characters some 0.8 s, 40 some 0.05. */
const mostCharacters = 40;

/** Whether a password is one of the 30,000 most common, or made of them, of words near at hand, dates, repetitions or rows of keys. */
export function isEasilyGuessed(password: string): boolean {
  return estimator.check(password.slice(0, mostCharacters)).score < leastScore;
}
