import { createHash } from "node:crypto";
import { Client } from "pg";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { exportParts, type ExportPart } from "../../../contract/export-parts.ts";
import type { Scope } from "../../../contract/scopes.ts";
import { createId } from "../../../platform/database/ids.ts";
import { archivedTables, omittedTables } from "../../../composition/router.ts";
import { createAreaRows } from "../../../testing/database/area-rows.ts";
import { allScopes, createCase, createTenant, type TestTenant } from "../../../testing/harness/tenant.ts";
import { createPortalRows } from "../../../testing/database/portal-rows.ts";
import { createFullCase, deleteCase } from "../../cases/fixtures.ts";
import { createDocument } from "../../documents/fixtures.records.ts";
import { createFolder } from "../../documents/folders/fixtures.ts";
import { openContentsHarness, unpackBytes, type ContentsHarness, type Line } from "./fixtures.ts";
import { hiddenColumns } from "./store.ts";

let t: ContentsHarness;
let owner: Client;
let ours: TestTenant & { caseId: string };
let theirs: TestTenant;

/** An event of a case, of this kind of record. */
async function createEvent(tenant: TestTenant, caseId: string, entity: string, number: number): Promise<void> {
  const { organizationId } = tenant;
  const payload = JSON.stringify({ id: `x_${number}`, secret: `of ${entity} in ${caseId}` });
  const empty = {
    diff: "{}",
    metadata: "{}",
    actor: '{"id":"a","type":"system","name":"x"}',
    relatedIds: JSON.stringify([{ entity: "case", id: caseId }]),
  };
  await tenant.inside(async (transaction) => {
    const row = {
      organizationId,
      number,
      id: `evt_${organizationId}_${number}`,
      entity,
      entityId: `x_${number}`,
      eventType: `${entity}.updated`,
      occurredAt: new Date().toISOString(),
      payload,
      correlationId: "c",
      ...empty,
    };
    await transaction.insertInto("Event").values(row).execute();
  });
}

/** A row in every table, and a case with events. */
async function createFullTenant(): Promise<TestTenant & { caseId: string }> {
  const tenant = await createTenant(t.database);
  await createPortalRows(tenant);
  await createAreaRows(tenant);
  const { organizationId } = tenant;
  const entry = {
    organizationId,
    id: createId("auditEntry"),
    action: "x.y",
    actorType: "member",
    actorId: "m",
    actorName: "Ada",
    entity: "case",
    entityId: "c",
    requestId: "r",
  };
  await tenant.inside((transaction) => transaction.insertInto("AuditEntry").values(entry).execute());
  const { caseId } = await createFullCase(tenant);
  await createFolder(tenant, caseId);
  for (const [index, entity] of ["case", "client", "medical_bill", "invoice"].entries())
    await createEvent(tenant, caseId, entity, index + 1);
  return { ...tenant, caseId };
}

beforeAll(async () => {
  t = await openContentsHarness();
  owner = new Client({ connectionString: t.ownerUrl });
  await owner.connect();
  ours = await createFullTenant();
  theirs = await createFullTenant();
});
afterAll(async () => {
  await owner.end();
  await t.close();
});

async function list(statement: string, values: unknown[] = []): Promise<string[]> {
  const { rows } = await owner.query<{ name: string }>(statement, values);
  return rows.map(({ name }) => name);
}

const tenantTables = `SELECT DISTINCT table_name::text AS name FROM information_schema.columns WHERE table_schema = 'public' AND column_name = 'organizationId' ORDER BY 1`;
const fileOf = (table: string) => {
  const { part, file } = archivedTables.find((each) => each.table === table) ?? { part: "", file: "" };
  return `${part}/${file}.ndjson`;
};
const whole = { type: "full_organization", format: "zip" } as const;

/**
 * Tenant tables of the platform, which belong to no area and are in no archive: stored responses, number sequences,
 * words and name keys of records.
 */
const platformTables = ["IdempotencyRecord", "NumberSequence", "SearchTerm", "NameKey"];

