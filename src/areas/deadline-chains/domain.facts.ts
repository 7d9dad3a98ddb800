import { deadlineChainEnumerations } from "./enumerations.ts";
import type { ChainFact, ChainFacts } from "./schema.ts";

interface Conditions {
  onlyIf: readonly ChainFact[];
  unless: readonly ChainFact[];
}

/**
 * Whether a count counts.
 *
 * @property unknown the facts that decide it and are not known, where nothing else excludes it
 */
export type Applies = { applies: false } | { applies: true; unknown: ChainFact[] };

/** A fact that is known may exclude a count; what is not known leaves it in doubt. */
export function checkConditions({ onlyIf, unless }: Conditions, facts: ChainFacts): Applies {
  if (onlyIf.some((fact) => facts[fact] === false) || unless.some((fact) => facts[fact] === true))
    return { applies: false };
  return { applies: true, unknown: [...onlyIf, ...unless].filter((fact) => facts[fact] === undefined) };
}

/** A fact in the words of `GET /metadata`, without the full stop. */
export const describeFact = (fact: ChainFact): string =>
  deadlineChainEnumerations.chainFact.values[fact].replace(/\.$/, "");
