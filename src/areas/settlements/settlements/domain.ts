import { redactMembers } from "../../../contract/values/redacted.ts";
import { formatCents } from "../../../contract/values/rate-words.ts";
import { commonSorts, listRecords } from "../../../platform/database/lists/sorted-list.ts";
import type { Context } from "../../../rpc/context.ts";
import { defineResource } from "../../../rpc/resource/define-resource.ts";
import { caseOfRow, relateCase } from "../../cases/domain.ts";
import { findTier } from "../calculation/domain.tiers.ts";
import { listSettlementTransitions } from "./domain.states.ts";
import { Settlement, type SettlementFilter, type SettlementWarning } from "./schema.ts";
import { selectSettlementPage, selectSettlements, type SettlementRow } from "./store.ts";

/** A settlement as its events have it. */
export const describeSettlementInEvent = ({ statements: _statements, ...settlement }: Settlement) =>
  redactMembers(settlement, ["terms"]);

/** Settlements of cases. What changes them writes rows of several tables: functions beside it. */
export const settlements = defineResource({
  table: "Settlement",
  noun: "Settlement",
  idKind: "settlement",
  isPermanent: true,
  schema: Settlement,
  select: selectSettlements,
  describe: describeSettlement,
  describeInEvent: describeSettlementInEvent,
  events: { created: "settlement.created", updated: "settlement.updated" },
  relate: (_row, ofCase) => ofCase,
  parent: caseOfRow,
  liveOwners: ["caseId"],
  unique: { Settlement_organizationId_externalId_key: "externalId: used by another settlement" },
});

function describeSettlement(row: SettlementRow): Settlement {
  const { grossCents, paidDirectCents, receivedCents, clearedCents, disbursedCents } = row;
  const { attorneyFeeCents, referralFeeCents, costsCents, liensCents, otherCents, holdbackCents, netToClientCents } =
    row;
  return Settlement.parse({
    ...row,
    availableTransitions: listSettlementTransitions(row.status),
    feeTrigger: row.feeTrigger ?? findTrigger(row),
    totals: {
      grossCents,
      paidDirectCents,
      receivedCents,
      clearedCents,
      attorneyFeeCents,
      referralFeeCents,
      costsCents,
      liensCents,
      otherCents,
      holdbackCents,
      netToClientCents,
      disbursedCents,
    },
    warnings: listWarnings(row),
  });
}

function findTrigger({ agreement, courtDays, agreedOn }: SettlementRow): string | null {
  if (agreement === null || agreedOn === null) return null;
  return findTier(agreement, courtDays, agreedOn)?.trigger ?? null;
}

/** In cents. */
export const sumGross = (rows: readonly { grossCents: number }[]): number =>
  rows.reduce((sum, { grossCents }) => sum + grossCents, 0);

/** What a person should look at: nothing of it stops anything. */
function listWarnings(row: SettlementRow): SettlementWarning[] {
  const { status, payers, shares, agreement, statements } = row;
  const stale = (statements ?? []).filter(({ isStale }) => isStale).length;
  if (status === "fell_through" || status === "voided") return [];
  const [ofPayers, ofShares] = [sumGross(payers), sumGross(shares)];
  const overdue = payers.filter(({ paymentStatus }) => paymentStatus === "overdue").length;
  const found: readonly (SettlementWarning | false)[] = [
    ofPayers !== ofShares && {
      code: "shares_differ",
      message: `Payers add up to ${formatCents(ofPayers)}, shares to ${formatCents(ofShares)}.`,
    },
    agreement === null && { code: "no_fee_agreement", message: "The case has no fee agreement." },
    overdue > 0 && { code: "payment_overdue", message: describeOverdue(overdue, payers.length) },
    stale > 0 && { code: "statement_stale", message: describeStale(stale) },
    ...listDifferences(row),
  ];
  return found.filter((warning) => warning !== false);
}

const describeStale = (count: number) =>
  `${count === 1 ? "A statement is" : `${count} statements are`} out of date: draft the next version.`;
const describeOverdue = (count: number, all: number) =>
  all === 1 ? "The payment is overdue." : `${count} of ${all} payments ${count === 1 ? "is" : "are"} overdue.`;

/** Where the case says something else than its settlements: others write its amounts, too. */
function listDifferences({
  sums,
  caseSettlementCents,
  caseRecoveryCents,
}: SettlementRow): (SettlementWarning | false)[] {
  if (sums === null) return [];
  const { agreedCents, recoveredCents } = sums;
  return [
    differs(caseSettlementCents, agreedCents) && {
      code: "case_settlement_differs",
      message: `The settlement amount of the case is ${describeCents(caseSettlementCents)}; its settlements add up to ${formatCents(agreedCents)}.`,
    },
    differs(caseRecoveryCents, recoveredCents) && {
      code: "case_recovery_differs",
      message: `The recovered amount of the case is ${describeCents(caseRecoveryCents)}; its settlements recovered ${formatCents(recoveredCents)}.`,
    },
  ];
}

/** A case without an amount has the same as settlements that add up to nothing. */
const differs = (ofCase: number | null, ofSettlements: number) => (ofCase ?? 0) !== ofSettlements;
const describeCents = (cents: number | null) => (cents === null ? "not set" : formatCents(cents));

/**
 * A page of the organization's settlements.
 *
 * @throws VALIDATION_FAILED for a foreign cursor
 */
export async function listSettlements(
  context: Context,
  { after, limit, sort, ...filter }: SettlementFilter,
): Promise<{ settlements: Settlement[]; nextCursor: string | null }> {
  const list = { name: "settlements", alias: "t", sorts: commonSorts };
  const { rows, nextCursor } = await listRecords(context, list, { after, limit, sort }, (page) =>
    selectSettlementPage(context, filter, page),
  );
  return { settlements: rows.map(settlements.describe), nextCursor };
}

/** Snapshots settlements that another area is about to change, and records that they were updated. */
export const trackSettlementChanges = (
  context: Context,
  settlementIds: readonly string[],
): Promise<() => Promise<void>> =>
  settlements.track(context, settlementIds, ({ caseId, plaintiffId }) => relateCase(caseId, plaintiffId));
