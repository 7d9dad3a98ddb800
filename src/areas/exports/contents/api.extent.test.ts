import { Client } from "pg";
import { afterAll, beforeAll, expect, test } from "vitest";
import type { ExportPart } from "../../../contract/export-parts.ts";
import { createId } from "../../../platform/database/ids.ts";
import { archivedTables } from "../../../composition/router.ts";
import { allScopes, changeRow, createCase, createTenant } from "../../../testing/harness/tenant.ts";
import { createEvent } from "../../calendar/fixtures.ts";
import { createDocument } from "../../documents/fixtures.records.ts";
import { createNote } from "../../notes/fixtures.ts";
import { createLead } from "../../leads/fixtures.ts";
import { createReportRows } from "../../reports/run/fixtures.rows.ts";
import { openContentsHarness, readLines, type ContentsHarness } from "./fixtures.ts";

let t: ContentsHarness;
let owner: Client;

beforeAll(async () => {
  t = await openContentsHarness();
  owner = new Client({ connectionString: t.ownerUrl });
  await owner.connect();
});
afterAll(async () => {
  await owner.end();
  await t.close();
});

const fileOf = (table: string) => {
  const { part, file } = archivedTables.find((each) => each.table === table) ?? { part: "", file: "" };
  return `${part}/${file}.ndjson`;
};
const whole = { type: "full_organization", format: "zip" } as const;
const ofCase = (caseId: string, more: object = {}) => ({ type: "case_file", format: "zip", caseId, ...more }) as const;

test("the archive omits private and team reports and, without webhooks:read, webhooks, and the manifest says so", async () => {
  const tenant = await createTenant(t.database);
  const { reportId } = await createReportRows(tenant);
  for (const visibility of ["private", "team"] as const) {
    const { reportId: hidden } = await createReportRows(tenant);
    await changeRow(tenant, "Report", hidden, { visibility, apiVisible: false });
  }
  const { lines, manifest } = await t.unpack(tenant, whole);
  const ids = (table: string, column: string) => lines.get(fileOf(table))?.map((row) => row[column]);
  expect([ids("Report", "id"), ids("ReportSetting", "reportId"), ids("ReportSchedule", "reportId")]).toEqual([
    [reportId],
    [reportId],
    [reportId],
  ]);
  expect([...lines.keys()].filter((path) => path.includes("webhook"))).toEqual([]);
  expect(String(manifest["leftOut"])).toMatch(/Private and team reports.*webhooks:read/);
});

test("a case file includes what stayed with the case's lead only with the part leads; otherwise the manifest says so", async () => {
  const tenant = await createTenant(t.database);
  const leadId = await createLead(tenant);
  const anothers = await createLead(tenant);
  const { caseId } = await createCase(tenant, { leadId });
  const other = await createCase(tenant);
  const make = async (values: { caseId?: string; leadId?: string }) => {
    const id = createId("intakeAnswer");
    await tenant.inside((transaction) =>
      transaction
        .insertInto("IntakeAnswer")
        .values({ organizationId: tenant.organizationId, id, accessor: "injury", value: "arm", ...values })
        .execute(),
    );
    return [(await createDocument(tenant, values)).documentId, id] as const;
  };
  const own = await make({ caseId });
  const stayed = await make({ leadId });
  await make({ leadId: anothers });
  await make({ caseId: other.caseId });
  // Handed over to another case: that case's.
  await createDocument(tenant, { leadId, caseId: other.caseId });
  await t.store(tenant, stayed[0], Buffer.from("stayed"));
  await tenant.inside((transaction) =>
    transaction
      .insertInto("DocumentTag")
      .values({ organizationId: tenant.organizationId, documentId: stayed[0], tag: "tag" })
      .execute(),
  );
  const read = async (include: ExportPart[], caseFile = caseId) => {
    const { lines, files, manifest } = await t.unpack(tenant, ofCase(caseFile, { include }), { url: t.ownerUrl });
    const of = (table: string, column: string) => (lines.get(fileOf(table)) ?? []).map((row) => row[column]).toSorted();
    return {
      documents: of("Document", "id"),
      answers: of("IntakeAnswer", "id"),
      versions: of("DocumentVersion", "documentId"),
      tags: of("DocumentTag", "documentId"),
      paths: [...files.keys()],
      leftOut: String(manifest["leftOut"]),
    };
  };
  const { paths, leftOut, ...rows } = await read(["documents", "intake", "leads"]);
  const both = [own[0], stayed[0]].toSorted();
  expect(rows).toEqual({ documents: both, versions: both, tags: [stayed[0]], answers: [own[1], stayed[1]].toSorted() });
  expect(paths.filter((path) => path.startsWith("files/"))).toEqual([expect.stringMatching(/^files\/[^/]+\/doc_/u)]);
  expect(leftOut).not.toContain("stayed with");
  const less = await read(["documents", "intake"]);
  expect([less.documents, less.answers, less.leftOut]).toEqual([
    [own[0]],
    [own[1]],
    expect.stringContaining("stayed with the case's lead"),
  ]);
  // A case without a lead has none's.
  expect((await read(["documents", "leads"], other.caseId)).documents).toHaveLength(2);
});

