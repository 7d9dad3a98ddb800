import { randomBytes, randomUUID } from "node:crypto";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import { afterAll, beforeAll, expect, test } from "vitest";
import { testSsn } from "../../../areas/clients/fixtures.ts";
import { findFreePort } from "../../../cli/local-postgres/free-port.ts";
import { apiRouter } from "../../../composition/router.ts";
import { ensureApplicationRole } from "../../../platform/database/application-role.ts";
import { openDatabase, type Database } from "../../../platform/database/database.ts";
import { isInQuery, readDeclarations, type Declaration } from "../../../rpc/declarations.ts";
import type { ExampleRequest } from "../../harness/requests/example-request.ts";
import { representatives } from "../representatives.ts";
import { writeCanary } from "./write-canary.ts";
import { scenarios, type OperationName } from "../../harness/requests/example-requests.ts";
import { listForms } from "../../harness/secret-forms.ts";
import { call, type CallOptions, type Reply } from "../../harness/requests/call.ts";
import { cloneDatabase } from "../../database/clone-database.ts";
import { createCase, createTenant, createKey, type TestTenant } from "../../harness/tenant.ts";
import { openDatabaseProbe, type DatabaseProbe } from "../../database/database-probe.ts";
import { startCollector, type Collector } from "../../servers/collector.ts";
import { startPostgresProxy, type PostgresProxy } from "../../servers/postgres-proxy.ts";
import { openSocket } from "../../harness/requests/raw-http.ts";
import { startServerProcess, type ServerProcess } from "../../servers/server-process.ts";
import { hooks } from "../../../composition/transaction-hooks.ts";

/**
 * A word that stands in every text of every table and in every value that is sent. It may show up in the records that a
 * success returns, and nowhere else: not in the log at level trace, not in a rejection, not in a header.
 */
const canary = `kanarie${randomBytes(4).toString("hex")}`;
const birthday = "1931-05-17";

const declarations = readDeclarations(apiRouter);
let server: ServerProcess;
let proxy: PostgresProxy;
let collector: Collector;
let metricsPort: number;
let direct: Database;
let probe: DatabaseProbe;
let tenant: TestTenant;
/** Every response of this file. */
const replies: (Reply & { about: string })[] = [];
/** Secrets of all keys: these and their digests may be nowhere at all. */
const secrets: string[] = [];

beforeAll(async () => {
  const ownerUrl = await cloneDatabase();
  const applicationUrl = await ensureApplicationRole(ownerUrl);
  proxy = await startPostgresProxy(applicationUrl);
  direct = openDatabase(applicationUrl, { poolSize: 2, hooks });
  probe = openDatabaseProbe(ownerUrl);
  tenant = await createTenant(direct);
  secrets.push(tenant.secret);
  collector = await startCollector();
  metricsPort = await findFreePort();
  server = await startServerProcess(proxy.url, "trace", {
    OTEL_EXPORTER_OTLP_ENDPOINT: collector.endpoint,
    OTEL_EXPORTER_OTLP_PROTOCOL: "http/json",
    CASEPORT_METRICS_PORT: String(metricsPort),
  });
});

afterAll(async () => {
  await server.end("SIGKILL");
  await collector.close();
  await proxy.close();
  await direct.close();
  await probe.close();
});

async function send(about: string, path: string, options: CallOptions): Promise<Reply> {
  const reply = await call(server.baseUrl, path, { secret: tenant.secret, ...options });
  replies.push({ ...reply, about });
  return reply;
}

/** The value with every text in it replaced by the canary. */
function poison(value: unknown): unknown {
  if (typeof value === "string") return canary;
  if (Array.isArray(value)) return value.map(poison);
  if (typeof value !== "object" || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([name, member]) => [name, poison(member)]));
}

interface Prepared {
  path: string;
  method: string;
  body: Record<string, unknown> | undefined;
}

async function prepare({ name, meta }: Declaration): Promise<Prepared> {
  const { pathValues, body, query }: ExampleRequest = await scenarios[name as OperationName](tenant);
  const path = meta.path.replaceAll(/\{(\w+)\}/g, (_, parameter: string) =>
    encodeURIComponent(pathValues[parameter] ?? ""),
  );
  return {
    path: `/api/v1${path}${query === undefined ? "" : `?${new URLSearchParams(query).toString()}`}`,
    method: meta.method,
    body,
  };
}

