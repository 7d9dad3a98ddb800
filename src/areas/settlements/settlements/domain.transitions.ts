import { invalidInput, notFound, invalidState } from "../../../contract/errors/error-codes.ts";
import type { EventType } from "../../../contract/events/event-types.ts";
import { requireExpected } from "../../../contract/revision.ts";
import { formatCents } from "../../../contract/values/rate-words.ts";
import { assertNotFuture, readToday } from "../../../platform/database/organization-day.ts";
import { diffInEvents, recordEvent, type Context } from "../../../rpc/context.ts";
import { updateRow, type Written } from "../../../rpc/resource/store.ts";
import { lockLiveCaseForUpdate } from "../../cases/domain.ts";
import { putOnLegalHold } from "../../documents/domain.legal-hold.ts";
import { endStatements } from "../statements/domain.transitions.ts";
import { trackCaseAmounts } from "./domain.case.ts";
import { lockSettlementForUpdate, type LockedSettlement } from "./domain.locks.ts";
import { assertSettlementTransition, findSettlementStatus } from "./domain.states.ts";
import { describeSettlementInEvent, settlements, sumGross } from "./domain.ts";
import type { Settlement, SettlementTransition } from "./schema.ts";
import { hasOpenLien } from "./store.parts.ts";
import type { SettlementRow } from "./store.ts";

/**
 * Moves a settlement to another status.
 *
 * @throws NOT_FOUND; STALE_REVISION; VALIDATION_FAILED for members that do not belong together, and for a day in the
 *   future; INVALID_STATE_TRANSITION for another status, naming all that is missing
 */
export async function transitionSettlement(
  context: Context,
  settlementId: string,
  transition: SettlementTransition,
): Promise<Settlement> {
  checkMembers(transition);
  const locked = await lockSettlementForUpdate(context, settlementId, lockLiveCaseForUpdate);
  const { row } = locked;
  assertSettlementTransition(row.status, transition.status);
  if (transition.status === "agreed") return agree(context, locked, transition.agreedOn);
  if (transition.status === "closed") return close(context, locked);
  return end(context, locked, transition);
}

/** @throws VALIDATION_FAILED */
function checkMembers({ status, agreedOn, reason }: SettlementTransition): void {
  if (agreedOn !== undefined && status !== "agreed")
    throw invalidInput({ path: "agreedOn", message: "allowed only with agreed" });
  if (reason === undefined && (status === "fell_through" || status === "voided"))
    throw invalidInput({ path: "reason", message: "required: why" });
}

/** A payer that pays others alone owes the firm nothing: its part has cleared with the agreement. */
async function agree(context: Context, locked: LockedSettlement, given: string | undefined): Promise<Settlement> {
  const { row } = locked;
  const agreedOn = given ?? row.agreedOn;
  if (agreedOn === null) throw invalidInput({ path: "agreedOn", message: "required: the settlement has none yet" });
  await assertNotFuture(context, { agreedOn });
  const missing = listMissing(row);
  if (missing.length > 0) throw invalidState(`The settlement cannot be agreed on: ${missing.join("; ")}`);
  await holdEvidence(context, row);
  const status = findSettlementStatus("agreed", { ...row, isPaidOut: false });
  return apply(context, locked, { status, agreedOn }, "settlement.agreed");
}

/** All that stands in the way of an agreement. Consent is to a settlement: nobody consents to a verdict. */
function listMissing({ type, payers, shares, agreement, aggregateConsentDocumentId }: SettlementRow): string[] {
  const [paid, shared] = [sumGross(payers), sumGross(shares)];
  const isSettlement = type === "settlement";
  const withoutConsent = isSettlement
    ? shares.flatMap(({ consentOn }, place) => (consentOn === null ? [String(place + 1)] : []))
    : [];
  const found: readonly (string | false)[] = [
    paid !== shared && `payers add up to ${formatCents(paid)}, shares to ${formatCents(shared)}`,
    withoutConsent.length > 0 &&
      `share ${withoutConsent.join(", ")} has no consent: set consentOn and consentDocumentId`,
    isSettlement &&
      shares.length > 1 &&
      aggregateConsentDocumentId === null &&
      "two or more shares need aggregateConsentDocumentId, the consent of all claimants in writing (Model Rule 1.8(g))",
    agreement === null && "the case has no fee agreement: record it with PUT /cases/{caseId}/fee-agreement",
  ];
  return found.filter((missing) => missing !== false);
}

/** The claimants' consents, and the orders of courts. */
async function holdEvidence(context: Context, { caseId, shares, aggregateConsentDocumentId }: SettlementRow) {
  const named = [
    aggregateConsentDocumentId,
    ...shares.flatMap(({ consentDocumentId, orderDocumentId }) => [consentDocumentId, orderDocumentId]),
  ];
  const documentIds = new Set(named.filter((id) => id !== null));
  for (const documentId of [...documentIds].toSorted()) await putOnLegalHold(context, caseId, documentId);
}

async function close(context: Context, locked: LockedSettlement): Promise<Settlement> {
  const { caseId, shares } = locked.row;
  const claimants = shares.map(({ claimantPartyId }) => claimantPartyId);
  if (await hasOpenLien(context, caseId, claimants))
    throw invalidState("The settlement has open liens: pay, release, waive or withdraw them first");
  return apply(context, locked, { status: "closed" }, "settlement.status_changed");
}

/** It fell through, or was recorded by mistake. */
async function end(
  context: Context,
  locked: LockedSettlement,
  { status, reason = "" }: SettlementTransition,
): Promise<Settlement> {
  const { receivedCents } = locked.row;
  if (receivedCents > 0)
    throw invalidState(
      `${formatCents(receivedCents)} of the settlement are deposited: return or reverse the deposits first`,
    );
  requireExpected(context.expectedRevisions, "settlement", locked.row.revision);
  await endStatements(context, locked.row.id, reason);
  return apply(context, locked, { status, statusReason: reason }, "settlement.status_changed");
}

/** @throws STALE_REVISION */
async function apply(
  context: Context,
  { row: before, ofCase }: LockedSettlement,
  columns: Written<"Settlement">,
  eventType: EventType,
): Promise<Settlement> {
  requireExpected(context.expectedRevisions, "settlement", before.revision);
  const recordCase = await trackCaseAmounts(context, before.caseId);
  const after = await updateRow(context, settlements.definition, before.id, columns);
  if (after === undefined) throw notFound("Settlement");
  await recordCase(await readToday(context), eventType === "settlement.agreed" ? after : undefined);
  // What the settlement warns of depends on the case's amounts.
  const settlement = settlements.describe(await settlements.getRow(context, { id: before.id }));
  recordEvent(context, {
    eventType,
    entityId: before.id,
    payload: describeSettlementInEvent(settlement),
    diff: diffInEvents(settlements.describe(before), settlement, describeSettlementInEvent),
    relatedIds: ofCase,
  });
  return settlement;
}