test("acceptance 19: the content of privileged notes is left out without notes:privileged of requester and downloader, and the manifest says so", async () => {
  const tenant = await createTenant(t.database);
  const { organizationId } = tenant;
  const canary = "privilegedcanary";
  const { noteId, caseId } = await createNote(tenant, { visibility: "privileged", subject: canary, body: canary });
  const open = await createNote(tenant, { caseId, body: "internal note" });
  const { documentId } = await createDocument(tenant, { caseId });
  await tenant.inside(async (transaction) => {
    for (const id of [noteId, open.noteId]) {
      await transaction
        .insertInto("NoteTag")
        .values({ organizationId, noteId: id, tag: `${canary} of ${id}` })
        .execute();
      await transaction.insertInto("NoteDocument").values({ organizationId, noteId: id, documentId }).execute();
    }
  });
  const rest = allScopes.filter((scope) => scope !== "notes:privileged");
  const read = (may: Parameters<typeof t.unpack>[2]) => t.unpack(tenant, ofCase(caseId, { include: ["notes"] }), may);
  const inFull = await read({});
  expect([inFull.lines.get(fileOf("Note"))?.map(({ body }) => body), String(inFull.manifest["leftOut"])]).toEqual([
    [canary, "internal note"],
    expect.not.stringContaining("privileged"),
  ]);
  for (const may of [{ scopes: rest }, { fetched: rest }]) {
    const { lines, manifest } = await read(may);
    const of = (table: string, column: string) => lines.get(fileOf(table))?.map((row) => row[column]);
    expect(of("Note", "body")).toEqual(["[redacted]", "internal note"]);
    expect(of("NoteRevision", "body")).toEqual(["[redacted]", "internal note"]);
    expect([of("NoteTag", "noteId"), of("NoteDocument", "noteId")]).toEqual([[open.noteId], [open.noteId]]);
    expect(JSON.stringify([...lines.values()]).replace(`${canary} of ${open.noteId}`, "")).not.toContain(canary);
    expect(String(manifest["leftOut"])).toContain("The content of privileged notes");
  }
});

test("acceptance 10 of the calendar: private events are in no archive, and medical ones without their content unless medical records are in it", async () => {
  const tenant = await createTenant(t.database);
  const canary = "qzcanaryxvprivatetitle";
  const { caseId, eventId } = await createEvent(tenant, { type: "ime", title: canary, location: canary });
  const hidden = await createEvent(tenant, { caseId, visibility: "private", title: `${canary} private` });
  const read = async (include: ExportPart[]) =>
    JSON.stringify([...(await t.unpack(tenant, ofCase(caseId, { include }))).lines.values()]);
  const [without, within] = [await read(["calendar"]), await read(["calendar", "medical"])];
  expect(
    [without, within].map((text) => [
      text.includes(eventId),
      text.includes(canary),
      text.includes(hidden.eventId),
      text.includes(`${canary} private`),
    ]),
  ).toEqual([
    [true, false, false, false],
    [true, true, false, false],
  ]);
});

test("checksums are split into files of a thousand lines to bound memory", async () => {
  const tenant = await createTenant(t.database);
  const { caseId } = await createCase(tenant);
  const { documentId } = await createDocument(tenant, { caseId });
  const bytes = Buffer.from("x");
  const copied = (table: string, column: string, more: string) => `
    INSERT INTO "${table}" SELECT (jsonb_populate_record(d, jsonb_build_object('id', d.id || n, ${more}))).* FROM "${table}" d, generate_series(1, 1199) n WHERE d."${column}" = '${documentId}'`;
  await owner.query(copied("Document", "id", `'name', d.name || n`));
  await owner.query(copied("DocumentVersion", "documentId", `'documentId', d."documentId" || n`));
  await t.store(tenant, documentId, bytes);
  const { files, checksums } = await t.unpack(tenant, ofCase(caseId, { include: ["documents"] }));
  const counts = [...files]
    .filter(([path]) => path.startsWith("checksums/"))
    .map(([path, lines]) => [path, readLines(lines).length]);
  const total = [...files.keys()].filter((path) => path.startsWith("documents/") || path.startsWith("files/")).length;
  expect(counts).toEqual([
    ["checksums/000001.ndjson", 1_000],
    ["checksums/000002.ndjson", total - 1_000],
  ]);
  expect(new Set(checksums.map(({ path }) => path)).size).toBe(total);
});
