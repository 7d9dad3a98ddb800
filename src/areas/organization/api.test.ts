import { afterAll, beforeAll, describe, expect, test } from "vitest";
import * as z from "zod";
import { encodeCursor } from "../../platform/database/lists/cursor.ts";
import { openApi, readBody } from "../../testing/harness/requests/api.ts";
import { createHierarchy, placeTenant, type Hierarchy } from "../../testing/harness/hierarchy.ts";
import type { TestTenant } from "../../testing/harness/tenant.ts";
import { startTestServer, type TestServer } from "../../testing/harness/server.ts";
import type { Organization, OrganizationChild } from "./schema.ts";

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

const readOrganization = async ({ secret }: TestTenant) =>
  readBody<{ organization: Organization }>(await openApi(server, secret).get("/organization")).organization;

async function readList<Row>({ secret }: TestTenant, path: string): Promise<Listed<Row>> {
  const { nextCursor, organizations } = readBody<{ nextCursor: string | null; organizations: Row[] }>(
    await openApi(server, secret).get(path),
  );
  return { rows: organizations, nextCursor };
}

/** All rows, read in pages of one. */
async function readInPages<Row>(tenant: TestTenant, path: string): Promise<Row[]> {
  const rows: Row[] = [];
  for (let after = ""; ;) {
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
    expect(await readOrganization(headquarters)).toMatchObject({
      id: headquarters.organizationId,
      name: "headquarters",
      isHeadquarters: true,
      parentOrganization: null,
    });
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

  test("acceptance 16: returns none for an organization that is not a headquarters", async () => {
    expect(await readChildren(hierarchy.east)).toEqual([]);
    expect(await readChildren(hierarchy.office)).toEqual([]);
  });

  test("acceptance 16: omits an organization that does not report, and its descendants", async () => {
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

  test("400 for a cursor with a depth that no integer column has: anyone can compute a cursor's check", async () => {
    const { organizationId, secret } = hierarchy.headquarters;
    const list = { organizationId, name: "organization-children", position: z.unknown() };
    const after = encodeCursor(list, [3_000_000_000, organizationId]);
    const reply = await openApi(server, secret).get(`/organization/children?after=${after}`);
    expect([reply.status, reply.body["code"]]).toEqual([400, "VALIDATION_FAILED"]);
  });

  test("400 for a cursor of another headquarters, or of another list", async () => {
    const { headquarters, stranger } = hierarchy;
    const { nextCursor } = await readList(headquarters, "/organization/children?limit=1");
    const attempts = [
      await openApi(server, stranger.secret).get(`/organization/children?after=${nextCursor}`),
      await openApi(server, headquarters.secret).get(`/attorneys?after=${nextCursor}`),
    ];
    expect(attempts.map(({ status, body }) => [status, body["code"]])).toEqual([
      [400, "VALIDATION_FAILED"],
      [400, "VALIDATION_FAILED"],
    ]);
  });
});
