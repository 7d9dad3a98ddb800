import { writeOds } from "hucre/ods";
import { writeXlsx } from "hucre/xlsx";
import { sql } from "kysely";
import { afterAll, beforeAll, expect, test } from "vitest";
import { declarationsByName } from "../../../composition/router.ts";
import { readBody } from "../../../testing/harness/requests/api.ts";
import { startTestServer, type TestServer } from "../../../testing/harness/server.ts";
import { createKey, createTenant, type TestTenant } from "../../../testing/harness/tenant.ts";
import { sendRequest } from "../../../testing/servers/file-storage.ts";
import type { Import } from "../schema.ts";
import { chooseSample } from "../domain.preview.ts";
import { openImports, type ImportHarness } from "./fixtures.ts";
import { until } from "../../../testing/harness/until.ts";

let server: TestServer;
let tenant: TestTenant;
let imports: ImportHarness;

beforeAll(async () => {
  server = await startTestServer();
  tenant = await createTenant(server.services.database);
  imports = openImports(server, tenant);
});
afterAll(() => server.close(1_000));

const countOf = async (table: "Client" | "Case" | "Note" | "Task" | "Contact") =>
  (
    await tenant.inside((transaction) =>
      transaction.selectFrom(table).select("id").where("deletedAt", "is", null).execute(),
    )
  ).length;

const clientsFile = [
  "Client ID,First Name,Last Name,DOB,Cell Phone,SSN,Zip,State",
  "A-1,Elena,Marsh,4/17/1988,(512) 555-0182,219-64-4821,78704,Texas",
  "A-2,Ali,Reyes,11/2/79,512.555.0183,,2134,MA",
  "A-3,Kim,,5/6/1990,,,,",
  "A-4,Jo,Lin,13/40/1990,,000-00-0000,,",
  "A-1,Again,Marsh,,,,,",
].join("\r\n");

test("a file is read, its columns are found, and the preview has its first faults without what is secret", async () => {
  const sent = await imports.send(clientsFile);
  expect(sent).toMatchObject({
    status: "ready",
    kind: "clients",
    format: "csv",
    source: "other",
    rowCount: 5,
    columns: [
      { index: 0, name: "Client ID", field: "externalId" },
      { index: 1, name: "First Name", field: "firstName" },
      { index: 2, name: "Last Name", field: "lastName" },
      { index: 3, name: "DOB", field: "dateOfBirth" },
      { index: 4, name: "Cell Phone", field: "phone" },
      { index: 5, name: "SSN", field: "ssn" },
      { index: 6, name: "Zip", field: "zipCode" },
      { index: 7, name: "State", field: "state" },
    ],
  });
  const reply = await imports.api.get(`/imports/${sent.id}/preview`);
  const { preview } = readBody<{ preview: { rows: { number: number; body: object; faults: object[] }[] } }>(reply);
  expect(preview.rows.map(({ number, faults }) => [number, faults])).toEqual([
    [2, []],
    [3, []],
    [4, [{ column: "Last Name", message: expect.any(String) }]],
    [
      5,
      [
        { column: "DOB", message: "must be a day, such as 11/30/2026 or 2026-11-30" },
        { column: "SSN", message: "must be a social security number, 123-45-6789" },
      ],
    ],
    [6, []],
  ]);
  expect(preview.rows[1]?.body).toMatchObject({
    address: { zipCode: "02134", state: "MA" },
    dateOfBirth: "1979-11-02",
  });
  expect(reply.text).not.toContain("219-64-4821");
});

