import { sql } from "kysely";
import type { Database } from "../../../platform/database/database.ts";
import { listDue } from "../../../platform/database/due-rows.ts";

export const listInvoicesPastDue = (database: Database, batch: number) =>
  listDue(database, sql`list_invoices_past_due(${batch}::integer)`);
