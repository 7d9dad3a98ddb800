import { createBounceHandler } from "../areas/esign/work/domain.bounces.ts";
import type { Database } from "../platform/database/database.ts";
import type { MailFailureHandlers } from "../platform/mail/mail-failures.ts";

/** What areas do about their emails that were given up. */
export function mailFailureHandlers(database: Database): MailFailureHandlers {
  return { esignRecipient: createBounceHandler(database) };
}