test("a check keeps nothing; an import writes each row once, as its operation would, and the rejected rows come back", async () => {
  const before = await countOf("Client");
  const { id } = await imports.send(clientsFile);
  const checked = await imports.run(id, "check");
  expect(checked).toMatchObject({
    status: "ready",
    created: 2,
    rejected: 3,
    handled: 5,
    checkedAt: expect.any(String),
  });
  expect(await countOf("Client")).toBe(before);
  const done = await imports.run(id, "start");
  expect(done).toMatchObject({ status: "completed", created: 2, updated: 0, rejected: 3, hasReport: true });
  expect(await countOf("Client")).toBe(before + 2);
  expect((await imports.rows(id)).map(({ number, outcome }) => [number, outcome])).toEqual([
    [2, "created"],
    [3, "created"],
    [4, "rejected"],
    [5, "rejected"],
    [6, "rejected"],
  ]);
  const [created] = await imports.rows(id, "created");
  const { client } = readBody<{ client: object }>(await imports.api.get(`/clients/${created?.recordId}`));
  expect(client).toMatchObject({
    externalId: "A-1",
    firstName: "Elena",
    phoneE164: "+15125550182",
    ssnFourDigits: "4821",
    address: { zipCode: "78704", state: "TX" },
    revision: 1,
  });
  const events = await tenant.inside((transaction) =>
    transaction.selectFrom("Event").select("eventType").where("correlationId", "=", id).execute(),
  );
  expect(events).toEqual([{ eventType: "client.created" }, { eventType: "client.created" }]);

  const offered = readBody<{ import: Import }>(await imports.api.get(`/imports/${id}/download`)).import;
  const file = await sendRequest(server, "GET", String(offered.downloadUrl));
  expect(file.bytes.toString("utf8").split("\r\n")).toEqual([
    "\uFEFFClient ID,First Name,Last Name,DOB,Cell Phone,SSN,Zip,State,Rejected because",
    expect.stringMatching(/^A-3,Kim,,5\/6\/1990,,,,,Last Name: /),
    expect.stringMatching(/^A-4,Jo,Lin,13\/40\/1990,,000-00-0000,,,.*DOB: must be a day/),
    'A-1,Again,Marsh,,,,,,"Client ID: is that of row 2, too"',
    "",
  ]);
});

test("the mended file of rejected rows can be sent as it is, and the same file again updates or is skipped", async () => {
  const first = await imports.send("Client ID,Last Name,City\nB-1,Marsh,Austin\nB-2,,Waco\n");
  await imports.run(first.id, "start");
  const url = readBody<{ import: Import }>(await imports.api.get(`/imports/${first.id}/download`)).import.downloadUrl;
  const rejected = (await sendRequest(server, "GET", String(url))).bytes.toString("utf8");
  const mended = await imports.send(rejected.replace("B-2,,", "B-2,Reyes,"));
  expect(mended.columns.at(-1)).toEqual({ index: 3, name: "Rejected because", field: null });
  expect(await imports.run(mended.id, "start")).toMatchObject({ created: 1, rejected: 0, hasReport: false });
  const again = await imports.send("Client ID,Last Name,City\nB-1,Marsh,Round Rock\nB-2,Reyes,Waco\n");
  expect(await imports.run(again.id, "start")).toMatchObject({ created: 0, updated: 2, rejected: 0 });
  const skipped = await imports.send("Client ID,Last Name,City\nB-1,Marsh,Dallas\n", { existing: "skip" });
  expect(await imports.run(skipped.id, "start")).toMatchObject({ updated: 0, skipped: 1 });
  const { client } = readBody<{ client: object }>(await imports.api.get("/clients/external:B-1"));
  expect(client).toMatchObject({ address: { city: "Round Rock" } });
});

