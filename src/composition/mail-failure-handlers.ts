import { createMessageComposer, createMessageFailureHandler } from "../areas/communications/delivery/domain.mails.ts";
import { createBounceHandler } from "../areas/esign/work/domain.bounces.ts";
import type { InstallationKeys } from "../platform/crypto/installation-keys.ts";
import type { Database } from "../platform/database/database.ts";
import type { MailComposers } from "../platform/mail/composed-mails.ts";
import type { MailFailureHandlers } from "../platform/mail/mail-failures.ts";

interface HandlerTools {
  database: Database;
  installationKeys: InstallationKeys;
}

/** What areas do about their emails that were given up. */
export function mailFailureHandlers(tools: HandlerTools): MailFailureHandlers {
  return { esignRecipient: createBounceHandler(tools.database), message: createMessageFailureHandler(tools) };
}

/** What areas send by email and no queue has: composed from their records when it is sent. */
export function mailComposers(tools: HandlerTools, carrier: "smtp" | "outbox"): MailComposers {
  return { message: createMessageComposer({ ...tools, carrier }) };
}
