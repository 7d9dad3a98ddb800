import { isElevated, type Scope } from "../../contract/scopes.ts";
import type { Context } from "../../rpc/context.ts";
import { requestElevatedScopes } from "../scope-requests/domain.ts";
import { addScope, hasStandingGrant } from "./store.ts";

/** Elevated scopes that a key lacks and that were asked for. */
export interface WantedScopes {
  scopes: readonly Scope[];
  /** Why they are requested, if the request says; empty where they are granted at once, because no one decides. */
  purpose: string | undefined;
  /** Whether the organization is a sandbox whose keys get them without a decision. */
  hasStandingGrant: boolean;
}

/**
 * How elevated scopes among these are obtained in the context's organization.
 *
 * @returns the purpose with which they can be asked for, and what {@link obtainElevatedScopes} needs
 */
export async function planElevatedScopes(
  context: Context,
  scopes: readonly Scope[],
  purpose: string | undefined,
): Promise<Omit<WantedScopes, "scopes">> {
  const isGranted = scopes.some(isElevated) && (await hasStandingGrant(context));
  return { purpose: purpose ?? (isGranted ? "" : undefined), hasStandingGrant: isGranted };
}

/** Requests the scopes for a key, or grants them where the sandbox has a standing grant: the expiry is limited as ever. */
export async function obtainElevatedScopes(
  context: Context,
  key: { id: string; name: string },
  wanted: WantedScopes,
): Promise<void> {
  if (!wanted.hasStandingGrant) return requestElevatedScopes(context, key, wanted.scopes, wanted.purpose ?? "");
  for (const scope of wanted.scopes) await addScope(context, key.id, scope, null);
}

/** What the event and the audit entry of a key say of scopes that it got without a decision. */
export const describeStandingGrant = ({ scopes, hasStandingGrant: isGranted }: WantedScopes) =>
  isGranted && scopes.length > 0 ? { standingGrant: scopes } : {};