test("a row whose comma shifted its cells is rejected with all of them, until they are in their columns", async () => {
  const header = "Client ID,Last Name,Address,City";
  const { id } = await imports.send(`${header}\nS-1,Marsh,12 Main St, Apt 4,Austin\nS-2,Reyes,5 Oak,Waco\n`);
  expect(await imports.run(id, "start")).toMatchObject({ created: 1, rejected: 1 });
  const url = readBody<{ import: Import }>(await imports.api.get(`/imports/${id}/download`)).import.downloadUrl;
  const rejected = (await sendRequest(server, "GET", String(url))).bytes.toString("utf8");
  const [, line = ""] = rejected.split("\r\n");
  expect(line).toMatch(/^S-1,Marsh,12 Main St,Apt 4,has more cells .*,Austin$/u);
  // The file as it is keeps the row apart.
  const unchanged = await imports.send(rejected);
  expect(await imports.run(unchanged.id, "start")).toMatchObject({ created: 0, rejected: 1 });
  const mended = await imports.send(rejected.replace(line, 'S-1,Marsh,"12 Main St, Apt 4",Austin'));
  expect(await imports.run(mended.id, "start")).toMatchObject({ created: 1, rejected: 0 });
  const { client } = readBody<{ client: object }>(await imports.api.get("/clients/external:S-1"));
  expect(client).toMatchObject({ address: { line1: "12 Main St, Apt 4", city: "Austin" } });
});

test("a report's export is imported without its second row of names, its totals and its footers", async () => {
  const more = Array.from({ length: 300 }, (_, place) => `Custom field ${place}`);
  const wide = (row: string) => `${row}${",".repeat(more.length)}`;
  const file = [
    "Clients of Marsh & Cole LLP",
    "Filter: Status = Open",
    "",
    `Client #,Name,,Phone,,DOB,${more.join(",")}`,
    wide(",First,Last,Cell,Work,"),
    wide("E-1,Elena,Marsh,(512) 555-0182 (sister Ana),N/A,4/17/1988"),
    wide("E-2,Ali,Reyes,512-555-0183,,19791102"),
    wide("Client #,First,Last,Cell,Work,DOB"),
    wide("E-3,Kim,Voss,,,29330"),
    wide("Total,2,,,,"),
    "Page 1 of 1",
  ].join("\n");
  const sent = await imports.send(file);
  expect(sent).toMatchObject({ status: "ready", kind: "clients", rowCount: 6 });
  expect(sent.columns).toHaveLength(306);
  expect(sent.columns.slice(0, 6).map(({ name, field }) => [name, field])).toEqual([
    ["Client #", "externalId"],
    ["First Name", "firstName"],
    ["Last Name", "lastName"],
    ["Cell Phone", "phone"],
    ["Work Phone", "secondaryPhone"],
    ["DOB", "dateOfBirth"],
  ]);
  const before = await countOf("Client");
  expect(await imports.run(sent.id, "start")).toMatchObject({ status: "completed", created: 3, rejected: 3 });
  expect(await countOf("Client")).toBe(before + 3);
  const rejected = (await imports.rows(sent.id, "rejected")).map(({ number, faults }) => [number, faults[0]?.message]);
  expect(rejected).toEqual([
    [8, expect.stringContaining("repeats the names of the columns")],
    [10, expect.stringContaining("totals")],
    [11, expect.stringContaining("footer")],
  ]);
  const { client } = readBody<{ client: object }>(await imports.api.get("/clients/external:E-1"));
  expect(client).toMatchObject({ phoneE164: "+15125550182", secondaryPhone: null, dateOfBirth: "1988-04-17" });
  const other = readBody<{ client: object }>(await imports.api.get("/clients/external:E-3"));
  expect(other.client).toMatchObject({ lastName: "Voss", dateOfBirth: "1980-04-19" });
});

test("a workbook of LibreOffice is imported like a file of Excel, and one with a password says so", async () => {
  const rows = [
    ["Client ID", "Last Name", "DOB"],
    ["L-1", "Marsh", new Date("1988-04-17T00:00:00Z")],
  ];
  const { id, format } = await imports.send(await writeOds({ sheets: [{ name: "Clients", rows }] }));
  expect(format).toBe("ods");
  expect(await imports.run(id, "start")).toMatchObject({ status: "completed", created: 1 });
  const encryption = { password: "x", spinCount: 1_000 };
  const sent = await imports.send(await writeXlsx({ sheets: [{ name: "Clients", rows }], encryption }));
  expect(sent).toMatchObject({ status: "failed", failure: "password" });
});

