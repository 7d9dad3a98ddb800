import type * as z from "zod";
import type { Context } from "../../rpc/context.ts";
import { findNameHits, prepareTermNames } from "./domain.names.ts";
import { bandOf, scoreHits, scoreIdentifier, type Score } from "./domain.scores.ts";
import { findContactsById, parsePhone } from "../contacts/domain.ts";
import type { ContactMatch, ContactMatchQuery } from "./schema.match.ts";
import { findHits } from "./domain.keys.ts";
import { findByProviderIdentifier, type SearchKey } from "./store.search.ts";

const maxMatches = 20;
const maxHits = 200;

interface FoundContacts {
  matches: z.infer<typeof ContactMatch>[];
  isCut: boolean;
  commonWords: string[];
}

/**
 * The live contacts that may be the one described, best first.
 *
 * @throws VALIDATION_FAILED for a phone that is not a number
 */
export async function matchContacts(
  context: Context,
  query: z.infer<typeof ContactMatchQuery>,
): Promise<FoundContacts> {
  const { name, email, phone, npi } = query;
  const searchKeys: SearchKey[] = [
    ...(name === undefined ? [] : [{ term: 0, on: "name", name, key: null } as const]),
    ...(email === undefined ? [] : [{ term: 0, on: "email", name: null, key: email.toLowerCase() } as const]),
    ...(phone === undefined ? [] : [{ term: 0, on: "phone", name: null, key: parsePhone(phone) } as const]),
  ];
  const exact = await findHits(context, "contact", searchKeys, maxHits);
  const names = name === undefined ? [] : [{ term: 0, on: "name", name, dateOfBirth: null, lastFour: null } as const];
  const similar = await findNameHits(context, "contact", await prepareTermNames(context, names), {
    seesRecords: false,
  });
  const scores = new Map<string, Score>(scoreHits(exact.hits, similar.hits, []).map((score) => [score.id, score]));
  const identified = npi === undefined ? [] : await findByProviderIdentifier(context, npi);
  for (const id of identified) scores.set(id, scoreIdentifier(id, scores.get(id)));
  const best = [...scores.values()].toSorted((left, right) => right.matchScore - left.matchScore).slice(0, maxMatches);
  const contacts = await findContactsById(
    context,
    best.map(({ id }) => id),
  );
  const matches = best.flatMap(({ id, matchedOn, matchScore, matchReasons, matchedName }) => {
    const contact = contacts.get(id);
    if (contact === undefined) return [];
    // A contact has no alias, and is searched without a date of birth and last digits; the filter narrows the type.
    const fields = matchedOn.filter((match) => match !== "alias" && match !== "dob" && match !== "last_four");
    return [{ contact, matchedOn: fields, matchScore, matchBand: bandOf(matchScore), matchReasons, matchedName }];
  });
  const isCut = exact.isCut || similar.isCut || scores.size > maxMatches;
  return { matches, isCut, commonWords: similar.commonWords };
}
