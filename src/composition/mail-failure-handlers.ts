import type { Database } from "../platform/database/database.ts";
import type { MailFailureHandlers } from "../platform/mail/mail-failures.ts";

/** What areas do about their emails that were given up. */
export function mailFailureHandlers(_database: Database): MailFailureHandlers {
  return {};
}