test("rows name the records of earlier files: cases their client, notes and tasks their case", async () => {
  const clients = await imports.send("Client ID,Last Name\nC-1,Marsh\n");
  await imports.run(clients.id, "start");
  const cases = await imports.send(
    "Matter Number,Client ID,Case Type,Date of Loss,Status,Closed,Title\nM-1,C-1,MVA,3/4/2025,Open,,Marsh v. Cole\nM-2,C-1,Auto,1/2/2019,Closed,5/6/2021,Old\nM-3,C-9,MVA,,Open,,Nobody\n",
  );
  expect(cases.kind).toBe("cases");
  expect(await imports.run(cases.id, "start")).toMatchObject({ created: 2, rejected: 1 });
  expect(await imports.rows(cases.id, "rejected")).toEqual([
    {
      number: 4,
      outcome: "rejected",
      recordId: null,
      faults: [{ column: "Client ID", message: "names no client: none has this external ID" }],
    },
  ]);
  const notes = await imports.send(
    'Note ID,Case ID,Note Date,Note Type,Note\nN-1,M-1,3/5/2025 2:30 PM,Phone,"She said ""yes"".\nThen left."\nN-2,,,,Lost\n',
    { kind: "notes" },
  );
  expect(await imports.run(notes.id, "start")).toMatchObject({ created: 1, rejected: 1 });
  const tasks = await imports.send(
    "Task ID,Task Name,Due Date,Matter Number,Status,Priority\nT-1,Call adjuster,1/15/2027,M-1,Open,High\nT-2,Filed,,M-1,Complete,\nT-3,Order paper,,,,\n",
  );
  expect(tasks.kind).toBe("tasks");
  expect(await imports.run(tasks.id, "start")).toMatchObject({ created: 3, rejected: 0 });
  const { notes: found } = readBody<{ notes: object[] }>(await imports.api.get("/cases/external:M-1/notes"));
  expect(found).toMatchObject([{ externalId: "N-1", type: "phone_call", body: 'She said "yes".\nThen left.' }]);
});

test("undo deletes what was created and sets back what was updated, and keeps what changed since or is in use", async () => {
  const base = await imports.send("Client ID,Last Name,City\nD-1,Marsh,Austin\n");
  await imports.run(base.id, "start");
  const { id } = await imports.send(
    "Client ID,Last Name,City\nD-1,Marsh-Cole,Waco\nD-2,Reyes,Waco\nD-3,Lin,Waco\nD-4,Ng,Waco\n",
  );
  expect(await imports.run(id, "start")).toMatchObject({ created: 3, updated: 1 });
  await imports.api.change("PATCH", "/clients/external:D-3", { lastName: "Linn" });
  await imports.api.change("POST", "/clients/external:D-4/notes", { type: "general", body: "Called." });
  expect(await imports.run(id, "undo")).toMatchObject({ status: "undone", undone: 2, kept: 2 });
  expect((await imports.rows(id)).map(({ number, outcome }) => [number, outcome])).toEqual([
    [2, "undone"],
    [3, "undone"],
    [4, "kept"],
    [5, "kept"],
  ]);
  const kept = await imports.rows(id, "kept");
  expect(kept.map(({ faults }) => faults[0]?.message)).toEqual([
    expect.stringContaining("changed since"),
    "Other records were added to it since",
  ]);
  const { client } = readBody<{ client: object }>(await imports.api.get("/clients/external:D-1"));
  expect(client).toMatchObject({ lastName: "Marsh", address: { city: "Austin" } });
  expect((await imports.api.get("/clients/external:D-2")).status).toBe(404);
  expect((await imports.api.change("POST", `/imports/${id}/undo`, {})).status).toBe(409);
});

