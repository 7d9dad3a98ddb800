import { createNamedContact } from "../../areas/cases/parties/fixtures.ts";
import { randomUUID } from "node:crypto";
import { mkdtempSync } from "node:fs";
import { request as openRequest } from "node:http";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Client } from "pg";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { openDatabase, type Database } from "../../platform/database/database.ts";
import { isInQuery, takesBody, type Declaration } from "../../rpc/declarations.ts";
import { subjects, type Subject } from "../conformance/subject.ts";
import { applicationUrlOf, cloneDatabase } from "../database/clone-database.ts";
import { multiplyRows } from "../database/multiply-rows.ts";
import { isFullExtent } from "../harness/extent.ts";
import { openApi } from "../harness/requests/api.ts";
import { describeInput } from "../harness/requests/arbitrary-input.ts";
import { anyRevision, type ExampleRequest } from "../harness/requests/example-request.ts";
import { makeLargest } from "../harness/requests/largest-input.ts";
import { openSocket } from "../harness/requests/raw-http.ts";
import { send, type Reply } from "../harness/requests/send.ts";
import { createTenant, type TestTenant } from "../harness/tenant.ts";
import { startServerProcess, type ServerProcess } from "../servers/server-process.ts";
import { largestRecords } from "./largest-records.ts";
import { hooks } from "../../composition/transaction-hooks.ts";

/**
 * How long the largest valid request of each operation holds the event loop: 20 ms at most, because all firms share it.
 * The time is processor time of the server's thread between two rounds of its loop, compared with that of a piece of
 * work of the same run, and what is suspect is measured again. `npm test` fails at five times as much, `npm run
 * test:full` at the limit itself; both print the longest.
 */

const limit = 20;
const tolerance = isFullExtent ? 1 : 5;
/** What the reference work takes on the machine on which the limit was set, in milliseconds. */
const referenceMilliseconds = 12;
/** A suspect is measured so many times, and the least counts: a collection of garbage may have come between. */
const repetitions = 3;
/** So many rows each table has for the reads. */
const rowsEach = 210;

let ownerUrl: string;
let database: Database;
let server: ServerProcess;
let socketPath: string;
/** For writes; and one whose tables are full, for reads. */
let tenant: TestTenant;
let filled: TestTenant;
/** How much slower than the machine on which the limit was set this one is. */
let factor = 1;

interface Measured {
  label: string;
  milliseconds: number;
  status: number;
  sent: number;
  received: number;
}
const report: Measured[] = [];

beforeAll(async () => {
  ownerUrl = await cloneDatabase();
  const applicationUrl = applicationUrlOf(ownerUrl);
  database = openDatabase(applicationUrl, { poolSize: 4, hooks });
  tenant = await createTenant(database);
  socketPath = join(mkdtempSync(join(tmpdir(), "probe-")), "socket");
  const probe = new URL("loop-probe.ts", import.meta.url).href;
  const loading = { NODE_OPTIONS: `--import=${probe}`, LOOP_PROBE_SOCKET: socketPath };
  server = await startServerProcess(applicationUrl, "warn", loading);
  factor = Math.max(1, measureReference() / referenceMilliseconds);
});

afterAll(async () => {
  await server.end("SIGKILL");
  await database.close();
  const sorted = report.toSorted((left, right) => right.milliseconds - left.milliseconds);
  const above = sorted.filter(({ milliseconds }) => milliseconds > limit * factor);
  const accepted = report.filter(({ status }) => status < 300).length;
  console.log(
    [
      `stalls: ${report.length} measured, ${accepted} accepted, ${above.length} above ${limit} ms`,
      `this machine takes ${factor.toFixed(2)} times the reference; the longest:`,
      ...sorted.slice(0, 30).map(describeMeasured),
    ].join("\n"),
  );
});

function describeMeasured({ label, milliseconds, status, sent, received }: Measured): string {
  return `${milliseconds.toFixed(0).padStart(6)} ms  ${label}  ${status}, ${sent} B sent, ${received} B received`;
}

/** Processor milliseconds of a fixed piece of work, the least of five. */
function measureReference(): number {
  const record = { title: "A record of the reference", on: "2026-11-29" };
  const text = JSON.stringify(
    Array.from({ length: 5_000 }, (_, index) => ({ id: `rec_${index}`, ...record, count: index })),
  );
  const times = Array.from({ length: 5 }, () => {
    const before = process.cpuUsage();
    for (let each = 0; each < 5; each += 1) JSON.stringify(JSON.parse(text));
    const { user, system } = process.cpuUsage(before);
    return (user + system) / 1_000;
  });
  return Math.min(...times);
}

function askProbe(path: "/begin" | "/end"): Promise<number> {
  return new Promise((resolve, reject) => {
    const request = openRequest({ socketPath, path }, (response) => {
      let text = "";
      response.on("data", (chunk: Buffer) => (text += chunk.toString()));
      response.on("end", () => resolve(Number(text)));
    });
    request.on("error", reject).end();
  });
}

