import { Client } from "pg";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { openApi } from "../../../testing/harness/requests/api.ts";
import { readId, readRecord } from "../../../testing/harness/requests/example-request.ts";
import { waitForLock } from "../../../testing/database/wait-for-lock.ts";
import { createTenant, createKey, type TestTenant } from "../../../testing/harness/tenant.ts";
import { startTestServer, type TestServer } from "../../../testing/harness/server.ts";
import { readEvents } from "../../../testing/harness/traces.ts";
import { createLead } from "../fixtures.ts";
import type { Lookalike } from "../transitions/schema.ts";

let server: TestServer;

beforeAll(async () => {
  server = await startTestServer();
});
afterAll(() => server.close(1000));

const makeTenant = () => createTenant(server.services.database);
const caseType = "dog_bite";
const given = { firstName: "Rosa", phone: "(512) 555-0143", email: "Rosa@Example.com", caseType };
const known = { phoneE164: "+15125550143", emailKey: "rosa@example.com", caseType };
const post = (tenant: TestTenant, body: object) => openApi(server, tenant.secret).change("POST", "/leads", body);
const daysAgo = (days: number) => new Date(Date.now() - days * 86_400_000).toISOString();

describe("POST /leads with a similar earlier lead", () => {
  test.each<[string, object, object]>([
    ["the same phone, otherwise written", { email: null, phone: "+1 512.555.0143" }, {}],
    ["the same e-mail in other case", { phone: null, email: "ROSA@example.COM" }, {}],
    ["one of 89 days ago", {}, { createdAt: daysAgo(89) }],
    ["no case type, as the earlier one", { caseType: null }, { caseType: null }],
  ])("%s is flagged", async (_, changes, earlier) => {
    const tenant = await makeTenant();
    const first = await createLead(tenant, { ...known, ...earlier });
    await createLead(tenant, { ...known, ...earlier });
    const reply = await post(tenant, { ...given, ...changes });
    const lead = readRecord(reply.body, "lead");
    expect([reply.status, lead["possibleDuplicateOf"], lead["status"]]).toEqual([201, first, "new"]);
    const [created, flagged] = await readEvents(tenant);
    expect([created?.eventType, flagged?.eventType]).toEqual(["lead.created", "lead.duplicate_flagged"]);
    expect(flagged?.relatedIds).toEqual([
      { entity: "lead", id: lead["id"] },
      { entity: "lead", id: first },
    ]);
  });

  test.each<[string, object, object]>([
    ["another case type", { caseType: "truck_accident" }, {}],
    ["another phone and e-mail", { phone: "512-555-0199", email: "other@example.com" }, {}],
    ["one of 91 days ago", {}, { createdAt: daysAgo(91) }],
    ["a deleted one", {}, { deletedAt: daysAgo(1) }],
    ["neither phone nor e-mail", { phone: null, email: null }, {}],
    [
      "a phone that is no number, twice",
      { phone: "ask Maria", email: null },
      { phoneE164: null, emailKey: null, phone: "ask Maria" },
    ],
  ])("%s is not flagged", async (_, changes, earlier) => {
    const tenant = await makeTenant();
    await createLead(tenant, { ...known, ...earlier });
    const reply = await post(tenant, { ...given, ...changes, onDuplicate: "reject" });
    expect([reply.status, readRecord(reply.body, "lead")["possibleDuplicateOf"]]).toEqual([201, null]);
  });

  test("another firm's lead is not flagged", async () => {
    await createLead(await makeTenant(), known);
    expect((await post(await makeTenant(), { ...given, onDuplicate: "reject" })).status).toBe(201);
  });

  test("creates nothing when duplicates are rejected", async () => {
    const tenant = await makeTenant();
    await createLead(tenant, known);
    const reply = await post(tenant, { ...given, onDuplicate: "reject" });
    expect([reply.status, reply.body["code"]]).toEqual([409, "DUPLICATE_ENTRY"]);
    expect(reply.text).not.toMatch(/5125550143|rosa/i);
    expect(await readEvents(tenant)).toEqual([]);
  });

  test("of three concurrent requests that reject duplicates and share contact details one succeeds", async () => {
    const tenant = await makeTenant();
    await post(tenant, { firstName: "Ana" });
    const [holder, watcher] = [
      new Client({ connectionString: server.ownerUrl }),
      new Client({ connectionString: server.ownerUrl }),
    ];
    await Promise.all([holder.connect(), watcher.connect()]);
    try {
      // Requests without a duplicate wait here for the lead's number, until all three are running.
      await holder.query("BEGIN");
      await holder.query(`UPDATE "NumberSequence" SET last = last WHERE "organizationId" = $1`, [
        tenant.organizationId,
      ]);
      const bodies = [given, { ...given, email: "rosa@example.com" }, { ...given, phone: "+1 512 555 0143" }];
      const replies = bodies.map((body) => post(tenant, { ...body, onDuplicate: "reject" }));
      await waitForLock(watcher, bodies.length);
      await holder.query("COMMIT");
      expect((await Promise.all(replies)).map(({ status }) => status).toSorted()).toEqual([201, 409, 409]);
    } finally {
      await Promise.all([holder.end(), watcher.end()]);
    }
  });
});

