import { sql } from "kysely";
import { readBasis } from "../../src/areas/settlements/statements/store.stale.ts";
import { isOneOf } from "../../src/platform/database/records.ts";
import type { Transaction } from "../../src/platform/database/database.ts";
import type { Row } from "../../src/platform/database/tables.ts";
import { insertRows } from "./builders/records.ts";

type Rows<Table extends Parameters<typeof insertRows>[1]> = readonly Row<Table>[];

/** Statements, with the digests of what they rest on: the rows of that are in the database. */
export async function insertStatements(transaction: Transaction, rows: Rows<"SettlementStatement">): Promise<void> {
  for (const row of rows) Object.assign(row, await readBasis({ organizationId: row.organizationId, transaction }, row));
  await insertRows(transaction, "SettlementStatement", rows);
}

interface TrustRows {
  TrustAccount: Rows<"TrustAccount">;
  TrustLedger: Rows<"TrustLedger">;
  TrustDisbursement: Rows<"TrustDisbursement">;
  TrustTransaction: Rows<"TrustTransaction">;
}

/**
 * The books of a firm, as the triggers of their tables let them grow: accounts and ledgers are empty at first,
 * disbursements approved, and each transaction moves what it names. What is left is written at the end.
 */
export async function insertBooks(transaction: Transaction, rows: TrustRows): Promise<void> {
  const { TrustAccount: accounts, TrustLedger: ledgers, TrustTransaction: transactions } = rows;
  const empty = { closedThroughOn: null, lastReconciledOn: null };
  await insertRows(
    transaction,
    "TrustAccount",
    accounts.map((account) => ({ ...account, ...empty })),
  );
  await insertRows(
    transaction,
    "TrustLedger",
    ledgers.map((ledger) => ({ ...ledger, reservedCents: 0 })),
  );
  const paid = rows.TrustDisbursement.filter(({ transactionId }) => transactionId !== null);
  await insertRows(transaction, "TrustDisbursement", rows.TrustDisbursement.map(asApproved));
  let waiting: Row<"TrustTransaction">[] = [];
  for (const row of transactions) {
    // Only what is issued is voided.
    if (row.type === "disbursement_void") {
      await insertRows(transaction, "TrustTransaction", waiting);
      waiting = [];
      const voided = paid.find(({ id }) => id === row.disbursementId);
      if (voided !== undefined) await writePaid(transaction, { ...asIssued(voided), status: "issued" });
    }
    waiting.push(row);
  }
  await insertRows(transaction, "TrustTransaction", waiting);
  for (const row of paid) await writePaid(transaction, row);
  for (const { organizationId, id, reservedCents } of ledgers.filter((ledger) => ledger.reservedCents > 0))
    await sql`UPDATE "TrustLedger" SET "reservedCents" = ${reservedCents} WHERE "organizationId" = ${organizationId} AND id = ${id}`.execute(
      transaction,
    );
  for (const { organizationId, id, closedThroughOn, lastReconciledOn } of accounts)
    await sql`UPDATE "TrustAccount" SET "closedThroughOn" = ${closedThroughOn}::date, "lastReconciledOn" = ${lastReconciledOn}::date
      WHERE "organizationId" = ${organizationId} AND ${isOneOf("id", [id])}`.execute(transaction);
}

const notVoided = { voidedOn: null, voidTransactionId: null, statusReason: null };

const asIssued = (row: Row<"TrustDisbursement">): Row<"TrustDisbursement"> => ({ ...row, ...notVoided });

/** A disbursement as it is before it is paid. */
const asApproved = (row: Row<"TrustDisbursement">): Row<"TrustDisbursement"> =>
  row.transactionId === null
    ? row
    : { ...row, ...notVoided, status: "approved", issuedOn: null, clearedOn: null, transactionId: null };

/** A trigger writes when it was last changed: now. */
async function writePaid(transaction: Transaction, row: Row<"TrustDisbursement">): Promise<void> {
  const { organizationId, id, status, issuedOn, clearedOn, voidedOn, transactionId, voidTransactionId } = row;
  await transaction
    .updateTable("TrustDisbursement")
    .set({
      status,
      issuedOn,
      clearedOn: status === "cleared" ? clearedOn : null,
      voidedOn,
      transactionId,
      voidTransactionId,
      statusReason: row.statusReason,
      revision: row.revision,
    })
    .where("organizationId", "=", organizationId)
    .where("id", "=", id)
    .execute();
}
