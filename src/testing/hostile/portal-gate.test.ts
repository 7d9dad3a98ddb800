import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { changeRow, createTenant, type TestTenant } from "../harness/tenant.ts";
import { startTestServer, type TestServer } from "../harness/server.ts";
import {
  callIdentity,
  createPerson,
  drawCode,
  readCookies,
  openSession,
  type TestPerson,
} from "../harness/identity.ts";
import { openPortal } from "../harness/requests/portal-calls.ts";
import { send, type RawRequest, type Reply } from "../harness/requests/send.ts";

/** What /api/trpc rejects before a procedure is called, whichever it is. */

let server: TestServer;
let tenant: TestTenant;
let person: TestPerson;
let cookie: string;
let slug: string;

beforeAll(async () => {
  server = await startTestServer();
});
afterAll(() => server.close(1000));

beforeEach(async () => {
  tenant = await createTenant(server.services.database);
  const { organizationId, attorneyId: memberId } = tenant;
  person = await createPerson(server, { member: { organizationId, memberId } });
  cookie = await openSession(server, person);
  ({ slug } = await tenant.inside((transaction) =>
    transaction.selectFrom("Organization").select("slug").executeTakeFirstOrThrow(),
  ));
});

const newKey = () => ({
  name: "Made by a page",
  scopes: ["cases:read"],
  validUntil: new Date(Date.now() + 86_400_000).toISOString(),
});

function request(changes: Partial<RawRequest> = {}): Promise<Reply> {
  const { headers = {}, ...rest } = changes;
  return send(server.baseUrl, {
    method: "POST",
    target: "/api/trpc/serviceAccounts.create",
    headers: {
      Cookie: cookie,
      Origin: server.origin,
      "X-Organization": slug,
      "Content-Type": "application/json",
      ...headers,
    },
    body: JSON.stringify(newKey()),
    ...rest,
  });
}

async function countKeys(): Promise<number> {
  const { count } = await tenant.inside((transaction) =>
    transaction
      .selectFrom("IntegrationKey")
      .select((of) => of.fn.countAll<number>().as("count"))
      .executeTakeFirstOrThrow(),
  );
  return count;
}

describe("a mutation must come from the portal's own origin, as JSON", () => {
  test("and then it succeeds", async () => {
    expect((await request()).status).toBe(200);
    expect(await countKeys()).toBe(2);
  });

  test.each<[string, Record<string, string | string[]>]>([
    ["a forged Origin", { Origin: "https://evil.example" }],
    ["Origin: null", { Origin: "null" }],
    ["no Origin", { Origin: [] }],
    ["our origin with another port", { Origin: "http://localhost:1" }],
    ["our origin as a beginning", { Origin: "http://localhost.evil.example" }],
    ["a browser that says it comes from elsewhere", { "Sec-Fetch-Site": "cross-site" }],
    ["a sister domain", { "Sec-Fetch-Site": "same-site" }],
  ])("with %s it is rejected", async (_, headers) => {
    const reply = await request({ headers });
    expect([reply.status, reply.body["code"]]).toEqual([403, "FORBIDDEN"]);
    expect(await countKeys()).toBe(1);
  });

  test.each([
    "application/x-www-form-urlencoded",
    "text/plain",
    "multipart/form-data; boundary=x",
    "application/jsonp",
    "",
  ])("as %s it is rejected", async (type) => {
    const reply = await request({ headers: { "Content-Type": type === "" ? [] : type } });
    expect(reply.status).toBe(415);
    expect(await countKeys()).toBe(1);
  });

  test("over GET it is rejected, also with its input in the query and in a batch", async () => {
    const input = encodeURIComponent(JSON.stringify(newKey()));
    const batch = encodeURIComponent(JSON.stringify({ 0: newKey() }));
    for (const target of [
      `/api/trpc/serviceAccounts.create?input=${input}`,
      `/api/trpc/serviceAccounts.create?batch=1&input=${batch}`,
    ]) {
      expect((await request({ method: "GET", target, body: undefined })).status).toBe(405);
    }
    expect(await countKeys()).toBe(1);
  });

  test.each(["PUT", "PATCH", "DELETE", "OPTIONS", "TRACE"])("over %s it is rejected", async (method) => {
    expect((await request({ method, body: undefined })).status).toBe(405);
  });
});

describe("authentication", () => {
  test("a missing, a modified and a signed-out cookie return 401", async () => {
    for (const changed of [[], `${cookie}x`, cookie.replace(/=.{8}/, "=AAAAAAAA")]) {
      expect((await request({ headers: { Cookie: changed } })).status).toBe(401);
    }
    await callIdentity(server, "/sign-out", {}, { jar: readCookies(cookie) });
    const reply = await request();
    expect(reply.status).toBe(401);
    expect(reply.body["error"]).toMatchObject({ data: { code: "UNAUTHORIZED", reason: "sign_in" } });
    expect(await countKeys()).toBe(1);
  });

  test("a foreign organization is not found, like an unknown one", async () => {
    const others = await createTenant(server.services.database);
    const [{ slug: foreign }] = (await others.inside((transaction) =>
      transaction.selectFrom("Organization").select("slug").execute(),
    )) as [{ slug: string }];
    const replies = await Promise.all(
      [foreign, "no-such-firm", ""].map((each) => request({ headers: { "X-Organization": each } })),
    );
    expect(replies.map(({ status }) => status)).toEqual([404, 404, 404]);
    expect(new Set(replies.map(({ text }) => text)).size).toBe(1);
  });

  test("a deactivated member has no access from the very next request", async () => {
    await changeRow(tenant, "Member", tenant.attorneyId, { status: "deactivated" });
    expect((await request()).status).toBe(404);
  });

  test("an integration key has no access", async () => {
    expect((await request({ headers: { Cookie: [], "x-api-key": tenant.secret } })).status).toBe(401);
  });
});

