import { randomBytes, randomUUID } from "node:crypto";
import { setTimeout as delay } from "node:timers/promises";
import { afterAll, beforeAll, expect, test } from "vitest";
import { createConnection } from "../../../areas/communications/connections/fixtures.ts";
import { hooks } from "../../../composition/transaction-hooks.ts";
import { createInstallationKeys } from "../../../platform/crypto/installation-keys.ts";
import { ensureApplicationRole } from "../../../platform/database/application-role.ts";
import { openDatabase, type Database } from "../../../platform/database/database.ts";
import { cloneDatabase } from "../../database/clone-database.ts";
import { openDatabaseProbe, type DatabaseProbe } from "../../database/database-probe.ts";
import { call, type CallOptions } from "../../harness/requests/call.ts";
import { testSecret } from "../../harness/server.ts";
import { changeRow, createCase, createTenant, type TestTenant } from "../../harness/tenant.ts";
import { startServerProcess, type ServerProcess } from "../../servers/server-process.ts";
import { signAsTelnyx, telnyxAccount } from "../../servers/text-providers.ts";

/**
 * Acceptance 10 of communications: what is said, and to whom, is in the records of it and in what a reader with
 * `communications:content` is shown. No event, audit entry, log line, queue row or error has it.
 */
const canary = `kanarie${randomBytes(4).toString("hex")}`;
const number = "+15125550174";
const digits = number.slice(2);
const email = `${canary}@example.com`;

let server: ServerProcess;
let direct: Database;
let probe: DatabaseProbe;
let tenant: TestTenant;
const rejected: string[] = [];

beforeAll(async () => {
  const ownerUrl = await cloneDatabase();
  const applicationUrl = await ensureApplicationRole(ownerUrl);
  direct = openDatabase(applicationUrl, { poolSize: 2, hooks });
  probe = openDatabaseProbe(ownerUrl);
  tenant = await createTenant(direct);
  server = await startServerProcess(applicationUrl, "trace");
});
afterAll(async () => {
  await server.end("SIGKILL");
  await direct.close();
  await probe.close();
});

async function send(method: string, path: string, body?: object, more: Partial<CallOptions> = {}) {
  const changes = method === "GET" ? {} : { body, idempotencyKey: randomUUID() };
  const reply = await call(server.baseUrl, `/api/v1${path}`, { secret: tenant.secret, method, ...changes, ...more });
  if (reply.status >= 400) rejected.push(`${method} ${path}: ${reply.status} ${reply.text}`);
  return {
    status: reply.status,
    body: JSON.parse(reply.text) as Record<string, { id: string; conversationId: string }>,
  };
}

async function receive(path: string, text: string, at = new Date()): Promise<number> {
  const [from, to] = [{ phone_number: number }, [{ phone_number: "+15125550100" }]];
  const payload = { id: randomUUID(), direction: "inbound", from, to, text, media: [] };
  const { headers, body } = signAsTelnyx({ event_type: "message.received", payload }, at);
  const response = await fetch(`${server.baseUrl}${path}`, { method: "POST", headers, body });
  const shown = await response.text();
  if (response.status >= 400) rejected.push(`webhook: ${response.status} ${shown}`);
  return response.status;
}

test("texts, emails, letters and calls with the canary are recorded, linked, voided and rejected", async () => {
  const keys = createInstallationKeys([testSecret], []);
  const { webhookPath } = await createConnection(tenant, keys, telnyxAccount);
  const [one, other] = [await createCase(tenant), await createCase(tenant)];
  for (const { clientId } of [one, other])
    await changeRow(tenant, "Client", clientId, { phoneE164: number, emailKey: email });
  const { caseId, clientId } = one;
  const person = { name: `${canary} Diaz`, address: number };
  const firm = { address: "+15125550100" };
  const text = { channel: "text", direction: "inbound", from: person, to: [firm], bodyText: canary };
  const logged = await send("POST", "/messages/log", { ...text, caseId });
  expect(logged.status).toBe(201);
  const id = logged.body["message"]?.id ?? "";
  expect(
    (await send("POST", "/messages/log", { ...text, direction: "outbound", from: firm, to: [person], caseId })).status,
  ).toBe(201);
  const letter = {
    channel: "letter",
    direction: "outbound",
    from: { address: `1 ${canary} St` },
    to: [{ address: `2 ${canary} St` }],
  };
  expect((await send("POST", "/messages/log", { ...letter, caseId, subject: canary, bodyText: canary })).status).toBe(
    201,
  );
  expect((await send("POST", `/messages/${id}/transitions`, { status: "voided", reason: canary })).status).toBe(200);
  const content = [
    `From: ${canary} <${email}>`,
    "To: firm@example.com",
    `Subject: ${canary}`,
    `Message-ID: <${canary}@example.com>`,
    'Content-Type: multipart/mixed; boundary="x"',
    "",
    "--x",
    "Content-Type: text/plain",
    "",
    canary,
    "--x",
    `Content-Disposition: attachment; filename="${canary}.pdf"`,
    "Content-Type: application/pdf",
    "",
    canary,
    "--x--",
    "",
  ].join("\r\n");
  const mail = { caseId, fileName: "mail.eml", content: Buffer.from(content).toString("base64") };
  expect((await send("POST", "/emails", mail)).status).toBe(201);
  const spoken = {
    direction: "inbound",
    status: "completed",
    startedAt: "2026-03-12T14:00:00Z",
    durationSeconds: 60,
    caseId,
  };
  const party = { clientId, name: `${canary} Diaz`, number };
  expect((await send("POST", "/calls", { ...spoken, party, summary: canary })).status).toBe(201);
  // By the provider: after texts of the firm to the number it is linked; then STOP.
  expect(await receive(webhookPath, `${canary} do not text me`)).toBe(200);
  expect(await receive(webhookPath, "Stop")).toBe(200);
  const unlinked = await send("POST", "/messages/log", { ...text, from: { address: "+15125550175" } });
  const { conversationId } = unlinked.body["message"] ?? {};
  expect((await send("PATCH", `/conversations/${conversationId}`, { caseId })).status).toBe(200);
  for (const path of ["/messages", "/conversations", "/calls", `/cases/${caseId}/communications`])
    expect((await send("GET", path)).status).toBe(200);
});

