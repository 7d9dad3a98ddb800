import type { Client } from "pg";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { listTenantTables } from "../../cli/organization/deletion/as-tenant.ts";
import { projectFolder } from "../../cli/run-program.ts";
import { archivedTables, declarations } from "../../composition/router.ts";
import { exportParts, type ExportPart } from "../../contract/export-parts.ts";
import { isElevated, scopeCatalog, wideningScopes, type Scope } from "../../contract/scopes.ts";
import { areaSentences } from "../../openapi/areas.ts";
import { scopePresets } from "../../portal/credentials/scopes/scope-presets.ts";
import { startTestServer, type TestServer } from "../harness/server.ts";

interface AreaFacts {
  /** The scopes that read its records; none where every key does. */
  reads: readonly Scope[];
  /** The parts of an archive that have its records. */
  parts: readonly ExportPart[];
  /** One of its tables; null where its records are the archive's own, or no records. */
  table: string | null;
}

/** The areas of the product. An area that a list leaves out is missing here, or there. */
const areas: Readonly<Record<string, AreaFacts>> = {
  Platform: { reads: [], parts: [], table: "BulkJob" },
  "Org & Team": { reads: ["org:read"], parts: [], table: "Member" },
  Cases: { reads: ["cases:read"], parts: ["records"], table: "Case" },
  Leads: { reads: ["leads:read"], parts: ["leads"], table: "Lead" },
  Clients: { reads: ["clients:read"], parts: ["clients"], table: "Client" },
  Contacts: { reads: ["contacts:read"], parts: ["contacts"], table: "Contact" },
  Documents: { reads: ["documents:read"], parts: ["documents"], table: "Document" },
  Notes: { reads: ["notes:read"], parts: ["notes"], table: "Note" },
  Tasks: { reads: ["tasks:read"], parts: ["tasks"], table: "Task" },
  Calendar: { reads: ["calendar:read"], parts: ["calendar"], table: "CalendarEvent" },
  Deadlines: { reads: ["deadlines:read"], parts: ["deadlines"], table: "Deadline" },
  Intake: { reads: ["intake:read"], parts: ["intake"], table: "IntakeAnswer" },
  "E-Sign": { reads: ["esign:read"], parts: ["esign"], table: "EsignRequest" },
  Billing: { reads: ["billing:read"], parts: ["ledger"], table: "Invoice" },
  "Settlement Funds": {
    reads: ["settlements:read", "trust:read"],
    parts: ["settlements", "trust"],
    table: "Settlement",
  },
  Referrals: { reads: ["referrals:read"], parts: ["referrals"], table: "Referral" },
  Communications: { reads: ["communications:read"], parts: ["communications"], table: "Message" },
  Medical: { reads: ["medical:read"], parts: ["medical"], table: "MedicalFacility" },
  "Reports & Exports": { reads: ["reports:read"], parts: [], table: "Report" },
  "Events & Webhooks": { reads: ["events:read"], parts: ["activity"], table: "Event" },
};
const names = Object.keys(areas);

let server: TestServer;
let owner: Client;
beforeAll(async () => {
  server = await startTestServer();
  owner = await server.connectOwner();
});
afterAll(() => server.close(1_000));

test("the reference has the twenty areas, in their order, and the README says how many", () => {
  expect([...areaSentences.keys()]).toEqual(names);
  expect(names).toHaveLength(20);
  expect(readFileSync(join(projectFolder, "README.md"), "utf8")).toContain("the twenty areas");
});

describe.each(Object.entries(areas))("%s", (name, { reads, parts, table }) => {
  const operations = declarations.filter(({ meta }) => meta.area === name);

  test("has operations, and scopes in the catalog that they need", () => {
    expect(operations.length).toBeGreaterThan(3);
    const needed = new Set(operations.map(({ meta }) => meta.scope));
    for (const scope of reads) expect([scope, scopeCatalog.has(scope), needed.has(scope)]).toEqual([scope, true, true]);
  });

  test("is read by the preset of a read-only sync, unless its scope is elevated", () => {
    const preset = scopePresets.find(({ id }) => id === "read-only-sync")?.scopes ?? [];
    // Reports show records of all areas; a sync reads the records themselves.
    const expected = reads.filter((scope) => !isElevated(scope) && scope !== "reports:read");
    expect(expected.filter((scope) => !preset.includes(scope))).toEqual([]);
  });

  test.runIf(parts.length > 0)("is in archives, under a scope that reads it", () => {
    for (const part of parts)
      expect([part, part === "activity" || reads.includes(exportParts[part] as Scope)]).toEqual([part, true]);
    const archived = archivedTables.filter((each) => (parts as readonly string[]).includes(each.part));
    if (!parts.includes("activity")) expect(archived.map((each) => each.table)).toContain(table);
  });

  test("is deleted with the firm", async () => {
    const tables = (await listTenantTables(owner)).map((each) => each.name);
    expect(tables).toEqual(expect.arrayContaining([table, ...archivedOf(parts)].filter((each) => each !== null)));
  });
});

/** The tables that these parts of an archive have. */
const archivedOf = (parts: readonly string[]): string[] =>
  archivedTables.filter(({ part }) => parts.includes(part)).map(({ table }) => table);

test("every part of an archive, so of full_organization too, belongs to an area", () => {
  const claimed = Object.values(areas).flatMap(({ parts }) => [...parts]);
  expect(claimed.toSorted()).toEqual(Object.keys(exportParts).toSorted());
});

test("every scope of the catalog is needed by an operation of an area, or shows more beside one", () => {
  const needed = new Set<string | null>(declarations.map(({ meta }) => meta.scope));
  const silent = [...scopeCatalog.keys()].filter((scope) => !needed.has(scope) && !wideningScopes.has(scope));
  expect(silent).toEqual([]);
  expect(new Set(declarations.map(({ meta }) => meta.area))).toEqual(new Set(names));
});
