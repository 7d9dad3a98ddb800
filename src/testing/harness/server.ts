import { Client } from "pg";
import { inject } from "vitest";
import { startServer, type RunningServer, type ServerOptions } from "../../http/server.ts";
import { readEnvironment, type Environment } from "../../platform/environment.ts";
import { applicationUrlOf, cloneDatabase } from "../database/clone-database.ts";
import { quickPasswords } from "./quick-passwords.ts";

/** A database of a test file's own and a server on it. */
export interface TestServer extends RunningServer {
  baseUrl: string;
  /** The owner's URL of this database. */
  ownerUrl: string;
  /** Connects as the owner, for looking past row-level security. The connection ends when the server is closed. */
  connectOwner(): Promise<Client>;
  applicationUrl: string;
  /** The origin under which its pages are served. */
  origin: string;
}

/** Signs the cookies of every test's server. */
export const testSecret = "the-secret-of-every-test-server-0123456789";

const testBaseUrl = "http://localhost:3000";

/** Limits that no test reaches by accident; a test of limits sets its own. */
const generous = { read: 100_000, write: 100_000, sensitive: 100_000, organizationFactor: 3, unauthenticated: 100_000 };

/** The server that the test files of a worker share. */
let shared: Promise<TestServer> | null = null;

/**
 * A server with the usual settings, which the worker's test files share: each test has an organization of its own.
 * Closing it does nothing; it ends with the worker.
 */
export async function startTestServer(): Promise<TestServer> {
  shared ??= startOwnServer({}, { isKept: true });
  return withOwnerConnections({ ...(await shared), close: () => Promise.resolve() });
}

/**
 * Starts a server on a database copy of its own and a free port: for tests that look at more than one organization's
 * rows, stop the server, or change settings. Pages are not part of it, nor is the worker: it would carry out jobs while
 * a test looks at them. A test of what a worker does requests one (`worker: "inside"`).
 */
export async function startOwnServer(
  overrides: Partial<Environment> = {},
  { outbound, ...options }: { isKept?: boolean; outbound?: ServerOptions["outbound"] } = {},
): Promise<TestServer> {
  const ownerUrl = await cloneDatabase(options);
  const applicationUrl = applicationUrlOf(ownerUrl);
  const server = await startServerOn(applicationUrl, overrides, outbound);
  const origin = new URL(overrides.baseUrl ?? testBaseUrl).origin;
  return withOwnerConnections({ ...server, baseUrl: server.addresses[0] ?? "", ownerUrl, applicationUrl, origin });
}

/** @returns the server, whose close ends the connections of `connectOwner` first */
export function withOwnerConnections(server: Omit<TestServer, "connectOwner">): TestServer {
  const owners: Client[] = [];
  return {
    ...server,
    connectOwner: async () => {
      const owner = new Client({ connectionString: server.ownerUrl });
      owners.push(owner);
      await owner.connect();
      return owner;
    },
    close: async (graceMilliseconds) => {
      await Promise.all(owners.map((owner) => owner.end()));
      await server.close(graceMilliseconds);
    },
  };
}

/** Starts a server on a database that exists. */
export function startServerOn(
  databaseUrl: string,
  overrides: Partial<Environment> = {},
  outbound: ServerOptions["outbound"] = {},
): Promise<RunningServer> {
  const environment: Environment = {
    ...readEnvironment({ CASEPORT_HOST: "127.0.0.1", CASEPORT_LOG_LEVEL: "silent" }),
    port: 0,
    baseUrl: testBaseUrl,
    secret: testSecret,
    dataDirectory: inject("dataDirectory"),
    databasePoolSize: 10,
    worker: "none",
    rateLimits: generous,
    connections: { total: 100_000, perAddress: 100_000, stallSeconds: 20 },
    signInLimit: 100_000,
    ...overrides,
  };
  return startServer({
    environment,
    databaseUrl,
    pages: (_request, response) => void response.writeHead(404).end(),
    passwords: quickPasswords,
    describesOnRequest: true,
    outbound,
  });
}