test("what is rejected, or is not genuine, says nothing of it", async () => {
  const { caseId } = await createCase(tenant);
  const body = { channel: "email", direction: "inbound", caseId, from: { address: canary }, to: [{ address: email }] };
  const text = { channel: "text", direction: "inbound", caseId, bodyText: canary, to: [{ address: "+15125550100" }] };
  for (const [path, given] of [
    ["/messages/log", { ...body, bodyText: canary }],
    ["/messages/log", { ...text, from: { address: `${canary} 1` } }],
    ["/messages/log", { ...text, from: { address: number, name: `${canary}\r\nBcc: ${email}` } }],
    ["/messages/log", { ...text, from: { address: number }, occurredAt: canary }],
    ["/emails", { caseId, fileName: "mail.eml", content: Buffer.from(`no email ${canary}`).toString("base64") }],
    [
      "/calls",
      {
        direction: "inbound",
        status: "completed",
        startedAt: "2026-03-12T14:00:00Z",
        caseId,
        party: { number: canary },
      },
    ],
  ] as const)
    expect((await send("POST", path, given)).status).toBe(400);
  const mail = [`From: ${email}`, `Message-ID: <${canary}@example.com>`, "", canary].join("\r\n");
  const again = { caseId, fileName: "mail.eml", content: Buffer.from(mail).toString("base64") };
  expect((await send("POST", "/emails", again)).status).toBe(409);
  expect(await receive("/api/text/unknown", canary)).toBe(404);
  expect(rejected.length).toBeGreaterThanOrEqual(8);
  expect(rejected.filter((reply) => reply.includes(canary) || reply.includes(digits))).toEqual([]);
});

/** The records of what was said and to whom, and the responses that repeated requests get. */
const records = new Set([
  "IdempotencyRecord",
  "Call",
  "Client",
  "Conversation",
  "ConversationCounterpart",
  "Message",
  "MessageAttachment",
  "MessageParty",
  "AddressSuppression",
]);

test("of all tables, its records alone have it", async () => {
  const tables = await probe.rows(
    `SELECT n.nspname AS space, c.relname AS name FROM pg_class c JOIN pg_namespace n ON n.oid = c.relnamespace
      WHERE c.relkind = 'r' AND n.nspname NOT IN ('pg_catalog', 'information_schema') AND n.nspname NOT LIKE 'pg_%'`,
  );
  const holding: string[] = [];
  for (const { space, name } of tables) {
    const [row] = await probe.rows(
      // A client's own events have their phone and email.
      `SELECT count(*)::integer AS count FROM "${String(space)}"."${String(name)}" t
        WHERE (t::text ILIKE $1 OR t::text LIKE $2) AND ${String(name).startsWith("Event_") ? "t.entity <> 'client'" : "true"}`,
      [`%${canary}%`, `%${digits}%`],
    );
    if (Number(row?.["count"]) > 0) holding.push(String(name));
  }
  expect(holding).toEqual(
    expect.arrayContaining(["Call", "Conversation", "Message", "MessageAttachment", "MessageParty"]),
  );
  expect(holding.filter((name) => !records.has(name))).toEqual([]);
});

test("no line of the log at level trace has it", async () => {
  await delay(300);
  const lines = server.output().trim().split("\n");
  expect(lines.length).toBeGreaterThan(20);
  expect(lines.filter((line) => line.includes(canary) || line.includes(digits))).toEqual([]);
});
