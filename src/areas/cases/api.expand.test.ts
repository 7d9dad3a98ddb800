import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { connectAssistant } from "../../testing/harness/assistant.ts";
import { openApi, readBody, type Api } from "../../testing/harness/requests/api.ts";
import { startTestServer, type TestServer } from "../../testing/harness/server.ts";
import { changeRow, createCase, createKey, createTenant, type TestTenant } from "../../testing/harness/tenant.ts";
import { createDocument } from "../documents/fixtures.records.ts";
import { createLead } from "../leads/fixtures.ts";
import { createTask } from "../tasks/fixtures.ts";

let server: TestServer;
let tenant: TestTenant;
let api: Api;
let caseId: string;
let clientId: string;

beforeAll(async () => {
  server = await startTestServer();
  tenant = await createTenant(server.services.database);
  api = openApi(server, tenant.secret);
  ({ caseId, clientId } = await createCase(tenant, { title: "Marsh v. Lund" }));
});
afterAll(() => server.close(1_000));

interface Body {
  expanded?: Record<string, unknown>;
}
const read = async (path: string, by: Api = api) => readBody<Body>(await by.get(path));
const client = async () => ((await read(`/clients/${clientId}`)) as { client?: unknown }).client;
const caseDetail = async () => ((await read(`/cases/${caseId}`)) as { case?: unknown }).case;

describe("a record has besides what it refers to, as that one's GET returns it", () => {
  test("the client of a case, and of the cases of a page each once", async () => {
    const { expanded } = await read(`/cases/${caseId}?expand=client`);
    expect(expanded).toEqual({ client: await client() });
    const { caseId: second, clientId: other } = await createCase(tenant);
    await createCase(tenant, { plaintiffId: clientId });
    for (const view of ["summary", "full"]) {
      const page = await read(`/cases?view=${view}&expand=client`);
      const clients = page.expanded?.["clients"] as { id: string }[];
      expect(clients.map(({ id }) => id)).toEqual(expect.arrayContaining([clientId, other]));
      expect(new Set(clients.map(({ id }) => id)).size).toBe(clients.length);
      expect(clients.find(({ id }) => id === clientId)).toEqual(await client());
    }
    expect(second).not.toBe(caseId);
  });

  test("the case of a task and of a document; null for what has none", async () => {
    const { taskId } = await createTask(tenant, { caseId });
    const { documentId } = await createDocument(tenant, { caseId });
    for (const path of [`/tasks/${taskId}`, `/documents/${documentId}`])
      expect((await read(`${path}?expand=case`)).expanded, path).toEqual({ case: await caseDetail() });
    for (const path of ["/tasks", "/documents"])
      expect((await read(`${path}?caseId=${caseId}&expand=case`)).expanded, path).toEqual({
        cases: [await caseDetail()],
      });
    const leadId = await createLead(tenant);
    const { documentId: ofLead } = await createDocument(tenant, { leadId });
    expect((await read(`/documents/${ofLead}?expand=case`)).expanded).toEqual({ case: null });
    expect((await read(`/documents?leadId=${leadId}&expand=case`)).expanded).toEqual({ cases: [] });
  });

  test("also where fields chooses of the record, and not without expand", async () => {
    const body = await read(`/cases/${caseId}?expand=client&fields=title`);
    expect(body).toEqual({
      success: true,
      case: { id: caseId, title: "Marsh v. Lund" },
      expanded: { client: await client() },
    });
    expect(await read(`/cases/${caseId}`)).not.toHaveProperty("expanded");
    expect(await read("/cases")).not.toHaveProperty("expanded");
  });

  test("also where an assistant chooses fields, without what no assistant gets", async () => {
    const assistant = await connectAssistant(server, tenant.secret);
    const fields = ["id", "title"];
    const readAs = async (operation: string, input: object) =>
      ((await assistant.call("read", { operation, input, fields })).json as { response: Body }).response;
    const { ssnFourDigits: _, ...shown } = (await client()) as { ssnFourDigits: unknown };
    expect(await readAs("cases.get", { caseId, expand: "client" })).toMatchObject({
      case: { id: caseId, title: "Marsh v. Lund" },
      expanded: { client: shown },
    });
    const { expanded } = await readAs("cases.list", { expand: "client" });
    expect(expanded?.["clients"]).toContainEqual(shown);
  });
});

test("a related record needs the scope that reads it, which 403 names; other relations are 400", async () => {
  const narrow = openApi(
    server,
    (await createKey(tenant, { scopes: ["cases:read", "documents:read", "tasks:read"] })).secret,
  );
  for (const path of [`/cases/${caseId}`, "/cases"]) {
    const rejected = await narrow.get(`${path}?expand=client`);
    expect([rejected.status, rejected.headers["x-error-detail"]], path).toEqual([403, "clients:read"]);
    expect((await narrow.get(path)).status).toBe(200);
    for (const wrong of ["lead", "client,client", "client.tags", "expand", ""])
      expect((await api.get(`${path}?expand=${wrong}`)).status, wrong).toBe(400);
  }
  const blind = openApi(server, (await createKey(tenant, { scopes: ["tasks:read", "documents:read"] })).secret);
  for (const path of ["/tasks", "/documents"])
    expect((await blind.get(`${path}?expand=case`)).headers["x-error-detail"], path).toBe("cases:read");
});

describe("the ETag of a case with its client", () => {
  const path = () => `/cases/${caseId}?expand=client`;

  test("is neither that of the case alone nor the same after a change of the client", async () => {
    const bare = (await api.get(`/cases/${caseId}`)).headers["etag"] ?? "";
    const before = (await api.get(path())).headers["etag"] ?? "";
    expect(before).not.toBe(bare);
    expect((await api.get(path(), { "If-None-Match": before })).status).toBe(304);
    expect((await api.get(path(), { "If-None-Match": bare })).status).toBe(200);
    expect((await api.get(`/cases/${caseId}`, { "If-None-Match": before })).status).toBe(200);
    // The case does not show the occupation, so its own ETag stays.
    await changeRow(tenant, "Client", clientId, { occupation: "Welder" });
    expect((await api.get(`/cases/${caseId}`, { "If-None-Match": bare })).status).toBe(304);
    const after = await api.get(path(), { "If-None-Match": before });
    expect([after.status, after.headers["etag"] === before]).toEqual([200, false]);
  });

  test("is accepted as If-Match, for the revision of the case", async () => {
    const etag = (await api.get(path())).headers["etag"] ?? "";
    const change = (title: string) => api.change("PATCH", `/cases/${caseId}`, { title }, { "If-Match": etag });
    expect((await change("Marsh v. Lund & Sons")).status).toBe(200);
    const stale = await change("Again");
    expect([stale.status, stale.body["code"]]).toEqual([409, "STALE_REVISION"]);
  });
});

test("another firm's records are not among the related ones", async () => {
  const stranger = await createTenant(server.services.database);
  await createCase(stranger);
  const page = await read("/cases?expand=client", openApi(server, stranger.secret));
  expect(page.expanded).toEqual({
    clients: [expect.objectContaining({ id: expect.not.stringContaining(clientId) as string })],
  });
});
