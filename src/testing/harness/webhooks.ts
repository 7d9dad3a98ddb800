import { randomBytes } from "node:crypto";
import { inject } from "vitest";
import type { Database } from "../../platform/database/database.ts";
import { readEnvironment } from "../../platform/environment.ts";
import { createLogger } from "../../platform/observability/logger.ts";
import { hooks } from "../../composition/transaction-hooks.ts";
import { startWorker, type Worker, type WorkerSettings } from "../../composition/worker.ts";
import { createId } from "../../platform/database/ids.ts";
import { writeTransactionRecords, type LoggedEvent } from "../../platform/database/transaction-records.ts";
import { createInstallationKeys } from "../../platform/crypto/installation-keys.ts";
import { scopesThatSee } from "../../contract/events/event-types.ts";
import { testSecret } from "./server.ts";
import { createKey, type TestTenant } from "./tenant.ts";

/** The host of every test receiver; each has a path of its own where several are one server. */
export const receiverHost = "hooks.example.com";

export const testKeys = createInstallationKeys(testSecret);

export interface TestSubscription {
  subscriptionId: string;
  keyId: string;
  /** What signs its deliveries. */
  secret: string;
}

/** A subscription of a key of its own that may see everything, as its creation leaves it. */
export async function createSubscription(
  tenant: Pick<TestTenant, "organizationId" | "attorneyId" | "inside">,
  {
    url = `https://${receiverHost}/`,
    eventTypes = ["*"],
    ...more
  }: { url?: string; eventTypes?: string[]; keyId?: string } = {},
): Promise<TestSubscription> {
  const { organizationId } = tenant;
  const keyId = more.keyId ?? (await createKey(tenant, { webhookAllowedHosts: [new URL(url).hostname] })).keyId;
  const subscriptionId = createId("webhookSubscription");
  await tenant.inside((transaction) =>
    transaction
      .insertInto("WebhookSubscription")
      .values({
        organizationId,
        id: subscriptionId,
        keyId,
        name: "Test",
        url,
        eventTypes,
        createdBy: JSON.stringify({ type: "system", id: "system", name: "Test" }),
      })
      .execute(),
  );
  return { subscriptionId, keyId, secret: await addSigningSecret(tenant, subscriptionId) };
}

/**
 * Another secret of a subscription.
 *
 * @returns `whsec_…`
 */
export async function addSigningSecret(
  { organizationId, inside }: Pick<TestTenant, "organizationId" | "inside">,
  subscriptionId: string,
  expiresAt: string | null = null,
): Promise<string> {
  const secret = `whsec_${randomBytes(32).toString("base64")}`;
  const id = createId("webhookSecret");
  const encrypted = testKeys.encrypt(`${organizationId} ${subscriptionId} ${id}`, secret);
  await inside((transaction) =>
    transaction
      .insertInto("WebhookSecret")
      .values({ organizationId, id, subscriptionId, prefix: secret.slice(0, 12), sealed: encrypted, expiresAt })
      .execute(),
  );
  return secret;
}

/**
 * Writes events of a client, as mutations do: with their deliveries and jobs.
 *
 * @param count at once
 */
export async function writeEvents(
  { organizationId, inside }: Pick<TestTenant, "organizationId" | "inside">,
  count = 1,
  changes: Partial<LoggedEvent> = {},
): Promise<void> {
  const events = Array.from({ length: count }, (): LoggedEvent => {
    const entityId = createId("client");
    return {
      entity: "client",
      entityId,
      eventType: "client.updated",
      payload: { id: entityId },
      diff: {},
      relatedIds: [],
      visibleTo: scopesThatSee("client"),
      onlyTo: null,
      ...changes,
    };
  });
  await inside(async (transaction) =>
    writeTransactionRecords(transaction, {
      organizationId,
      requestId: "req_test",
      action: "tests.write",
      clientIp: null,
      actor: { type: "system", id: "system", name: "Test" },
      onBehalfOfAttorneyId: null,
      source: "system",
      events,
      fanOut: hooks.fanOut,
      auditEntries: [],
      storedResponse: null,
    }),
  );
}

export interface TestWorkerOptions {
  databaseUrl: string;
  database: Database;
  /** Where receiverHost is, and the certificate to trust. */
  receiver: { address: string; port: number; ca: string };
  settings?: WorkerSettings;
}

/** A worker in this process that sends to a receiver of the test. Errors that it logs are added to `lines`. */
export async function startTestWorker({
  databaseUrl,
  database,
  receiver,
  settings,
}: TestWorkerOptions): Promise<Worker & { lines: string[] }> {
  const lines: string[] = [];
  const environment = readEnvironment({});
  const worker = await startWorker({
    environment: {
      ...environment,
      dataDirectory: inject("dataDirectory"),
      webhookTestReceivers: new Map([[receiverHost, receiver]]),
    },
    databaseUrl,
    database,
    secrets: [testSecret],
    installationKeys: testKeys,
    logger: createLogger("warn", { write: (line) => void lines.push(line) }),
    mails: { deliver: () => Promise.resolve(), verify: () => Promise.resolve(), close: () => undefined },
    settings: {
      ...settings,
      consumer: { pollMilliseconds: 50, stopMilliseconds: 1_500, ...settings?.consumer },
      outbound: { ca: receiver.ca, ...settings?.outbound },
    },
  });
  return { ...worker, lines };
}
