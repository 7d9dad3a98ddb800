import { randomUUID } from "node:crypto";
import { constants, existsSync, statSync } from "node:fs";
import { access, readdir, stat } from "node:fs/promises";
import http from "node:http";
import https from "node:https";
import { join, resolve } from "node:path";
import { Readable } from "node:stream";
import { Redis } from "ioredis";
import type { Environment } from "../../platform/environment.ts";
import { findIdentitySecret, secretFile } from "../../platform/identity/secret.ts";
import { openMailTransport } from "../../platform/mail/mail-transport.ts";
import { readDiskUse } from "../../platform/observability/machine-gauges.ts";
import { openStorage } from "../../platform/storage/open-storage.ts";
import { objectKey, type Storage } from "../../platform/storage/storage.ts";
import { isDraft, isRecipient } from "../backup/archive.ts";
import { fail, grade, ok, warn, type Check, type Limits, type Outcome } from "./check.ts";

/** Of the data folder's file system, in percent. */
const usedPercent = { warning: 85, failure: 95 };
/** A daily backup that takes two hours is fresh; three missing ones are a failure. */
const backupHours = { warning: 26, failure: 74 };
/** A random secret of 32 characters has about 20. */
const minDistinctCharacters = 10;

/** Checks what the installation needs besides its database. */
export function listOtherChecks(environment: Environment, limits: { usedPercent: Limits } = { usedPercent }): Check[] {
  return [
    {
      name: "Secret",
      cure: "Set CASEPORT_SECRET to the secret of the other servers.",
      run: () => checkSecret(environment),
    },
    {
      name: "Email",
      cure: "Correct CASEPORT_SMTP_URL, or let the SMTP server accept this machine and user.",
      run: () => checkEmail(environment),
    },
    {
      name: "Storage",
      cure: "Correct the storage's variables and the rights of its user: it needs to write, read and delete objects.",
      run: () => checkStorage(environment),
    },
    {
      name: "Rate limits",
      cure: "Correct REDIS_URL, or start Redis; until then each process counts by itself.",
      run: () => checkLimiter(environment),
    },
    {
      name: "Traces",
      cure: "Correct OTEL_EXPORTER_OTLP_ENDPOINT, or start the collector; until then traces are dropped.",
      run: () => checkCollector(environment),
    },
    {
      name: "Disk",
      cure: "Set CASEPORT_DATA_DIR to a folder that this user can write to.",
      run: () => checkDisk(environment, limits.usedPercent),
    },
    {
      name: "Backups",
      cure: "Set CASEPORT_BACKUP_DIR to the folder of the backups.",
      run: () => checkBackups(environment),
    },
  ];
}

function checkSecret(environment: Environment): Outcome {
  const secret = findIdentitySecret(environment);
  const file = secretFile(environment.dataDirectory);
  const create = "Set CASEPORT_SECRET to the output of openssl rand -base64 32.";
  if (secret === null) return warn("None yet: the first start creates one.", create);
  if (secret.length < 32 || new Set(secret).size < minDistinctCharacters)
    return fail("It is too short or repeats a few characters.", create);
  if (environment.secret !== null) return ok("CASEPORT_SECRET is set.");
  if ((statSync(file).mode & 0o077) !== 0 && process.platform !== "win32")
    return fail(`Other users of this machine can read ${file}.`, `Run chmod 600 ${file}.`);
  if (environment.databaseUrl === null) return ok(`${file} is readable by its owner only.`);
  if (existsSync(join(environment.dataDirectory, "demo.json"))) return fail(`It is the demo's, from ${file}.`, create);
  return warn(`It is in ${file} only.`, "Back the file up, and set CASEPORT_SECRET to it on all servers and workers.");
}

async function checkEmail(environment: Environment): Promise<Outcome> {
  const transport = openMailTransport(environment);
  try {
    await transport.verify();
  } finally {
    transport.close();
  }
  if (environment.smtpUrl !== null) return ok("The SMTP server accepts connections.");
  const finding = "Written to the folder outbox, not sent.";
  return environment.databaseUrl === null
    ? ok(finding)
    : warn(finding, "Set CASEPORT_SMTP_URL and CASEPORT_MAIL_FROM.");
}

