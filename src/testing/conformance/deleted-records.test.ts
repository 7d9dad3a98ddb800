import { beforeAll, describe, expect, test } from "vitest";
import { openApi, readBody, type Api } from "../harness/requests/api.ts";
import { startTestServer, type TestServer } from "../harness/server.ts";
import { changeRow, createTenant, type TestTenant } from "../harness/tenant.ts";
import { openSubjectHarness, subjects, writeTarget, type Subject } from "./subject.ts";

type Record = { id: string; isDeleted?: true; updatedAt: string };

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer();
});

const find = (name: string): Subject => {
  const subject = subjects.find(({ declaration }) => declaration.name === name);
  if (subject === undefined) throw new Error(`no operation ${name}`);
  return subject;
};

/**
 * The lists that include deleted records, each with the operation that deletes one. A list of one case follows from the
 * deleted record's.
 */
const lists = subjects
  .filter(({ declaration: { input, output } }) => "includeDeleted" in input.shape && "nextCursor" in output.shape)
  .map((list) => [list.declaration.name, list] as const);
/** No operation deletes a lead: its row is changed. */
const deletionOf = (name: string) =>
  find(name === "leads.list" ? "leads.get" : `${name.split(".").at(-2) ?? ""}.delete`);

test("lists of nine kinds that copies are made of include deleted records, and so do those of notes, tasks and calendar events", () => {
  expect(
    lists
      .map(([name]) => name)
      .filter((name) => !/notes|tasks|calendarEvents/.test(name))
      .toSorted(),
  ).toEqual([
    "cases.documents.list",
    "cases.folders.list",
    "cases.invoices.list",
    "cases.list",
    "clients.list",
    "contacts.list",
    "documents.list",
    "invoices.list",
    "leads.list",
  ]);
});

/** All pages of a list. */
async function readAll(api: Api, path: string, member: string): Promise<Record[]> {
  const found: Record[] = [];
  for (let after = ""; ;) {
    const body = readBody<{ nextCursor: string | null; [name: string]: unknown }>(
      await api.get(`${path}&limit=2${after}`),
    );
    found.push(...(body[member] as Record[]));
    if (body.nextCursor === null) return found;
    after = `&after=${body.nextCursor}`;
  }
}

/**
 * Deletes two of three records.
 *
 * @returns the list's path below the case of the last one, and the deleted IDs
 */
async function deleteTwo(tenant: TestTenant, name: string): Promise<{ path: string; deleted: string[] }> {
  const deletion = deletionOf(name);
  const harness = await openSubjectHarness(server, deletion, tenant);
  const deleted: string[] = [];
  let path: string = find(name).declaration.meta.path;
  for (const arranged of [harness.arranged, await harness.arrangeAnother()]) {
    const [id = ""] = Object.values(arranged.pathValues);
    const record = Object.values(
      readBody<object>(await openApi(server, tenant.secret).get(writeTarget({ ...deletion.declaration }, arranged))),
    ).find((value) => typeof value === "object") as { caseId?: string; case?: { id: string } };
    path = path.replace("{caseId}", record.caseId ?? record.case?.id ?? "");
    expect((await harness.call({ arranged })).status).toBe(200);
    if (name === "leads.list") await changeRow(tenant, "Lead", id, { deletedAt: new Date().toISOString() });
    deleted.push(id);
  }
  await harness.arrangeAnother();
  return { path, deleted };
}

