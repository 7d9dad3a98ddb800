import { randomBytes } from "node:crypto";
import { once } from "node:events";
import { mkdtempSync, rmSync } from "node:fs";
import { get, type IncomingMessage } from "node:http";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { startServer } from "../../http/server.ts";
import { jobQueues } from "../../composition/job-queues.ts";
import { prepareDatabase } from "../../platform/database/application-role.ts";
import type { Environment } from "../../platform/environment.ts";
import { findIdentitySecret } from "../../platform/identity/secret.ts";
import { installJobQueue } from "../../platform/jobs/job-queue.ts";
import { checkStored } from "../doctor/diagnose.ts";
import { BackupError } from "./backup-error.ts";

const graceMilliseconds = 5_000;

/**
 * Applies the migrations since the backup, and starts a server without a worker on the copy.
 *
 * @throws if the server is not ready, or the installation's secrets do not decrypt what is stored
 */
export async function serveRestored(url: string, environment: Environment): Promise<{ areSecretsChecked: boolean }> {
  const { applicationUrl } = await prepareDatabase(url);
  await installJobQueue(url, jobQueues);
  const secret = findIdentitySecret(environment);
  const folder = mkdtempSync(join(tmpdir(), "caseport-restore-"));
  const server = await startServer({
    environment: {
      ...environment,
      secret: secret ?? randomBytes(32).toString("hex"),
      dataDirectory: folder,
      hosts: ["127.0.0.1"],
      port: 0,
      worker: "none",
      rateLimitStore: "memory",
      tokenIssuer: null,
      logLevel: "silent",
      databaseUrl: url,
      directDatabaseUrl: null,
    },
    databaseUrl: applicationUrl,
    pages: (_request, response) => void response.writeHead(404).end(),
    describesOnRequest: true,
  });
  try {
    const [response] = (await once(
      get(`${server.addresses[0] ?? ""}/api/health/ready`, { agent: false }),
      "response",
    )) as [IncomingMessage];
    response.resume();
    if (response.statusCode !== 200)
      throw new BackupError(
        `A server on the restored copy is not ready: /api/health/ready returned ${response.statusCode}.`,
      );
    if (secret !== null) await assertSecrets(server.services.database, environment);
  } finally {
    await server.close(graceMilliseconds);
    rmSync(folder, { recursive: true, force: true });
  }
  return { areSecretsChecked: secret !== null };
}

async function assertSecrets(database: Parameters<typeof checkStored>[0], environment: Environment): Promise<void> {
  const outcome = await checkStored(database, environment).catch((cause: unknown) => {
    throw new BackupError(
      "CASEPORT_SECRET does not decrypt what is stored. Set the secret that the installation had when the backup was made.",
      { cause },
    );
  });
  if (outcome.status === "failure") throw new BackupError(`${outcome.finding} ${outcome.cure ?? ""}`);
}
