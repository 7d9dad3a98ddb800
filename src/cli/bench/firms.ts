import type { Database } from "../../platform/database/database.ts";
import { createCase, createTenant, createKey } from "../../testing/harness/tenant.ts";
import type { LoadRequest } from "./load.ts";
import { describeChange, tryRequest } from "./requests.ts";

const clientCount = 100;

/** A firm beside the stage's own, with clients to change. */
export interface BenchTenant {
  organizationId: string;
  /** The secret of a key with all scopes and the given webhook hosts. */
  secret: string;
  /** One request for each client. */
  changes: LoadRequest[];
  /** More keys of the firm, with every scope. */
  addKeys(count: number): Promise<string[]>;
}

/** @param database on the application role's URL */
export async function createBenchTenant(database: Database, webhookAllowedHosts: string[] = []): Promise<BenchTenant> {
  const tenant = await createTenant(database);
  const { secret } = await createKey(tenant, { webhookAllowedHosts });
  const clientIds: string[] = [];
  while (clientIds.length < clientCount) clientIds.push((await createCase(tenant)).clientId);
  return {
    organizationId: tenant.organizationId,
    secret,
    changes: clientIds.map((clientId) => describeChange(secret, clientId)),
    addKeys: async (count) => {
      const secrets: string[] = [];
      while (secrets.length < count) secrets.push((await createKey(tenant, {})).secret);
      return secrets;
    },
  };
}

/** Subscribes the firm's key at each host to the changes of clients. */
export async function subscribe(baseUrl: string, { secret }: BenchTenant, hosts: readonly string[]): Promise<void> {
  for (const host of hosts) {
    const body = JSON.stringify({ name: host, url: `https://${host}/caseport`, eventTypes: ["client.updated"] });
    const headers = { "x-api-key": secret, "x-idempotency-key": host, "content-type": "application/json" };
    const response = await fetch(`${baseUrl}/api/v1/webhook-subscriptions`, { method: "POST", headers, body });
    if (response.status !== 201)
      throw new Error(`A subscription was rejected: ${response.status} ${await response.text()}`);
  }
}

export async function tryChange(baseUrl: string, { changes: [first] }: BenchTenant): Promise<void> {
  if (first !== undefined) await tryRequest(baseUrl, first);
}
