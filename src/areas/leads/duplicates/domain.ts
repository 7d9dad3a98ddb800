import { withoutDeleted } from "../../../contract/deleted-records.ts";
import { readSearchWords } from "../../../platform/database/lists/search-terms.ts";
import type { Context } from "../../../rpc/context.ts";
import { listClients } from "../../clients/domain.ts";
import { readPhone } from "../domain.ts";
import { Lookalike, maxLookalikes, type DuplicateQuery } from "../transitions/schema.ts";
import { findLookalikes } from "./store.ts";

/**
 * The newest leads and, with `clients:read`, clients that match at least one criterion, with the matching fields.
 * @throws VALIDATION_FAILED for a phone that is not a number, and a name without words
 */
export async function searchDuplicates(context: Context, query: DuplicateQuery): Promise<Lookalike[]> {
  const { phone, email, name } = query;
  const likeness = {
    phoneE164: phone === undefined ? null : readPhone(phone),
    emailKey: email?.toLowerCase() ?? null,
    words: name === undefined ? null : await readSearchWords(context.transaction, name, "name"),
  };
  const leads = (await findLookalikes(context, likeness, maxLookalikes)).map((row) => Lookalike.parse({ entity: "lead", ...row }));
  return context.principal.scopes.has("clients:read") ? [...leads, ...(await listLikeClients(context, query))] : leads;
}

/** Each criterion uses the list of clients. */
async function listLikeClients(context: Context, { phone, email, name }: DuplicateQuery): Promise<Lookalike[]> {
  const ways = [
    ["phone", phone === undefined ? undefined : { phone }],
    ["email", email === undefined ? undefined : { email }],
    ["name", name === undefined ? undefined : { q: name }],
  ] as const;
  const found = new Map<string, Lookalike>();
  for (const [reason, filter] of ways) {
    if (filter === undefined) continue;
    const { clients } = await listClients(context, { ...filter, sort: "newest", limit: maxLookalikes });
    for (const client of withoutDeleted(clients)) {
      const known = found.get(client.id) ?? Lookalike.parse({ ...client, entity: "client", matchedOn: [], status: null, caseType: null });
      found.set(client.id, { ...known, matchedOn: [...known.matchedOn, reason].toSorted() });
    }
  }
  return [...found.values()].toSorted((one, other) => (one.id < other.id ? 1 : -1)).slice(0, maxLookalikes);
}
