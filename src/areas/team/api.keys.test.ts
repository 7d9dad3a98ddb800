import type { Client } from "pg";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { openApi, readBody } from "../../testing/harness/requests/api.ts";
import { createKey, createTenant, type TestTenant } from "../../testing/harness/tenant.ts";
import { startTestServer, type TestServer } from "../../testing/harness/server.ts";
import { waitForLock } from "../../testing/database/wait-for-lock.ts";
import { createMember, readTraces } from "./fixtures.ts";
import type { Member } from "./schema.ts";

let server: TestServer;
let tenant: TestTenant;
let owner: Client;

beforeAll(async () => {
  server = await startTestServer();
  owner = await server.connectOwner();
  tenant = await createTenant(server.services.database);
});
afterAll(() => server.close(1000));

const api = () => openApi(server, tenant.secret);
const countMails = async (email: string) =>
  (await owner.query(`SELECT FROM pgboss.job WHERE name = 'mail' AND data->>'to' = $1`, [email])).rowCount;
const allow = (domains: string[]) =>
  tenant.inside((transaction) =>
    transaction
      .updateTable("Organization")
      .set({ memberEmailDomains: domains })
      .where("id", "=", tenant.organizationId)
      .execute(),
  );

describe("a key invites", () => {
  const person = { firstName: "Ines", lastName: "Novak", email: "Ines@Firm.example", role: "paralegal" };
  const invite = (values: object, headers = {}) => api().change("POST", "/members", { ...person, ...values }, headers);

  test("acceptance 5: only to roles without power over access, without permissions, and within the organization's domains", async () => {
    expect((await invite({})).status).toBe(403);
    await allow(["firm.example"]);
    for (const values of [
      { role: "admin" },
      { role: "owner" },
      { permissions: ["audit:read"] },
      { permissions: [] },
      { email: "a@sub.firm.example" },
      { email: "a@other.example" },
    ]) {
      expect([values, (await invite(values)).status]).toEqual([values, 403]);
    }
    expect(await countMails("ines@firm.example")).toBe(0);
    const headers = { "X-Idempotency-Key": "invite-ines" };
    const invited = await invite({}, headers);
    expect(invited.status).toBe(201);
    const { member } = invited.body as { member: Member };
    expect(member).toMatchObject({
      email: "ines@firm.example",
      status: "invited",
      permissions: null,
      hasAccount: true,
      twoFactorEnabled: null,
      acceptedAt: null,
    });
    expect(invited.headers["location"]).toBe(`/api/v1/members/${member.id}`);
    const replayed = await invite({}, headers);
    expect([replayed.status, replayed.text, replayed.headers["idempotent-replayed"]]).toEqual([
      201,
      invited.text,
      "true",
    ]);
    expect(await countMails("ines@firm.example")).toBe(1);
    expect((await readTraces(tenant, member.id)).events.map(({ eventType }) => eventType)).toEqual(["member.invited"]);
    const again = await invite({});
    expect([again.status, again.body["error"]]).toEqual([409, "email: was invited already; send the invitation again"]);
  });

  test("acceptance 22: of an invitation whose connection is lost before its commit nothing is left, and it succeeds once afterwards", async () => {
    await allow(["firm.example"]);
    const email = "lost@firm.example";
    const headers = { "X-Idempotency-Key": "invite-lost" };
    const traces = async () => {
      const { rows } = await owner.query(
        `SELECT (SELECT count(*)::integer FROM "Member" WHERE email = $1) AS members, (SELECT count(*)::integer FROM "User" WHERE email = $1) AS accounts`,
        [email],
      );
      return [rows[0], await countMails(email)];
    };
    // Its last statement waits for the number of its event; member, account and mail are written.
    const holder = await server.connectOwner();
    await holder.query("BEGIN");
    await holder.query(`SELECT FROM "EventCounter" WHERE "organizationId" = $1 FOR UPDATE`, [tenant.organizationId]);
    const lost = invite({ email }, headers);
    await waitForLock(owner);
    await owner.query(
      "SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'",
    );
    expect((await lost).status).toBe(503);
    expect(await traces()).toEqual([{ members: 0, accounts: 0 }, 0]);
    await holder.query("COMMIT");
    await holder.end();
    expect((await invite({ email }, headers)).status).toBe(201);
    expect(await traces()).toEqual([{ members: 1, accounts: 1 }, 1]);
  });
});

