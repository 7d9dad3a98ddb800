import { AppError } from "../../../contract/errors/error-codes.ts";
import type { EventType } from "../../../contract/events/event-types.ts";
import { attempt } from "../../../rpc/attempt.ts";
import { withoutIfMatch, type Context } from "../../../rpc/context.ts";
import type { Written } from "../../../rpc/resource/store.ts";
import { updateCase } from "../../cases/domain.changes.ts";
import { moveCase } from "../../cases/transitions/domain.ts";
import { updateLead } from "../../leads/domain.changes.ts";
import { transitionLead } from "../../leads/transitions/domain.ts";
import type { Matter } from "./domain.ts";
import type { Referral } from "./schema.ts";
import type { ReferralRow } from "./store.ts";

/** The events of what a referral changes in its lead or case, for the operations that change it. */
export const matterEvents = [
  "case.updated",
  "case.status_changed",
  "lead.updated",
  "lead.status_changed",
  "task.updated",
] as const satisfies readonly EventType[];

type PartnerResult = "pending" | "accepted" | "rejected" | "duplicate" | "expired" | "no_response" | "returned";

/**
 * Writes on the lead or case of an outbound referral what became of it, in the fields that legacy partners write, too.
 * An archived case stays as it is. The caller has locked both.
 *
 * @param result null clears the fields
 */
async function writePartnerFields(
  context: Context,
  { direction, leadId, caseId, partnerFirm }: Matter & Pick<ReferralRow, "direction" | "partnerFirm">,
  result: PartnerResult | null,
): Promise<void> {
  if (direction !== "outbound") return;
  const named = result === null ? null : partnerFirm;
  await attempt(context, async () => {
    if (leadId !== null && caseId === null)
      await updateLead(withoutIfMatch(context), leadId, { partnerId: named?.id ?? null });
  });
  if (caseId === null) return;
  await attempt(context, () =>
    updateCase(withoutIfMatch(context), caseId, {
      partnerId: named?.id ?? null,
      partnerName: named?.name ?? null,
      partnerResult: result,
      caseMatchMode: named === null ? null : "direct",
      caseMatchDate: named === null ? null : new Date().toISOString(),
    }),
  );
}

/**
 * Moves the lead or case of an accepted outbound referral to `referred_out`. The caller has locked both.
 *
 * @returns what somebody has to do by hand, because its table has no such transition; null for nothing
 */
async function referOut(context: Context, { leadId, caseId }: Matter): Promise<Referral["attention"]> {
  if (caseId !== null) {
    const moved = await attempt(context, () => moveCase(withoutIfMatch(context), caseId, { toStatus: "referred_out" }));
    return moved instanceof AppError ? "case_not_moved" : null;
  }
  if (leadId === null) return null;
  const moved = await attempt(context, () =>
    transitionLead(withoutIfMatch(context), leadId, { toStatus: "referred_out" }),
  );
  return moved instanceof AppError ? "lead_not_moved" : null;
}

const rejections = { declined: "rejected", returned: "returned" } as const;

/**
 * Shows a status of an outbound referral on its lead or case, which the caller has locked.
 *
 * @returns what else the referral says then
 */
export async function followStatus(
  context: Context,
  row: ReferralRow,
  { to, reason }: { to: string; reason: string | null },
): Promise<Written<"Referral">> {
  const { status: from } = row;
  if (row.direction !== "outbound" || to === from) return {};
  if (to === "sent") await writePartnerFields(context, row, "pending");
  if (to === "accepted") {
    await writePartnerFields(context, row, "accepted");
    return { attention: await referOut(context, row) };
  }
  if (to === "declined" && reason === "duplicate") await writePartnerFields(context, row, "duplicate");
  else if (to === "declined" || to === "returned") await writePartnerFields(context, row, rejections[to]);
  if (to === "expired") await writePartnerFields(context, row, from === "sent" ? "no_response" : "expired");
  if (to === "withdrawn" && from !== "draft") await writePartnerFields(context, row, null);
  return {};
}