const prepared: [Declaration, Prepared][] = [];

test("the canary value is in every table that stores records", async () => {
  for (const declaration of declarations) prepared.push([declaration, await prepare(declaration)]);
  const { caseId, clientId } = await createCase(tenant, { attorneyId: tenant.attorneyId });
  await tenant.inside(async (transaction) => {
    await transaction
      .insertInto("CaseAttorney")
      .values({ organizationId: tenant.organizationId, caseId, attorneyId: tenant.attorneyId, role: "lead" })
      .execute();
  });
  const written = await writeCanary(probe, canary, declarations);
  const department = JSON.stringify({
    contactPerson: canary,
    email: `${canary}@example.com`,
    phone: canary,
    fax: canary,
    notes: canary,
  });
  await probe.rows(`UPDATE "MedicalFacility" SET "recordsDepartmentInfo" = $1, "billingDepartmentInfo" = $1`, [
    department,
  ]);
  await probe.rows(`UPDATE "Client" SET "dateOfBirth" = $1`, [birthday]);
  const telling = [
    "Client.firstName",
    "Client.lastName",
    "Client.email",
    "Client.phone",
    "Client.ssnFourDigits",
    "Case.description",
    "Case.intakeNotes",
    "Case.injuryDescription",
    "Contact.name",
    "IntakeAnswer.value",
    "Invoice.memo",
    "InvoiceLineItem.description",
    "MedicalFacility.accountNumber",
    "MedicalFacility.chartNumber",
    "RetrievalRequest.notes",
    "RetrievalRequest.statusReason",
    "RetrievalRequestStep.note",
    "Folder.name",
    "Member.email",
  ];
  expect(written).toEqual(expect.arrayContaining(telling));
  const reply = await send("a case full of it", `/api/v1/cases/${caseId}`, {});
  expect([reply.status, reply.text]).toEqual([200, expect.stringContaining(canary)]);
  expect(reply.text).toContain(birthday);
  expect(
    (
      await send("a client full of it", `/api/v1/clients/${clientId}`, {
        method: "PATCH",
        body: { firstName: canary },
        idempotencyKey: randomUUID(),
      })
    ).status,
  ).toBe(200);
});

test("a client that disconnects within the body is not logged as a database failure", async () => {
  const socket = await openSocket(server.baseUrl);
  socket.write(
    `PATCH /api/v1/clients/x HTTP/1.1\r\nHost: a\r\nX-Request-Id: hung-up\r\nContent-Type: application/json\r\nContent-Length: 100\r\n\r\n{"a": "${canary}`,
  );
  await delay(100);
  socket.destroy();
  await expect.poll(() => server.output()).toContain('"requestId":"hung-up"');
  const lines = server
    .output()
    .split("\n")
    .filter((line) => line.includes("hung-up"));
  expect(lines.map((line) => (JSON.parse(line) as { level: string; code: string }).code)).toEqual([
    "VALIDATION_FAILED",
  ]);
});

/** The operations on which errors are tested that one piece of code produces for all. */
const ofClasses = new Set(
  [...representatives(declarations.map((declaration) => ({ declaration })))].map(({ declaration }) => declaration),
);

const newKey = ({ kind }: Declaration) => (kind === "mutation" ? { idempotencyKey: `${canary} ${randomUUID()}` } : {});

const takesQuery = (declaration: Declaration) =>
  Object.keys(declaration.input.shape).some((name) => isInQuery(declaration, name));

/** What an operation's own schema, store and rules have a say in. */
async function sendOwnFaults(declaration: Declaration, { path, method, body }: Prepared): Promise<void> {
  const { name } = declaration;
  const plain = { method, body, ...newKey(declaration) };
  await send(`${name}: success or stale`, path, plain);
  if (body !== undefined)
    await send(`${name}: poisoned`, path, { ...plain, ...newKey(declaration), body: poison(body) });
  if (takesQuery(declaration)) await send(`${name}: query`, `${path}?after=${canary}&limit=${canary}`, plain);
  const unknown = path.replaceAll(/_[0-9a-z]{26}/g, `_${canary}`);
  if (unknown !== path) await send(`${name}: unknown ids`, unknown, plain);
}