describe("a key changes nobody", () => {
  test("acceptance 6: who manages members, by role or permission", async () => {
    for (const values of [{ role: "admin" }, { role: "paralegal", permissions: ["members:manage"] }]) {
      const id = await createMember(tenant, values);
      const replies = [
        await api().change("PATCH", `/members/${id}`, { title: "x" }),
        await api().change("POST", `/members/${id}/transitions`, { toStatus: "suspended", reason: "x" }),
        await api().change("POST", `/members/${id}/resend-invitation`, {}),
      ];
      expect(replies.map(({ status }) => status)).toEqual([403, 403, 403]);
    }
  });

  test("beyond the roles and fields that it can grant", async () => {
    const id = await createMember(tenant);
    for (const changes of [{ role: "admin" }, { permissions: [] }, { canActForKeysByApi: true }])
      expect((await api().change("PATCH", `/members/${id}`, changes)).status).toBe(403);
    expect((await api().change("PATCH", `/members/${id}`, { email: "a@firm.example" })).status).toBe(400);
    const changed = await api().change("PATCH", `/members/${id}`, {
      role: "billing",
      phone: "+1 215 555 0101",
      timezone: "America/Denver",
      externalId: "hr-1",
    });
    expect(changed.body["member"]).toMatchObject({
      role: "billing",
      phone: "+1 215 555 0101",
      timezone: "America/Denver",
      externalId: "hr-1",
      revision: 2,
    });
    expect((await api().get("/members/external:hr-1")).body["member"]).toMatchObject({ id });
    for (const timezone of ["Mars/Phobos", "EST5"])
      expect((await api().change("PATCH", `/members/${id}`, { timezone })).status).toBe(400);
    const other = await createMember(tenant);
    expect((await api().change("PATCH", `/members/${other}`, { externalId: "hr-1" })).body["code"]).toBe(
      "DUPLICATE_ENTRY",
    );
  });

  test("acceptance 6: in the standing of its own acting attorney", async () => {
    const own = await createTenant(server.services.database);
    const { attorneyId } = own;
    const change = (method: "PATCH" | "POST", path: string, body: object) =>
      openApi(server, own.secret).change(method, `/members/${attorneyId}${path}`, body);
    for (const changes of [{ role: "billing" }, { isAttorney: false }, { barAdmissions: [] }])
      expect((await change("PATCH", "", changes)).status).toBe(403);
    expect((await change("POST", "/transitions", { toStatus: "deactivated" })).status).toBe(403);
    await own.inside((transaction) =>
      transaction.updateTable("Member").set({ status: "deactivated" }).where("id", "=", attorneyId).execute(),
    );
    expect((await change("POST", "/transitions", { toStatus: "active" })).status).toBe(403);
    expect((await change("PATCH", "", { title: "Partner" })).status).toBe(200);
  });
});

test("a member belongs to an office that is there, and is found by it", async () => {
  const { secret } = await createTenant(server.services.database);
  const own = openApi(server, secret);
  const office = async (of = own) =>
    readBody<{ office: { id: string } }>(await of.change("POST", "/offices", { name: `Branch ${crypto.randomUUID()}` }))
      .office.id;
  const [member] = readBody<{ members: Member[] }>(await own.get("/members")).members;
  const [first, gone, foreign] = [await office(), await office(), await office(api())];
  await own.change("DELETE", `/offices/${gone}`);
  const change = (officeId: string | null) => own.change("PATCH", `/members/${member?.id}`, { officeId });
  for (const unknown of [gone, foreign, "off_unknown"])
    expect([(await change(unknown)).status, (await change(unknown)).body["error"]]).toEqual([404, "Office not found"]);
  expect((await change(first)).body["member"]).toMatchObject({ officeId: first, office: { id: first } });
  for (const list of ["members", "attorneys"])
    expect([
      (await own.get(`/${list}?officeId=${first}`)).body[list],
      (await own.get(`/${list}?officeId=${gone}`)).body[list],
    ]).toMatchObject([[{ office: { id: first } }], []]);
  expect((await own.change("DELETE", `/offices/${first}`)).status).toBe(409);
  expect((await change(null)).body["member"]).toMatchObject({ officeId: null, office: null });
});

describe("what a key sees of members", () => {
  test("is limited by its scopes, and statusReason is for those who change members", async () => {
    const id = await createMember(tenant, { lastName: "Reader", permissions: ["audit:read"] });
    expect((await api().change("POST", `/members/${id}/transitions`, { toStatus: "suspended" })).body["error"]).toBe(
      "reason: required for a suspension",
    );
    await api().change("POST", `/members/${id}/transitions`, { toStatus: "suspended", reason: "On leave" });
    const { secret } = await createKey(tenant, { scopes: ["org:read"], actingAttorneyId: null });
    const seen = (await openApi(server, secret).get(`/members/${id}`)).body["member"];
    expect(seen).toMatchObject({
      status: "suspended",
      suspendedAt: expect.any(String),
      statusReason: null,
      actingForKeyCount: null,
      permissions: null,
    });
    expect((await api().get(`/members/${id}`)).body["member"]).toMatchObject({
      statusReason: "On leave",
      actingForKeyCount: 0,
    });
    const { secret: writing } = await createKey(tenant, { scopes: ["members:write"], actingAttorneyId: null });
    const echoed = await openApi(server, writing).change("PATCH", `/members/${id}`, { title: "Clerk" });
    expect(echoed.body["member"]).toEqual({ id, title: "Clerk", revision: 3, updatedAt: expect.any(String) });
  });

  test("acceptance 17: another organization's member is unknown", async () => {
    const foreign = await createMember(await createTenant(server.services.database));
    const [other, unknown] = [await api().get(`/members/${foreign}`), await api().get("/members/mem_unknown")];
    expect([other.status, other.text]).toEqual([404, unknown.text]);
  });
});
