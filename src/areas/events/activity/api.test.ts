import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { lowestId } from "../../../platform/database/ids.ts";
import { openApi, readBody } from "../../../testing/harness/requests/api.ts";
import { createCase, createTenant, createKey, type TestTenant } from "../../../testing/harness/tenant.ts";
import { startTestServer, type TestServer } from "../../../testing/harness/server.ts";
import { readAuditEntries } from "../../../testing/harness/traces.ts";
import { createFacility } from "../../medical/fixtures.ts";
import { writeEvent } from "../fixtures.ts";
import type { EventRecord } from "../schema.ts";

let server: TestServer;
let tenant: TestTenant;

beforeAll(async () => {
  server = await startTestServer();
  tenant = await createTenant(server.services.database);
});
afterAll(() => server.close(1000));

async function readActivity(
  caseId: string,
  query = "",
  secret = tenant.secret,
): Promise<{ activity: EventRecord[]; nextCursor: string | null }> {
  return readBody(await openApi(server, secret).get(`/cases/${caseId}/activity${query}`));
}

const typesOf = ({ activity }: { activity: EventRecord[] }) => activity.map(({ eventType }) => eventType);
const pointTo = (caseId: string) => [{ entity: "case", id: caseId }];

describe("which events are returned", () => {
  test("events of every record of the case, newest first, and of no other case", async () => {
    const api = openApi(server, tenant.secret);
    const { caseId, clientId } = await createCase(tenant);
    const { caseId: other } = await createCase(tenant);
    await api.change("POST", `/cases/${other}/folders`, { name: "Bills" });
    await api.change("POST", `/cases/${caseId}/folders`, { name: "Bills" });
    await api.change("PATCH", `/clients/${clientId}`, { firstName: "Rosalinde" });
    await api.change("PATCH", `/cases/${caseId}`, { title: "Diaz v. Acme" });
    expect(typesOf(await readActivity(caseId))).toEqual(["case.updated", "client.updated", "folder.created"]);
    expect(typesOf(await readActivity(other))).toEqual(["folder.created"]);
  });

  test("an event of a client appears once in each of the client's cases", async () => {
    const { caseId, clientId } = await createCase(tenant);
    const second = await openApi(server, tenant.secret).change("POST", "/cases", {
      caseType: "dog_bite",
      plaintiffId: clientId,
    });
    const secondId = (second.body as { case: { id: string } }).case.id;
    await openApi(server, tenant.secret).change("PATCH", `/clients/${clientId}`, { firstName: "Rosalinde" });
    expect(typesOf(await readActivity(caseId))).toEqual(["client.updated"]);
    expect(typesOf(await readActivity(secondId))).toEqual(["client.updated", "case.created"]);
  });
});

describe("what a caller reads", () => {
  async function fill(): Promise<string> {
    const { caseId } = await createFacility(tenant);
    for (const type of ["case.updated", "folder.created", "medical_facility.updated"] as const) {
      await tenant.inside((transaction) => writeEvent(tenant, transaction, type, { relatedIds: pointTo(caseId) }));
    }
    return caseId;
  }

  test("only events of records that its scopes allow", async () => {
    const caseId = await fill();
    const { secret } = await createKey(tenant, { scopes: ["cases:read", "documents:read"] });
    const seen = await readActivity(caseId, "", secret);
    expect(typesOf(seen)).toEqual(["folder.created", "case.updated"]);
    for (const { payload } of seen.activity) expect(payload["name"]).toBe("Mercy General");
  });

  test("with events:read every event, with other areas' values redacted", async () => {
    const caseId = await fill();
    const { secret } = await createKey(tenant, { scopes: ["cases:read", "events:read"] });
    const { activity } = await readActivity(caseId, "", secret);
    expect(activity.map(({ eventType, payload, diff }) => [eventType, payload["name"], diff["name"]])).toEqual([
      ["medical_facility.updated", "[redacted]", { from: "[redacted]", to: "[redacted]" }],
      ["folder.created", "[redacted]", { from: "[redacted]", to: "[redacted]" }],
      ["case.updated", "Mercy General", { from: "Mercy", to: "Mercy General" }],
    ]);
  });

  test("a read under an elevated scope records an audit entry", async () => {
    const caseId = await fill();
    const { secret, keyId } = await createKey(tenant, { scopes: ["cases:read", "medical:read"] });
    await readActivity(caseId, "", secret);
    const noted = (await readAuditEntries(tenant)).filter(({ actorId }) => actorId === keyId);
    expect(noted.map(({ action, entity }) => [action, entity])).toEqual([["cases.activity.list", "event"]]);
  });
});

test("activity is paged, and a cursor of another case is rejected", async () => {
  const { caseId } = await createCase(tenant);
  const { caseId: other } = await createCase(tenant);
  for (let index = 0; index < 5; index += 1)
    await tenant.inside((transaction) =>
      writeEvent(tenant, transaction, "case.updated", { entityId: `x${index}`, relatedIds: pointTo(caseId) }),
    );
  const seen: string[] = [];
  let after = "";
  do {
    const { activity, nextCursor } = await readActivity(caseId, `?limit=2${after}`);
    seen.push(...activity.map(({ entityId }) => entityId));
    after = nextCursor === null ? "" : `&after=${nextCursor}`;
  } while (after !== "");
  expect(seen).toEqual(["x4", "x3", "x2", "x1", "x0"]);
  const { nextCursor } = await readActivity(caseId, "?limit=2");
  expect((await openApi(server, tenant.secret).get(`/cases/${other}/activity?after=${nextCursor ?? ""}`)).status).toBe(
    400,
  );
});

test("events that are older than the feed keeps them are not in the activity", async () => {
  const firm = await createTenant(server.services.database);
  const { caseId } = await createCase(firm);
  const { organizationId } = firm;
  const insertEvent = (number: number, days: number) =>
    firm.inside((transaction) => {
      const occurredAt = new Date(Date.now() - days * 86_400_000);
      const written = {
        entity: "case",
        entityId: caseId,
        eventType: "case.updated",
        actor: JSON.stringify({ id: "k", type: "integration_key", name: "K" }),
        payload: "{}",
        diff: "{}",
        metadata: "{}",
      };
      const row = {
        organizationId,
        number,
        id: lowestId("event", occurredAt),
        occurredAt: occurredAt.toISOString(),
        relatedIds: JSON.stringify(pointTo(caseId)),
        correlationId: "req",
        ...written,
      };
      return transaction.insertInto("Event").values(row).execute();
    });
  await insertEvent(1, 90);
  expect((await readActivity(caseId, "", firm.secret)).activity).toEqual([]);
  await insertEvent(2, 89);
  expect((await readActivity(caseId, "", firm.secret)).activity).toHaveLength(1);
});