/** Requests to which the server responds alike for every operation. */
async function sendFaultsOfAll(declaration: Declaration, { path, method, body }: Prepared): Promise<void> {
  const { name } = declaration;
  const plain = { method, body, ...newKey(declaration) };
  await send(`${name}: first`, path, plain);
  await send(`${name}: again`, path, plain);
  await send(`${name}: unknown parameters`, `${path}?after=${canary}&limit=${canary}`, plain);
  await send(`${name}: another body under the key`, path, {
    ...plain,
    ...(body !== undefined && { body: { ...body, extra: canary } }),
  });
  await send(`${name}: no JSON`, path, { ...plain, ...(body !== undefined && { body: `{"a": "${canary}` }) });
  await send(`${name}: stale`, path, { ...plain, ...newKey(declaration), headers: { "if-match": `"${canary}"` } });
  await send(`${name}: If-Match`, path, { ...plain, headers: { "if-match": canary, "x-request-id": `${canary} !` } });
  if (body !== undefined)
    await send(`${name}: media type`, path, { ...plain, body: canary, headers: { "content-type": `text/${canary}` } });
  await send(`${name}: bearer`, path, { ...plain, headers: { authorization: `Bearer ${canary}` } });
  await send(`${name}: key`, path, { ...plain, secret: `cpk_${canary}` });
  for (const scopes of [[], ["cases:read"]]) {
    const key = await createKey(tenant, { scopes, actingAttorneyId: null });
    secrets.push(key.secret);
    await send(`${name}: without scope`, path, { ...plain, secret: key.secret });
  }
  await send(`${name}: method`, path, { ...plain, method: "OPTIONS" });
}

test("every operation succeeds and is rejected in every way", async () => {
  for (const [declaration, request] of prepared) {
    await sendOwnFaults(declaration, request);
    if (ofClasses.has(declaration)) await sendFaultsOfAll(declaration, request);
  }
  expect([...new Set(replies.map(({ status }) => status))]).toEqual(
    expect.arrayContaining([200, 201, 400, 401, 403, 404, 409, 415]),
  );
  expect(replies.filter(({ status }) => status >= 500).map(({ about, text }) => `${about}: ${text}`)).toEqual([]);
});

test("database errors that quote values are provoked", async () => {
  const { clientId } = await createCase(tenant);
  const change = (about: string, body: object) =>
    send(about, `/api/v1/clients/${clientId}`, { method: "PATCH", body, idempotencyKey: randomUUID() });
  for (let message = 1; message <= 30; message += 3) {
    proxy.cutAt(message, message % 2 === 0 ? "response lost" : "request lost");
    await change("database away", { firstName: `${canary} ${message}` });
    proxy.disarm();
  }
  await probe.rows(`ALTER TABLE "Client" ADD CONSTRAINT no_canary CHECK (phone NOT LIKE '%${canary}%') NOT VALID`);
  expect((await change("CHECK", { phone: `${canary} 1` })).status).toBe(500);
  await probe.rows(`ALTER TABLE "Client" DROP CONSTRAINT no_canary`);
  await createCase(tenant);
  await probe.rows(`UPDATE "Client" SET city = id, "zipCode" = id`);
  await probe.rows(
    `UPDATE "Client" SET "zipCode" = '12345' WHERE id <> $1 AND ctid = (SELECT min(ctid) FROM "Client" WHERE id <> $1)`,
    [clientId],
  );
  await probe.rows(`CREATE UNIQUE INDEX only_one ON "Client" ("zipCode")`);
  expect((await change("unique", { zipCode: "12345", lastName: canary })).status).toBe(500);
  await probe.rows(`DROP INDEX only_one`);
  await probe.rows(
    `CREATE FUNCTION fail() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN RAISE EXCEPTION 'on purpose % %', NEW."firstName", NEW.phone USING DETAIL = NEW.phone, HINT = NEW.phone; END $$`,
  );
  await probe.rows(`CREATE TRIGGER fail BEFORE UPDATE ON "Client" FOR EACH ROW EXECUTE FUNCTION fail()`);
  expect((await change("a raised exception", { phone: canary })).status).toBe(500);
  await probe.rows(`DROP TRIGGER fail ON "Client"`);
  await probe.rows(`ALTER TABLE "Client" RENAME COLUMN "deletedAt" TO gone`);
  expect([500, 503]).toContain((await change("a column is missing", { zipCode: "54321", firstName: canary })).status);
  await probe.rows(`ALTER TABLE "Event" RENAME TO "Gone"`);
  expect([500, 503]).toContain((await change("a table is missing", { firstName: canary })).status);
  expect(new Set(replies.map(({ status }) => status).filter((status) => status >= 500))).toEqual(new Set([500, 503]));
});

