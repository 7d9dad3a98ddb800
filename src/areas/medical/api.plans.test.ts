import { sql, type RawBuilder } from "kysely";
import type { Client } from "pg";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { commonSorts, type SortedPage } from "../../platform/database/lists/sorted-list.ts";
import { absentKey } from "../../rpc/principal.ts";
import { createTenant, type TestTenant } from "../../testing/harness/tenant.ts";
import { startOwnServer, type TestServer } from "../../testing/harness/server.ts";
import { explainRead } from "../../testing/database/explain.ts";
import { createMedicalRows, type MedicalRows } from "./fixtures.records.ts";
import { selectAuthorizationPage } from "./authorizations/store.ts";
import { selectAvailable } from "./queue/store.ts";
import { selectRequestPage } from "./requests/store.ts";
import { selectSummary } from "./summary/store.ts";
import { selectPage } from "../../rpc/resource/store.ts";
import { bills } from "./bills/domain.ts";
import { facilities as facilityResource } from "./facilities/domain.ts";
import { records } from "./records/domain.ts";
import { treatments } from "./treatments/domain.ts";

/** So many rows a table, in each of two organizations. */
const many = 1_200;
/** Each facility and case has ten rows. */
const facilities = many / 10;

let server: TestServer;
let owner: Client;
let tenant: TestTenant;
let rows: MedicalRows;

beforeAll(async () => {
  server = await startOwnServer();
  owner = await server.connectOwner();
  for (let index = 0; index < 2; index += 1) {
    tenant = await createTenant(server.services.database);
    rows = await createMedicalRows(tenant);
    await fill();
  }
  await owner.query("ANALYZE");
});
afterAll(() => server.close(1000));

/** Copies each row of the firm many times: each facility of a case of its own, and all else of those facilities. */
async function fill(): Promise<void> {
  const copy = async (table: string, changes: string) => {
    const { rows: found } = await owner.query<{ name: string }>(
      `SELECT column_name AS name FROM information_schema.columns WHERE table_name = '${table}' AND is_generated = 'NEVER'`,
    );
    const given = new Map(
      changes
        .split("; ")
        .map((change) => [change.slice(0, change.indexOf("=")), change.slice(change.indexOf("=") + 1)]),
    );
    const columns = found.map(({ name }) => `"${name}"`).join(", ");
    const values = found.map(({ name }) => given.get(name) ?? `t."${name}"`).join(", ");
    await owner.query(
      `INSERT INTO "${table}" (${columns}) SELECT ${values} FROM "${table}" t, generate_series(1, ${many}) n
       WHERE t."organizationId" = $1 AND t.ctid = (SELECT min(ctid) FROM "${table}" WHERE "organizationId" = $1)`,
      [tenant.organizationId],
    );
  };
  // Over 4,000 minutes, however many rows: "changed since" and the page in the midst name instants in them.
  const at = `timestamptz '2026-01-01' + n * interval '${4_000 / many} minutes'`;
  await owner.query("SET session_replication_role = replica");
  await copy("Case", `id='case_' || n; sequenceId='S-' || n; externalId=NULL; updatedAt=${at}`);
  await copy("Contact", `id='con_' || n; externalId=NULL; updatedAt=${at}`);
  const facilityType = "(ARRAY['hospital', 'clinic', 'pharmacy'])[1 + n % 3]";
  await copy(
    "MedicalFacility",
    `id='fac_' || n; caseId='case_' || n; contactId='con_' || n; facilityType=${facilityType}; recordsNeeded=n % 15 = 0; billsNeeded=n % 15 = 0; updatedAt=${at}`,
  );
  const ofFacility = `facilityId='fac_' || n % ${facilities}; caseId='case_' || n % ${facilities}; updatedAt=${at}`;
  await copy("MedicalTreatment", `id='trt_' || n; startOn=date '2020-01-01' + n; endOn=NULL; ${ofFacility}`);
  await copy("MedicalBill", `id='mbl_' || n; ${ofFacility}`);
  await copy("MedicalRecord", `id='mrc_' || n; ${ofFacility}`);
  await copy("HipaaAuthorization", `id='hip_' || n; caseId='case_' || n % ${facilities}; updatedAt=${at}`);
  const status = "(ARRAY['submitted', 'ready', 'completed', 'in_progress', 'draft'])[1 + n % 5]";
  await copy(
    "RetrievalRequest",
    `id='ret_' || n; requestNumber='RR-' || n; ${ofFacility}; status=${status}; vendorId='con_' || n % 40; dueOn=date '2020-01-01' + n; statusChangedAt=${at}`,
  );
  await copy("RetrievalRequestStep", "id='rst_' || n; requestId='ret_' || n");
  await owner.query("SET session_replication_role = DEFAULT");
}

/**
 * Runs the statement as the application does.
 *
 * @returns the tables that it reads from end to end, and how many rows of `table` it reads
 */
async function explain(statement: RawBuilder<unknown>, table: string): Promise<{ sequential: string[]; read: number }> {
  const { scans } = await explainRead(server, tenant, statement);
  const sequential = scans.filter(({ node }) => node === "Seq Scan").map((scan) => scan.table);
  const read = scans.filter((scan) => scan.table === table).reduce((sum, scan) => sum + scan.read, 0);
  // Those of few rows are read faster so: an organization, its members, and the documents of this test.
  return {
    sequential: sequential.filter(
      (name) => !["Organization", "Member", "Document", "RetrievalRequestDocument", "Client"].includes(name),
    ),
    read,
  };
}