describe.each(lists)("%s", (name, { declaration }) => {
  const member = Object.keys(declaration.output.shape)[0] ?? "";
  let tenant: TestTenant;
  let api: Api;
  let path: string;
  let deleted: string[];
  beforeAll(async () => {
    tenant = await createTenant(server.services.database);
    api = openApi(server, tenant.secret);
    ({ path, deleted } = await deleteTwo(tenant, name));
  });

  test("acceptance 16: deleted records are in their places by the time of their change, without content", async () => {
    const all = await readAll(api, `${path}?sort=updated&includeDeleted=true`, member);
    const gone = all.filter((record) => record.isDeleted === true);
    // In the list of one case, those of this case.
    expect(deleted).toEqual(expect.arrayContaining(gone.map(({ id }) => id)));
    expect(gone.length).toBe(path.startsWith("/cases/") ? 1 : 2);
    for (const record of gone) {
      expect(record).toEqual({
        id: record.id,
        isDeleted: true,
        deletedAt: expect.any(String),
        updatedAt: expect.any(String),
        externalId: (record as { externalId?: string }).externalId ?? null,
      });
    }
    expect(all.map(({ updatedAt }) => updatedAt)).toEqual(all.map(({ updatedAt }) => updatedAt).toSorted());
    expect(all.filter((record) => record.isDeleted !== true)).toEqual(
      await readAll(api, `${path}?sort=updated`, member),
    );
    const [last] = gone.slice(-1);
    expect(
      (await readAll(api, `${path}?sort=updated&includeDeleted=true&updatedSince=${last?.updatedAt}`, member)).find(
        ({ id }) => id === last?.id,
      ),
    ).toEqual(last);
    expect(
      (await readAll(api, `${path}?sort=updated&includeDeleted=true&fields=updatedAt`, member)).find(
        ({ id }) => id === last?.id,
      ),
    ).toEqual({ id: last?.id, isDeleted: true, updatedAt: last?.updatedAt });
  });

  test("acceptance 16: only sort=updated includes them, and no filter of content applies", async () => {
    expect((await api.get(`${path}?includeDeleted=true`)).body["error"]).toBe("includeDeleted: requires sort=updated");
    const [filter, value] =
      [
        ["externalId", "x"],
        ["parentFolderId", "root"],
        ["status", "draft"],
      ].find(([given = ""]) => given in declaration.input.shape) ?? [];
    const { status, body } = await api.get(`${path}?includeDeleted=true&sort=updated&${filter}=${value}`);
    expect([status, body["error"]]).toEqual([
      400,
      expect.stringContaining(`${filter}: cannot be combined with includeDeleted`),
    ]);
  });

  test("another organization sees none of them", async () => {
    if (path.startsWith("/cases/")) return;
    const other = await createTenant(server.services.database);
    expect(await readAll(openApi(server, other.secret), `${path}?sort=updated&includeDeleted=true`, member)).toEqual(
      [],
    );
  });
});

test("acceptance 16: a copy that is half a year old catches up by the list alone", async () => {
  const tenant = await createTenant(server.services.database);
  const api = openApi(server, tenant.secret);
  const create = async (firstName: string) =>
    readBody<{ client: Record }>(await api.change("POST", "/clients", { firstName, lastName: "Reyes" })).client;
  const [kept, changed, gone, merged] = [
    await create("Ana"),
    await create("Ben"),
    await create("Cal"),
    await create("Dee"),
  ];
  const copy = new Map((await readAll(api, "/clients?sort=updated", "clients")).map((client) => [client.id, client]));
  const since = [...copy.values()].at(-1)?.updatedAt ?? "";
  readBody(await api.change("PATCH", `/clients/${changed.id}`, { firstName: "Benedict" }));
  readBody(await api.change("DELETE", `/clients/${gone.id}`));
  readBody(await api.change("POST", `/clients/${kept.id}/merge`, { duplicateClientId: merged.id }));
  await create("Eve");
  const news = await readAll(api, `/clients?sort=updated&includeDeleted=true&updatedSince=${since}`, "clients");
  for (const client of news) {
    if (client.isDeleted === true) copy.delete(client.id);
    else copy.set(client.id, client);
  }
  expect(news.find(({ id }) => id === merged.id)).toMatchObject({ isDeleted: true, mergedIntoClientId: kept.id });
  const byId = (records: Iterable<Record>) => [...records].toSorted((one, other) => (one.id < other.id ? -1 : 1));
  expect(byId(copy.values())).toEqual(byId(await readAll(api, "/clients?sort=updated", "clients")));
});
