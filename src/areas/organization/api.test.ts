import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { openApi, readBody } from "../../testing/harness/requests/api.ts";
import { createHierarchy, placeTenant, type Hierarchy } from "../../testing/harness/hierarchy.ts";
import { changeRow, createCase, createTenant, type TestTenant } from "../../testing/harness/tenant.ts";
import { startTestServer, type TestServer } from "../../testing/harness/server.ts";
import { createMember } from "../team/fixtures.ts";
import type { Attorney, Organization, OrganizationChild } from "./schema.ts";

let server: TestServer;
let hierarchy: Hierarchy;

beforeAll(async () => {
  server = await startTestServer();
  hierarchy = await createHierarchy(server.services.database);
});
afterAll(() => server.close(1000));

interface Listed<Row> {
  rows: Row[];
  nextCursor: string | null;
}

const readOrganization = async ({ secret }: TestTenant) => readBody<{ organization: Organization }>(await openApi(server, secret).get("/organization")).organization;

async function readList<Row>({ secret }: TestTenant, path: string): Promise<Listed<Row>> {
  const { nextCursor, organizations, attorneys } = readBody<{ nextCursor: string | null; organizations?: Row[]; attorneys?: Row[] }>(await openApi(server, secret).get(path));
  return { rows: organizations ?? attorneys ?? [], nextCursor };
}

/** All rows, read in pages of one. */
async function readInPages<Row>(tenant: TestTenant, path: string): Promise<Row[]> {
  const rows: Row[] = [];
  for (let after = ""; ; ) {
    const page = await readList<Row>(tenant, `${path}?limit=1${after}`);
    rows.push(...page.rows);
    if (page.nextCursor === null) return rows;
    after = `&after=${page.nextCursor}`;
  }
}

const readChildren = (tenant: TestTenant) => readInPages<OrganizationChild>(tenant, "/organization/children");
const namesOf = (children: OrganizationChild[]) => children.map(({ name, depth }) => `${depth} ${name}`);

describe("GET /organization", () => {
  test("returns the key's organization, with only the name of its parent", async () => {
    const { headquarters, east } = hierarchy;
    expect(await readOrganization(headquarters)).toMatchObject({ id: headquarters.organizationId, name: "headquarters", isHeadquarters: true, parentOrganization: null });
    expect(await readOrganization(east)).toMatchObject({
      id: east.organizationId,
      legalName: "Test Firm LLP",
      timezone: "America/New_York",
      isHeadquarters: false,
      reportsToHeadquarters: true,
      parentOrganization: { id: headquarters.organizationId, name: "headquarters" },
    });
  });
});

describe("GET /organization/children", () => {
  test("returns all descendants, direct ones first, in pages", async () => {
    const { headquarters, east, west, office } = hierarchy;
    const children = await readChildren(headquarters);
    expect(namesOf(children)).toEqual(["1 east", "1 west", "2 office"]);
    expect(children.map(({ id, parentOrganizationId }) => [id, parentOrganizationId])).toEqual([
      [east.organizationId, headquarters.organizationId],
      [west.organizationId, headquarters.organizationId],
      [office.organizationId, east.organizationId],
    ]);
  });

  test("returns none for an organization that is not a headquarters", async () => {
    expect(await readChildren(hierarchy.east)).toEqual([]);
    expect(await readChildren(hierarchy.office)).toEqual([]);
  });

  test("omits an organization that does not report, and its descendants", async () => {
    const { headquarters, east } = hierarchy;
    await placeTenant(east, { reportsToHeadquarters: false });
    try {
      expect(namesOf(await readChildren(headquarters))).toEqual(["1 west"]);
    } finally {
      await placeTenant(east, { reportsToHeadquarters: true });
    }
  });

  test("stops at a cycle in the hierarchy", async () => {
    const { headquarters, office } = await createHierarchy(server.services.database);
    await placeTenant(headquarters, { parentOrganizationId: office.organizationId });
    expect(namesOf(await readChildren(headquarters))).toEqual(["1 east", "1 west", "2 office"]);
  });

  test("400 for a cursor of another headquarters, or of another list", async () => {
    const { headquarters, stranger } = hierarchy;
    const { nextCursor } = await readList(headquarters, "/organization/children?limit=1");
    const attempts = [await openApi(server, stranger.secret).get(`/organization/children?after=${nextCursor}`), await openApi(server, headquarters.secret).get(`/attorneys?after=${nextCursor}`)];
    expect(attempts.map(({ status, body }) => [status, body["code"]])).toEqual([[400, "VALIDATION_FAILED"], [400, "VALIDATION_FAILED"]]);
  });
});

