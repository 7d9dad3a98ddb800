import { flushCompileCache } from "node:module";
import { startServer } from "../../http/server.ts";
import { readEnvironment } from "../../platform/environment.ts";

/** The server without pages, as a program: what server-process.ts starts, and tests kill. */
const environment = readEnvironment({
  CASEPORT_HOST: "127.0.0.1",
  CASEPORT_SECRET: process.env["TEST_SECRET"],
  CASEPORT_DATA_DIR: process.env["TEST_DATA_DIR"],
  CASEPORT_LOG_LEVEL: process.env["CASEPORT_LOG_LEVEL"],
  CASEPORT_CONNECTION_STALL_SECONDS: process.env["CASEPORT_CONNECTION_STALL_SECONDS"],
  CASEPORT_METRICS_PORT: process.env["CASEPORT_METRICS_PORT"],
  OTEL_EXPORTER_OTLP_ENDPOINT: process.env["OTEL_EXPORTER_OTLP_ENDPOINT"],
  OTEL_EXPORTER_OTLP_PROTOCOL: process.env["OTEL_EXPORTER_OTLP_PROTOCOL"],
  CASEPORT_WEBHOOK_TEST_RECEIVERS: process.env["CASEPORT_WEBHOOK_TEST_RECEIVERS"],
});
const limits = {
  read: 1_000_000,
  write: 1_000_000,
  sensitive: 1_000_000,
  organizationFactor: 3,
  unauthenticated: 1_000_000,
};

const server = await startServer({
  environment: { ...environment, port: 0, databasePoolSize: 8, rateLimits: limits },
  databaseUrl: process.env["TEST_DATABASE_URL"] ?? "",
  pages: (_request, response) => void response.writeHead(404).end(),
  describesOnRequest: true,
});

process.once("SIGTERM", () => {
  void server.close(10_000).then(() => process.exit(0));
});
// A test that ends without having stopped it.
process.once("disconnect", () => process.exit(1));
flushCompileCache();
process.send?.(server.addresses[0]);
