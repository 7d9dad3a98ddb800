import { invalidInput, invalidState, notFound } from "../../../contract/errors/error-codes.ts";
import type { EventType } from "../../../contract/events/event-types.ts";
import { requireExpected } from "../../../contract/revision.ts";
import { assertNotFuture } from "../../../platform/database/organization-day.ts";
import { diffInEvents, recordEvent, type Context, type RecordReference } from "../../../rpc/context.ts";
import { lockRowForUpdate, updateRow, type Written } from "../../../rpc/resource/store.ts";
import { lockLiveCaseForShare } from "../../cases/domain.ts";
import { lockNamedForShare } from "../domain.named.ts";
import { assertLienTransition } from "./domain.states.ts";
import { describeLienInEvent, liens } from "./domain.ts";
import type { Lien, LienTransition } from "./schema.ts";
import { isLienHeld, type LienRow } from "./store.ts";

interface LockedLien {
  row: LienRow;
  ofCase: RecordReference[];
}

/**
 * Locks the case (archived or not) FOR SHARE, then the lien FOR NO KEY UPDATE.
 *
 * @throws NOT_FOUND
 */
export async function lockLienForUpdate(context: Context, lienId: string): Promise<LockedLien> {
  const { caseId } = await liens.getRow(context, { id: lienId });
  const ofCase = await lockLiveCaseForShare(context, caseId);
  const row = await lockRowForUpdate(context, liens.definition, { id: lienId }, "FOR NO KEY UPDATE");
  if (row === undefined) throw notFound("Lien");
  return { row, ofCase };
}

/**
 * Moves a lien to another status.
 *
 * @throws NOT_FOUND, also for the letter; STALE_REVISION; VALIDATION_FAILED for members that do not belong together;
 *   INVALID_STATE_TRANSITION
 */
export async function transitionLien(context: Context, lienId: string, transition: LienTransition): Promise<Lien> {
  checkMembers(transition);
  const locked = await lockLienForUpdate(context, lienId);
  const { status } = transition;
  assertLienTransition(locked.row.status, status);
  await assertNotHeld(context, locked.row, status);
  const columns = await prepareColumns(context, locked.row, transition);
  return applyTransition(context, locked, columns, status === "final" ? "lien.finalized" : "lien.updated");
}

/**
 * @throws INVALID_STATE_TRANSITION to negotiate a final lien again that is paid in part, or that a statement in force
 *   has
 */
async function assertNotHeld(context: Context, { id, status: from, paidCents }: LienRow, to: string): Promise<void> {
  if (from !== "final" || to !== "negotiating") return;
  if (paidCents > 0)
    throw invalidState(`${paidCents} cents of the lien are paid: void the disbursement before it is negotiated again`);
  if (await isLienHeld(context, id))
    throw invalidState(
      "A settlement statement that is issued or approved has the lien; void or decline the statement first",
    );
}

/** @throws VALIDATION_FAILED */
function checkMembers({ status, reason, assertedCents, final }: LienTransition): void {
  if ((status === "final") !== (final !== undefined))
    throw invalidInput({ path: "final", message: "required for final, and allowed only with it" });
  if (assertedCents !== undefined && status !== "asserted")
    throw invalidInput({ path: "assertedCents", message: "allowed only with asserted" });
  if (reason === undefined && (status === "waived" || status === "withdrawn"))
    throw invalidInput({ path: "reason", message: "required: why" });
}

const noFinal = { finalCents: null, finalOn: null, finalMethod: null, finalLetterDocumentId: null } as const;

async function prepareColumns(
  context: Context,
  row: LienRow,
  { status, reason, assertedCents, final }: LienTransition,
): Promise<Written<"Lien">> {
  const moved = { status, statusReason: reason ?? null };
  if (status === "asserted") return { ...moved, assertedCents: chooseAsserted(row, assertedCents) };
  if (status === "negotiating") return { ...moved, ...noFinal };
  if (final === undefined) return moved;
  const { amountCents, on, method, letterDocumentId } = final;
  if (amountCents > (row.assertedCents ?? 0))
    throw invalidState(`The final amount exceeds the ${row.assertedCents} cents asserted`);
  await assertNotFuture(context, { "final.on": on });
  await lockNamedForShare(context, row.caseId, { documentIds: [letterDocumentId] });
  return {
    ...moved,
    finalCents: amountCents,
    finalOn: on,
    finalMethod: method,
    finalLetterDocumentId: letterDocumentId,
  };
}

/** @throws VALIDATION_FAILED */
function chooseAsserted({ assertedCents, unrelatedCents }: LienRow, given: number | undefined): number {
  const cents = given ?? assertedCents;
  if (cents === null) throw invalidInput({ path: "assertedCents", message: "required: the lien has no amount yet" });
  if (cents < unrelatedCents)
    throw invalidInput({ path: "assertedCents", message: "must not be less than unrelatedCents" });
  return cents;
}

/** @throws STALE_REVISION */
async function applyTransition(
  context: Context,
  { row: before, ofCase }: LockedLien,
  columns: Written<"Lien">,
  eventType: EventType,
): Promise<Lien> {
  requireExpected(context.expectedRevisions, "lien", before.revision);
  const after = await updateRow(context, liens.definition, before.id, columns);
  if (after === undefined) throw notFound("Lien");
  const lien = liens.describe(after);
  recordEvent(context, {
    eventType,
    entityId: after.id,
    payload: describeLienInEvent(lien),
    diff: diffInEvents(liens.describe(before), lien, describeLienInEvent),
    relatedIds: ofCase,
  });
  return lien;
}
