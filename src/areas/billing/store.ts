import { sql } from "kysely";
import { isExpected } from "../../platform/expected-revision.ts";
import type { Row } from "../../platform/tables.ts";
import type { Context } from "../../rpc/context.ts";
import type { InvoiceStatus } from "./schema.ts";

/** An invoice's row with its line items and what it shows of case and client. */
export interface InvoiceRow extends Row<"Invoice"> {
  case: { id: string; sequenceId: string };
  client: { id: string; firstName: string; lastName: string };
  lineItems: unknown;
}

/** Reads the invoice and locks its row to the end of the transaction; undefined when it is not in the organization. */
export async function lockInvoice(context: Context, invoiceId: string): Promise<InvoiceRow | undefined> {
  const { rows } = await sql<InvoiceRow>`
    SELECT i.*, jsonb_build_object('id', c.id, 'sequenceId', c."sequenceId") AS "case",
      jsonb_build_object('id', p.id, 'firstName', p."firstName", 'lastName', p."lastName") AS client,
      coalesce((
        SELECT jsonb_agg(to_jsonb(l) ORDER BY l.position) FROM "InvoiceLineItem" l
        WHERE l."organizationId" = i."organizationId" AND l."invoiceId" = i.id), '[]') AS "lineItems"
    FROM "Invoice" i
    JOIN "Case" c ON c."organizationId" = i."organizationId" AND c.id = i."caseId"
    JOIN "Client" p ON p."organizationId" = i."organizationId" AND p.id = i."clientId"
    WHERE i."organizationId" = ${context.organizationId} AND i.id = ${invoiceId}
    FOR UPDATE OF i`.execute(context.transaction);
  return rows[0];
}

/** What a move changes besides the status. Instants are the database's own. */
export interface StatusEffects {
  markSent: boolean;
  markPaid: boolean;
}

/** An invoice is dated by the firm's calendar, not by UTC's: in the evening they differ. */
function firmToday(organizationId: string) {
  return sql<string>`(now() AT TIME ZONE (SELECT timezone FROM "Organization" WHERE id = ${organizationId}))::date`;
}

/** Moves a locked invoice; undefined when its revision is not one that the caller expects. */
export function moveInvoice(
  context: Context,
  invoiceId: string,
  status: InvoiceStatus,
  effects: StatusEffects,
): Promise<Row<"Invoice"> | undefined> {
  const { organizationId, expectedRevisions } = context;
  return context.transaction
    .updateTable("Invoice")
    .set({ status, revision: sql<number>`revision + 1` })
    .$if(effects.markSent, (update) =>
      update.set({
        sentAt: sql<string>`now()`,
        issuedOn: sql<string>`coalesce("issuedOn", ${firmToday(organizationId)})`,
        dueOn: sql<string>`coalesce("dueOn", ${firmToday(organizationId)} + "paymentTermsDays")`,
      }),
    )
    .$if(effects.markPaid, (update) => update.set({ paidAt: sql<string>`now()`, paidCents: sql<number>`"totalCents"` }))
    .where("organizationId", "=", organizationId)
    .where("id", "=", invoiceId)
    .where(isExpected("revision", expectedRevisions))
    .returningAll()
    .executeTakeFirst();
}
