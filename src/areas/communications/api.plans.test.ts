import type { Client } from "pg";
import { afterAll, beforeAll, expect, test } from "vitest";
import { openApi, readBody, type Api } from "../../testing/harness/requests/api.ts";
import { explainRead } from "../../testing/database/explain.ts";
import { isFullExtent } from "../../testing/harness/extent.ts";
import { createTenant, type TestTenant } from "../../testing/harness/tenant.ts";
import { startOwnServer, type TestServer } from "../../testing/harness/server.ts";
import type { SortedPage } from "../../platform/database/lists/sorted-list.ts";
import { sql } from "kysely";
import { createConversation } from "./conversations/fixtures.ts";
import { selectInboxPage } from "./conversations/store.inbox.ts";
import { selectMessagePage } from "./messages/store.ts";
import { selectClientPage, selectTimelinePage } from "./timeline/store.ts";

/** Messages of one case, in one firm: half of them in one conversation, the others in one each. */
const total = isFullExtent ? 100_000 : 10_000;
const limit = 50;
/** That page 1,000 of the full extent begins with; the middle of a smaller one. */
const late = Math.min(999 * limit, total / 2);

let server: TestServer;
let owner: Client;
let tenant: TestTenant;
let api: Api;
let caseId: string;
let clientId: string;

beforeAll(async () => {
  server = await startOwnServer();
  tenant = await createTenant(server.services.database);
  api = openApi(server, tenant.secret);
  const { organizationId } = tenant;
  const created = await createConversation(tenant);
  ({ caseId, clientId } = created);
  owner = await server.connectOwner();
  await owner.query("SET session_replication_role = replica");
  await owner.query(
    `INSERT INTO "Message" ("organizationId", id, "conversationId", "caseId", channel, direction, status, "bodyText", "occurredAt", "createdBy")
     SELECT $1, 'msg_' || to_char(n, 'FM0000000'), CASE WHEN n % 2 = 0 THEN $2 ELSE 'cnv_' || to_char(n, 'FM0000000') END, $3, 'text', 'inbound', 'received', repeat('word ', 20), timestamptz '2026-01-01T00:00:00Z' + n * interval '1 minute',
       '{"type":"system","id":"system","name":"Caseport"}'
     FROM generate_series(1, $4::integer) n`,
    [organizationId, created.conversationId, caseId, total],
  );
  await owner.query(
    `INSERT INTO "MessageParty" ("organizationId", "messageId", role, position, address)
     SELECT $1, 'msg_' || to_char(n, 'FM0000000'), role, 1, '+15125550143' FROM generate_series(1, $2::integer) n, unnest(ARRAY['from', 'to']) role`,
    [organizationId, total],
  );
  // As a firm has them after years: of ten, one waits that was closed and one that nobody linked was; few are open.
  await owner.query(
    `INSERT INTO "Conversation" ("organizationId", id, "caseId", channel, status, "messageCount", "lastMessageAt", "lastInboundAt", "unansweredSince", "createdBy", "updatedAt")
     SELECT $1, 'cnv_' || to_char(n, 'FM0000000'), CASE WHEN n % 10 = 2 THEN NULL ELSE $2 END, 'text',
       CASE WHEN n % 10 IN (1, 2) AND n % 1000 NOT IN (1, 2) THEN 'closed' ELSE 'open' END, 1, at, at,
       CASE WHEN n % 10 = 1 THEN at END, '{"type":"system","id":"system","name":"Caseport"}', at
     FROM (SELECT n, timestamptz '2026-01-01T00:00:00Z' + n * interval '1 minute' AS at FROM generate_series(1, $3::integer) n) s`,
    [organizationId, caseId, total],
  );
  await owner.query(
    `INSERT INTO "ConversationCounterpart" ("organizationId", "conversationId", position, address, "clientId")
     SELECT $1, 'cnv_' || to_char(n, 'FM0000000'), 1, '+1512555' || to_char(n % 10000, 'FM0000'), CASE WHEN n <= 50 THEN $2 END
     FROM generate_series(1, $3::integer) n`,
    [organizationId, clientId, total],
  );
  await owner.query('ANALYZE "ConversationCounterpart", "Message", "Conversation", "Call", "MessageParty"');
}, 120_000);
afterAll(() => server.close(1_000));

