import { afterAll, beforeAll, expect, test } from "vitest";
import { purgeInBatches } from "../../../platform/jobs/maintenance.ts";
import { openApi, readBody } from "../../../testing/harness/requests/api.ts";
import { startTestServer, type TestServer } from "../../../testing/harness/server.ts";
import { createTenant } from "../../../testing/harness/tenant.ts";
import { openSandboxTenant } from "../fixtures.ts";
import { captureMessage, type UnsentMessage } from "./domain.ts";
import { createCapturedMessage } from "./fixtures.ts";
import type { CapturedMessage } from "./schema.ts";

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer();
});
afterAll(() => server.close(1_000));

async function openSandbox() {
  const { database } = server.services;
  const firm = await createTenant(database);
  const firmApi = openApi(server, firm.secret);
  const { sandbox } = readBody<{ sandbox: { id: string } }>(await firmApi.change("POST", "/sandbox", {}));
  const tenant = await openSandboxTenant(database, sandbox.id);
  const api = openApi(server, tenant.secret);
  const list = async (query = "") =>
    readBody<{ messages: CapturedMessage[] }>(await api.get(`/sandbox/messages${query}`)).messages;
  return { firmApi, tenant, api, list };
}

const unsent: UnsentMessage = {
  sourceId: "mail-1",
  recipients: ["ada@client.example", "eve@client.example", "ada@client.example"],
  channel: "email",
  subject: "Hello",
  text: "x".repeat(50_001),
  attachments: [{ name: "chart.pdf", contentType: "application/pdf", sizeBytes: 5 }],
  record: { entity: "message", id: "msg_1" },
};

test("a message is captured once for each recipient, however often its job runs, and cut", async () => {
  const { firmApi, tenant, api, list } = await openSandbox();
  const { organizationId } = tenant;
  for (const _ of [1, 2]) await tenant.inside((transaction) => captureMessage({ organizationId, transaction }, unsent));
  const text = { ...unsent, sourceId: "msg_2", recipients: ["+12155550101"], channel: "sms", subject: null } as const;
  await tenant.inside((transaction) =>
    captureMessage({ organizationId, transaction }, { ...text, text: "Hi", attachments: [], record: null }),
  );
  const messages = await list();
  expect(messages).toMatchObject([
    { channel: "sms", to: "+12155550101", subject: null, text: "Hi", attachments: [], entity: null, entityId: null },
    { channel: "email", subject: "Hello", attachments: unsent.attachments, entity: "message", entityId: "msg_1" },
    { channel: "email", subject: "Hello" },
  ]);
  expect(messages.slice(1).map(({ to, text: shown }) => [to, shown.length])).toEqual(
    expect.arrayContaining([
      ["ada@client.example", 50_000],
      ["eve@client.example", 50_000],
    ]),
  );
  for (const [query, count] of [
    ["?channel=email", 2],
    ["?to=eve%40client.example", 1],
    ["?entityId=msg_1&channel=sms", 0],
    ["?limit=1", 1],
  ] as const)
    expect([query, (await list(query)).length]).toEqual([query, count]);
  expect((await api.get("/sandbox/messages?channel=fax")).status).toBe(400);
  expect(readBody<{ messages: object[] }>(await firmApi.get("/sandbox/messages")).messages).toEqual([]);
});

test("it is deleted seven days later", async () => {
  const { tenant, list } = await openSandbox();
  const daysAgo = (days: number) => new Date(Date.now() - days * 86_400_000).toISOString();
  await createCapturedMessage(tenant, { createdAt: daysAgo(7.1), subject: "Old" });
  await createCapturedMessage(tenant, { createdAt: daysAgo(6.9), subject: "New" });
  await purgeInBatches(server.services.database, "purge_captured_messages", 1);
  expect((await list()).map(({ subject }) => subject)).toEqual(["New"]);
});
