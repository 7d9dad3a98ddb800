import { randomInt, randomUUID } from "node:crypto";
import { expect, test } from "@playwright/test";
import { openClient } from "../client.ts";
import { readDemoData } from "../demo-data.ts";

test("an integration reads and writes a case with all nine operations", async ({ request }) => {
  const { keys, ids } = readDemoData();
  const client = openClient(request, keys.full);

  const me = await client.get("/me");
  expect(me.status()).toBe(200);
  expect(await me.json()).toMatchObject({ success: true, me: { integrationConfigured: true } });

  const before = await client.get(`/cases/${ids.caseId}`);
  expect(await before.json()).toMatchObject({
    success: true,
    case: { id: ids.caseId, plaintiff: { id: ids.clientId } },
  });

  const phone = `(412) 555-01${randomInt(10, 100)}`;
  const changed = await client.send("PATCH", `/clients/${ids.clientId}`, { phone });
  expect(changed.status()).toBe(200);
  const after = await client.get(`/cases/${ids.caseId}`);
  expect(await after.json()).toMatchObject({ case: { plaintiff: { phone } } });
  expect(after.headers()["etag"]).not.toBe(before.headers()["etag"]);

  const feed = await client.get("/document-events?limit=500");
  const { nextCursor } = (await feed.json()) as { nextCursor: string };
  const name = `Wage records ${randomUUID()}`;
  const folder = await client.send("POST", `/cases/${ids.caseId}/folders`, { name, parentFolderId: ids.folderId });
  expect(folder.status()).toBe(201);
  const news = await client.get(`/document-events?after=${nextCursor}`);
  expect(((await news.json()) as { events: object[] }).events).toContainEqual(
    expect.objectContaining({ eventType: "folder.created", payload: expect.objectContaining({ name }) }),
  );

  const answer = `/cases/${ids.caseId}/survey-details/${ids.intakeAccessor}`;
  expect((await client.send("PUT", answer, { value: "PD-2026-0042" })).status()).toBe(200);
  expect((await client.send("DELETE", answer)).status()).toBe(200);
  expect((await client.send("DELETE", answer)).status()).toBe(404);

  const invoice = `/invoices/${ids.invoiceDraftId}/transitions`;
  expect(await (await client.send("POST", invoice, { status: "sent" })).json()).toMatchObject({
    invoice: { status: "sent" },
  });
  expect((await client.send("POST", invoice, { status: "draft" })).status()).toBe(409);

  const facility = await client.send("PATCH", `/medical-facilities/${ids.facilityId}`, { expectedVersion: 1 });
  expect([200, 409]).toContain(facility.status());
  const retrieval = await client.get(`/retrieval-requests/${ids.retrievalRequestId}`);
  expect(await retrieval.json()).toMatchObject({
    retrievalRequest: { id: ids.retrievalRequestId, case: { id: ids.caseId } },
  });
});

test("a retry with the same idempotency key changes nothing", async ({ request }) => {
  const { keys, ids } = readDemoData();
  const client = openClient(request, keys.full);
  const idempotencyKey = randomUUID();
  const body = { name: `Retried ${idempotencyKey}` };
  const first = await client.send("POST", `/cases/${ids.caseId}/folders`, body, idempotencyKey);
  const second = await client.send("POST", `/cases/${ids.caseId}/folders`, body, idempotencyKey);
  expect([first.status(), second.status()]).toEqual([201, 201]);
  expect(await second.text()).toBe(await first.text());
  expect(second.headers()["idempotent-replayed"]).toBe("true");
});

test("each demo key behaves as its name says", async ({ request }) => {
  const { keys, ids, otherOrganization } = readDemoData();
  const path = `/cases/${ids.caseId}`;
  const statusOf = async (secret: string) => (await openClient(request, secret).get(path)).status();
  expect(await statusOf(keys.full)).toBe(200);
  expect(await statusOf(keys.readOnly)).toBe(200);
  expect(await statusOf(keys.noScopes)).toBe(403);
  expect(await statusOf(keys.orgManage)).toBe(403);
  for (const dead of [keys.expired, keys.revoked, keys.paused]) expect(await statusOf(dead)).toBe(401);
  expect(await statusOf(keys.otherOrganization)).toBe(404);
  expect((await openClient(request, keys.otherOrganization).get(`/cases/${otherOrganization.caseId}`)).status()).toBe(
    200,
  );
  const folder = `/cases/${ids.caseId}/folders`;
  const rejected = await openClient(request, keys.deactivatedAttorney).send("POST", folder, { name: "Never made" });
  expect([rejected.status(), ((await rejected.json()) as { code: string }).code]).toEqual([
    409,
    "INTEGRATION_NOT_CONFIGURED",
  ]);
});
