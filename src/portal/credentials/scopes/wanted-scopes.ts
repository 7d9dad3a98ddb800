import type { ServiceAccount } from "../../../areas/service-accounts/schema.ts";
import type { Scope } from "../../../contract/scopes.ts";
import { findElevated, orderScopes } from "./scope-grid.ts";

/** Held and pending scopes, shown as ticked in the edit form. */
export function listWanted(key: Pick<ServiceAccount, "scopes" | "pendingScopes">): Scope[] {
  return orderScopes([...key.scopes, ...key.pendingScopes.map(({ scope }) => scope)]);
}

/** Chosen elevated scopes that are neither held nor pending; they require a purpose. */
export function listRequested(
  key: Pick<ServiceAccount, "scopes" | "pendingScopes">,
  chosen: readonly Scope[],
): Scope[] {
  const wanted = new Set(listWanted(key));
  return findElevated(chosen).filter((scope) => !wanted.has(scope));
}
