import { invalidInput, invalidState, notFound } from "../../../contract/errors/error-codes.ts";
import { requireExpected } from "../../../contract/revision.ts";
import { readToday } from "../../../platform/database/organization-day.ts";
import type { Context } from "../../../rpc/context.ts";
import { updateRow, type Written } from "../../../rpc/resource/store.ts";
import { lockCaseForShare } from "../../cases/domain.ts";
import { lockContactsForShare } from "../../contacts/domain.ts";
import { lockNamedForShare } from "../domain.named.ts";
import { lockSettlementForUpdate } from "./domain.locks.ts";
import {
  assertApproval,
  composePayers,
  composeShares,
  listPayingContacts,
  lockPartsForShare,
  sumPayers,
  validateParts,
} from "./domain.parts.ts";
import { findPaymentStatus } from "./domain.states.ts";
import { settlements } from "./domain.ts";
import type { Settlement, SettlementChanges } from "./schema.ts";
import type { PayerRow, SettlementRow, ShareRow } from "./store.ts";
import { deleteParts, insertParts, writePayers, writeShares } from "./store.parts.ts";

/** What changes also once it is agreed: what was agreed stays. */
const laterMembers: ReadonlySet<string> = new Set([
  "title",
  "paymentDueOn",
  "externalId",
  "payerChanges",
  "shareChanges",
]);

/**
 * Changes a settlement: all of a draft, later what does not change what was agreed.
 *
 * @throws NOT_FOUND, also for what it refers to; STALE_REVISION; VALIDATION_FAILED; DUPLICATE_ENTRY;
 *   INVALID_STATE_TRANSITION for an archived case, and for what was agreed
 */
export async function updateSettlement(
  context: Context,
  settlementId: string,
  changes: SettlementChanges,
): Promise<Settlement> {
  await lockContactsForShare(context, listPayingContacts(changes));
  const { row: before, ofCase } = await lockSettlementForUpdate(context, settlementId, lockCaseForShare);
  assertChangeable(before, changes);
  await validateParts(context, changes);
  await lockPartsForShare(context, before.caseId, changes);
  requireExpected(context.expectedRevisions, "settlement", before.revision);
  const today = await readToday(context);
  const { payers, shares, payerChanges: _payerChanges, shareChanges, ...columns } = changes;
  await replaceParts(context, before, { payers, shares, dueOn: findDueOn(before, changes), today });
  await changePayers(context, before, changes, today);
  await changeShares(context, before, shareChanges ?? []);
  const written: Written<"Settlement"> = { ...columns, ...(payers !== undefined && sumPayers(payers)) };
  const after = await updateRow(context, settlements.definition, settlementId, written);
  if (after === undefined) throw notFound("Settlement");
  return settlements.recordUpdate(context, before, after, ofCase);
}

const findDueOn = ({ paymentDueOn: from }: SettlementRow, { paymentDueOn: to }: SettlementChanges): string | null =>
  to === undefined ? from : to;

/** @throws INVALID_STATE_TRANSITION; VALIDATION_FAILED */
function assertChangeable(before: SettlementRow, changes: SettlementChanges): void {
  const fixed = Object.keys(changes).find((name) => !laterMembers.has(name));
  if (before.status !== "draft" && fixed !== undefined)
    throw invalidState(
      `${fixed} of a settlement that is ${before.status} cannot be changed; only titles, dates of payments, releases and the court's approval can`,
    );
  const { payers, payerChanges, shares, shareChanges } = changes;
  if (payers !== undefined && payerChanges !== undefined)
    throw invalidInput({ path: "payerChanges", message: "not together with payers" });
  if (shares !== undefined && shareChanges !== undefined)
    throw invalidInput({ path: "shareChanges", message: "not together with shares" });
  const { feeTrigger = before.feeTrigger, feeTriggerReason = before.feeTriggerReason } = changes;
  if ((feeTrigger === null) !== (feeTriggerReason === null))
    throw invalidInput({ path: "feeTriggerReason", message: "required with feeTrigger, and allowed only with it" });
}

interface NewParts extends Pick<SettlementChanges, "payers" | "shares"> {
  dueOn: string | null;
  today: string;
}

async function replaceParts(context: Context, { id }: SettlementRow, given: NewParts): Promise<void> {
  const { payers, shares, ...days } = given;
  if (payers !== undefined) {
    await deleteParts(context, "SettlementPayer", id);
    await insertParts(context, "SettlementPayer", composePayers(id, payers, days));
  }
  if (shares === undefined) return;
  await deleteParts(context, "SettlementShare", id);
  await insertParts(context, "SettlementShare", composeShares(id, shares));
}

/**
 * Another day of payment may make a payer overdue, or no longer so.
 *
 * @throws NOT_FOUND
 */
async function changePayers(
  context: Context,
  before: SettlementRow,
  changes: SettlementChanges,
  today: string,
): Promise<void> {
  const { payers, payerChanges = [], paymentDueOn } = changes;
  if (payers !== undefined || (payerChanges.length === 0 && paymentDueOn === undefined)) return;
  const ofPayer = new Map(payerChanges.map((change) => [change.id, change]));
  requireAll(ofPayer, before.payers, "Payer");
  await lockNamedForShare(context, before.caseId, {
    documentIds: payerChanges.map(({ releaseDocumentId }) => releaseDocumentId),
  });
  const dueOn = findDueOn(before, changes);
  const rows = before.payers.map((payer): PayerRow => {
    const changed = { ...payer, ...dropUndefined(ofPayer.get(payer.id)) };
    return { ...changed, paymentStatus: findPaymentStatus(changed, changed.expectedOn ?? dueOn, today) };
  });
  await writePayers(context, rows);
}

/** @throws NOT_FOUND; VALIDATION_FAILED */
async function changeShares(
  context: Context,
  before: SettlementRow,
  shareChanges: NonNullable<SettlementChanges["shareChanges"]>,
): Promise<void> {
  if (shareChanges.length === 0) return;
  const ofShare = new Map(shareChanges.map((change) => [change.id, change]));
  requireAll(ofShare, before.shares, "Share");
  const rows = before.shares.flatMap((share): ShareRow[] => {
    const change = ofShare.get(share.id);
    return change === undefined ? [] : [{ ...share, ...dropUndefined(change) }];
  });
  for (const row of rows) {
    const place = shareChanges.findIndex(({ id }) => id === row.id);
    assertApproval(describeApproval(row), `shareChanges.${place}`);
  }
  await lockNamedForShare(context, before.caseId, {
    documentIds: shareChanges.map(({ orderDocumentId }) => orderDocumentId),
  });
  await writeShares(context, rows);
}

type Approval = Parameters<typeof assertApproval>[0];
const describeApproval = ({ courtApproval, orderDocumentId, approvedFeeCents }: ShareRow): Approval => ({
  courtApproval,
  orderDocumentId,
  approvedFeeCents,
});

/** @throws NOT_FOUND */
function requireAll(wanted: ReadonlyMap<string, unknown>, rows: readonly { id: string }[], noun: string): void {
  const known = new Set(rows.map(({ id }) => id));
  if ([...wanted.keys()].some((id) => !known.has(id))) throw notFound(noun);
}

type Defined<Given> = { [Name in keyof Given]: Exclude<Given[Name], undefined> };

function dropUndefined<Given extends object>(given: Given | undefined): Partial<Defined<Given>> {
  return Object.fromEntries(Object.entries(given ?? {}).filter(([, value]) => value !== undefined)) as Partial<
    Defined<Given>
  >;
}
