import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { createCase, changeRow, createKey, createTenant, type TestTenant } from "../../../testing/harness/tenant.ts";
import { startTestServer, type TestServer } from "../../../testing/harness/server.ts";
import { openApi, readBody } from "../../../testing/harness/requests/api.ts";
import { readTraces, createAdmissions, createMember } from "../fixtures.ts";
import type { Attorney, ListedAttorney } from "./schema.ts";

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer();
});
afterAll(() => server.close(1000));

interface Page {
  attorneys: Attorney[];
  nextCursor: string | null;
}

const readPage = async ({ secret }: Pick<TestTenant, "secret">, query = "") =>
  readBody<Page>(await openApi(server, secret).get(`/attorneys${query}`));
const idsOf = async (tenant: Pick<TestTenant, "secret">, query: string) =>
  (await readPage(tenant, query)).attorneys.map(({ attorneyId }) => attorneyId);

/** All attorneys, read in pages of one. */
async function readInPages(tenant: TestTenant): Promise<Attorney[]> {
  const rows: Attorney[] = [];
  for (let after = ""; ;) {
    const page = await readPage(tenant, `?limit=1${after}`);
    rows.push(...page.attorneys);
    if (page.nextCursor === null) return rows;
    after = `&after=${page.nextCursor}`;
  }
}

/** A tenant with attorneys of every status, and a paralegal. Its own attorney is Ada Counsel. */
async function createFirm() {
  const tenant = await createTenant(server.services.database);
  const attorney = { isAttorney: true, role: "attorney" };
  const zimmer = await createMember(tenant, {
    ...attorney,
    firstName: "Lea",
    lastName: "zimmer",
    updatedAt: "2026-01-01T00:00:00.001Z",
  });
  const abel = await createMember(tenant, {
    ...attorney,
    firstName: "Otto",
    lastName: "Abel",
    updatedAt: "2026-01-01T00:00:00.002Z",
  });
  const gone = await createMember(tenant, { ...attorney, lastName: "Gone", status: "deactivated" });
  const paralegal = await createMember(tenant);
  return { tenant, zimmer, abel, gone, paralegal };
}

describe("attorneys", () => {
  test("lists active attorneys by name, regardless of case, without other members", async () => {
    const { tenant, abel, zimmer } = await createFirm();
    const attorneys = await readInPages(tenant);
    expect(attorneys.map(({ attorneyId, memberId }) => [attorneyId, memberId])).toEqual(
      [abel, tenant.attorneyId, zimmer].map((id) => [id, id]),
    );
    expect(attorneys[1]).toMatchObject({
      firstName: "Ada",
      lastName: "Counsel",
      email: "ada@firm.example",
      status: "active",
      canActForKeys: true,
      revision: 1,
    });
  });

  test("lists other statuses only by filter, and those cannot act for keys", async () => {
    const { tenant, gone } = await createFirm();
    const { attorneys } = await readPage(tenant, "?status=deactivated");
    expect(attorneys.map(({ attorneyId, canActForKeys }) => [attorneyId, canActForKeys])).toEqual([[gone, false]]);
  });

  test("sorts by creation and update, and filters by updatedSince", async () => {
    const { tenant, abel, zimmer } = await createFirm();
    await changeRow(tenant, "Member", tenant.attorneyId, { role: "of_counsel" });
    expect(await idsOf(tenant, "?sort=newest")).toEqual([abel, zimmer, tenant.attorneyId]);
    expect(await idsOf(tenant, "?sort=updated")).toEqual([zimmer, abel, tenant.attorneyId]);
    const { attorneys } = await readPage(tenant, "?sort=updated");
    expect(await idsOf(tenant, `?updatedSince=${attorneys[2]?.updatedAt}`)).toEqual([tenant.attorneyId]);
  });

  test("returns an attorney in every status, and 304 until they change", async () => {
    const { tenant, gone } = await createFirm();
    const api = openApi(server, tenant.secret);
    const first = await api.get(`/attorneys/${gone}`);
    expect(readBody<{ attorney: Attorney }>(first).attorney).toMatchObject({ attorneyId: gone, status: "deactivated" });
    const etag = String(first.headers["etag"]);
    expect((await api.get(`/attorneys/${gone}`, { "If-None-Match": etag })).status).toBe(304);
    await changeRow(tenant, "Member", gone, { lastName: "Back", revision: 2 });
    expect((await api.get(`/attorneys/${gone}`, { "If-None-Match": etag })).status).toBe(200);
  });

  test("404 for a member who is not an attorney, as for an unknown ID", async () => {
    const { tenant, paralegal } = await createFirm();
    const [member, unknown] = [
      await openApi(server, tenant.secret).get(`/attorneys/${paralegal}`),
      await openApi(server, tenant.secret).get("/attorneys/mem_unknown"),
    ];
    expect([member.status, member.text]).toEqual([404, unknown.text]);
  });

  test("every listed attorney can be assigned to a case, and other members cannot", async () => {
    const { tenant, paralegal, gone } = await createFirm();
    const { caseId } = await createCase(tenant);
    const assign = async (attorneyId: string) =>
      (
        await openApi(server, tenant.secret).change("POST", `/cases/${caseId}/attorneys`, {
          attorneyId,
          role: "associate",
        })
      ).status;
    const statuses: number[] = [];
    for (const { attorneyId } of (await readPage(tenant)).attorneys) statuses.push(await assign(attorneyId));
    expect(statuses).toEqual([200, 200, 200]);
    expect([await assign(paralegal), await assign(gone)]).toEqual([404, 409]);
  });
});

