import { sql } from "kysely";
import type { Database } from "../../../platform/database/database.ts";
import { listDue } from "../../../platform/database/due-rows.ts";

export const listDueExpiries = (database: Database, batch: number) =>
  listDue(database, sql`list_due_esign_expiries(${batch}::integer)`);

export const listDueReminders = (database: Database, batch: number) =>
  listDue(database, sql`list_due_esign_reminders(${batch}::integer)`);
