import { notifyOfReferral } from "../../notifications/domain.referrals.ts";
import { invalidState } from "../../../contract/errors/error-codes.ts";
import { createId } from "../../../platform/database/ids.ts";
import { allocateNumber } from "../../../platform/database/number-sequence.ts";
import { recordAuditEntry, recordEvent, type Context } from "../../../rpc/context.ts";
import { insertRow } from "../../../rpc/resource/store.ts";
import { appendHistory } from "../history/domain.ts";
import { getProfile } from "../profile/domain.ts";
import { answerBy, expireAfter } from "../referrals/domain.days.ts";
import { describeReferral, describeReferralInEvent, relateReferral } from "../referrals/domain.ts";
import { referralStatements } from "../referrals/store.ts";
import type { CrossingOffer } from "./schema.crossing.ts";
import { findPartnerOf } from "./store.ts";

/** One rejection for every reason on the other side: the firm learns none of them. */
export const takesNothing = () => invalidState("The partner firm takes no referrals from the firm");

/** Until when the handling firm answers. */
export interface Receipt {
  responseDueOn: string;
  expiresAt: string;
}

/**
 * Receives a referral, on the side of the handling firm: its own row, as its system.
 *
 * @param there of the handling firm
 * @param originId the organization that sends it
 * @throws INVALID_STATE_TRANSITION unless the firm takes referrals from it
 */
export async function receiveOffer(there: Context, originId: string, offer: CrossingOffer): Promise<Receipt> {
  const partner = await findPartnerOf(there, originId);
  const profile = await getProfile(there);
  if (profile.accepts === "nobody" || partner?.status !== "active" || partner.mayReferToUs === null)
    throw takesNothing();
  const receipt = {
    responseDueOn: await answerBy(there, offer.sentAt, profile.answerWithinBusinessDays),
    expiresAt: expireAfter(offer.sentAt, profile.expiresAfterDays),
  };
  const { teaser, conflictNames, terms, ...plain } = offer;
  const row = await insertRow(there, referralStatements, {
    ...plain,
    ...receipt,
    teaser: JSON.stringify(teaser),
    conflictNames: conflictNames === null ? null : JSON.stringify(conflictNames),
    terms: terms === null ? null : JSON.stringify(terms),
    id: createId("referral"),
    sequenceId: await allocateNumber(there.transaction, there.organizationId, "referral"),
    direction: "inbound",
    channel: "network",
    status: "sent",
    partnerFirmId: partner.id,
  });
  if (row === undefined) throw new Error("a referral that was just written is not there");
  await appendHistory(there, row, "received", {});
  recordEvent(there, {
    eventType: "referral.received",
    entityId: row.id,
    payload: describeReferralInEvent(describeReferral(row)),
    diff: {},
    relatedIds: relateReferral(row),
    metadata: { by: "counterparty" },
  });
  await notifyOfReferral(
    there,
    {
      kind: "referral.received",
      parameters: {
        referralId: row.id,
        number: row.sequenceId,
        firmName: partner.name,
        responseDueOn: receipt.responseDueOn,
      },
    },
    null,
  );
  const crossed = { from: [], to: Object.keys(offer).toSorted() };
  recordAuditEntry(there, { entity: "referral", id: row.id }, relateReferral(row), { crossed });
  return receipt;
}
