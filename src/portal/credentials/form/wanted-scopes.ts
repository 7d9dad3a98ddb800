import type { ServiceAccount } from "../../../areas/service-accounts/schema.ts";
import type { Scope } from "../../../contract/scopes.ts";
import { findElevated, orderScopes } from "./scope-grid.ts";

/** Scopes that a key holds or waits for: what the edit form shows as ticked. */
export function listWanted(key: Pick<ServiceAccount, "scopes" | "pendingScopes">): Scope[] {
  return orderScopes([...key.scopes, ...key.pendingScopes.map(({ scope }) => scope)]);
}

/** Elevated scopes that are chosen and neither held nor waited for: for these there must be a purpose. */
export function listRequested(key: Pick<ServiceAccount, "scopes" | "pendingScopes">, chosen: readonly Scope[]): Scope[] {
  const wanted = new Set(listWanted(key));
  return findElevated(chosen).filter((scope) => !wanted.has(scope));
}