const limit = 20;
const callerOf = (vendorContactId: string | null) => ({
  ...tenant,
  principal: { ...absentKey(tenant.organizationId, { id: tenant.keyId, name: "Vendor" }, null), vendorContactId },
});
/** A page of each sort, at its beginning and in its midst. */
function pages(alias: string, prefix: string): [string, SortedPage][] {
  return Object.entries(commonSorts).flatMap(([name, { column, descending }]) => {
    const id = sql.ref(`${alias}.id`);
    const middleId = `${prefix}_${many / 2}`;
    if (column !== null) {
      const by = sql.ref(`${alias}.${column}`);
      const order = sql`${by} ASC, ${id} ASC`;
      const middle = sql<boolean>`(${by}, ${id}) > (${"2026-01-02T09:00:00Z"}::timestamptz, ${middleId})`;
      return asPages(name, order, middle);
    }
    return descending
      ? asPages(name, sql`${id} DESC`, sql<boolean>`${id} < ${middleId}`)
      : asPages(name, sql`${id} ASC`, sql<boolean>`${id} > ${middleId}`);
  });
}

function asPages(name: string, order: RawBuilder<unknown>, middle: RawBuilder<boolean>): [string, SortedPage][] {
  return [
    [`${name}, first page`, { after: sql<boolean>`true`, order, limit }],
    [`${name}, a page in the midst`, { after: middle, order, limit }],
  ];
}

describe.each(pages("t", "fac"))("facilities: %s", (_, page) => {
  // A page's rows, and what a filter that goes along an index of another order passes over.
  test.each<[string, object, number]>([
    ["all", {}, limit],
    ["of a case", { caseId: "case_7" }, 2],
    ["of a contact", { contactId: "con_7" }, 2],
    ["of a type", { facilityType: "clinic" }, 4 * limit],
    ["whose records are needed", { recordsNeeded: true }, 17 * limit],
    ["whose bills are needed", { billsNeeded: true }, 17 * limit],
    ["changed since", { updatedSince: "2026-01-03T00:00:00Z" }, many],
  ])("%s", async (name, filter, maxRead) => {
    const { sequential, read } = await explain(
      selectPage(tenant, facilityResource.definition, { ...filter }, page),
      "MedicalFacility",
    );
    expect(sequential).toEqual([]);
    expect(read).toBeLessThanOrEqual(maxRead);
    // The page is full, so there was something to choose from.
    if (name === "all") expect(read).toBe(limit);
  });
});

describe.each(pages("r", "ret"))("requests: %s", (_, page) => {
  test.each<[string, object, string?]>([
    ["all, for a key of a vendor", {}, "con_7"],
    ["all", {}],
    ["in a status", { status: "in_progress" }],
    ["of a case", { caseId: "case_7" }],
    ["of a facility", { facilityId: "fac_7" }],
    ["of a vendor", { vendorId: "con_7" }],
    ["by externalId", { externalId: "R-7" }],
    ["to be picked up", { readyForPickup: true }],
    ["due", { dueBefore: "2020-03-01" }],
    ["changed since", { updatedSince: "2026-01-03T00:00:00Z" }],
  ])("%s", async (_name, filter, vendorContactId) => {
    expect(
      (await explain(selectRequestPage(callerOf(vendorContactId ?? null), page, filter), "RetrievalRequest"))
        .sequential,
    ).toEqual([]);
  });
});

describe.each(pages("t", "trt"))("parts: %s", (_, page) => {
  const select = {
    MedicalTreatment: (of: object) => selectPage(tenant, treatments.definition, { ...of }, page),
    MedicalBill: (of: object) => selectPage(tenant, bills.definition, { ...of }, page),
    MedicalRecord: (of: object) => selectPage(tenant, records.definition, { ...of }, page),
  };

  test.each(["MedicalTreatment", "MedicalBill", "MedicalRecord"] as const)(
    "%s of a facility, and of a case",
    async (table) => {
      for (const scope of [{ facilityId: "fac_7" }, { caseId: "case_7" }]) {
        const { sequential, read } = await explain(select[table](scope), table);
        expect(sequential).toEqual([]);
        expect(read).toBeLessThanOrEqual(2 * (many / facilities) + 2);
      }
    },
  );
});

test.each(pages("a", "hip"))("authorizations of a case: %s", async (_, page) => {
  expect(
    (await explain(selectAuthorizationPage(tenant, page, { caseId: "case_7" }), "HipaaAuthorization")).sequential,
  ).toEqual([]);
});

test("the queue is read in its order, only as much as is leased", async () => {
  for (const [vendorContactId, vendorId] of [
    [null, undefined],
    [null, "con_6"],
    ["con_6", undefined],
  ] as const) {
    const { sequential, read } = await explain(
      selectAvailable(callerOf(vendorContactId), vendorId, limit),
      "RetrievalRequest",
    );
    expect([sequential, read]).toEqual([[], limit]);
  }
});

test("a case summary reads only that case", async () => {
  const { sequential, read } = await explain(selectSummary(tenant, rows.caseId), "MedicalBill");
  expect(sequential).toEqual([]);
  expect(read).toBeLessThanOrEqual(20);
});
