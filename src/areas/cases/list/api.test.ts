import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { openApi } from "../../../testing/harness/requests/api.ts";
import { createCase, createTenant, createKey, type TestTenant } from "../../../testing/harness/tenant.ts";
import { startTestServer, type TestServer } from "../../../testing/harness/server.ts";
import { createTask } from "../../tasks/fixtures.ts";
import { createFullCase, deleteCase } from "../fixtures.ts";
import { assign, createAttorney } from "../transitions/fixtures.ts";

let server: TestServer;
let tenant: TestTenant;
let one: string;
let two: string;
let three: string;
let clientId: string;
let tagName: string;
let associate: string;

beforeAll(async () => {
  server = await startTestServer();
  tenant = await createTenant(server.services.database);
  one = (
    await createCase(tenant, {
      title: "Diaz v. Acme",
      caseType: "dog_bite",
      caseState: "TX",
      highValue: true,
      externalId: "crm-1",
      dateOfIncident: "2026-01-10",
    })
  ).caseId;
  ({ caseId: two, clientId } = await createCase(tenant, {
    matterStage: "trial",
    partnerId: "partner-9",
    dateOfIncident: "2026-02-10",
  }));
  three = (await createCase(tenant, { matterStage: "closed", matterStatus: "closed", closedOn: "2026-03-01" })).caseId;
  associate = await createAttorney(tenant);
  await assign(tenant, two, associate, "lead");
  await assign(tenant, two, associate, "trial");
  const full = await createFullCase(tenant);
  tagName = `tag ${full.tagId}`;
  await tenant.inside((transaction) =>
    transaction.updateTable("CaseTag").set({ caseId: one }).where("caseId", "=", full.caseId).execute(),
  );
  await deleteCase(tenant, full.caseId);
});
afterAll(() => server.close(1000));

async function list(query: string, secret = tenant.secret): Promise<Record<string, unknown>[]> {
  const { status, text, body } = await openApi(server, secret).get(`/cases?${query}`);
  expect(status, text).toBe(200);
  return body["cases"] as Record<string, unknown>[];
}
const ids = async (query: string) => (await list(query)).map(({ id }) => id);

describe("by open tasks", () => {
  beforeAll(async () => {
    await createTask(tenant, { caseId: one });
    await createTask(tenant, { caseId: one });
    await createTask(tenant, { caseId: two, status: "completed", completedAt: "2026-03-02T09:00:00Z" });
    await createTask(tenant, { caseId: three, deletedAt: "2026-03-02T09:00:00Z" });
  });

  test.each<[string, () => string[]]>([
    ["withoutOpenTasks=false", () => [one]],
    ["withoutOpenTasks=false&sort=updated", () => [one]],
    ["withoutOpenTasks=true", () => [three, two]],
    ["withoutOpenTasks=true&sort=oldest", () => [two, three]],
    ["withoutOpenTasks=true&matterStatus=open", () => [two]],
    ["withoutOpenTasks=true&attorneyId=ASSOCIATE", () => [two]],
  ])("%s", async (query, expected) => {
    expect(await ids(query.replace("ASSOCIATE", associate))).toEqual(expected());
  });

  test("requires the scope that reads tasks", async () => {
    const { secret } = await createKey(tenant, { scopes: ["cases:read"] });
    const { status, headers } = await openApi(server, secret).get("/cases?withoutOpenTasks=true");
    expect([status, headers["x-error-reason"], headers["x-error-detail"]]).toEqual([
      403,
      "missing_scope",
      "tasks:read",
    ]);
  });
});

