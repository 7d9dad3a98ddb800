import { createCase, createTenant, type TestTenant } from "../harness/tenant.ts";
import { startOwnServer, type TestServer } from "../harness/server.ts";

/** A server with one case, and requests to it as text, for tests that write to sockets. */
export interface HostileHarness {
  server: TestServer;
  tenant: TestTenant;
  casePath: string;
  clientPath: string;
  /** A head with the key and `Connection: close`, and the empty line after it. */
  head(requestLine: string, ...headers: readonly string[]): string;
  /** The head of a PATCH of the client; its body is for the test to write. */
  post(...headers: readonly string[]): string;
  /** A GET of the case. */
  get(...headers: readonly string[]): string;
  /**
   * Locks all rows of a table.
   *
   * @returns what releases them
   */
  lockRowsFor(table: string): Promise<() => Promise<void>>;
}

export async function startHostileHarness(): Promise<HostileHarness> {
  const server = await startOwnServer();
  const tenant = await createTenant(server.services.database);
  const { caseId, clientId } = await createCase(tenant);
  const casePath = `/api/v1/cases/${caseId}`;
  const clientPath = `/api/v1/clients/${clientId}`;
  const head = (requestLine: string, ...headers: readonly string[]) =>
    [requestLine, "Host: localhost", `x-api-key: ${tenant.secret}`, "Connection: close", ...headers, "", ""].join(
      "\r\n",
    );
  return {
    server,
    tenant,
    casePath,
    clientPath,
    head,
    post: (...headers) =>
      head(`PATCH ${clientPath} HTTP/1.1`, "Content-Type: application/json", "X-Idempotency-Key: a", ...headers),
    get: (...headers) => head(`GET ${casePath} HTTP/1.1`, ...headers),
    lockRowsFor: async (table) => {
      const client = await server.connectOwner();
      await client.query("BEGIN");
      await client.query(`SELECT FROM "${table}" FOR UPDATE`);
      return () => client.end();
    },
  };
}