interface Given {
  target: string;
  body: string | undefined;
}

type MeasuredReply = Reply & { milliseconds: number };

async function sendMeasured({ meta }: Declaration, secret: string, { target, body }: Given): Promise<MeasuredReply> {
  const headers = {
    "x-api-key": secret,
    "X-Idempotency-Key": randomUUID(),
    "If-Match": anyRevision,
    ...(body !== undefined && { "Content-Type": "application/json" }),
  };
  await askProbe("/begin");
  const reply = await send(server.baseUrl, { method: meta.method, target: `/api/v1${target}`, headers, body });
  return { ...reply, milliseconds: await askProbe("/end") };
}

const fillPath = ({ meta }: Declaration, values: Record<string, string>) =>
  meta.path.replaceAll(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(values[name] ?? ""));

function writeQuery(values: Record<string, unknown>): string {
  const write = (value: unknown) => encodeURIComponent(Array.isArray(value) ? value.join(",") : String(value));
  const pairs = Object.entries(values).map(([name, value]) => `${name}=${write(value)}`);
  return pairs.length === 0 ? "" : `?${pairs.join("&")}`;
}

/** What only the tenant knows: it stays as the example has it. */
const isReference = (name: string) => /(Id|Ids|Key|Keys|after|externalId|updatedSince|fields)$/.test(name);

/** The largest input within 1 MiB, with the example's references. */
function makeInput(declaration: Declaration, example: Record<string, unknown>): Record<string, unknown> {
  const schema = describeInput(declaration.input);
  const isSent = (name: string) =>
    !declaration.pathParameters.includes(name) && takesBody(declaration) !== isInQuery(declaration, name);
  const members = Object.entries(schema.properties ?? {}).filter(([name]) => isSent(name) && !isReference(name));
  let largest = example;
  // From the smallest: lists in lists would be of many megabytes at once.
  for (const share of [0.01, 0.03, 0.1, 0.25, 0.5, 1]) {
    const extent = { share, depth: 8 };
    const made = Object.fromEntries(members.map(([name, member]) => [name, makeLargest(member, schema, extent)]));
    const input = { ...example, ...made };
    if (Buffer.byteLength(JSON.stringify(input)) >= (takesBody(declaration) ? 1_000_000 : 12_000)) break;
    largest = input;
  }
  return largest;
}

type Input = Record<string, unknown>;

/** As the example has it, what the rejection names, or else may mean. Null where nothing is left to try. */
function repair(input: Input, example: Input, { status, headers }: Reply): Input | null {
  const detail = String(headers["x-error-detail"] ?? "");
  const named = status === 400 ? detail.split(", ").map((path) => path.split(".")[0] ?? "") : [];
  const faulty = named.filter((name) => name in input && input[name] !== example[name]);
  const isLarge = (name: string) => typeof input[name] === "object" && input[name] !== example[name];
  const reset = faulty.length > 0 ? faulty : Object.keys(input).filter(isLarge);
  if (reset.length === 0) return null;
  const kept = Object.entries(input).filter(([name]) => !reset.includes(name));
  const own = reset.flatMap((name) => (name in example ? [[name, example[name]] as const] : []));
  return { ...Object.fromEntries(kept), ...Object.fromEntries(own) };
}

const maxRepairs = 8;

function measuredOf(
  label: string,
  { target, body = target }: Given,
  { milliseconds, status, text }: MeasuredReply,
): Measured {
  return { label, milliseconds, status, sent: body.length, received: text.length };
}

/** Sends the largest input, and less of it until it is accepted. What was rejected held the loop, too, and counts. */
async function measureOnce({ declaration, arrange, label }: Subject, by: TestTenant): Promise<Measured> {
  let arranged = await arrange(by);
  const exampleOf = ({ body, query }: ExampleRequest): Input => (takesBody(declaration) ? body : query) ?? {};
  let input: Input | null = makeInput(declaration, exampleOf(arranged));
  let worst: Measured = { label, milliseconds: 0, status: 0, sent: 0, received: 0 };
  for (let each = 0; each < maxRepairs && input !== null; each += 1) {
    const path = fillPath(declaration, arranged.pathValues);
    const given = takesBody(declaration)
      ? { target: path + writeQuery(arranged.query ?? {}), body: JSON.stringify(input) }
      : { target: path + writeQuery(input), body: undefined };
    const reply = await sendMeasured(declaration, by.secret, given);
    const milliseconds = Math.max(reply.milliseconds, worst.milliseconds);
    if (reply.milliseconds === milliseconds || reply.status < 300)
      worst = { ...measuredOf(label, given, reply), milliseconds };
    expect(reply.status, `${label}: ${reply.text.slice(0, 300)}`).toBeLessThan(500);
    if (reply.status < 300) break;
    input = repair(input, exampleOf(arranged), reply);
    if (input !== null && reply.status !== 400) {
      const fresh = await arrange(by);
      const references = Object.entries(exampleOf(fresh)).filter(([name]) => isReference(name));
      input = { ...input, ...Object.fromEntries(references) };
      arranged = fresh;
    }
  }
  return worst;
}