describe("POST /leads/duplicates/search", () => {
  const search = async (tenant: TestTenant, probe: object, secret = tenant.secret) => {
    const { status, body, text } = await openApi(server, secret).change("POST", "/leads/duplicates/search", probe);
    expect(status, text).toBe(200);
    return body["duplicates"] as Lookalike[];
  };

  test("returns leads and clients, newest first, with what matched", async () => {
    const tenant = await makeTenant();
    const byPhone = await createLead(tenant, { ...known, emailKey: null, firstName: "Ana" });
    const byAll = await createLead(tenant, { ...known, firstName: "Rosa", lastName: "Diaz", status: "spam" });
    await createLead(tenant, { ...known, deletedAt: daysAgo(1) });
    const client = await openApi(server, tenant.secret).change("POST", "/clients", {
      firstName: "Rosa",
      lastName: "Diaz",
      phone: "512-555-0143",
    });
    const clientId = readId(client.body, "client");
    const shown = (await search(tenant, { phone: "512-555-0143", email: "ROSA@example.com", name: "diaz rosa" })).map(
      ({ entity, id, matchedOn, status }) => ({ entity, id, matchedOn, status }),
    );
    expect(shown).toEqual([
      { entity: "lead", id: byAll, matchedOn: ["email", "name", "phone"], status: "spam" },
      { entity: "lead", id: byPhone, matchedOn: ["phone"], status: "new" },
      { entity: "client", id: clientId, matchedOn: ["name", "phone"], status: null },
    ]);
    const { secret } = await createKey(tenant, { scopes: ["leads:read"] });
    expect((await search(tenant, { phone: "512-555-0143" }, secret)).map(({ entity }) => entity)).toEqual([
      "lead",
      "lead",
    ]);
    expect(await search(await makeTenant(), { phone: "512-555-0143" })).toEqual([]);
  });

  test("requires a search term", async () => {
    const api = openApi(server, (await makeTenant()).secret);
    for (const [probe, path] of [
      [{}, "body: must contain at least one of phone, email, name"],
      [{ phone: "nobody" }, "phone: "],
      [{ name: " -" }, "name: must contain a letter or a digit"],
      [{ email: "x" }, "email: "],
    ] as const) {
      const { status, body } = await api.change("POST", "/leads/duplicates/search", probe);
      expect(status).toBe(400);
      expect(body["error"]).toContain(path);
    }
  });
});

test("leads and clients with similar names follow those with the same one", async () => {
  const tenant = await createTenant(server.services.database);
  const similar = await createLead(tenant, { firstName: "Robert", lastName: "McDonald" });
  const same = await createLead(tenant, { firstName: "Robert", middleName: "J", lastName: "McDonald" });
  await createLead(tenant, { firstName: "Sarah", lastName: "McDonald" });
  const client = await openApi(server, tenant.secret).change("POST", "/clients", {
    firstName: "Bob",
    lastName: "MacDonald",
  });
  const search = async (body: object) =>
    (await openApi(server, tenant.secret).change("POST", "/leads/duplicates/search", body)).body["duplicates"];
  expect(await search({ name: "Robert J. McDonald" })).toMatchObject([
    { entity: "lead", id: same, matchedOn: ["name"], matchReasons: ["same_name"] },
    { entity: "lead", id: similar, matchedOn: ["name"], matchReasons: ["initial"] },
    {
      entity: "client",
      id: readId(client.body, "client"),
      matchedOn: ["name"],
      matchReasons: ["nickname", "sound", "initial"],
    },
  ]);
  expect(await search({ name: "Nobody Else" })).toEqual([]);
});
