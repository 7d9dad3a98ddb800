import { sql } from "kysely";
import type { Database } from "../../../platform/database/database.ts";
import { listDue } from "../../../platform/database/due-rows.ts";

export const listExpiredReferrals = (database: Database, batch: number) =>
  listDue(database, sql`list_expired_referrals(${batch}::integer)`);

export const listDueNotices = (database: Database, batch: number) =>
  listDue(database, sql`list_due_referral_notices(${batch}::integer)`);
