import type { AssistantDoor } from "../composition/assistant-door.ts";
import type { FeedReader } from "../composition/calendar-feed-reader.ts";
import type { TextDoor } from "../composition/text-door.ts";
import type { SigningDoor } from "../composition/signing-door.ts";
import type { FileTransfers } from "../composition/file-transfers.ts";
import type { BearerTokens } from "../platform/identity/credentials/bearer-tokens.ts";
import type { Database } from "../platform/database/database.ts";
import type { Environment } from "../platform/environment.ts";
import type { Replica } from "../platform/database/replica/replica.ts";
import type { EventNotifier } from "../platform/database/events/event-notifier.ts";
import type { Identity } from "../platform/identity/identity.ts";
import type { KeyUseLog } from "../platform/observability/key-use-log.ts";
import type { Logger } from "../platform/observability/logger.ts";
import type { RateLimiter } from "../platform/rate-limit/rate-limiter.ts";
import type { RequestLog } from "../platform/observability/request-log.ts";
import type { ClientDocuments } from "./oauth/client-documents.ts";
import type { RememberedKeys } from "./request/remembered-keys.ts";
import type { InstallationKeys } from "../platform/crypto/installation-keys.ts";
import type { ExecutionTools } from "../rpc/call/execute-operation.ts";

/** What the process owns and the steps of a request use; created once at start. */
export interface Services {
  database: Database;
  /** null if none is configured. */
  replica: Replica | null;
  limiter: RateLimiter;
  /** With windows of an hour. */
  hourlyLimiter: RateLimiter;
  /** What the driver of operations uses of these. */
  execution: ExecutionTools;
  logger: Logger;
  keyUses: KeyUseLog;
  rememberedKeys: RememberedKeys;
  requestLog: RequestLog;
  eventNotifier: EventNotifier;
  installationKeys: InstallationKeys;
  /** null if no identity provider is configured. */
  bearerTokens: BearerTokens | null;
  /** Uploads and downloads of documents. */
  files: FileTransfers;
  calendarFeeds: FeedReader;
  /** Tokens of connected assistants. */
  assistants: AssistantDoor;
  clientDocuments: ClientDocuments;
  signing: SigningDoor;
  /** What providers of texts send. */
  texts: TextDoor;
  identity: Identity;
  /** Aborted when the server begins to stop; it still serves for `drainSeconds`. */
  stopping: AbortSignal;
  environment: Pick<
    Environment,
    "rateLimits" | "trustedProxies" | "signInLimit" | "calendarLimit" | "signingLimit" | "breachedPasswords"
  >;
}