describe("the declarations of the areas", () => {
  test("list every tenant table once, with a file or the reason why it is omitted", async () => {
    const archived = archivedTables.map(({ table }) => table as string);
    const declared = [
      ...archived.filter((table) => table !== "Organization"),
      ...omittedTables.map(({ table }) => table),
      ...platformTables,
    ];
    expect(declared.toSorted()).toEqual((await list(tenantTables)).toSorted());
    expect(new Set(archivedTables.map(({ part, file }) => `${part}/${file}`)).size).toBe(archived.length);
  });

  test("mark exactly the tables with soft deletion", async () => {
    const marked = archivedTables
      .filter(({ isSoftDeleted }) => isSoftDeleted === true)
      .map(({ table }) => table as string);
    const deletable = await list(
      `SELECT table_name::text AS name FROM information_schema.columns WHERE table_schema = 'public' AND column_name = 'deletedAt'`,
    );
    // A version keeps the `deletedAt` that its answer had then: it is a value of the history.
    const expected = deletable.filter(
      (table) => table !== "AnswerVersion" && archivedTables.some((each) => each.table === table),
    );
    expect(marked.toSorted()).toEqual(expected.toSorted());
  });

  test("rows are sorted by the primary key, so that the same rows give the same file", async () => {
    const keys = await owner.query<{ table: string; columns: string[] }>(
      `SELECT c.relname AS table, array_agg(a.attname::text ORDER BY array_position(i.indkey::smallint[], a.attnum)) AS columns
       FROM pg_index i JOIN pg_class c ON c.oid = i.indrelid JOIN pg_attribute a ON a.attrelid = c.oid AND a.attnum = ANY (i.indkey)
       WHERE i.indisunique AND c.relnamespace = 'public'::regnamespace GROUP BY c.relname, i.indexrelid`,
    );
    for (const { table, order } of archivedTables) {
      // Of a policy an organization has one row.
      const isOne = table === "Organization" || order.includes("organizationId");
      const wanted = isOne ? order : ["organizationId", ...order];
      expect([
        table,
        keys.rows.filter((each) => each.table === table).map(({ columns }) => columns.toSorted().join()),
      ]).toEqual([table, expect.arrayContaining([wanted.toSorted().join()])]);
    }
  });

  test("columns whose names suggest secrets are hidden, except these", async () => {
    const { rows } = await owner.query<{ table: string; column: string; type: string }>(
      `SELECT table_name AS table, column_name AS column, data_type AS type FROM information_schema.columns WHERE table_schema = 'public' AND table_name = ANY ($1)`,
      [archivedTables.map(({ table }) => table)],
    );
    const shown = rows.filter(({ column }) => !hiddenColumns.has(column));
    expect(shown.filter(({ type }) => type === "bytea")).toEqual([]);
    const telling = shown
      .filter(({ column }) =>
        /secret|digest|encrypt|token|password|ssn|object|hash|cipher|key$|keyid|prefix|lease/i.test(column),
      )
      .map(({ table, column }) => `${table}.${column}`);
    expect(telling.toSorted()).toEqual([
      // Of a custom field, a jurisdiction's rule, a calendar's template, an item of a task's template or a chain, a chain's template, a deadline's rule and what applied one, a signer: a name. Hashes prove files and a trail. The last four digits are what GET shows.
      "Client.ssnFourDigits",
      "CustomFieldDefinition.key",
      "Deadline.itemKey",
      "Deadline.ruleKey",
      "DeadlineChain.templateKey",
      "DeadlineChainTemplate.key",
      "Document.batesPrefix",
      "EsignField.recipientKey",
      "EsignRecipient.key",
      "EsignRequest.chainHash",
      "EsignTrailEntry.hash",
      "EsignTrailEntry.previousHash",
      "HolidayCalendar.templateKey",
      "IntegrationKey.createdByKeyId",
      "JurisdictionRule.key",
      "KeyUse.keyId",
      "KeyUse.prefix",
      // A document; its name has a lease in it.
      "Lien.releaseDocumentId",
      "ScopeRequest.keyId",
      // Of a payer: its name has a lease in it.
      "SettlementPayer.release",
      "SettlementPayer.releaseDocumentId",
      "SettlementStatementLine.key",
      "Task.itemKey",
      "TaskTemplateApplication.triggerKey",
      "TrustDisbursement.lineKey",
    ]);
    // Every hidden column is one.
    for (const column of hiddenColumns)
      expect([column, rows.some((each) => each.column === column)]).toEqual([column, true]);
  });
});

