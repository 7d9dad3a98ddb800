import { startServer } from "../../http/server.ts";
import { readEnvironment } from "../../platform/environment.ts";

/**
 * Caseport's server as `npm start` runs it, without the pages and the worker, which is measured by itself: every check
 * on, logging on, limits that nobody reaches.
 */
const unreached = 1_000_000_000;

await startServer({
  environment: {
    ...readEnvironment({
      ...process.env,
      CASEPORT_HOST: "127.0.0.1",
      CASEPORT_SECRET: process.env["BENCH_SECRET"],
      CASEPORT_WORKER: "none",
    }),
    rateLimits: {
      read: unreached,
      write: unreached,
      sensitive: unreached,
      organizationFactor: 3,
      unauthenticated: unreached,
    },
    signInLimit: unreached,
  },
  databaseUrl: process.env["BENCH_DATABASE_URL"] ?? "",
  pages: (_request, response) => void response.writeHead(404).end(),
});
