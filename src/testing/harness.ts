import { randomBytes } from "node:crypto";
import { Client } from "pg";
import { inject } from "vitest";
import { startServer } from "../http/server.ts";
import type { RunningServer } from "../http/server.ts";
import { ensureApplicationRole } from "../platform/application-role.ts";
import { readEnvironment } from "../platform/environment.ts";
import type { Environment } from "../platform/environment.ts";

/** A database of a test file's own and a server on it. */
export interface TestServer extends RunningServer {
  baseUrl: string;
  /** The owner's URL of this database: for looking past row-level security. */
  ownerUrl: string;
  applicationUrl: string;
}

/** Limits that no test reaches by accident; a test of limits sets its own. */
const generous = { read: 100_000, write: 100_000, sensitive: 100_000, organizationFactor: 3, unauthenticated: 100_000 };

function replaceDatabase(url: string, database: string): string {
  const parsed = new URL(url);
  parsed.pathname = `/${database}`;
  return parsed.toString();
}

/** Copies the migrated template. @returns the owner's URL of the copy */
export async function cloneDatabase(): Promise<string> {
  const templateUrl = inject("templateUrl");
  const template = new URL(templateUrl).pathname.slice(1);
  const name = `test_${randomBytes(6).toString("hex")}`;
  const client = new Client({ connectionString: replaceDatabase(templateUrl, "postgres") });
  await client.connect();
  try {
    // Two files that copy the template at once get in each other's way: the lock makes them queue.
    await client.query("SELECT pg_advisory_lock(1)");
    await client.query(`CREATE DATABASE ${name} TEMPLATE ${template}`);
  } finally {
    await client.end();
  }
  return replaceDatabase(templateUrl, name);
}

/** Starts a server on a database copy of its own and a free port. Pages are not part of it. */
export async function startTestServer(overrides: Partial<Environment> = {}): Promise<TestServer> {
  const ownerUrl = await cloneDatabase();
  const applicationUrl = await ensureApplicationRole(ownerUrl);
  const server = await startServerOn(applicationUrl, overrides);
  return { ...server, baseUrl: server.addresses[0] ?? "", ownerUrl, applicationUrl };
}

/** Starts a server on a database that exists. */
export function startServerOn(databaseUrl: string, overrides: Partial<Environment> = {}): Promise<RunningServer> {
  const environment: Environment = {
    ...readEnvironment({ CASEPORT_HOST: "127.0.0.1", CASEPORT_LOG_LEVEL: "silent" }),
    port: 0,
    databasePoolSize: 10,
    rateLimits: generous,
    ...overrides,
  };
  return startServer({
    environment,
    databaseUrl,
    pages: (_request, response) => void response.writeHead(404).end(),
  });
}
