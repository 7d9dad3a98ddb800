import type { IncomingMessage, Server, ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { setTimeout as delay } from "node:timers/promises";
import { basePath } from "../contract/base-path.ts";
import { notFound, type AppError } from "../contract/errors/error-codes.ts";
import { createFeedReader } from "../composition/calendar-feed-reader.ts";
import { createSigningDoor } from "../composition/signing-door.ts";
import { createTextDoor } from "../composition/text-door.ts";
import { openTransfers } from "../composition/file-transfers.ts";
import { openPool, type Pool } from "../platform/database/connections/connection-pool.ts";
import { calendarFeedPath } from "../platform/identity/credentials/feed-token.ts";
import { signingPath } from "../platform/identity/credentials/signing-token.ts";
import { textWebhookPath } from "../platform/identity/credentials/text-webhook-token.ts";
import { createBearerTokens } from "../platform/identity/credentials/bearer-tokens.ts";
import { openDatabase, type Database } from "../platform/database/database.ts";
import type { Environment } from "../platform/environment.ts";
import { filesPath } from "../platform/storage/file-tokens.ts";
import { openReplica } from "../platform/database/replica/replica.ts";
import { openEventChannel } from "../platform/database/events/event-channel.ts";
import { createEventNotifier } from "../platform/database/events/event-notifier.ts";
import { describePasswordMail } from "../platform/identity/mails.ts";
import { readSecrets } from "../platform/identity/secret.ts";
import { reencryptSecondFactors } from "../platform/identity/second-factor/stored-factors.ts";
import {
  createIdentity,
  identityPath,
  type Identity,
  type IdentityOptions,
  type PasswordHashing,
} from "../platform/identity/identity.ts";
import { createKeyUseLog } from "../platform/observability/key-use-log.ts";
import type { Logger } from "../platform/observability/logger.ts";
import { enqueueMail } from "../platform/mail/mail-queue.ts";
import { openMailTransport } from "../platform/mail/mail-transport.ts";
import { createRequestLog } from "../platform/observability/request-log.ts";
import { startLogging } from "../platform/observability/start.ts";
import { createInstallationKeys } from "../platform/crypto/installation-keys.ts";
import type { Secrets } from "../platform/crypto/secrets.ts";
import { warnOfTestReceivers } from "../platform/outbound-http/test-receivers.ts";
import { startWorker } from "../composition/worker.ts";
import type { HttpResponse } from "./request/response.ts";
import { createConnections } from "./connections.ts";
import { createGatedServer, validateHttpRequest, type GatedListener } from "./gate.ts";
import { createMcpEndpoint, type McpEndpoint } from "../mcp/endpoint.ts";
import { createAssistantDoor } from "../composition/assistant-door.ts";
import { mcpPath } from "../contract/mcp.ts";
import { createOutbound, type OutboundSettings } from "../platform/outbound-http/outbound.ts";
import { handleRequest } from "./rest/handle.ts";
import { startServerMetrics, withSpans } from "./monitoring.ts";
import { handleCalendarFeed } from "./calendar-feed.ts";
import { createHealthHandler, isHealthPath } from "./health.ts";
import { createSigningHandler } from "./signing.ts";
import { createTextWebhookHandler } from "./text-webhooks.ts";
import { openLimiters } from "./limiters.ts";
import { handleFileRequest } from "./files/files.ts";
import { catalogPath, describeCatalog } from "./pages/api-catalog.ts";
import { prepareDocument, readDescription } from "./pages/built-description.ts";
import { createDocumentHandler } from "./pages/document.ts";
import { createFormFinder } from "./pages/document-forms.ts";
import type { ServedText } from "./pages/served-text.ts";
import { sdkFiles } from "./pages/sdk.ts";
import { describeSecurityContact, securityTextPath } from "./pages/security-text.ts";
import { createStatusHandler, statusPath } from "./pages/status.ts";
import { createIdentityHandler } from "./identity/identity.ts";
import { createClientDocuments } from "./oauth/client-documents.ts";
import { findOauthMetadata, oauthPath } from "./oauth/metadata.ts";
import { createOauthHandler } from "./oauth/oauth.ts";
import { RememberedKeys } from "./request/remembered-keys.ts";
import type { Services } from "./services.ts";
import { isForeignOrganization, isUnknownSigningLink } from "./pages/page-status.ts";
import { createReferenceHandler } from "./pages/reference.ts";
import { createPortalHandler, portalPath } from "./pages/portal.ts";
import type { RequestContext } from "./request/request-context.ts";
import {
  respondToOtherMethods,
  completeResponse,
  respondError,
  respondWithRejection,
  transportSecurity,
} from "./request/respond.ts";
import { routes } from "../composition/router.ts";
import { isWithin, splitTarget } from "../rpc/call/route.ts";
import { writeResponse } from "./write-response.ts";
import { hooks } from "../composition/transaction-hooks.ts";

/** How long a client of assistants may take to send its metadata. */
const documentMilliseconds = 5_000;

/** @param reject responds with the error envelope instead */
export type PageListener = (
  request: IncomingMessage,
  response: ServerResponse,
  reject: (rejection: AppError) => void,
) => Promise<void> | void;

export interface ServerOptions {
  environment: Environment;
  /** The application role's URL. */
  databaseUrl: string;
  /** The same without a pooler. */
  directUrl?: string;
  /** Serves every path outside /api: Next. */
  pages: PageListener;
  /** For tests: instead of the slow hashing. */
  passwords?: PasswordHashing;
  /**
   * Describes the API when its document is first requested, not before the server listens: for servers that end soon.
   * It takes a second.
   */
  describesOnRequest?: boolean;
  /** For tests. */
  outbound?: Partial<OutboundSettings>;
  /** What a build of these sources wrote: the API is read from there instead of being described, which takes a second. */
  builtFolder?: string;
}

export interface RunningServer {
  /** `http://host:port` of each socket. */
  addresses: string[];
  services: Services;
  /**
   * Serves for `drainSeconds` with its readiness check at 503; then takes no new connection, finishes requests in
   * flight for at most this long, and closes the rest and the pool.
   */
  close(graceMilliseconds: number): Promise<void>;
}

/**
 * Starts the server of a process: it serves REST itself, and pages through the given listener. Rejects if the port is
 * in use.
 */
export async function startServer(options: ServerOptions): Promise<RunningServer> {
  const { environment, databaseUrl, directUrl = databaseUrl } = options;
  const { logger, stopTracing } = await startLogging(environment);
  const { database, replica, closeDatabases } = openDatabases(options, logger);
  const { limiter, hourlyLimiter, countingPool, closeLimiters } = await openLimiters(environment, databaseUrl, logger);
  const { logPool, keyUses, requestLog, closeLogs } = openLogs(databaseUrl, logger);
  const secrets = readSecrets(environment);
  const identity = await openIdentity(options, { database, secrets, logger });
  const mails = openMailTransport(environment);
  const installationKeys = createInstallationKeys(secrets, environment.piiKeys);
  const files = await openTransfers(environment, { database, installationKeys });
  const channel = openEventChannel(directUrl, logger, [database]);
  const eventNotifier = createEventNotifier(database, logger, channel);
  const bearerTokens = environment.tokenIssuer === null ? null : createBearerTokens(environment.tokenIssuer);
  const stop = new AbortController();
  // Anybody can name a URL: none of the operator's networks is reached.
  const outbound = createOutbound({
    networks: [],
    testReceivers: environment.webhookTestReceivers,
    limits: { attempt: documentMilliseconds },
    ...options.outbound,
  });
  const services: Services = {
    database,
    replica,
    limiter,
    hourlyLimiter,
    execution: {
      database,
      replica,
      installationKeys,
      files: files.tools,
      idempotencyHours: environment.idempotencyHours,
    },
    logger,
    keyUses,
    rememberedKeys: new RememberedKeys(),
    requestLog,
    eventNotifier,
    installationKeys,
    bearerTokens,
    files,
    calendarFeeds: createFeedReader(database),
    assistants: createAssistantDoor(database),
    clientDocuments: createClientDocuments(outbound),
    texts: createTextDoor({ database, installationKeys, logger }),
    signing: createSigningDoor({ database, installationKeys, storage: files.tools.storage }),
    identity,
    stopping: stop.signal,
    environment,
  };
  const mcp = createMcpEndpoint(services, environment.baseUrl);
  const listener = createListener(services, mcp, options);
  const connections = createConnections(environment, logger);
  const listenings = await Promise.all(
    environment.hosts.map((host) =>
      listen(createServer({ logger, connections, headers: transportSecurity(environment.baseUrl) }, listener), {
        port: environment.port,
        host,
      }),
    ),
  );
  warnOfTestReceivers(environment.webhookTestReceivers, logger);
  const worker =
    environment.worker === "inside"
      ? await startWorker({
          environment,
          databaseUrl,
          directUrl,
          channel,
          database,
          replica,
          mails,
          secrets,
          installationKeys,
          requestLog,
          logger,
        })
      : null;
  const stopMetrics = await startServerMetrics(
    environment,
    services,
    { requests: database, request_log: logPool, rate_limits: countingPool },
    worker,
  );
  return {
    addresses: listenings.map(({ server }) => describeAddress(server)),
    services,
    close: async (graceMilliseconds) => {
      stop.abort();
      await serveMeanwhile(listenings, environment.drainSeconds);
      // Long polls end now with an empty page.
      eventNotifier.close();
      await mcp.close();
      await Promise.all(listenings.map((listening) => drain(listening, graceMilliseconds)));
      connections.close();
      outbound.close();
      await identity.close();
      await worker?.stop();
      await channel.close();
      mails.close();
      await closeLogs();
      await closeLimiters();
      files.tools.storage.close();
      await stopMetrics();
      await closeDatabases();
      await stopTracing();
    },
  };
}

function openDatabases(
  { environment: { replicaUrl, databasePoolSize: poolSize }, databaseUrl }: ServerOptions,
  logger: Logger,
): Pick<Services, "database" | "replica"> & { closeDatabases: () => Promise<void> } {
  const database = openDatabase(databaseUrl, { poolSize, hooks });
  const replica = openReplica(replicaUrl, { databaseUrl, database, poolSize, logger });
  const closeDatabases = async () => {
    await replica?.close();
    await database.close();
  };
  return { database, replica, closeDatabases };
}

/** With a separate connection: behind a burst of transactions the logs would fill up, and requests would wait for them. */
function openLogs(
  databaseUrl: string,
  logger: Logger,
): Pick<Services, "keyUses" | "requestLog"> & { logPool: Pool; closeLogs: () => Promise<void> } {
  const logPool = openPool(databaseUrl, 1, { name: "caseport request log" });
  const keyUses = createKeyUseLog(logPool, logger);
  const requestLog = createRequestLog(logPool, logger, () => keyUses.flushFirstUses());
  const closeLogs = async () => {
    await keyUses.close();
    await requestLog.close();
  };
  return { logPool, keyUses, requestLog, closeLogs };
}

async function openIdentity(
  { databaseUrl, environment: { baseUrl }, passwords }: ServerOptions,
  tools: { database: Database; secrets: Secrets; logger: Logger },
): Promise<Identity> {
  const { database, secrets, logger } = tools;
  // Before a sign-in: what has no version, Better Auth decrypts with the current secret only.
  if (secrets.length > 1)
    await reencryptSecondFactors(database, secrets).catch((error: unknown) =>
      logger.error({ error }, "second factors were not encrypted with the current secret"),
    );
  const sendPasswordLink: IdentityOptions["sendPasswordLink"] = (link) =>
    enqueueMail(database.withoutTenant, describePasswordMail(link));
  return createIdentity({ ...tools, databaseUrl, baseUrl, sendPasswordLink, passwords });
}

function createListener(
  services: Services,
  mcp: McpEndpoint,
  { pages, environment, describesOnRequest = false, builtFolder }: ServerOptions,
): GatedListener {
  const { baseUrl } = environment;
  if (builtFolder !== undefined) readBuiltDocument(builtFolder, baseUrl);
  if (!describesOnRequest) findDocument(baseUrl);
  const handleApi = createApi(services, mcp, environment);
  return withSpans(async (request, response, requestContext) => {
    const write = (content: HttpResponse) =>
      writeResponse(request, response, completeResponse(services.logger, requestContext, content));
    const reject = (error: unknown) => write(respondError(services.logger, requestContext, error));
    let content: HttpResponse | null;
    try {
      content = await handleApi(request, requestContext);
    } catch (error) {
      return reject(error);
    }
    if (content !== null) return write(content);
    const isUnknown =
      (await isForeignOrganization(services, request)) || (await isUnknownSigningLink(services, request));
    if (isUnknown) response.statusCode = 404;
    return pages(request, response, reject);
  });
}

/** The document by base URL: describing the API takes a second, and a test process starts hundreds of servers. */
const documents = new Map<string, ServedText>();

function readBuiltDocument(folder: string, baseUrl: string): void {
  const document = readDescription(folder, baseUrl);
  if (document !== undefined) documents.set(baseUrl, document);
}

function findDocument(baseUrl: string): ServedText {
  const document = documents.get(baseUrl) ?? prepareDocument(baseUrl);
  documents.set(baseUrl, document);
  return document;
}

/** What everybody may read, without a key; null where a page is asked for. */
type PublicRead = (request: IncomingMessage) => HttpResponse | Promise<HttpResponse | null>;

/** Handles the requests below a path. It throws the rejection of a request. */
type ApiHandler = (
  request: IncomingMessage,
  requestContext: RequestContext,
  path: string,
) => HttpResponse | Promise<HttpResponse>;

/** Creates the handler of everything but pages, for which it returns null. It throws the rejection of a request. */
function createApi(
  services: Services,
  mcp: McpEndpoint,
  { baseUrl, securityContact }: Pick<Environment, "baseUrl" | "securityContact">,
): (request: IncomingMessage, requestContext: RequestContext) => Promise<HttpResponse | null> {
  const handleHealth = createHealthHandler(services);
  const handleIdentity = createIdentityHandler(services, baseUrl);
  const catalog = describeCatalog(baseUrl);
  const publicReads = new Map<string, PublicRead>([
    [
      `${basePath}/openapi.json`,
      createDocumentHandler(
        services,
        createFormFinder(() => findDocument(baseUrl)),
      ),
    ],
    ...sdkFiles,
    [catalogPath, () => catalog],
    [statusPath, createStatusHandler(services)],
    [securityTextPath, () => describeSecurityContact(baseUrl, securityContact)],
  ]);
  const handleReference = createReferenceHandler(baseUrl);
  const handlePortal = createPortalHandler(services, baseUrl);
  const handleSigning = createSigningHandler(services, baseUrl);
  const handleTextWebhook = createTextWebhookHandler(services, baseUrl);
  const handlers: readonly (readonly [prefix: string, handler: ApiHandler])[] = [
    [basePath, (request, requestContext) => handleRequest(services, routes, request, requestContext)],
    [mcpPath, (request, requestContext) => mcp.handle(request, requestContext)],
    [oauthPath, createOauthHandler(services, baseUrl)],
    [identityPath, handleIdentity],
    [portalPath, handlePortal],
    [filesPath, (request, requestContext, path) => handleFileRequest(services, path, request, requestContext)],
    [calendarFeedPath, (request, requestContext, path) => handleCalendarFeed(services, path, request, requestContext)],
    [textWebhookPath, (request, requestContext, path) => handleTextWebhook(path, request, requestContext)],
    [signingPath, (request, requestContext, path) => handleSigning(path, request, requestContext)],
  ];
  return async (request, requestContext) => {
    const fault = validateHttpRequest(request);
    if (fault !== null) return respondWithRejection(requestContext, fault.rejection, fault.status);
    const [path] = splitTarget(request.url);
    const readDocument = publicReads.get(path);
    if (readDocument !== undefined) return respondToOtherMethods(request.method) ?? readDocument(request);
    const readMetadata = findOauthMetadata(baseUrl, path);
    if (readMetadata !== null) return readMetadata(request.method);
    if (isHealthPath(path)) {
      requestContext.operation = "health";
      return respondToOtherMethods(request.method) ?? handleHealth(path);
    }
    const handler = handlers.find(([prefix]) => isWithin(path, prefix));
    if (handler !== undefined) return handler[1](request, requestContext, path);
    if (isWithin(path, "/api")) throw notFound("Path", "unknown_path");
    return handleReference(path, request);
  };
}

interface Listening {
  server: Server;
  open: Set<ServerResponse>;
}

function createServer(options: Parameters<typeof createGatedServer>[0], listener: GatedListener): Listening {
  const open = new Set<ServerResponse>();
  const server = createGatedServer(options, (request, response, requestContext) => {
    open.add(response);
    response.once("close", () => open.delete(response));
    void Promise.resolve(listener(request, response, requestContext)).catch(() => response.destroy());
  });
  return { server, open };
}

function listen(listening: Listening, { port, host }: { port: number; host: string }): Promise<Listening> {
  const { server } = listening;
  return new Promise((resolve, reject) => {
    server.once("error", reject);
    server.listen(port, host, () => {
      server.off("error", reject);
      resolve(listening);
    });
  });
}

function describeAddress(server: Server): string {
  const { address, family, port } = server.address() as AddressInfo;
  return `http://${family === "IPv6" ? `[${address}]` : address}:${port}`;
}

/** Closes idle connections immediately, busy ones after their response, and the rest when the time is up. */
function drain({ server }: Listening, graceMilliseconds: number): Promise<void> {
  return new Promise((resolve) => {
    const timer = setTimeout(() => server.closeAllConnections(), graceMilliseconds);
    server.close(() => {
      clearTimeout(timer);
      resolve();
    });
    server.closeIdleConnections();
  });
}

/** Serves on, and has each connection end with its next response, so that its client connects again, to another server. */
async function serveMeanwhile(listenings: readonly Listening[], seconds: number): Promise<void> {
  listenings.forEach(closeAfterResponses);
  if (seconds > 0) await delay(seconds * 1_000);
}

function closeAfterResponses({ server, open }: Listening): void {
  // Runs before the main listener, which may respond immediately; then no header can be set.
  server.prependListener("request", (_request, response) => closeAfter(response));
  for (const response of open) closeAfter(response);
}

/** Ends the connection after this response; a kept-alive connection would delay the close until the grace period ends. */
function closeAfter(response: ServerResponse): void {
  if (!response.headersSent) response.setHeader("Connection", "close");
  else response.once("finish", () => response.req.socket.end());
}