async function checkStorage(environment: Environment): Promise<Outcome> {
  if (environment.storage === "disk") return ok("Files are in the data folder.");
  const storage = await openStorage(environment);
  try {
    await writeAndRemove(storage);
    return ok("The bucket can be written, read and deleted from.");
  } finally {
    storage.close();
  }
}

async function writeAndRemove(storage: Storage): Promise<void> {
  const key = objectKey("installation", `doctor_${randomUUID().replaceAll("-", "")}`);
  const bytes = Buffer.from("npm run doctor\n");
  await storage.put(key, Readable.from(bytes), bytes.length);
  const size = await storage.sizeOf(key);
  await storage.remove(key);
  if (size !== bytes.length) throw new Error("The bucket did not return the object that was written.");
}

async function checkLimiter({ rateLimitStore, redisUrl }: Environment): Promise<Outcome> {
  if (rateLimitStore === "memory")
    return ok("Counted in the memory of one server; several servers need postgres or redis.");
  if (rateLimitStore === "postgres" || redisUrl === null) return ok("Counted in PostgreSQL.");
  const client = new Redis(redisUrl, { lazyConnect: true, maxRetriesPerRequest: 0, retryStrategy: () => null });
  let cause: Error | undefined;
  client.on("error", (error) => (cause = error));
  try {
    await client.connect();
    await client.ping();
    return ok("Redis responds.");
  } catch (error) {
    // The client's own says only that the connection is closed.
    throw cause ?? error;
  } finally {
    client.disconnect();
  }
}

/** Sends no spans: an empty request is a valid one, in both formats. */
async function checkCollector({ traces }: Environment): Promise<Outcome> {
  if (traces === null) return ok("Not sent.");
  const [type, body] = traces.protocol === "http/json" ? ["application/json", "{}"] : ["application/x-protobuf", ""];
  const { promise, resolve: respond, reject } = Promise.withResolvers<number>();
  const { request } = traces.url.startsWith("https:") ? https : http;
  const sent = request(traces.url, { method: "POST", headers: { "Content-Type": type } }, (response) => {
    response.resume();
    respond(response.statusCode ?? 0);
  });
  sent.once("error", reject).end(body);
  const status = await promise;
  // The headers of OTEL_EXPORTER_OTLP_HEADERS are not sent: a collector that requires them responds with 401 or 403.
  return [401, 403].includes(status) || status < 300
    ? ok("The collector responds.")
    : fail(`The collector responded with ${status}.`, "Correct the URL, or OTEL_EXPORTER_OTLP_PROTOCOL.");
}

async function checkDisk({ dataDirectory }: Environment, limits: Limits): Promise<Outcome> {
  const folder = resolve(dataDirectory);
  if (!existsSync(folder)) return warn(`${folder} does not exist yet.`, "Start Caseport, or set CASEPORT_DATA_DIR.");
  await access(folder, constants.R_OK | constants.W_OK);
  const { usedShare, freeBytes } = await readDiskUse(folder);
  const percent = 100 * usedShare;
  const free = `${(freeBytes / 2 ** 30).toFixed(1)} GiB`;
  return grade(
    percent,
    limits,
    `${free} free in ${folder}, ${Math.floor(percent)} % used.`,
    "Delete what is not needed there, or enlarge the file system.",
  );
}

async function checkBackups({ backupDirectory, backupKey }: Environment): Promise<Outcome> {
  if (backupKey !== null && !isRecipient(backupKey))
    return warn(
      "The key that decrypts backups is on this machine.",
      "Set CASEPORT_BACKUP_KEY to the one that begins with age1, and keep the other elsewhere.",
    );
  if (backupDirectory === null) return ok("Not checked: CASEPORT_BACKUP_DIR is not set.");
  const entries = await readdir(backupDirectory, { withFileTypes: true });
  const times = await Promise.all(
    entries
      .filter((entry) => entry.isFile() && !isDraft(entry.name))
      .map(async ({ name }) => (await stat(join(backupDirectory, name))).mtimeMs),
  );
  const cure = "Run npm run backup, and look for why its schedule did not.";
  if (times.length === 0) return fail(`${backupDirectory} has no file.`, cure);
  const hours = (Date.now() - Math.max(...times)) / 3_600_000;
  return grade(hours, backupHours, `The newest is ${hours.toFixed(1)} h old.`, cure);
}
