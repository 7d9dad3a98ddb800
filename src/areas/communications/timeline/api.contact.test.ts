import { afterAll, beforeAll, expect, test } from "vitest";
import { openApi, readBody, type Api } from "../../../testing/harness/requests/api.ts";
import { startTestServer, type TestServer } from "../../../testing/harness/server.ts";
import { changeRow, createCase, createTenant, type TestTenant } from "../../../testing/harness/tenant.ts";
import { readEvents } from "../../../testing/harness/traces.ts";
import type { Message } from "../messages/schema.ts";
import type { LastClientContact } from "./schema.ts";

let server: TestServer;
let tenant: TestTenant;
let api: Api;
beforeAll(async () => {
  server = await startTestServer();
  tenant = await createTenant(server.services.database);
  api = openApi(server, tenant.secret);
  await changeRow(tenant, "Organization", tenant.organizationId, { timezone: "America/New_York" });
});
afterAll(() => server.close(1000));

const address = "rosa@example.com";
const open = async () => {
  const created = await createCase(tenant);
  await changeRow(tenant, "Client", created.clientId, { emailKey: address });
  await changeRow(tenant, "Case", created.caseId, { lastClientContactOn: "2026-03-02" });
  return created;
};
const write = async (caseId: string, occurredAt: string, more: object = {}) => {
  const parties = { from: { address: "firm@example.com" }, to: [{ address }] };
  const body = { channel: "email", direction: "outbound", caseId, ...parties, subject: "Update", bodyText: "Hello" };
  const reply = await api.change("POST", "/messages/log", { ...body, status: "sent", occurredAt, ...more });
  return readBody<{ message: Message }>(reply).message;
};
const bounce = async (messageId: string) => {
  const reports = [{ messageId, status: "bounced", failure: "address_refused" }];
  expect((await api.change("POST", "/message-delivery-reports", { reports })).status).toBe(200);
};
const read = async (caseId: string) =>
  readBody<{ lastClientContact: LastClientContact }>(await api.get(`/cases/${caseId}/last-client-contact`))
    .lastClientContact;
const dayOf = async (caseId: string) => (await read(caseId)).lastClientContactOn;

test("acceptance 13: the date of last contact moves forward by the firm's day, and a bounce takes it back", async () => {
  const { caseId, clientId } = await open();
  const message = await write(caseId, "2026-03-11T03:59:00Z");
  expect(await read(caseId)).toMatchObject({
    lastClientContactOn: "2026-03-10",
    by: { type: "message", id: message.id },
  });
  await bounce(message.id);
  expect(await dayOf(caseId)).toBe("2026-03-02");
  const spoken = { direction: "inbound", status: "completed", startedAt: "2026-03-12T14:00:00Z", durationSeconds: 60 };
  await api.change("POST", "/calls", { ...spoken, caseId, party: { clientId } });
  expect(await dayOf(caseId)).toBe("2026-03-12");
  // Never past a later day.
  await write(caseId, "2026-03-11T15:00:00Z");
  expect(await dayOf(caseId)).toBe("2026-03-12");
  // A PATCH afterwards wins, also one that goes back; and a bounce after it changes nothing.
  const last = await write(caseId, "2026-03-13T15:00:00Z");
  expect(await dayOf(caseId)).toBe("2026-03-13");
  expect((await api.change("PATCH", `/cases/${caseId}`, { lastClientContactOn: "2026-03-05" })).status).toBe(200);
  await bounce(last.id);
  expect(await dayOf(caseId)).toBe("2026-03-05");
});

test("thirty messages of a day are one case.updated", async () => {
  const { caseId } = await open();
  for (let minute = 10; minute < 40; minute += 1) await write(caseId, `2026-03-10T15:${minute}:00Z`);
  const updates = (await readEvents(tenant)).filter(
    ({ eventType, entityId }) => eventType === "case.updated" && entityId === caseId,
  );
  expect(updates).toHaveLength(1);
});

test("of two that bounce, the second returns to the day before both, whichever bounces first", async () => {
  for (const order of [
    [0, 1],
    [1, 0],
  ]) {
    const { caseId } = await open();
    const sent = [await write(caseId, "2026-03-10T15:00:00Z"), await write(caseId, "2026-03-12T15:00:00Z")];
    for (const index of order) await bounce(sent[index]?.id ?? "");
    expect(await dayOf(caseId)).toBe("2026-03-02");
  }
});

test("a void message takes the date back, too", async () => {
  const { caseId } = await open();
  const { id } = await write(caseId, "2026-03-10T15:00:00Z");
  await api.change("POST", `/messages/${id}/transitions`, { status: "voided", reason: "Wrong client" });
  expect(await read(caseId)).toMatchObject({ lastClientContactOn: "2026-03-02", by: null });
});

test("automated messages, and messages to somebody else, move nothing; one to the guardian does", async () => {
  const { caseId, clientId } = await open();
  await write(caseId, "2026-03-10T15:00:00Z", { isAutomated: true });
  await write(caseId, "2026-03-10T15:00:00Z", { to: [{ address: "adjuster@example.com" }] });
  expect(await dayOf(caseId)).toBe("2026-03-02");
  const emails = [{ address: "mother@example.com" }];
  const guardian = { type: "person", firstName: "Ana", lastName: "Diaz", emails };
  const { contact } = readBody<{ contact: { id: string } }>(await api.change("POST", "/contacts", guardian));
  await changeRow(tenant, "Client", clientId, { guardianContactId: contact.id });
  const message = await write(caseId, "2026-03-10T15:00:00Z", { to: emails });
  expect(message.to).toMatchObject([{ contactId: contact.id, clientId: null }]);
  expect(await dayOf(caseId)).toBe("2026-03-10");
});