/** A tenant with attorneys of every status, and a paralegal. Its own attorney is Ada Counsel. */
async function createFirm() {
  const tenant = await createTenant(server.services.database);
  const attorney = { isAttorney: true, role: "attorney" };
  const zimmer = await createMember(tenant, { ...attorney, firstName: "Lea", lastName: "zimmer", updatedAt: "2026-01-01T00:00:00.001Z" });
  const abel = await createMember(tenant, { ...attorney, firstName: "Otto", lastName: "Abel", updatedAt: "2026-01-01T00:00:00.002Z" });
  const gone = await createMember(tenant, { ...attorney, lastName: "Gone", status: "deactivated" });
  const paralegal = await createMember(tenant);
  return { tenant, zimmer, abel, gone, paralegal };
}

describe("attorneys", () => {
  test("lists active attorneys by name, regardless of case, without other members", async () => {
    const { tenant, abel, zimmer } = await createFirm();
    const attorneys = await readInPages<Attorney>(tenant, "/attorneys");
    expect(attorneys.map(({ attorneyId, memberId }) => [attorneyId, memberId])).toEqual([abel, tenant.attorneyId, zimmer].map((id) => [id, id]));
    expect(attorneys[1]).toMatchObject({ firstName: "Ada", lastName: "Counsel", email: "ada@firm.example", status: "active", canActForKeys: true, revision: 1 });
  });

  test("lists other statuses only by filter, and those cannot act for keys", async () => {
    const { tenant, gone } = await createFirm();
    const { rows } = await readList<Attorney>(tenant, "/attorneys?status=deactivated");
    expect(rows.map(({ attorneyId, canActForKeys }) => [attorneyId, canActForKeys])).toEqual([[gone, false]]);
  });

  test("sorts by creation and update, and filters by updatedSince", async () => {
    const { tenant, abel, zimmer } = await createFirm();
    await changeRow(tenant, "Member", tenant.attorneyId, { role: "of_counsel" });
    const idsOf = async (query: string) => (await readList<Attorney>(tenant, `/attorneys?${query}`)).rows.map(({ attorneyId }) => attorneyId);
    expect(await idsOf("sort=newest")).toEqual([abel, zimmer, tenant.attorneyId]);
    expect(await idsOf("sort=updated")).toEqual([zimmer, abel, tenant.attorneyId]);
    const { rows } = await readList<Attorney>(tenant, "/attorneys?sort=updated");
    expect(await idsOf(`updatedSince=${rows[2]?.updatedAt}`)).toEqual([tenant.attorneyId]);
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
    const [member, unknown] = [await openApi(server, tenant.secret).get(`/attorneys/${paralegal}`), await openApi(server, tenant.secret).get("/attorneys/mem_unknown")];
    expect([member.status, member.text]).toEqual([404, unknown.text]);
  });

  test("every listed attorney can be assigned to a case, and other members cannot", async () => {
    const { tenant, paralegal, gone } = await createFirm();
    const { caseId } = await createCase(tenant);
    const assign = async (attorneyId: string) => (await openApi(server, tenant.secret).change("POST", `/cases/${caseId}/attorneys`, { attorneyId, role: "associate" })).status;
    const statuses: number[] = [];
    for (const { attorneyId } of (await readList<Attorney>(tenant, "/attorneys")).rows) statuses.push(await assign(attorneyId));
    expect(statuses).toEqual([200, 200, 200]);
    expect([await assign(paralegal), await assign(gone)]).toEqual([404, 409]);
  });
});
