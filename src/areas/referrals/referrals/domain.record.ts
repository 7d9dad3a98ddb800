import type { EventType } from "../../../contract/events/event-types.ts";
import { requireExpected } from "../../../contract/revision.ts";
import {
  diffInEvents,
  recordAuditEntry,
  recordEvent,
  type Context,
  type RecordReference,
} from "../../../rpc/context.ts";
import { findRow, lockRowForUpdate, updateRow, type Written } from "../../../rpc/resource/store.ts";
import { visitOrganization, runInOrganizationAsSystem } from "../../../rpc/unit-of-work.ts";
import { notifyOfReferral } from "../../notifications/domain.referrals.ts";
import { appendHistory, type Remark } from "../history/domain.ts";
import { describeState, listCrossed, toColumns } from "../network/domain.crossing.ts";
import { findPartnerOrganization } from "../network/store.ts";
import { followStatus } from "./domain.matter.ts";
import { describeReferral, describeReferralInEvent, relateReferral } from "./domain.ts";
import type { Referral } from "./schema.ts";
import { referralStatements, type ReferralRow } from "./store.ts";

/** What a change of a referral records besides its columns. */
export interface ReferralChange extends Remark {
  eventTypes: readonly EventType[];
  /** Records that the events name besides. */
  related?: readonly RecordReference[];
  /**
   * What the other firm of the pair gets besides the state of the referral, such as an update.
   *
   * @returns the records that its events name besides
   */
  writeThere?: (there: Context, referral: ReferralRow) => Promise<readonly RecordReference[]>;
  /** What becomes of the other side's own columns. */
  columnsThere?: Written<"Referral">;
}

/** What a referral's event says in its history: `referral.accepted` is `accepted`. */
const actionOf = (eventType: EventType): string => eventType.slice(eventType.indexOf(".") + 1);

/**
 * Changes a locked referral, and records it in events and history: on the other side of a pair, too.
 *
 * @throws STALE_REVISION
 */
export async function changeReferral(
  context: Context,
  before: ReferralRow,
  columns: Written<"Referral">,
  change: ReferralChange,
): Promise<ReferralRow> {
  requireExpected(context.expectedRevisions, "referral", before.revision);
  const after = await writeChange(context, before, columns, change);
  await followOnOtherSide(context, before, after, change);
  return after;
}

interface Recorded extends Omit<ReferralChange, "writeThere" | "columnsThere"> {
  metadata?: Readonly<Record<string, string>>;
}

async function writeChange(
  context: Context,
  before: ReferralRow,
  columns: Written<"Referral">,
  { eventTypes, related = [], metadata, ...remark }: Recorded,
): Promise<ReferralRow> {
  const { status = before.status, statusReason = null } = columns;
  const followed = await followStatus(context, before, { to: status, reason: statusReason });
  const after = await updateRow(context, referralStatements, before.id, { ...columns, ...followed });
  if (after === undefined) throw new Error("a referral that is locked is gone");
  const [from, referral] = [describeReferral(before), describeReferral(after)];
  await notifyOfAttention(context, from, referral);
  for (const eventType of eventTypes) {
    await appendHistory(context, after, actionOf(eventType), remark);
    recordEvent(context, {
      eventType,
      entityId: after.id,
      payload: describeReferralInEvent(referral),
      diff: diffInEvents(from, referral, describeReferralInEvent),
      relatedIds: [...relateReferral(after), ...related],
      ...(metadata !== undefined && { metadata }),
    });
  }
  return after;
}

/** Members have to do by hand what the referral could not. */
async function notifyOfAttention(context: Context, before: Referral, after: Referral): Promise<void> {
  const { attention, id: referralId, sequenceId: number, partnerFirm, assignedMemberId } = after;
  if (attention === null || attention === before.attention) return;
  const parameters = { referralId, number, firmName: partnerFirm.name, attention };
  await notifyOfReferral(context, { kind: "referral.attention", parameters }, assignedMemberId);
}

/** Writes on the other side of a pair what it sees of a change, as its system. Nothing else passes to it. */
async function followOnOtherSide(
  context: Context,
  before: ReferralRow,
  after: ReferralRow,
  { eventTypes, writeThere, columnsThere = {} }: ReferralChange,
): Promise<void> {
  const { pairId, partnerFirmId } = after;
  // Without one before, the referral is being sent: the other side was written by that.
  if (pairId === null || before.pairId === null) return;
  const state = describeState(after);
  const crossed = listCrossed(describeState(before), state);
  if (crossed.length === 0 && writeThere === undefined) return;
  const other = await findPartnerOrganization(context, partnerFirmId);
  if (other === undefined) return;
  const find = (there: Context) => findRow(there, referralStatements, { pairId });
  // Without one the other firm is gone, or its case.
  if ((await visitOrganization(context, other, find)) === undefined) return;
  await runInOrganizationAsSystem(context, other, "referrals.follow", async (there) => {
    const found = await find(there);
    const id = found?.id ?? "";
    const theirs = await lockRowForUpdate(there, referralStatements, { id }, "FOR NO KEY UPDATE");
    if (theirs === undefined) throw new Error("the other side of a pair that is locked is gone");
    const related = (await writeThere?.(there, theirs)) ?? [];
    const recorded = { eventTypes, related, reason: state.statusReason, metadata: { by: "counterparty" } };
    await writeChange(there, theirs, { ...toColumns(state), ...columnsThere }, recorded);
    const reference = { entity: "referral", id: theirs.id };
    recordAuditEntry(there, reference, relateReferral(theirs), { crossed: { from: [], to: crossed } });
  });
}
