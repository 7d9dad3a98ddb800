import { lockActiveMemberForShare } from "../../../rpc/authorize.ts";
import { lockLiveKeyForShare } from "../../../rpc/call/store.live-key.ts";
import type { Context } from "../../../rpc/context.ts";
import {
  absentKey,
  powerlessMember,
  type IntegrationKeyPrincipal,
  type MemberPrincipal,
  type Principal,
} from "../../../rpc/principal.ts";
import { findRequester } from "../../exports/domain.requesters.ts";
import type { ImportRecord } from "../store.ts";

type Requester = IntegrationKeyPrincipal | MemberPrincipal;
type RequesterIds = Pick<ImportRecord, "keyId" | "memberId">;

/** Who requested an import, with the rights of now; null for a key or member that may no longer import. */
export async function findImportRequester(
  context: Pick<Context, "organizationId" | "transaction">,
  ids: RequesterIds,
): Promise<Requester | null> {
  const requester = await findRequester(context, ids);
  return requester?.scopes.has("imports:write") === true ? requester : null;
}

/** The same, locked for share until the commit, which the end of the key or member waits for. */
export async function lockImportRequesterForShare(
  context: Context,
  { keyId, memberId }: RequesterIds,
): Promise<Requester | null> {
  if (memberId === null) {
    const key = await lockLiveKeyForShare(context, keyId ?? "");
    return key?.scopes.has("imports:write") === true ? key : null;
  }
  return (await lockActiveMemberForShare(context, memberId)) ? findImportRequester(context, { keyId, memberId }) : null;
}

/** The requester as actor of what their import does besides its rows; only the name matters. */
export function nameRequester({
  organizationId,
  keyId,
  memberId,
  requestedBy,
}: Pick<ImportRecord, "organizationId" | "keyId" | "memberId" | "requestedBy">): Principal {
  const { name } = requestedBy as { name: string };
  if (memberId === null) return absentKey(organizationId, { id: keyId ?? "", name }, null);
  return { ...powerlessMember({ organizationId, memberId, firstName: "", lastName: "" }, ""), actorName: name };
}
