import { sql } from "kysely";
import type { Database } from "../../../platform/database/database.ts";

export interface PastDueInvoice {
  organizationId: string;
  id: string;
}

export async function listInvoicesPastDue(database: Database, batch: number): Promise<PastDueInvoice[]> {
  const { rows } = await sql<PastDueInvoice>`SELECT * FROM list_invoices_past_due(${batch}::integer)`.execute(database.withoutTenant);
  return rows;
}
