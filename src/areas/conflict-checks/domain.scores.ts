import type { Hit } from "./store.search.ts";

export type Match = "name" | "alias" | "email" | "phone" | "dob" | "npi";

/**
 * Points for each kind of match. An email address rarely has two owners; namesakes share a name, households and offices a phone. A date
 * of birth only confirms.
 */
const worth = { npi: 100, email: 95, name: 90, alias: 85, phone: 85, nameAmongOthers: 70, aliasAmongOthers: 65 } as const;

/** Points for each further match. */
const confirmation = 5;

export interface Score {
  id: string;
  term: number;
  matchedOn: Match[];
  /** 0 to 100: the best match, plus 5 for each further one. */
  matchScore: number;
}

function worthOf({ on, isWhole }: Hit): number {
  if (isWhole || on === "email" || on === "phone") return worth[on];
  return on === "alias" ? worth.aliasAmongOthers : worth.nameAmongOthers;
}

const order: readonly Match[] = ["npi", "name", "alias", "email", "phone", "dob"];

/**
 * The score of each record and term, best first.
 * @param birthdays the dates of birth of the terms, by their places; null where none was given
 */
export function scoreHits(hits: readonly Hit[], birthdays: readonly (string | null)[]): Score[] {
  const groups = Map.groupBy(hits, ({ term, id }) => `${term} ${id}`);
  const scores = [...groups.values()].map((group): Score => {
    const { id = "", term = 0, dateOfBirth = null } = group[0] ?? {};
    const isBornThen = dateOfBirth !== null && dateOfBirth === birthdays[term];
    const matched = new Set<Match>([...group.map(({ on }) => on), ...(isBornThen ? (["dob"] as const) : [])]);
    const best = Math.max(...group.map(worthOf));
    return {
      id,
      term,
      matchedOn: order.filter((match) => matched.has(match)),
      matchScore: Math.min(100, best + confirmation * (matched.size - 1)),
    };
  });
  return scores.toSorted((left, right) => right.matchScore - left.matchScore || (left.id < right.id ? -1 : 1));
}

/** Adds the match of a provider identifier to a record's score. */
export function scoreIdentifier(id: string, other: Score | undefined): Score {
  return { id, term: 0, matchedOn: ["npi", ...(other?.matchedOn ?? [])], matchScore: worth.npi };
}