test("the canary value is in no rejection and no header", () => {
  const leaks = replies.filter(({ status, text, headers }) => {
    const shown = [...headers].flat().join(" ") + (status >= 400 ? text : "");
    return shown.includes(canary) || (status >= 400 && text.includes(birthday));
  });
  expect(
    leaks.map(({ about, status, text, headers }) => `${about}: ${status} ${text} ${JSON.stringify([...headers])}`),
  ).toEqual([]);
});

const listForbidden = () => [canary, birthday, testSsn, testSsn.replaceAll("-", ""), ...secrets.flatMap(listForms)];

test("the canary value is not in the log at level trace, nor are secrets and their digests", async () => {
  // The log is written asynchronously; the process is ended in good order so that all of it is there.
  await delay(300);
  const log = server.output();
  const lines = log.trim().split("\n");
  expect(lines.length).toBeGreaterThan(replies.length);
  // What makes the test worth something: the faults did reach the log.
  for (const expected of [
    "unexpected error",
    "the database is unavailable",
    '"code":"23514"',
    '"code":"23505"',
    '"code":"P0001"',
  ])
    expect(log).toContain(expected);
  expect(log).toMatch(/"trace_id":"\w{32}","span_id":"\w{16}"[^\n]*"requestId"|"requestId"[^\n]*"trace_id":"\w{32}"/);
  const [forbidden, secretForms] = [[...listForbidden(), "/api/v1/clients/"], secrets.flatMap(listForms)];
  expect(lines.filter((line) => forbidden.some((word) => line.includes(word)))).toEqual([]);
  for (const { text, headers } of replies) {
    const shown = text + [...headers].flat().join(" ");
    expect(secretForms.filter((word) => shown.includes(word))).toEqual([]);
  }
});

test("the canary value is in no span and no metric, nor are secrets, their digests and paths", async () => {
  const scrape = await (await fetch(`http://127.0.0.1:${metricsPort}/api/metrics`)).text();
  expect(scrape).toContain('caseport_request_errors_total{code="INTERNAL_ERROR"');
  // In good order: it sends the spans that are left.
  await server.end("SIGTERM");
  const spans = collector.spans();
  const served = spans.filter(({ kind }) => kind === 2);
  expect(served.length).toBeGreaterThanOrEqual(replies.length);
  expect(new Set(served.map(({ attributes }) => attributes["http.response.status_code"]))).toEqual(
    new Set(replies.map(({ status }) => status)),
  );
  expect(
    spans.filter(
      ({ isError, attributes }) =>
        isError && ["23505", "23514", "P0001"].includes(String(attributes["db.response.status_code"])),
    ).length,
  ).toBeGreaterThanOrEqual(3);
  const sent = scrape + Buffer.concat(collector.bodies).toString("utf8");
  expect([...listForbidden(), "/api/v1/clients/cli_"].filter((word) => sent.includes(word))).toEqual([]);
});

test("the canary value is not in the log of the embedded PostgreSQL", async () => {
  const [row] = await probe.rows("SELECT current_setting('data_directory') AS folder");
  const log = readFileSync(join(String(row?.["folder"]), "..", "postgres.log"), "utf8");
  expect(log).toContain("only_one");
  // The trigger of this file puts values into its message on purpose; no trigger of ours does.
  expect(log.split("\n").filter((line) => line.includes(canary) && !line.includes("on purpose"))).toEqual([]);
});
