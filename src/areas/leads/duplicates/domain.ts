import { withoutDeleted } from "../../../contract/deleted-records.ts";
import { findSimilarNames, prepareNames, type PreparedNames } from "../../../platform/database/lists/similar-names.ts";
import { readSearchWords } from "../../../platform/database/lists/search-terms.ts";
import type { Context } from "../../../rpc/context.ts";
import { listClients } from "../../clients/domain.ts";
import { parsePhone } from "../domain.ts";
import { Lookalike, maxLookalikes, type DuplicateQuery } from "../transitions/schema.ts";
import { listLookalikes, listNamedLookalikes, type NamedLookalikeRow } from "./store.ts";

/**
 * The newest leads and, with `clients:read`, clients that match at least one criterion, with the matching fields; then
 * those with similar names, the most alike first.
 *
 * @throws VALIDATION_FAILED for a phone that is not a number, and a name without words
 */
export async function searchDuplicates(context: Context, query: DuplicateQuery): Promise<Lookalike[]> {
  const { phone, email, name } = query;
  const likeness = {
    phoneE164: phone === undefined ? null : parsePhone(phone),
    emailKey: email?.toLowerCase() ?? null,
    words: name === undefined ? null : await readSearchWords(context.transaction, name, "name"),
  };
  const leads = (await listLookalikes(context, likeness, maxLookalikes)).map((row) =>
    Lookalike.parse({ entity: "lead", matchReasons: [], ...row }),
  );
  const names =
    name === undefined
      ? null
      : await prepareNames(context.transaction, [{ name, dateOfBirth: null, lastFour: null }], "ignored");
  const foundLeads = await appendSimilarNames(context, "lead", names, leads);
  if (!context.principal.scopes.has("clients:read")) return foundLeads;
  return [
    ...foundLeads,
    ...(await appendSimilarNames(context, "client", names, await listLikeClients(context, query))),
  ];
}

/** Names that are less alike do not make a duplicate. */
const minPoints = 60;

async function appendSimilarNames(
  context: Context,
  entity: "lead" | "client",
  names: PreparedNames | null,
  found: readonly Lookalike[],
): Promise<Lookalike[]> {
  if (names === null || found.length >= maxLookalikes) return [...found];
  const rows = new Map<string, NamedLookalikeRow>();
  const readNames = async (ids: readonly string[]) => {
    const read = await listNamedLookalikes(context, entity, ids);
    for (const row of read) rows.set(row.id, row);
    return read;
  };
  const { hits } = await findSimilarNames(context, entity, names, { readNames, admitsConfirmed: false });
  const known = new Map(found.map((lookalike) => [lookalike.id, lookalike]));
  for (const { id, points, reasons } of hits.toSorted(
    (one, other) => other.points - one.points || (one.id < other.id ? 1 : -1),
  )) {
    const row = rows.get(id);
    if (row === undefined || points < minPoints) continue;
    const { matchedOn } = known.get(id) ?? { matchedOn: [] };
    known.set(
      id,
      Lookalike.parse({
        entity,
        ...row,
        matchedOn: [...new Set([...matchedOn, "name"])].toSorted(),
        matchReasons: reasons,
      }),
    );
  }
  return [...known.values()].slice(0, maxLookalikes);
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
      const known =
        found.get(client.id) ??
        Lookalike.parse({ ...client, entity: "client", matchedOn: [], matchReasons: [], status: null, caseType: null });
      found.set(client.id, { ...known, matchedOn: [...known.matchedOn, reason].toSorted() });
    }
  }
  return [...found.values()].toSorted((one, other) => (one.id < other.id ? 1 : -1)).slice(0, maxLookalikes);
}