/** A page, newest first, that begins behind so many messages. */
function pageBehind(skipped: number, column: "id" | "at"): SortedPage {
  const number = total - skipped;
  const id = `msg_${String(number).padStart(7, "0")}`;
  const at = new Date(Date.parse("2026-01-01T00:00:00Z") + number * 60_000).toISOString();
  const after =
    column === "id" ? sql<boolean>`t.id <= ${id}` : sql<boolean>`(t.at, t.id) <= (${at}::timestamptz, ${id}::text)`;
  const order = column === "id" ? sql`t.id DESC` : sql`t.at DESC, t.id DESC`;
  return { after, order, limit };
}

test.each([
  ["messages of the firm", (page: SortedPage) => selectMessagePage(tenant, {}, page), "id"],
  ["messages of a case", (page: SortedPage) => selectMessagePage(tenant, { caseId }, page), "id"],
  ["what was said about a case", (page: SortedPage) => selectTimelinePage(tenant, caseId, page), "at"],
] as const)("acceptance 16: page 1 and page 1,000 of %s read as many rows", async (_, select, column) => {
  const [first, later] = [
    await explainRead(server, tenant, select(pageBehind(0, column))),
    await explainRead(server, tenant, select(pageBehind(late, column))),
  ];
  expect(first.scans.filter(({ node, table }) => node === "Seq Scan" && table === "Message")).toEqual([]);
  expect(later.scans.filter(({ node, table }) => node === "Seq Scan" && table === "Message")).toEqual([]);
  expect(later.read).toBeLessThanOrEqual(first.read + limit);
  // Of each message: its case, client, attorney, people and attachments.
  expect(first.read).toBeLessThanOrEqual(10 * limit);
});

test("acceptance 16: the two lists lead from one page to the next", async () => {
  for (const path of ["/messages?limit=50", `/cases/${caseId}/communications?limit=50`]) {
    const first = readBody<{ nextCursor: string }>(await api.get(path));
    const next = await api.get(`${path}&after=${encodeURIComponent(first.nextCursor)}`);
    expect([path, next.status]).toEqual([path, 200]);
  }
});

const openOnes = total / 1_000;

test.each(["waiting", "unlinked", "all"] as const)(
  "page 1 and a late page of the box %s read what they show, however much was closed",
  async (box) => {
    const column = box === "waiting" ? "unansweredSince" : "updatedAt";
    const [sign, order] = box === "waiting" ? [sql`>=`, sql`ASC`] : [sql`<=`, sql`DESC`];
    const pageAt = (number: number): SortedPage => {
      const at = new Date(Date.parse("2026-01-01T00:00:00Z") + number * 60_000).toISOString();
      const id = `cnv_${String(number).padStart(7, "0")}`;
      return {
        after: sql<boolean>`(t.${sql.ref(column)}, t.id) ${sign} (${at}::timestamptz, ${id}::text)`,
        order: sql`t.${sql.ref(column)} ${order}, t.id ${order}`,
        limit,
      };
    };
    const first = await explainRead(
      server,
      tenant,
      selectInboxPage(tenant, box, pageAt(box === "waiting" ? 0 : total)),
    );
    const later = await explainRead(server, tenant, selectInboxPage(tenant, box, pageAt(total / 2)));
    for (const { scans, read } of [first, later]) {
      expect(scans.filter(({ node, table }) => node === "Seq Scan" && table === "Conversation")).toEqual([]);
      // Of each: its case, and of what nobody linked whether a member wrote it to themselves.
      expect(read).toBeLessThanOrEqual(4 * limit);
    }
    if (box !== "all") expect(first.read).toBeGreaterThanOrEqual(Math.min(openOnes, limit));
  },
);

test("page 1 and a late page of what was said with a client read as many rows", async () => {
  const [first, later] = [
    await explainRead(server, tenant, selectClientPage(tenant, clientId, pageBehind(0, "at"))),
    await explainRead(server, tenant, selectClientPage(tenant, clientId, pageBehind(late, "at"))),
  ];
  for (const { scans } of [first, later])
    expect(scans.filter(({ node, table }) => node === "Seq Scan" && table !== "Case" && table !== "Call")).toEqual([]);
  expect(later.read).toBeLessThanOrEqual(first.read + limit);
  // Of each of their conversations a page at most.
  expect(first.read).toBeLessThanOrEqual(10 * limit);
});
