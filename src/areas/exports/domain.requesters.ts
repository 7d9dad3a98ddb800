import { findLiveKey } from "../../rpc/call/store.live-key.ts";
import type { Context } from "../../rpc/context.ts";
import type { IntegrationKeyPrincipal, MemberPrincipal } from "../../rpc/principal.ts";
import { actFor } from "../reports/domain.members.ts";
import { listDataScopes } from "./domain.ts";

/** Who requested an export or a download: either a key or a member. */
export interface RequesterIds {
  keyId: string | null;
  memberId: string | null;
}

type Requester = IntegrationKeyPrincipal | MemberPrincipal;
type Inside = Pick<Context, "organizationId" | "transaction">;

/** The requester with current permissions; null for a key that is not live or a member who is not active. */
export async function findRequester(context: Inside, { keyId, memberId }: RequesterIds): Promise<Requester | null> {
  if (memberId !== null) return actFor(context, memberId);
  return keyId === null ? null : findLiveKey(context, keyId);
}

/** Whether the requester may currently download a file with data of these scopes. */
export function canDownload(requester: Requester, dataPermissions: readonly string[]): boolean {
  const held: ReadonlySet<string> = listDataScopes(requester);
  return requester.scopes.has("exports:write") && dataPermissions.every((scope) => held.has(scope));
}