describe("creating a key requires a fresh second factor", () => {
  const age = (minutes: number) =>
    server.services.database.withoutTenant
      .updateTable("Session")
      .set({ secondFactorAt: new Date(Date.now() - minutes * 60_000).toISOString() })
      .where("userId", "=", person.userId)
      .execute();

  test("nine minutes old is fresh and eleven is not; confirmed again, it is accepted", async () => {
    await age(9);
    expect((await request()).status).toBe(200);
    await age(11);
    const stale = await request();
    expect(stale.status).toBe(403);
    expect(stale.body["error"]).toMatchObject({ data: { code: "FORBIDDEN", reason: "confirm" } });
    await callIdentity(
      server,
      "/two-factor/verify-totp",
      { code: await drawCode(person.totpSecret ?? "") },
      { jar: readCookies(cookie) },
    );
    expect((await request()).status).toBe(200);
    expect(await countKeys()).toBe(3);
  });

  test("a person without one must set it up", async () => {
    const { organizationId, attorneyId: memberId } = await createTenant(server.services.database);
    const bare = await createPerson(server, { hasSecondFactor: false, member: { organizationId, memberId } });
    const [row] = await server.services.database.withTenantTransaction(organizationId, (transaction) =>
      transaction.selectFrom("Organization").select("slug").execute(),
    );
    const portal = openPortal(server, await openSession(server, bare), row?.slug ?? "");
    const { status, error } = await portal.mutate("serviceAccounts.create", newKey());
    expect([status, error?.data.reason]).toEqual([403, "enroll"]);
  });
});

describe("request input", () => {
  const batchOf = (procedures: string[], inputs: object) =>
    `/api/trpc/${procedures.join(",")}?batch=1&input=${encodeURIComponent(JSON.stringify(inputs))}`;
  const get = (target: string) => request({ method: "GET", target, body: undefined, headers: { "Content-Type": [] } });

  test("a batch has one status when its responses agree, and 207 when they differ", async () => {
    expect((await get(batchOf(["account.get", "serviceAccounts.list"], { 0: {}, 1: {} }))).status).toBe(200);
    expect(
      (await get(batchOf(["account.get", "serviceAccounts.get"], { 0: {}, 1: { serviceAccountId: "key_none" } })))
        .status,
    ).toBe(207);
    expect(
      (
        await request({
          method: "GET",
          target: batchOf(["account.get"], { 0: {} }),
          body: undefined,
          headers: { Cookie: [] },
        })
      ).status,
    ).toBe(401);
  });

  test("a batch has at most twenty requests", async () => {
    const inputs = Object.fromEntries(Array.from({ length: 21 }, (_, index) => [index, {}]));
    expect(
      (
        await get(
          batchOf(
            Array.from({ length: 21 }, () => "account.get"),
            inputs,
          ),
        )
      ).status,
    ).toBe(400);
  });

  test.each<[string, number]>([
    ["/api/trpc/no.such", 404],
    ["/api/trpc/clients.update", 404],
    ["/api/trpc/__proto__.x", 404],
    ["/api/trpc/constructor", 404],
    ["/api/trpc", 404],
    ["/api/trpc/", 404],
    ["/api/trpc/account.get?input=%7B", 400],
    ["/api/trpc/account.get?input=%22x%22", 400],
    ["/api/trpc/account.get?batch=1&input=%5B%5D", 400],
    ["/api/trpc/account.get?input=%7B%22__proto__%22%3A1%7D", 400],
    ["/api/trpc/%ZZ", 400],
    ["/api/trpc/account.get%00", 404],
    ["/api/trpc/%E0%A4%A", 400],
    ["/api/trpc/no.such?connectionParams=1", 404],
  ])("%s: %i", async (target, status) => {
    const reply = await get(target);
    expect([reply.status, reply.text]).toEqual([status, expect.not.stringMatching(/node_modules|at .*\.ts|stack/)]);
  });

  test("a body that is not JSON, has another shape or is too large is rejected", async () => {
    expect((await request({ body: "{" })).status).toBe(400);
    expect((await request({ body: "[]" })).status).toBe(400);
    expect((await request({ body: JSON.stringify({ ...newKey(), unknown: 1 }) })).status).toBe(400);
    expect((await request({ body: JSON.stringify({ ...newKey(), name: "x".repeat(1_100_000) }) })).status).toBe(413);
    expect((await request({ body: "[".repeat(200_000) })).status).toBe(400);
    expect((await request({ body: `${"[".repeat(40)}${"]".repeat(40)}` })).body["error"]).toMatch(/32 levels/);
    expect((await request({ body: Buffer.from([0x7b, 0x22, 0xff, 0x22, 0x3a, 0x31, 0x7d]) })).body["error"]).toBe(
      "body: invalid UTF-8",
    );
    expect(await countKeys()).toBe(1);
  });

  test("a validation error has its path", async () => {
    const { status, error } = await openPortal(server, cookie, slug).mutate("serviceAccounts.create", {
      ...newKey(),
      name: "",
      scopes: ["nonsense"],
    });
    expect(status).toBe(400);
    expect([...new Set(error?.data.faults.map(({ path }) => path))].toSorted()).toEqual(["name", "scopes.0"]);
  });
});
