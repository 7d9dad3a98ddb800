import { decryptSecrets } from "../areas/communications/connections/domain.credentials.ts";
import {
  findConnectionByDigest,
  findConnectionRow,
  noteWebhook,
  type FoundConnection,
} from "../areas/communications/connections/store.webhook.ts";
import { recordProviderReport, recordProviderText } from "../areas/communications/messages/domain.provider.ts";
import { AppError, unavailable } from "../contract/errors/error-codes.ts";
import type { EventType } from "../contract/events/event-types.ts";
import type { InstallationKeys } from "../platform/crypto/installation-keys.ts";
import type { Database } from "../platform/database/database.ts";
import type { Logger } from "../platform/observability/logger.ts";
import { readTextWebhook } from "../platform/text-messages/open-provider.ts";
import type { TextWebhook, TextWebhookContent } from "../platform/text-messages/text-provider.ts";
import { createContext } from "../rpc/context.ts";
import { systemPrincipal } from "../rpc/principal.ts";
import { describeAction, runInTransaction } from "../rpc/unit-of-work.ts";

/** What a provider signed. */
export interface SignedText {
  provider: "twilio" | "telnyx";
  content: TextWebhookContent;
  /** Our ID of the message in the URL to which a report came; null in that of the account. */
  messageId: string | null;
}

export type ReceivedText = Pick<SignedText, "provider">;

/** Texts and reports of providers as the server takes them: for a token and a signature instead of a key. */
export interface TextDoor {
  /** The account of a token's digest; null where there is none, or it was disconnected. */
  find(digest: Buffer): Promise<FoundConnection | null>;
  /** null unless the account's provider signed it. */
  read(connection: FoundConnection, webhook: TextWebhook): Promise<SignedText | null>;
  /** Records it, once however often it comes. */
  record(
    connection: FoundConnection,
    signed: SignedText,
    visit: { requestId: string; clientIp: string },
  ): Promise<ReceivedText>;
}

interface DoorTools {
  database: Database;
  installationKeys: InstallationKeys;
  logger: Logger;
}

/** What a text that comes in, and a report, can bring about: as `POST /messages/log` and its reports. */
const events = [
  "conversation.created",
  "conversation.updated",
  "conversation.reopened",
  "message.created",
  "message.received",
  "message.opted_out",
  "message.blocked",
  "message.sent",
  "message.delivered",
  "message.read",
  "message.undelivered",
  "message.failed",
  "consent.updated",
  "client.updated",
  "case.updated",
  "lead.contact_attempted",
  "lead.status_changed",
] as const satisfies readonly EventType[];

const changing: ReadonlySet<string> = new Set(["NOT_FOUND", "INVALID_STATE_TRANSITION"]);

/** Does work a second time where what it had found has changed meanwhile. */
const retryChanged =
  <Result>(work: () => Promise<Result>) =>
  (): Promise<Result> =>
    work().catch((error: unknown) => {
      if (error instanceof AppError && changing.has(error.code)) return work();
      throw error;
    });

/** The door of a process. Its requests run as the system of the account's organization. */
export function createTextDoor({ database, installationKeys, logger }: DoorTools): TextDoor {
  return {
    find: async (digest) => (await findConnectionByDigest(database, digest)) ?? null,
    read: async ({ organizationId, connectionId }, webhook) => {
      const row = await database.withTenantReads(organizationId, (transaction) => {
        const principal = systemPrincipal(organizationId);
        return findConnectionRow(
          createContext({ principal, requestId: "", clientIp: null, hooks: database.hooks }, transaction),
          connectionId,
        );
      });
      const secrets = row === undefined ? null : decryptSecrets(installationKeys, row);
      const content = secrets === null ? null : readTextWebhook(secrets, webhook);
      if (secrets === null || content === null) return null;
      return { provider: secrets.provider, content, messageId: new URL(webhook.url).searchParams.get("message") };
    },
    record: async ({ organizationId, connectionId }, { provider, content, messageId }, { requestId, clientIp }) => {
      const principal = systemPrincipal(organizationId);
      const action = describeAction("textWebhooks.receive", { mayEmit: events });
      const unit = { database, principal, requestId, clientIp, installationKeys, action };
      const recordOnce = () =>
        runInTransaction(unit, async (context) => {
          if (content.kind === "inbound") await recordProviderText(context, provider, content);
          if (content.kind === "report") await recordProviderReport(context, { ...content, provider, messageId });
          // The last statement: two webhooks of one firm wait for each other only here.
          await noteWebhook(context, connectionId);
          return { result: null, mustRecord: false };
        });
      // A case that was deleted, or a client that was merged, since it was found: it is looked for again.
      const attempts = retryChanged(retryChanged(recordOnce));
      await attempts().catch((error: unknown) => {
        if (!(error instanceof AppError)) throw error;
        // A provider sends what it was not sure of again: the message is recorded already.
        if (error.code === "DUPLICATE_ENTRY") return;
        // The error may name what is in it.
        logger.warn({ organizationId, connectionId, code: error.code }, "a text webhook could not be recorded");
        // Nobody can correct what was sent; of the rest, providers that try again may succeed.
        if (error.code !== "VALIDATION_FAILED") throw unavailable();
      });
      return { provider };
    },
  };
}