describe("the whole organization", () => {
  test("contains all rows of each table with their public column names, and correct checksums", async () => {
    const { files, lines, manifest, checksums } = await t.unpack(ours, whole);
    expect([...files.keys()][0]).toBe("manifest.json");
    expect([...files.keys()].at(-1)).toBe("checksums/000001.ndjson");
    expect(manifest).toMatchObject({
      organization: { id: ours.organizationId, name: "Test Firm" },
      type: "full_organization",
      createdAt: "2026-03-14T09:26:53.589Z",
      documents: null,
    });
    const named = (manifest["parts"] as { files: string[] }[]).flatMap((part) => part.files);
    expect(named.toSorted()).toEqual([...lines.keys()].toSorted());
    const empty: string[] = [];
    for (const { table } of archivedTables) {
      const deleted = await list(
        `SELECT 1 AS name FROM information_schema.columns WHERE table_schema = 'public' AND table_name = $1 AND column_name = 'deletedAt'`,
        [table],
      );
      const { rows } = await owner.query<{ count: number }>(
        `SELECT count(*)::int FROM "${table}" WHERE "${table === "Organization" ? "id" : "organizationId"}" = $1 ${deleted.length > 0 ? `AND "deletedAt" IS NULL` : ""}`,
        [ours.organizationId],
      );
      expect([table, lines.get(fileOf(table))?.length]).toEqual([table, rows[0]?.count]);
      if (rows[0]?.count === 0) empty.push(table);
    }
    // The test looks at every table: an empty file would show nothing.
    expect(empty).toEqual([]);
    expect(lines.get("activity/events.ndjson")).toHaveLength(4);
    expect(checksums).toEqual(
      [...lines].map(([path, rows]) => {
        const bytes = files.get(path) ?? Buffer.alloc(0);
        return {
          path,
          rows: rows.length,
          sizeBytes: bytes.length,
          sha256: createHash("sha256").update(bytes).digest("hex"),
        };
      }),
    );
    expect(lines.get(fileOf("InvoiceLineItem"))?.every(({ quantity }) => typeof quantity === "number")).toBe(true);
  });

  test("is byte-identical for the same rows, and counts rows and progress", async () => {
    const first = await t.make(ours, whole);
    const second = await t.make(ours, whole);
    expect(first.bytes.equals(second.bytes)).toBe(true);
    const { lines } = await unpackBytes(first.bytes);
    expect(first.rows).toBe([...lines.values()].flat().length);
    expect(first.progress).toEqual([0, 99]);
  });

  test("contains no ID of another firm even when row-level security is bypassed", async () => {
    const marks = (files: Map<string, Line[]>) =>
      new Set([...files.values()].flat().flatMap((row) => (typeof row["id"] === "string" ? [row["id"]] : [])));
    const { files, lines } = await t.unpack(ours, whole, { url: t.ownerUrl });
    const ourMarks = marks(lines);
    const foreign = [theirs.organizationId, ...marks((await t.unpack(theirs, whole)).lines)].filter(
      (id) => !ourMarks.has(id),
    );
    expect(foreign.length).toBeGreaterThan(archivedTables.length);
    const text = [...files.values()].join("\n");
    expect(foreign.filter((id) => text.includes(id))).toEqual([]);
    expect(text).toContain(ours.organizationId);
  });

  test("is rejected when the requester or the downloader lacks a scope", async () => {
    for (const scope of new Set<Scope>(["org:manage", ...Object.values(exportParts)])) {
      const fewer = allScopes.filter((each) => each !== scope);
      await expect(t.make(ours, whole, { scopes: fewer })).rejects.toMatchObject({ missingScopes: [scope] });
      await expect(t.make(ours, whole, { fetched: fewer })).rejects.toMatchObject({ missingScopes: [scope] });
    }
  });

  test("omits deleted records and their children", async () => {
    const tenant = await createTenant(t.database);
    await createAreaRows(tenant);
    const { caseId } = await createCase(tenant);
    const cases = await tenant.inside((transaction) =>
      transaction.selectFrom("Case").select("id").where("id", "!=", caseId).execute(),
    );
    for (const { id } of cases) await deleteCase(tenant, id);
    const { lines } = await t.unpack(tenant, whole);
    expect(lines.get(fileOf("Case"))?.map(({ id }) => id)).toEqual([caseId]);
    for (const { table, owners = {} } of archivedTables) {
      if (!("caseId" in owners)) continue;
      expect([table, (lines.get(fileOf(table)) ?? []).filter((row) => row["caseId"] !== null)]).toEqual([table, []]);
    }
    expect(lines.get(fileOf("RetrievalRequestStep"))).toEqual([]);
    expect(lines.get(fileOf("Payment"))).toEqual([]);
  });
});