test("acceptance 1: a key without org:read gets the short form of attorneys, and no organization", async () => {
  const { tenant } = await createFirm();
  const reader = await createKey(tenant, { scopes: ["org:read"], actingAttorneyId: null });
  expect((await openApi(server, reader.secret).get("/organization")).status).toBe(200);
  expect((await readPage(reader)).attorneys[0]).toHaveProperty("email");
  for (const scope of ["org:manage", "cases:read"]) {
    const other = await createKey(tenant, { scopes: [scope], actingAttorneyId: null });
    expect((await openApi(server, other.secret).get("/organization")).status).toBe(403);
    const { attorneys } = readBody<{ attorneys: ListedAttorney[] }>(
      await openApi(server, other.secret).get("/attorneys?limit=1"),
    );
    expect(attorneys.map((attorney) => Object.keys(attorney))).toEqual([
      ["attorneyId", "firstName", "lastName", "status", "canActForKeys"],
    ]);
  }
});

test("acceptance 2: every attorney with canActForKeys can act for keys and be assigned to cases, and any other member cannot", async () => {
  const { tenant, abel, zimmer, gone, paralegal } = await createFirm();
  await createAdmissions(tenant, abel, ["retired", "pro_hac_vice"]);
  await createAdmissions(tenant, zimmer, ["retired", "suspended"]);
  const api = openApi(server, tenant.secret);
  const able = await idsOf(tenant, "?canActForKeys=true");
  expect([able, await idsOf(tenant, "?canActForKeys=false")]).toEqual([[abel, tenant.attorneyId], [zimmer]]);
  expect(await idsOf(tenant, "?jurisdiction=PA&sort=name")).toEqual([abel, zimmer]);
  const [{ caseId }, actor] = [
    await createCase(tenant),
    await tenant.inside((transaction) =>
      transaction.updateTable("Member").set({ canActForKeysByApi: true }).returning("id").execute(),
    ),
  ];
  expect(actor).toHaveLength(5);
  const create = async (actingAttorneyId: string) =>
    (
      await api.change("POST", "/service-accounts", {
        name: "Folders",
        scopes: ["documents:write"],
        actingAttorneyId,
        validUntil: new Date(Date.now() + 86_400_000).toISOString(),
      })
    ).status;
  const assign = async (attorneyId: string) =>
    (await api.change("POST", `/cases/${caseId}/attorneys`, { attorneyId, role: "associate" })).status;
  for (const id of able) expect([id, await create(id), await assign(id)]).toEqual([id, 201, 200]);
  // A case's attorney may be one whose admission elsewhere is inactive.
  expect([await create(zimmer), await assign(zimmer)]).toEqual([400, 200]);
  expect([await create(gone), await create(paralegal), await create("mem_unknown")]).toEqual([400, 400, 400]);
  expect([await assign(gone), await assign(paralegal)]).toEqual([409, 404]);
});

test("acceptance 4: an attorney without recorded admissions can act for keys", async () => {
  const { tenant, abel } = await createFirm();
  expect(
    readBody<{ attorney: Attorney }>(await openApi(server, tenant.secret).get(`/attorneys/${abel}`)).attorney,
  ).toMatchObject({ barAdmissions: [], canActForKeys: true });
});

test("acceptance 3: when the only admission is suspended, keys fail from the next request on, until it is active again", async () => {
  const { tenant, abel } = await createFirm();
  const { keyId, secret } = await createKey(
    { ...tenant, attorneyId: abel },
    { scopes: ["documents:write", "org:read"] },
  );
  const { caseId } = await createCase(tenant);
  const file = (name: string) => openApi(server, secret).change("POST", `/cases/${caseId}/folders`, { name });
  const admit = async (status: string) =>
    readBody(
      await openApi(server, tenant.secret).change("PATCH", `/members/${abel}`, {
        barAdmissions: [{ jurisdiction: "PA", barNumber: "88123", status }],
      }),
    );
  expect(await admit("active")).toMatchObject({
    member: {
      canActForKeys: true,
      barAdmissions: [
        { jurisdiction: "PA", barNumber: "88123", status: "active", admittedOn: null, statusChangedOn: null },
      ],
      revision: 2,
    },
  });
  expect((await file("before")).status).toBe(201);
  expect(await admit("suspended")).toMatchObject({ member: { status: "active", canActForKeys: false, revision: 3 } });
  const rejected = await file("meanwhile");
  expect([rejected.status, rejected.body["code"]]).toEqual([409, "INTEGRATION_NOT_CONFIGURED"]);
  const { serviceAccount } = readBody<{ serviceAccount: object }>(
    await openApi(server, tenant.secret).get(`/service-accounts/${keyId}`),
  );
  expect(serviceAccount).toMatchObject({
    status: "needs_attention",
    configurationProblems: [
      "The key's acting attorney has no active bar admission; these scopes require one: documents:write",
    ],
  });
  expect((await readTraces(tenant, keyId)).events.map(({ eventType }) => eventType)).toEqual([
    "integration_key.misconfigured",
  ]);
  await admit("active");
  expect((await file("after")).status).toBe(201);
});