test("the mapping can be changed, and another kind maps anew", async () => {
  const { id } = await imports.send("Key,Who,Where\nE-1,Acme Insurance,Austin\n");
  const changed = await imports.api.change("PATCH", `/imports/${id}`, {
    kind: "contacts",
    columns: [
      { index: 0, field: "externalId" },
      { index: 1, field: "companyName" },
    ],
    defaults: [{ field: "roles", value: "insurer" }],
  });
  expect(readBody<{ import: Import }>(changed).import).toMatchObject({ kind: "contacts", revision: 3 });
  expect(await imports.run(id, "start")).toMatchObject({ created: 1 });
  const { contact } = readBody<{ contact: object }>(await imports.api.get("/contacts/external:E-1"));
  expect(contact).toMatchObject({ type: "company", companyName: "Acme Insurance", roles: ["insurer"] });
  const wrong = await imports.send("Client ID,Last Name\nE-2,Marsh\n");
  const refused = await imports.api.change("PATCH", `/imports/${wrong.id}`, {
    columns: [
      { index: 7, field: "lastName" },
      { index: 0, field: "nothing" },
    ],
  });
  expect([refused.status, refused.text]).toEqual([
    400,
    expect.stringContaining("columns.0.index: is not a column of the file"),
  ]);
});

test("a file that is no table fails with its reason, and an import of a key without the scope is refused", async () => {
  expect(await imports.send("%PDF-1.7 x")).toMatchObject({ status: "failed", failure: "not_a_table" });
  expect(await imports.send("Client ID,Last Name\n")).toMatchObject({ status: "failed", failure: "no_rows" });
  const { secret } = await createKey(tenant, { scopes: ["imports:write"] });
  const narrow = openImports(server, tenant, secret);
  const { id } = await narrow.send("Client ID,Last Name\nF-1,Marsh\n");
  expect((await narrow.api.change("POST", `/imports/${id}/start`, {})).status).toBe(403);
  // Another key does not see it.
  expect((await imports.api.get(`/imports/${id}`)).status).toBe(404);
});

test("a row that fails for a reason that is not its own is rejected, and those around it are imported", async () => {
  const { id } = await imports.send("Client ID,Last Name\nG-1,Marsh\nG-2,Reyes\nG-3,Lin\n");
  await imports.api.change("POST", `/imports/${id}/start`, {});
  const broken = declarationsByName.get("clients.create");
  if (broken === undefined) throw new Error("there is no operation");
  await imports.work(id, {
    operations: new Map(declarationsByName).set("clients.create", {
      ...broken,
      resolve: (call) => {
        if ((call.input as { lastName: string }).lastName === "Reyes") throw new Error("broken");
        return broken.resolve(call);
      },
    }),
    retryMilliseconds: [0],
  });
  expect(await imports.get(id)).toMatchObject({ status: "completed", created: 2, rejected: 1 });
  expect(await imports.rows(id, "rejected")).toMatchObject([
    { number: 3, faults: [{ column: null, message: "Something went wrong on our side. Send the row again" }] },
  ]);
});

/** Who waits for a lock in the database of the tests. */
const countWaiting = async () => {
  const { rows } =
    await sql`SELECT FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'`.execute(
      server.services.database.withoutTenant,
    );
  return rows.length;
};

test("a request that holds the import and changes nothing does not end the work on it", async () => {
  const { id } = await imports.send("Client ID,Last Name\nH-1,Marsh\nH-2,Reyes\n");
  await imports.api.change("POST", `/imports/${id}/start`, {});
  const { promise: isLocked, resolve: hasLocked } = Promise.withResolvers<void>();
  const { promise: isReleased, resolve: release } = Promise.withResolvers<void>();
  let holding: Promise<unknown> = Promise.resolve();
  const { files } = server.services;
  const storage = {
    ...files.tools.storage,
    // The worker has begun, and locks the import next.
    read: async (key: string) => {
      holding = tenant.inside(async (transaction) => {
        await transaction.selectFrom("Import").select("id").where("id", "=", id).forNoKeyUpdate().execute();
        hasLocked();
        await isReleased;
      });
      await isLocked;
      return files.tools.storage.read(key);
    },
  };
  let hasEnded = false;
  const working = imports.work(id, { files: { ...imports.files, storage } }).finally(() => (hasEnded = true));
  await until(async () => hasEnded || (await countWaiting()) > 0);
  release();
  await Promise.all([holding, working]);
  expect(await imports.get(id)).toMatchObject({ status: "completed", created: 2 });
});

