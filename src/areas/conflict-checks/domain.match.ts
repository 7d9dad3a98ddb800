import type * as z from "zod";
import type { Context } from "../../rpc/context.ts";
import { scoreHits, scoreIdentifier, type Score } from "./domain.scores.ts";
import { readContacts, readPhone } from "../contacts/domain.ts";
import type { ContactMatchQuery } from "./schema.match.ts";
import { findByProviderIdentifier, findHits, type SearchKey } from "./store.search.ts";

const maxMatches = 20;

/**
 * The live contacts that may be the one described, best first.
 * @throws VALIDATION_FAILED for a phone that is not a number
 */
export async function matchContacts(context: Context, { name, email, phone, npi }: z.infer<typeof ContactMatchQuery>) {
  const searchKeys: SearchKey[] = [
    ...(name === undefined ? [] : [{ term: 0, on: "name", name, key: null } as const]),
    ...(email === undefined ? [] : [{ term: 0, on: "email", name: null, key: email.toLowerCase() } as const]),
    ...(phone === undefined ? [] : [{ term: 0, on: "phone", name: null, key: readPhone(phone) } as const]),
  ];
  const scores = new Map<string, Score>(scoreHits(await findHits(context, "contact", searchKeys, 200), []).map((score) => [score.id, score]));
  const identified = npi === undefined ? [] : await findByProviderIdentifier(context, npi);
  for (const id of identified) scores.set(id, scoreIdentifier(id, scores.get(id)));
  const best = [...scores.values()].toSorted((left, right) => right.matchScore - left.matchScore).slice(0, maxMatches);
  const contacts = await readContacts(context, best.map(({ id }) => id));
  return best.flatMap(({ id, matchedOn, matchScore }) => {
    const contact = contacts.get(id);
    return contact === undefined ? [] : [{ contact, matchedOn: matchedOn.filter((match) => match !== "alias" && match !== "dob"), matchScore }];
  });
}
