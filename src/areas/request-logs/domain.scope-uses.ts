import { notFound } from "../../contract/error-codes.ts";
import { unusedScopeDays } from "../../contract/portal/usage.ts";
import type { Context } from "../../rpc/context.ts";
import { settleInOrder } from "../../rpc/settle-in-order.ts";
import type { ScopeUse } from "./schema.ts";
import { listKeysInUse, listScopeUses } from "./store.scope-uses.ts";
import type { KeyInUse } from "./store.scope-uses.ts";

const dayMilliseconds = 86_400_000;

/** What a key does not need. */
interface Needs extends Pick<KeyInUse, "keyId" | "name" | "lastUsedAt"> {
  /** Its scopes with their last use. */
  scopes: ScopeUse[];
  /** It exists long enough, and was not used since. */
  isUnused: boolean;
  unusedScopes: ScopeUse[];
  /** Since when uses are known (`YYYY-MM-DD`), if that is too short to call a scope unused; otherwise null. */
  observedSince: string | null;
}

/** @throws NOT_FOUND */
export async function readNeeds(context: Context, keyId: string): Promise<Needs> {
  const [needs] = await listNeeds(context, keyId);
  if (needs === undefined) throw notFound("Service account");
  return needs;
}

/** @param keyId null for all keys that work */
export async function listNeeds(context: Context, keyId: string | null): Promise<Needs[]> {
  const [keys, uses] = await settleInOrder(listKeysInUse(context, keyId), listScopeUses(context, keyId));
  const byKey = Map.groupBy(uses, (use) => use.keyId);
  const boundary = new Date(Date.now() - unusedScopeDays * dayMilliseconds).toISOString();
  return keys.map((key) => findNeeds(key, byKey.get(key.keyId) ?? [], boundary));
}

/** A scope is unused if the key was observed since the boundary and did not use it since. */
export function findNeeds(key: KeyInUse, uses: readonly ScopeUse[], boundary: string): Needs {
  const { keyId, name, lastUsedAt } = key;
  const isPast = (instant: string | null) => instant === null || instant <= boundary;
  const scopes = key.scopes.map((scope) => ({ scope, lastUsedAt: uses.find((use) => use.scope === scope)?.lastUsedAt ?? null }));
  const observedSince = findObservation(key, boundary);
  const unusedScopes = observedSince === null ? scopes.filter((use) => isPast(use.lastUsedAt)) : [];
  return { keyId, name, lastUsedAt, scopes, isUnused: isPast(key.createdAt) && isPast(lastUsedAt), unusedScopes, observedSince };
}

/** A key without any requests since the boundary has used no scope, whenever its counts begin. */
function findObservation({ createdAt, lastUsedAt, firstDay }: KeyInUse, boundary: string): string | null {
  if (createdAt > boundary) return createdAt.slice(0, 10);
  if (lastUsedAt === null || lastUsedAt <= boundary) return null;
  return firstDay !== null && firstDay <= boundary.slice(0, 10) ? null : (firstDay ?? lastUsedAt.slice(0, 10));
}