test("an update of a contact keeps the phones and parts of addresses that the row has not", async () => {
  const first = await imports.send(
    "Contact ID,Company,Fax,Address,City,Zip\nL-1,Acme,512-555-0101,1 Main St,Austin,78701\n",
    {
      kind: "contacts",
    },
  );
  await imports.run(first.id, "start");
  const read = async () =>
    readBody<{ contact: { phones: object[]; addresses: object[] } }>(await imports.api.get("/contacts/external:L-1"))
      .contact;
  const before = await read();
  expect(before.phones).toHaveLength(1);
  const second = await imports.send("Contact ID,Company,Mobile,City\nL-1,Acme,512-555-0102,Waco\n", {
    kind: "contacts",
  });
  expect(await imports.run(second.id, "start")).toMatchObject({ updated: 1, rejected: 0 });
  expect(await read()).toMatchObject({
    phones: [...before.phones, { number: "512-555-0102", isPrimary: false }],
    addresses: [{ line1: "1 Main St", city: "Waco", zipCode: "78701" }],
  });
  expect(await imports.run(second.id, "undo")).toMatchObject({ undone: 1 });
  expect(await read()).toMatchObject({ phones: before.phones, addresses: before.addresses });
});

test("what was undone can be imported again", async () => {
  const file = "Client ID,Last Name\nK-1,Marsh\nK-2,Reyes\n";
  const { id } = await imports.send(file);
  await imports.run(id, "start");
  expect(await imports.run(id, "undo")).toMatchObject({ status: "undone", undone: 2 });
  const again = await imports.send(file);
  const done = await imports.run(again.id, "start");
  expect([done, await imports.rows(again.id, "rejected")]).toMatchObject([{ created: 2, rejected: 0 }, []]);
  // What a person deleted keeps its external ID.
  expect((await imports.api.change("DELETE", "/clients/external:K-1")).status).toBe(200);
  const late = await imports.send(file);
  expect(await imports.run(late.id, "start")).toMatchObject({ updated: 1, rejected: 1 });
  expect(await imports.rows(late.id, "rejected")).toMatchObject([
    { number: 2, faults: [{ column: "Client ID", message: expect.stringContaining("was deleted") }] },
  ]);
});

test("rows become expenses of their cases, are updated by a later file, and undone while they are drafts", async () => {
  const clients = await imports.send("Client ID,First Name,Last Name\nXC-1,Xenia,Cole\n", { kind: "clients" });
  expect(await imports.run(clients.id, "start")).toMatchObject({ created: 1 });
  const cases = await imports.send("Case Number,Client ID,Case Type\nXM-1,XC-1,MVA\n", { kind: "cases" });
  expect(await imports.run(cases.id, "start")).toMatchObject({ created: 1 });
  const file = (amount: string) =>
    `Expense ID,Case Number,Expense Type,Description,Date Incurred,Amount\nX-1,XM-1,Postage,Demand by certified mail,1/5/2026,${amount}\nX-2,XM-1,,,1/6/2026,"$1,200.50"\nX-3,,Travel,To the scene,1/7/2026,5\nX-4,XM-1,Champagne,For us,1/8/2026,5\n`;
  const first = await imports.send(file("12.40"), { kind: "expenses" });
  expect(await imports.run(first.id, "start")).toMatchObject({ created: 2, rejected: 2 });
  const expense = async (id: string) =>
    readBody<{ expense: object }>(await imports.api.get(`/expenses/external:${id}`)).expense;
  expect(await expense("X-1")).toMatchObject({
    category: "postage_copying",
    description: "Demand by certified mail",
    incurredOn: "2026-01-05",
    amountCents: 1_240,
    status: "draft",
  });
  expect(await expense("X-2")).toMatchObject({ category: "other", description: "other", amountCents: 120_050 });
  const second = await imports.send(file("13.00"), { kind: "expenses" });
  expect(await imports.run(second.id, "start")).toMatchObject({ created: 0, updated: 2 });
  expect(await expense("X-1")).toMatchObject({ amountCents: 1_300 });
  expect(await imports.run(second.id, "undo")).toMatchObject({ status: "undone" });
  expect(await expense("X-1")).toMatchObject({ amountCents: 1_240 });
  // What another import changed since is kept.
  expect(await imports.run(first.id, "undo")).toMatchObject({ status: "undone", undone: 0, kept: 2 });
  const third = await imports.send(
    "Expense ID,Case Number,Description,Date Incurred,Amount\nX-5,XM-1,Copies,1/9/2026,3\n",
    {
      kind: "expenses",
    },
  );
  expect(await imports.run(third.id, "start")).toMatchObject({ created: 1 });
  expect(await imports.run(third.id, "undo")).toMatchObject({ status: "undone", undone: 1 });
  expect((await imports.api.get("/expenses/external:X-5")).status).toBe(404);
});

