import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { createEvent } from "../../areas/calendar/fixtures.ts";
import { createAttorney } from "../../areas/cases/transitions/fixtures.ts";
import { createLead } from "../../areas/leads/fixtures.ts";
import { createTask } from "../../areas/tasks/fixtures.ts";
import type { Scope } from "../../contract/scopes.ts";
import { openApi, type Api } from "../harness/requests/api.ts";
import { startTestServer, type TestServer } from "../harness/server.ts";
import { allScopes, changeRow, createCase, createTenant, type TestTenant } from "../harness/tenant.ts";

/**
 * What a response shows can depend on more than the scope that reads its record. A replay shows what the caller may
 * read now.
 */

let server: TestServer;
let tenant: TestTenant;
let api: Api;

beforeAll(async () => {
  server = await startTestServer();
});
beforeEach(async () => {
  tenant = await createTenant(server.services.database);
  api = openApi(server, tenant.secret);
});
afterAll(() => server.close(1000));

const secretWord = "qzcanaryxvreplay";
const headers = { "X-Idempotency-Key": "once" };

interface Write {
  method: "POST" | "PATCH";
  path: string;
  body: object;
}

/**
 * Sends a write, takes something from its key, sends it again.
 *
 * @returns whether each response has the secret word, and the replay
 */
async function replayAfter({ method, path, body }: Write, takeRight: () => Promise<void>) {
  const send = () => api.change(method, path, body, headers);
  const first = await send();
  await takeRight();
  const replay = await send();
  expect([first.status < 300, replay.status, replay.headers["idempotent-replayed"]]).toEqual([
    true,
    first.status,
    "true",
  ]);
  expect([replay.headers.etag, replay.headers.location]).toEqual([first.headers.etag, first.headers.location]);
  expect((await send()).text).toBe(replay.text);
  return { shown: [first, replay].map(({ text }) => text.includes(secretWord)), replay, first };
}

const withoutScopes =
  (...lost: Scope[]) =>
  () =>
    changeRow(tenant, "IntegrationKey", tenant.keyId, { scopes: allScopes.filter((scope) => !lost.includes(scope)) });

test("the body of a privileged note is not replayed without notes:privileged", async () => {
  const { caseId } = await createCase(tenant);
  const created = await api.change("POST", `/cases/${caseId}/notes`, {
    type: "general",
    body: secretWord,
    visibility: "privileged",
  });
  const {
    note: { id },
  } = created.body as { note: { id: string } };
  const change = { method: "PATCH", path: `/notes/${id}`, body: { subject: "Call" } } as const;
  const { shown, replay } = await replayAfter(change, withoutScopes("notes:privileged"));
  expect(shown).toEqual([true, false]);
  const { note } = replay.body as { note: object };
  expect(note).toEqual({ id, subject: "Call", revision: 2, updatedAt: expect.any(String) as unknown });
});

test("the name of a lead is not replayed without leads:read", async () => {
  const leadId = await createLead(tenant, { firstName: "Mara", lastName: secretWord });
  const { taskId } = await createTask(tenant, { leadId });
  const { shown } = await replayAfter(
    { method: "PATCH", path: `/tasks/${taskId}`, body: { title: "Call back" } },
    withoutScopes("leads:read"),
  );
  expect(shown).toEqual([true, false]);
});

test("a private event is not replayed for another acting attorney", async () => {
  const { eventId } = await createEvent(tenant, {
    visibility: "private",
    title: secretWord,
    organizerMemberId: tenant.attorneyId,
  });
  const other = await createAttorney(tenant);
  const takeRight = () => changeRow(tenant, "IntegrationKey", tenant.keyId, { actingAttorneyId: other });
  const { shown } = await replayAfter(
    { method: "PATCH", path: `/calendar-events/${eventId}`, body: { showAs: "free" } },
    takeRight,
  );
  expect(shown).toEqual([true, false]);
});

test("a medical event is not replayed without medical:read", async () => {
  const { eventId } = await createEvent(tenant, { type: "ime", title: secretWord });
  const { shown } = await replayAfter(
    { method: "PATCH", path: `/calendar-events/${eventId}`, body: { showAs: "free" } },
    withoutScopes("medical:read"),
  );
  expect(shown).toEqual([true, false]);
});

test("a replay is byte-identical for a key that gained a scope", async () => {
  await changeRow(tenant, "IntegrationKey", tenant.keyId, {
    scopes: allScopes.filter((scope) => scope !== "leads:read"),
  });
  const { caseId } = await createCase(tenant);
  const change = {
    method: "POST",
    path: `/cases/${caseId}/notes`,
    body: { type: "general", body: secretWord },
  } as const;
  const { first, replay } = await replayAfter(change, () =>
    changeRow(tenant, "IntegrationKey", tenant.keyId, { scopes: [...allScopes] }),
  );
  expect(replay.text).toBe(first.text);
});
