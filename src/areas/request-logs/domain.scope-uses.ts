import { notFound } from "../../contract/errors/error-codes.ts";
import { findUnusedBoundary } from "../../contract/portal/usage.ts";
import { wideningScopes } from "../../contract/scopes.ts";
import type { Context } from "../../rpc/context.ts";
import { settleInOrder } from "../../rpc/settle-in-order.ts";
import type { ScopeUse } from "./schema.ts";
import { findKeyInUse, listScopeUses, type KeyInUse } from "./store.scope-uses.ts";

/** What a key does not need. */
interface Needs {
  /** Its scopes with their last use. */
  scopes: ScopeUse[];
  /** It exists long enough, and was not used since. */
  isUnused: boolean;
  unusedScopes: ScopeUse[];
  /** Since when uses are known (`YYYY-MM-DD`), if that is too short to call a scope unused; otherwise null. */
  observedSince: string | null;
}

const isWidening: ReadonlySet<string> = wideningScopes;

/** @throws NOT_FOUND */
export async function readNeeds(context: Context, keyId: string): Promise<Needs> {
  const [key, uses] = await settleInOrder(findKeyInUse(context, keyId), listScopeUses(context, keyId));
  if (key === undefined) throw notFound("Service account");
  return findNeeds(key, uses, findUnusedBoundary().toISOString());
}

/**
 * A scope is unused if the key was observed since the boundary and did not use it since: as `listKeysInNeed` of the
 * service accounts has it.
 */
export function findNeeds(key: KeyInUse, uses: readonly ScopeUse[], boundary: string): Needs {
  const { lastUsedAt } = key;
  const isPast = (instant: string | null) => instant === null || instant <= boundary;
  const scopes = key.scopes.map((scope) => ({
    scope,
    lastUsedAt: uses.find((use) => use.scope === scope)?.lastUsedAt ?? null,
  }));
  const observedSince = findObservation(key, boundary);
  const unusedScopes =
    observedSince === null ? scopes.filter(({ scope, lastUsedAt: at }) => isPast(at) && !isWidening.has(scope)) : [];
  return { scopes, isUnused: isPast(key.createdAt) && isPast(lastUsedAt), unusedScopes, observedSince };
}

/** A key without any requests since the boundary has used no scope, whenever its counts begin. */
function findObservation({ createdAt, lastUsedAt, firstDay }: KeyInUse, boundary: string): string | null {
  if (createdAt > boundary) return createdAt.slice(0, 10);
  if (lastUsedAt === null || lastUsedAt <= boundary) return null;
  return firstDay !== null && firstDay <= boundary.slice(0, 10) ? null : (firstDay ?? lastUsedAt.slice(0, 10));
}