test("undo keeps tasks and notes that have got comments", async () => {
  const clients = await imports.send("Client ID,Last Name\nI-1,Marsh\n");
  await imports.run(clients.id, "start");
  const cases = await imports.send("Matter Number,Client ID,Case Type\nIM-1,I-1,MVA\n");
  await imports.run(cases.id, "start");
  const tasks = await imports.send("Task ID,Task Name,Matter Number\nIT-1,Call,IM-1\nIT-2,File,IM-1\n", {
    kind: "tasks",
  });
  expect(await imports.run(tasks.id, "start")).toMatchObject({ created: 2 });
  const notes = await imports.send("Note ID,Case ID,Note\nIN-1,IM-1,One\nIN-2,IM-1,Two\n", { kind: "notes" });
  expect(await imports.run(notes.id, "start")).toMatchObject({ created: 2 });
  const comment = { body: "Look at this." };
  for (const path of ["/tasks/external:IT-1/comments", "/notes/external:IN-1/comments"])
    expect([path, (await imports.api.change("POST", path, comment)).status]).toEqual([path, 201]);
  for (const { id } of [tasks, notes]) {
    expect(await imports.run(id, "undo")).toMatchObject({ status: "undone", undone: 1, kept: 1 });
    expect(await imports.rows(id, "kept")).toMatchObject([
      { number: 2, faults: [{ message: "Other records were added to it since" }] },
    ]);
  }
});

test("an import whose time is over is neither checked nor started: its file is deleted", async () => {
  const { id } = await imports.send("Client ID,Last Name\nJ-1,Marsh\n");
  await tenant.inside((transaction) =>
    sql`UPDATE "Import" SET "expiresAt" = now() - interval '1 minute' WHERE id = ${id}`.execute(transaction),
  );
  for (const action of ["check", "start"]) {
    const reply = await imports.api.change("POST", `/imports/${id}/${action}`, {});
    expect([reply.status, reply.body["code"]]).toEqual([409, "INVALID_STATE_TRANSITION"]);
  }
});

test("long cells are only read as text, and a preview has fewer of long rows", async () => {
  const roles = Array.from({ length: 50_000 }, (_, place) => `r${place}`).join(";");
  const { id } = await imports.send(`Last Name,Roles\nMarsh,"${roles}"\nLin,insurer\n`, { kind: "contacts" });
  expect(await imports.run(id, "start")).toMatchObject({ created: 1, rejected: 1 });
  expect(await imports.rows(id, "rejected")).toMatchObject([
    { number: 2, faults: [{ column: "Roles", message: "must have at most 5,000 characters" }] },
  ]);
  const rows = [2, 3, 4].map((number) => ({ number, cells: ["x".repeat(number === 2 ? 1_500_000 : 10)] }));
  expect(chooseSample(rows).map(({ number }) => number)).toEqual([2]);
  expect(chooseSample(rows.slice(1)).map(({ number }) => number)).toEqual([3, 4]);
});