async function expectShort(measure: () => Promise<Measured>): Promise<void> {
  // The first one also compiles schemas and statements: where it is above the limit, those that follow count.
  let least = await measure();
  for (let each = 1; each < repetitions && least.milliseconds > limit * factor; each += 1) {
    const again = await measure();
    if (again.milliseconds < least.milliseconds) least = again;
  }
  report.push(least);
  expect(least.milliseconds, JSON.stringify(least)).toBeLessThan(limit * factor * tolerance);
}

describe("the largest valid request holds the event loop only shortly", () => {
  beforeAll(async () => {
    filled = await createTenant(database);
    for (const { declaration, arrange } of subjects) if (declaration.kind === "query") await arrange(filled);
    const owner = new Client({ connectionString: ownerUrl });
    await owner.connect();
    await multiplyRows(owner, filled.organizationId, rowsEach);
    await owner.query("ANALYZE");
    await owner.end();
  }, 600_000);

  test.each(subjects)("$label", async (subject) => {
    const by = subject.declaration.kind === "query" ? filled : tenant;
    await expectShort(() => measureOnce(subject, by));
  });
});

describe("the largest stored records hold it only shortly", () => {
  test.each(largestRecords)("$label", async ({ label, prepare }) => {
    await expectShort(async () => {
      // Anew for each measurement: what is imported, issued or disbursed is so once.
      const by = await createTenant(database);
      const { declaration, target, body } = await prepare(by, openApi(server, by.secret));
      const given = { target, body: body === undefined ? undefined : JSON.stringify(body) };
      const reply = await sendMeasured(declaration, by.secret, given);
      expect(reply.status, reply.text.slice(0, 300)).toBeLessThan(300);
      return measuredOf(label, given, reply);
    });
  });
});

test("a bulk job of 10,000 items holds it only shortly", async () => {
  const by = await createTenant(database);
  const subject = subjects.find(({ declaration }) => declaration.name === "bulk.create");
  const contactId = await createNamedContact(by, "Mercy General");
  const makeItem = (_: unknown, index: number) => ({
    method: "POST",
    path: `/contacts/${contactId}/notes`,
    body: {
      type: "general",
      body: `The client said that the road was wet and the other driver did not brake: ${index}.`.repeat(4),
    },
    idempotencyKey: `note-${index}`,
  });
  await expectShort(async () => {
    const given = { target: "/bulk", body: JSON.stringify({ items: Array.from({ length: 10_000 }, makeItem) }) };
    if (subject === undefined) throw new Error("bulk.create is no operation");
    const reply = await sendMeasured(subject.declaration, by.secret, given);
    expect(reply.status, reply.text.slice(0, 300)).toBe(201);
    return measuredOf("bulk.create of 10,000 items", given, reply);
  });
});

test("the example records of a sandbox, which a worker in the server makes, hold it only shortly", async () => {
  await expectShort(async () => {
    const firm = openApi(server, (await createTenant(database)).secret);
    await askProbe("/begin");
    const { status, text } = await firm.change("POST", "/sandbox", { contents: "examples" });
    expect(status, text.slice(0, 300)).toBe(201);
    const readState = async () => (await firm.get("/sandbox")).body["sandbox"];
    await expect.poll(readState).toMatchObject({ state: "ready" });
    const milliseconds = await askProbe("/end");
    return { label: "a sandbox with example records", milliseconds, status, sent: 0, received: text.length };
  });
});

test("300 clients that each pipeline 40 requests for the whole document and never read hold it only shortly", async () => {
  const one = await createTenant(database);
  const read = () =>
    send(server.baseUrl, { method: "GET", target: "/api/v1/me", headers: { "x-api-key": one.secret } });
  const document = "GET /api/v1/openapi.json HTTP/1.1\r\nHost: localhost\r\n\r\n";
  await send(server.baseUrl, { method: "GET", target: "/api/v1/openapi.json", headers: {} });
  await read();
  const sockets = await Promise.all(Array.from({ length: 300 }, () => openSocket(server.baseUrl)));
  await askProbe("/begin");
  const begun = performance.now();
  for (const socket of sockets) socket.on("error", () => undefined).write(document.repeat(40));
  const waits: number[] = [];
  for (let each = 0; each < 20; each += 1) {
    const since = performance.now();
    expect((await read()).status).toBe(200);
    waits.push(performance.now() - since);
  }
  const milliseconds = await askProbe("/end");
  console.log(
    `reads beside 300 clients that never read: ${Math.max(...waits).toFixed(0)} ms at most, ${(performance.now() - begun).toFixed(0)} ms for 20`,
  );
  for (const socket of sockets) socket.destroy();
  report.push({
    label: "300 clients that never read",
    milliseconds,
    status: 200,
    sent: document.length * 40,
    received: 0,
  });
  expect(milliseconds).toBeLessThan(limit * factor * tolerance);
});
