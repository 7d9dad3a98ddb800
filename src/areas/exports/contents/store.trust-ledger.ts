import { sql, type RawBuilder } from "kysely";
import type { Snapshot } from "../../../platform/database/statements/row-stream.ts";
import type { TableColumn, TableRow } from "../../../platform/file-formats/table-values.ts";
import type { Inside } from "./store.columns.ts";

/** Days of the transactions, both inclusive. */
export interface LedgerSpan {
  from?: string | undefined;
  to?: string | undefined;
}

/** One row per entry of a ledger, as accounting systems import them: with the number of its case. */
const columns: readonly (readonly [TableColumn, RawBuilder<unknown>])[] = [
  [{ key: "occurredOn", label: "Date", type: "date" }, sql`p."occurredOn"`],
  [{ key: "account", label: "Account", type: "text" }, sql`a.name`],
  [{ key: "number", label: "Transaction", type: "integer" }, sql`t.number`],
  [{ key: "type", label: "Type", type: "text" }, sql`p.type`],
  [{ key: "caseSequenceId", label: "Case", type: "text" }, sql`c."sequenceId"`],
  [{ key: "ledgerKind", label: "Ledger", type: "text" }, sql`l.kind`],
  [{ key: "counterpartyName", label: "Paid by or to", type: "text" }, sql`t."counterpartyName"`],
  [{ key: "method", label: "Method", type: "text" }, sql`t.method`],
  [{ key: "checkNumber", label: "Check", type: "text" }, sql`t."checkNumber"`],
  [{ key: "reference", label: "Reference", type: "text" }, sql`t.reference`],
  [{ key: "amountCents", label: "Amount", type: "money" }, sql`p."amountCents"`],
  [{ key: "balanceAfterCents", label: "Balance of the ledger", type: "money" }, sql`p."balanceAfterCents"`],
  [{ key: "clearedOn", label: "Cleared", type: "date" }, sql`t."clearedOn"`],
  [{ key: "disbursement", label: "Disbursement", type: "text" }, sql`d."sequenceId"`],
  [{ key: "externalId", label: "External ID", type: "text" }, sql`t."externalId"`],
  [{ key: "ledgerId", label: "Ledger’s ID", type: "text" }, sql`p."ledgerId"`],
  [{ key: "transactionId", label: "Transaction’s ID", type: "text" }, sql`p."transactionId"`],
];

export const ledgerColumns: readonly TableColumn[] = columns.map(([column]) => column);

function fromEntries({ organizationId }: Inside, { from, to }: LedgerSpan): RawBuilder<unknown> {
  const within = [
    ...(from === undefined ? [] : [sql` AND p."occurredOn" >= ${from}::date`]),
    ...(to === undefined ? [] : [sql` AND p."occurredOn" <= ${to}::date`]),
  ];
  return sql`FROM "TrustPosting" p WHERE p."organizationId" = ${organizationId}${sql.join(within, sql``)}`;
}

/** The entries of all ledgers in the order of their accounts' transactions; those of deleted cases, too. */
export function readLedgerEntries(
  snapshot: Pick<Snapshot, "read">,
  context: Inside,
  span: LedgerSpan,
): AsyncGenerator<TableRow[], void> {
  const { organizationId } = context;
  const selected = sql.join(columns.map(([{ key }, value]) => sql`${value} AS ${sql.ref(key)}`));
  const query = sql<TableRow>`SELECT ${selected}
    FROM (SELECT p.* ${fromEntries(context, span)}) p
    JOIN "TrustTransaction" t ON t."organizationId" = ${organizationId} AND t.id = p."transactionId"
    JOIN "TrustLedger" l ON l."organizationId" = ${organizationId} AND l.id = p."ledgerId"
    JOIN "TrustAccount" a ON a."organizationId" = ${organizationId} AND a.id = t."accountId"
    LEFT JOIN "Case" c ON c."organizationId" = ${organizationId} AND c.id = p."caseId"
    LEFT JOIN "TrustDisbursement" d ON d."organizationId" = ${organizationId} AND d.id = t."disbursementId"
    ORDER BY t."accountId", t.number, p.position`;
  return snapshot.read(query.compile(context.transaction));
}

export async function countLedgerEntries(context: Inside, span: LedgerSpan): Promise<number> {
  const { rows } = await sql<{ count: number }>`SELECT count(*) AS count ${fromEntries(context, span)}`.execute(
    context.transaction,
  );
  return rows[0]?.count ?? 0;
}
