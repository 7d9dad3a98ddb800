import { AppError, invalidState } from "../../../contract/errors/error-codes.ts";
import type { EventType } from "../../../contract/events/event-types.ts";
import { staleRevision } from "../../../contract/revision.ts";
import { diffInEvents, recordEvent, type Context } from "../../../rpc/context.ts";
import { updateRow, type Written } from "../../../rpc/resource/store.ts";
import { describePartnerFirmInEvent, partnerFirms, relatePartnerFirm } from "./domain.ts";
import type { PartnerFirm, PartnerFirmApproval, PartnerFirmBlock } from "./schema.ts";

/** A member approves, or takes it back. */
function stamp(context: Context, given: boolean | undefined): string | null | undefined {
  if (given === undefined) return undefined;
  const { principal } = context;
  if (principal.kind !== "member") throw new AppError("FORBIDDEN", "Only a member of the firm can approve another");
  return given ? JSON.stringify({ memberId: principal.memberId, at: new Date().toISOString() }) : null;
}

/**
 * Approves that the firm sends referrals to a partner firm of this installation, or that this one refers to it.
 *
 * @throws NOT_FOUND; STALE_REVISION; INVALID_STATE_TRANSITION for a firm elsewhere
 */
export async function approvePartnerFirm(
  context: Context,
  partnerFirmId: string,
  { expectedRevision, approvedForSending, mayReferToUs }: PartnerFirmApproval,
): Promise<PartnerFirm> {
  const columns: Written<"PartnerFirm"> = {
    approvedForSending: stamp(context, approvedForSending),
    mayReferToUs: stamp(context, mayReferToUs),
  };
  const isApproval = approvedForSending === true || mayReferToUs === true;
  return change(context, partnerFirmId, expectedRevision, {
    columns,
    eventType: isApproval ? "partner_firm.approved" : "partner_firm.updated",
  });
}

/**
 * Blocks a partner firm: nothing is sent to it or taken from it. The reason is the firm's own.
 *
 * @throws NOT_FOUND; STALE_REVISION
 */
export const blockPartnerFirm = (
  context: Context,
  partnerFirmId: string,
  { expectedRevision, reason }: PartnerFirmBlock,
): Promise<PartnerFirm> =>
  change(context, partnerFirmId, expectedRevision, {
    columns: { status: "blocked", blockedReason: reason },
    eventType: "partner_firm.blocked",
  });

/**
 * Works with a blocked partner firm again. Its approvals are what they were.
 *
 * @throws NOT_FOUND; STALE_REVISION
 */
export const unblockPartnerFirm = (
  context: Context,
  partnerFirmId: string,
  expectedRevision: number,
): Promise<PartnerFirm> =>
  change(context, partnerFirmId, expectedRevision, {
    columns: { status: "active", blockedReason: null },
    eventType: "partner_firm.updated",
  });

async function change(
  context: Context,
  partnerFirmId: string,
  expectedRevision: number,
  { columns, eventType }: { columns: Written<"PartnerFirm">; eventType: EventType },
): Promise<PartnerFirm> {
  const row = await partnerFirms.lockForUpdate(context, { id: partnerFirmId });
  if (row.revision !== expectedRevision) throw staleRevision("partner firm");
  if (row.kind === "external" && !("status" in columns)) throw invalidState("A firm elsewhere needs no approval");
  const after = await updateRow(context, partnerFirms.definition, partnerFirmId, columns);
  if (after === undefined) throw new Error("a partner firm that is locked is gone");
  const [from, firm] = [partnerFirms.describe(row), partnerFirms.describe(after)];
  recordEvent(context, {
    eventType,
    entityId: firm.id,
    payload: describePartnerFirmInEvent(firm),
    diff: diffInEvents(from, firm, describePartnerFirmInEvent),
    relatedIds: relatePartnerFirm(firm),
  });
  return firm;
}