describe("filters", () => {
  test.each<[string, () => string[]]>([
    ["", () => [three, two, one]],
    ["sort=oldest", () => [one, two, three]],
    ["matterStage=trial", () => [two]],
    ["matterStatus=open", () => [two, one]],
    ["caseType=dog_bite", () => [one]],
    ["caseState=TX", () => [one]],
    ["highValue=true", () => [one]],
    ["highValue=false", () => [three, two]],
    ["partnerId=partner-9", () => [two]],
    ["externalId=crm-1", () => [one]],
    ["q=ACME", () => [one]],
    ["q=acme+rosa", () => [one]],
    ["q=acme+nobody", () => []],
    ["dateOfIncidentFrom=2026-01-10&dateOfIncidentTo=2026-02-09", () => [one]],
    ["dateOfIncidentFrom=2026-01-11", () => [two]],
    ["closedOnFrom=2026-03-01&closedOnTo=2026-03-01", () => [three]],
    ["closedOnTo=2026-02-28", () => []],
    ["updatedSince=2999-01-01T00:00:00Z", () => []],
    ["matterStatus=open&caseType=dog_bite&highValue=false", () => []],
  ])("%s", async (query, expected) => expect(await ids(query)).toEqual(expected()));

  test("match client, attorney in any role, and tag regardless of case", async () => {
    expect(await ids(`plaintiffId=${clientId}`)).toEqual([two]);
    expect(await ids(`attorneyId=${associate}`)).toEqual([two]);
    expect(await ids(`tag=${encodeURIComponent(tagName.toUpperCase())}`)).toEqual([one]);
    expect(await ids("tag=none")).toEqual([]);
    expect(await ids("attorneyId=mem_none")).toEqual([]);
  });

  test("match updatedSince inclusively", async () => {
    const api = openApi(server, tenant.secret);
    const { body } = await api.change("PATCH", `/cases/${two}`, { title: "Changed last" });
    const { updatedAt } = (body as { case: { updatedAt: string } }).case;
    expect(await ids(`updatedSince=${updatedAt}&sort=updated`)).toEqual([two]);
  });
});

describe("views", () => {
  test("the full view equals the detail", async () => {
    const api = openApi(server, tenant.secret);
    for (const shown of await list("view=full"))
      expect((await api.get(`/cases/${String(shown["id"])}`)).body["case"]).toEqual(shown);
  });

  test("the summary view shows only the client's name", async () => {
    const [first] = await list("highValue=true");
    expect(Object.keys(first ?? {}).toSorted()).toEqual(
      "attorneyId caseState caseType closedOn createdAt externalId highValue id matterStage matterStatus openedOn partnerId plaintiff sequenceId stageEnteredAt tags title updatedAt".split(
        " ",
      ),
    );
    expect(first?.["plaintiff"]).toEqual({ id: expect.any(String), firstName: "Rosa", lastName: "Diaz" });
  });

  test.each(["", "view=full"])("documents:read alone allows: %s", async (view) => {
    const { secret } = await createKey(tenant, { scopes: ["documents:read"] });
    expect(await list(view, secret)).toEqual(await list(view));
    expect(await list(view)).not.toEqual([]);
  });
});

describe("pages", () => {
  test.each(["newest", "oldest", "updated"])("by %s, one case per page, return the whole list once", async (sort) => {
    const seen: unknown[] = [];
    for (let after = ""; ;) {
      const { body } = await openApi(server, tenant.secret).get(`/cases?sort=${sort}&limit=1${after}`);
      seen.push(...(body["cases"] as { id: string }[]).map(({ id }) => id));
      const { nextCursor } = body as { nextCursor?: string | null };
      if (typeof nextCursor !== "string") break;
      after = `&after=${encodeURIComponent(nextCursor)}`;
    }
    expect(seen).toEqual(await ids(`sort=${sort}`));
    expect(seen).toHaveLength(3);
  });

  test("a cursor of another sort or another firm is rejected", async () => {
    const { body } = await openApi(server, tenant.secret).get("/cases?limit=1");
    const after = encodeURIComponent((body as { nextCursor?: string }).nextCursor ?? "");
    const others = await createTenant(server.services.database);
    expect((await openApi(server, tenant.secret).get(`/cases?limit=1&sort=updated&after=${after}`)).status).toBe(400);
    expect((await openApi(server, others.secret).get(`/cases?limit=1&after=${after}`)).status).toBe(400);
  });
});
