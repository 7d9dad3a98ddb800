import { sql, type RawBuilder } from "kysely";
import { afterAll, beforeAll, expect, test } from "vitest";
import { openApi, readBody, type Api } from "../../testing/harness/requests/api.ts";
import { startTestServer, type TestServer } from "../../testing/harness/server.ts";
import { createCase, createTenant, type TestTenant } from "../../testing/harness/tenant.ts";
import { readEvents } from "../../testing/harness/traces.ts";
import type { Note } from "./schema.ts";

let server: TestServer;
let tenant: TestTenant;
let api: Api;

beforeAll(async () => {
  server = await startTestServer();
  tenant = await createTenant(server.services.database);
  api = openApi(server, tenant.secret);
});
afterAll(() => server.close(1000));

const canary = "privilegedcanaryword";
const content = { subject: `Subject ${canary}`, body: `Body **${canary}**`, tags: [canary] };

test("acceptance 7: neither the feed nor the case's activity has the content of a privileged note or of its comments", async () => {
  const { caseId } = await createCase(tenant);
  const {
    note: { id },
  } = readBody<{ note: Note }>(
    await api.change("POST", `/cases/${caseId}/notes`, { type: "strategy", visibility: "privileged", ...content }),
  );
  readBody(await api.change("POST", `/notes/${id}/comments`, { body: `Comment ${canary}` }));
  readBody(await api.change("PATCH", `/notes/${id}`, { body: `Other ${canary}`, subject: null }));
  readBody(
    await api.change("PATCH", `/notes/${id}`, {
      visibility: "internal",
      body: "For everybody",
      tags: [],
      reason: "Produced",
    }),
  );
  const feeds = [await api.get("/events?limit=500"), await api.get(`/cases/${caseId}/activity`)];
  expect(feeds.map(({ text }) => [text.includes(id), text.includes(canary), text.includes("For everybody")])).toEqual([
    [true, false, true],
    [true, false, true],
  ]);
  const [, , edited] = (await readEvents(tenant)).filter(({ entityId }) => entityId === id).map(({ diff }) => diff);
  expect(edited).toMatchObject({
    body: { from: "[redacted]", to: "[redacted]" },
    visibility: { from: "privileged", to: "internal" },
  });
});

test("acceptance 7: a note that is raised to privileged leaves its earlier events, and its comments' events, without content", async () => {
  const { caseId } = await createCase(tenant);
  const before = (await readEvents(tenant)).length;
  const start = readBody<{ nextCursor: string }>(await api.get("/events?limit=500")).nextCursor;
  const {
    note: { id },
  } = readBody<{ note: Note }>(await api.change("POST", `/cases/${caseId}/notes`, { type: "strategy", ...content }));
  const { comment } = readBody<{ comment: { id: string } }>(
    await api.change("POST", `/notes/${id}/comments`, { body: `Comment ${canary}` }),
  );
  readBody(await api.change("PATCH", `/notes/${id}`, { body: `Other ${canary}` }));
  const seen = () => api.get(`/events?limit=500&after=${start}`);
  const first = await seen();
  expect(first.text.split(canary).length).toBeGreaterThan(5);
  readBody(await api.change("PATCH", `/notes/${id}`, { visibility: "privileged" }));
  const second = await seen();
  expect([
    second.text.includes(canary),
    second.text.includes(comment.id),
    (await api.get(`/cases/${caseId}/activity`)).text.includes(canary),
  ]).toEqual([false, true, false]);
  const events = (await readEvents(tenant)).slice(before);
  expect(events[0]).toMatchObject({
    eventType: "note.created",
    payload: { id, type: "strategy", subject: "[redacted]", body: "[redacted]", tags: [], attachments: [] },
  });
  expect(events[2]?.diff).toMatchObject({
    body: { from: "[redacted]", to: "[redacted]" },
    revisionCount: { from: 1, to: 2 },
  });
  // IDs, numbers and types are as they were, and a later rereading starts where it did.
  const facts = (text: string) =>
    (JSON.parse(text) as { events: { id: string; eventType: string }[] }).events.map((event) => [
      event.id,
      event.eventType,
    ]);
  expect(facts(second.text).slice(0, 3)).toEqual(facts(first.text));
});

test("acceptance 7: of an event only values change, to their redacted form, and only in the own organization", async () => {
  const { caseId } = await createCase(tenant);
  const {
    note: { id },
  } = readBody<{ note: Note }>(
    await api.change("POST", `/cases/${caseId}/notes`, { type: "general", body: "Ours", tags: ["ours"] }),
  );
  readBody(await api.change("PATCH", `/notes/${id}`, { body: "Still ours" }));
  const change = ({ inside }: TestTenant, values: RawBuilder<unknown>) =>
    inside(async (transaction) =>
      Number((await sql`UPDATE "Event" SET ${values} WHERE "entityId" = ${id}`.execute(transaction)).numAffectedRows),
    );
  for (const forged of [
    sql`payload = '{}'`,
    sql`payload = (SELECT json_object_agg(key, CASE WHEN key = 'body' THEN '"Forged"' ELSE value END) FROM json_each(payload))`,
    sql`payload = (SELECT json_object_agg(key, CASE WHEN key = 'tags' THEN '["[redacted]"]' ELSE value END) FROM json_each(payload))`,
    sql`payload = (SELECT json_object_agg(CASE WHEN key = 'body' THEN 'text' ELSE key END, CASE WHEN key = 'body' THEN '"[redacted]"' ELSE value END) FROM json_each(payload))`,
    sql`payload = (SELECT json_object_agg(key, value) FROM json_each(payload) WHERE key <> 'body')`,
    sql`diff = '{"body": {"from": "[redacted]", "to": "Forged"}}'`,
    sql`diff = '{"added": {"from": "[redacted]", "to": "[redacted]"}}'`,
  ])
    await expect(change(tenant, forged)).rejects.toThrow(/append-only, except/);
  await expect(change(tenant, sql`"eventType" = 'note.deleted'`)).rejects.toThrow(/permission denied/);
  const other = await createTenant(server.services.database);
  const redacted = sql`payload = redact_payload(payload, '{body, tags}'), diff = redact_diff(diff, '{body}')`;
  expect([await change(other, redacted), await change(tenant, redacted), await change(tenant, redacted)]).toEqual([
    0, 2, 2,
  ]);
  const [created, edited] = (await readEvents(tenant)).filter(({ entityId }) => entityId === id);
  expect(created?.payload).toMatchObject({ body: "[redacted]", bodyText: "Ours", tags: [] });
  expect(edited?.diff).toMatchObject({
    body: { from: "[redacted]", to: "[redacted]" },
    bodyText: { to: "Still ours" },
  });
});

test("acceptance 7: not even the owner of the events changes another column", async () => {
  const owner = await server.connectOwner();
  await expect(
    owner.query(`UPDATE "Event" SET "correlationId" = 'req_00000000000000000000000000' WHERE "organizationId" = $1`, [
      tenant.organizationId,
    ]),
  ).rejects.toThrow(/append-only, except/);
  await owner.end();
});