describe("a case file", () => {
  const parts = Object.keys(exportParts) as ExportPart[];
  const ofCase = (caseId: string, more: object = {}) =>
    ({ type: "case_file", format: "zip", caseId, ...more }) as const;

  /** Tables whose rows are all of cases. What hangs on documents and answers may be a lead's. */
  const caseTables = archivedTables.filter(
    ({ owners = {}, isOfOrganization }) =>
      isOfOrganization !== true && ["Case", "Invoice", "RetrievalRequest"].includes(Object.values(owners)[0] ?? ""),
  );

  test("the case files together contain every case row of the organization exactly once", async () => {
    const { ownerUrl: url } = t;
    const all = (await t.unpack(ours, whole, { url })).lines;
    const cases = (all.get(fileOf("Case")) ?? []).map(({ id }) => String(id));
    const seen = new Map<string, number>();
    for (const caseId of cases) {
      const { lines } = await t.unpack(ours, ofCase(caseId), { url });
      for (const { table, owners = {} } of archivedTables) {
        const rows = lines.get(fileOf(table)) ?? [];
        // What is not a case's may be its lead's.
        if ("caseId" in owners)
          expect([
            table,
            rows.filter((row) => row["caseId"] !== caseId && !("leadId" in owners && row["caseId"] === null)),
          ]).toEqual([table, []]);
        seen.set(table, (seen.get(table) ?? 0) + rows.length);
      }
      const [own, ...others] = lines.get(fileOf("Case")) ?? [];
      expect([own?.["id"], others]).toEqual([caseId, []]);
      expect(lines.get(fileOf("Client"))).toEqual([expect.objectContaining({ id: own?.["plaintiffId"] })]);
      expect([...lines.keys()].filter((path) => path.startsWith("organization/"))).toEqual([]);
    }
    for (const { table } of caseTables) {
      const rows = (all.get(fileOf(table)) ?? []).filter((row) => row["caseId"] !== null);
      expect([table, seen.get(table)]).toEqual([table, rows.length]);
    }
  });

  test.each(parts)("%s alone: only its files, with only its scope; without the scope FORBIDDEN", async (part) => {
    const { caseId } = ours;
    const scope = exportParts[part];
    const { lines } = await t.unpack(ours, ofCase(caseId, { include: [part] }), { scopes: [scope] });
    expect([...new Set([...lines.keys()].map((path) => path.split("/")[0]))]).toEqual([part]);
    await expect(
      t.make(ours, ofCase(caseId, { include: [part] }), { scopes: allScopes.filter((each) => each !== scope) }),
    ).rejects.toMatchObject({ code: "FORBIDDEN" });
    await expect(
      t.make(ours, ofCase(caseId, { include: [part] }), { fetched: allScopes.filter((each) => each !== scope) }),
    ).rejects.toMatchObject({ code: "FORBIDDEN" });
  });

  test("activity is redacted by the downloader's scopes, not by the requester's", async () => {
    const { caseId } = ours;
    const read = async (fetched: readonly Scope[]) =>
      (await t.unpack(ours, ofCase(caseId, { include: ["activity"] }), { fetched })).lines.get(
        "activity/events.ndjson",
      ) ?? [];
    const inFull = await read(allScopes);
    expect(inFull.map(({ entity }) => entity)).toEqual(["case", "client", "medical_bill", "invoice"]);
    expect(JSON.stringify(inFull)).toContain("of medical_bill in");
    const narrow = await read(["cases:read"]);
    expect(narrow.find(({ entity }) => entity === "case")?.["payload"]).toMatchObject({
      secret: expect.stringContaining("of case"),
    });
    expect(JSON.stringify(narrow)).not.toMatch(/of (medical_bill|client|invoice) in/);
    expect(narrow[0]).not.toHaveProperty("cursor");
  });

  test("treating providers are among the contacts only with the medical part", async () => {
    const facility = await ours.inside((transaction) =>
      transaction.selectFrom("MedicalFacility").selectAll().where("deletedAt", "is", null).executeTakeFirstOrThrow(),
    );
    const contacts = async (include: ExportPart[]) =>
      ((await t.unpack(ours, ofCase(facility.caseId, { include }))).lines.get(fileOf("Contact")) ?? []).map(
        ({ id }) => id,
      );
    expect(await contacts(["contacts", "medical"])).toContain(facility.contactId);
    expect(await contacts(["contacts"])).not.toContain(facility.contactId);
  });

  test("a foreign, deleted or unknown case is not found", async () => {
    const foreign = await createCase(theirs);
    const gone = await createCase(ours);
    await deleteCase(ours, gone.caseId);
    for (const caseId of [foreign.caseId, gone.caseId, "cas_nothing"]) {
      await expect(t.make(ours, ofCase(caseId), { url: t.ownerUrl })).rejects.toMatchObject({ code: "NOT_FOUND" });
    }
  });

  test("documents are in the case's folders; a missing one is listed and a damaged one is reported", async () => {
    const tenant = await createTenant(t.database);
    const { caseId } = await createCase(tenant);
    const medical = await createFolder(tenant, caseId, { name: "Medical: records" });
    const bills = await createFolder(tenant, caseId, { name: "..", parentFolderId: medical, depth: 2 });
    const make = async (values: { name: string; folderId?: string; status?: string; statusReason?: string }) =>
      (await createDocument(tenant, { caseId, ...values })).documentId;
    const ids = {
      first: await make({ name: "Bill", folderId: bills }),
      second: await make({ name: "bill", folderId: bills }),
      root: await make({ name: "Retainer" }),
      missing: await make({ name: "Lost" }),
      quarantined: await make({ name: "Bad", status: "quarantined", statusReason: "content_mismatch" }),
    };
    const bytes = Buffer.from("the bytes of a file ".repeat(5_000));
    for (const id of [ids.first, ids.second, ids.root]) await t.store(tenant, id, bytes);
    const request = ofCase(caseId);
    const { files, lines, checksums } = await t.unpack(tenant, request);
    const paths = [...files.keys()].filter((path) => path.startsWith("files/"));
    expect(paths.toSorted()).toEqual(
      [
        "files/Medical_ records/_/Bill.pdf",
        `files/Medical_ records/_/bill (${ids.second}).pdf`,
        "files/Retainer.pdf",
      ].toSorted(),
    );
    for (const path of paths) expect(files.get(path)?.equals(bytes)).toBe(true);
    expect(checksums.filter(({ isMissing }) => isMissing === true)).toEqual([
      { documentId: ids.missing, fileName: "ER records.pdf", isMissing: true },
    ]);
    // What the test stored is not what the document's hash says.
    expect(checksums.filter(({ path }) => String(path).startsWith("files/"))).toEqual(
      paths.map((path) => ({
        path,
        documentId: expect.any(String),
        sizeBytes: bytes.length,
        sha256: createHash("sha256").update(bytes).digest("hex"),
        isDamaged: true,
      })),
    );
    expect(lines.get(fileOf("Document"))).toHaveLength(5);
    const without = await t.unpack(tenant, { ...request, files: false });
    expect([...without.files.keys()].filter((path) => path.startsWith("files/"))).toEqual([]);
    // Without documents, no files either.
    expect(
      [...(await t.unpack(tenant, { ...request, include: ["records"] })).files.keys()].filter((path) =>
        path.startsWith("files/"),
      ),
    ).toEqual([]);
  });
});
