import { parseCsvObjects } from "hucre/csv";
import { Client } from "pg";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { lowestId } from "../../../platform/database/ids.ts";
import { allScopes, createCase, createTenant, type TestTenant } from "../../../testing/harness/tenant.ts";
import { createDefinition } from "../../cases/custom-fields/fixtures.ts";
import { assign } from "../../cases/transitions/fixtures.ts";
import { deleteCase } from "../../cases/fixtures.ts";
import { createReport } from "../../reports/fixtures.ts";
import { createClientRow } from "../../clients/fixtures.ts";
import { createContact } from "../../contacts/fixtures.ts";
import { createTrustRows } from "../../trust/fixtures.ts";
import { createDeposit } from "../../trust/transactions/fixtures.ts";
import { openContentsHarness, readLines, type ContentsHarness } from "./fixtures.ts";

let t: ContentsHarness;
let owner: Client;
let theirs: TestTenant;

beforeAll(async () => {
  t = await openContentsHarness();
  owner = new Client({ connectionString: t.ownerUrl });
  await owner.connect();
  theirs = await createTenant(t.database);
  await createCase(theirs);
});
afterAll(async () => {
  await owner.end();
  await t.close();
});

describe("cases", () => {
  const read = async (tenant: TestTenant, filters: object = {}) =>
    readLines((await t.make(tenant, { type: "cases", format: "ndjson", ...filters }, { url: t.ownerUrl })).bytes);

  test("has one row per case with its client and custom fields, and amounts in dollars for people", async () => {
    const tenant = await createTenant(t.database);
    const { key } = await createDefinition(tenant, { label: "=Judge" });
    const made = await createCase(tenant, {
      settlementAmountCents: 1_234_567,
      title: "+1 v. Smith",
      customFields: { [key]: "@Hon. Ada" },
    });
    await deleteCase(tenant, (await createCase(tenant)).caseId);
    const csv = await t.make(tenant, { type: "cases", format: "csv" });
    const { data } = parseCsvObjects(String(csv.bytes), { header: true, delimiter: "," });
    expect(data).toHaveLength(1);
    expect(data[0]).toMatchObject({
      ID: made.caseId,
      "Client, last name": "Diaz",
      "Settlement (USD)": "12345.67",
      Title: "'+1 v. Smith",
      "'=Judge": "'@Hon. Ada",
    });
    const [line] = await read(tenant);
    expect(line).toMatchObject({
      id: made.caseId,
      settlementAmountCents: 1_234_567,
      title: "+1 v. Smith",
      [`custom.${key}`]: "@Hon. Ada",
    });
    expect(csv.rows).toBe(1);
    const client = { clientPhone: "555-0101", clientEmail: "rosa@example.com", clientZipCode: null };
    expect(line).toMatchObject(client);
    expect(JSON.stringify(line)).not.toMatch(/1984-06-30/);
  });

  test("applies filters alone and together, uses the firm's own days, and omits other firms' rows", async () => {
    const tenant = await createTenant(t.database);
    const [demand, intake, closed] = [
      await createCase(tenant, { matterStage: "negotiation" }),
      await createCase(tenant),
      await createCase(tenant, { matterStatus: "closed" }),
    ];
    await assign(tenant, demand.caseId, tenant.attorneyId, "co_counsel");
    const ids = async (filters: object) => (await read(tenant, filters)).map(({ id }) => id);
    expect(await ids({})).toEqual([demand, intake, closed].map(({ caseId }) => caseId).toSorted());
    expect(await ids({ matterStage: "negotiation" })).toEqual([demand.caseId]);
    expect(await ids({ matterStatus: "closed" })).toEqual([closed.caseId]);
    expect(await ids({ matterStage: "negotiation", matterStatus: "closed" })).toEqual([]);
    expect(await ids({ attorneyId: tenant.attorneyId })).toEqual([demand.caseId]);
    const { rows } = await owner.query<{ first: string; last: string }>(
      `SELECT to_char(min("updatedAt" AT TIME ZONE 'America/New_York'), 'YYYY-MM-DD') AS first, to_char(max("updatedAt" AT TIME ZONE 'America/New_York'), 'YYYY-MM-DD') AS last FROM "Case" WHERE "organizationId" = $1`,
      [tenant.organizationId],
    );
    expect(await ids({ updatedFrom: rows[0]?.first, updatedTo: rows[0]?.last })).toHaveLength(3);
    expect(await ids({ updatedTo: "2020-01-01" })).toEqual([]);
    expect(await ids({ updatedFrom: "2100-01-01" })).toEqual([]);
  });

  test("requires both scopes", async () => {
    for (const scope of ["cases:read", "clients:read"] as const) {
      await expect(
        t.make(theirs, { type: "cases", format: "csv" }, { scopes: allScopes.filter((each) => each !== scope) }),
      ).rejects.toMatchObject({ missingScopes: [scope] });
    }
  });
});

describe("trust ledgers", () => {
  test("have one row per entry, with the case's number and the balance after it; formulas are text", async () => {
    const tenant = await createTenant(t.database);
    const { accountId, ledgerId, caseId } = await createDeposit(tenant, {
      counterpartyName: "=HYPERLINK(1)",
      occurredOn: "2026-03-02",
    });
    const csv = await t.make(tenant, { type: "trust_ledger", format: "csv" });
    const { data } = parseCsvObjects(String(csv.bytes), { header: true, delimiter: "," });
    expect(data).toHaveLength(1);
    const [line] = readLines((await t.make(tenant, { type: "trust_ledger", format: "ndjson" })).bytes);
    const entry = { ledgerId, occurredOn: "2026-03-02", counterpartyName: "=HYPERLINK(1)", type: "deposit" };
    expect(line).toMatchObject({ ...entry, amountCents: 10_000_000, balanceAfterCents: 10_000_000 });
    const { rows } = await owner.query<{ number: string; account: string }>(
      `SELECT c."sequenceId" AS number, a.name AS account FROM "Case" c, "TrustAccount" a WHERE c.id = $1 AND a.id = $2`,
      [caseId, accountId],
    );
    expect(line).toMatchObject({ caseSequenceId: rows[0]?.number, account: rows[0]?.account });
    expect(data[0]).toMatchObject({
      Case: rows[0]?.number,
      "Paid by or to": "'=HYPERLINK(1)",
      "Balance of the ledger (USD)": "100000.00",
    });
    const countWithin = async (span: object) =>
      (await t.make(tenant, { type: "trust_ledger", format: "csv", ...span })).rows;
    expect(await countWithin({ from: "2026-03-02", to: "2026-03-02" })).toBe(1);
    expect([await countWithin({ from: "2026-03-03" }), await countWithin({ to: "2026-03-01" })]).toEqual([0, 0]);
    expect((await t.make(theirs, { type: "trust_ledger", format: "csv" })).rows).toBe(0);
    const scopes = allScopes.filter((scope) => scope !== "trust:read");
    await expect(t.make(tenant, { type: "trust_ledger", format: "csv" }, { scopes })).rejects.toMatchObject({
      missingScopes: ["trust:read"],
    });
  });
});

describe("disbursements of an archive", () => {
  test("tell who a lienholder is only beside medical records, and nobody the persons behind them", async () => {
    const tenant = await createTenant(t.database);
    await createTrustRows(tenant);
    const read = async (include: string[]) =>
      (await t.unpack(tenant, { type: "full_organization", format: "zip", include, files: false })).lines.get(
        "trust/trust-disbursements.ndjson",
      )?.[0];
    expect(await read(["trust"])).toMatchObject({ payee: { name: expect.any(String) } });
    // A payee never changes: a trigger says so.
    await owner.query("SET session_replication_role = replica");
    await owner.query(`UPDATE "TrustDisbursement" SET "payeeType" = 'lienholder' WHERE "organizationId" = $1`, [
      tenant.organizationId,
    ]);
    await owner.query("RESET session_replication_role");
    expect(await read(["trust", "medical"])).toMatchObject({ payee: { name: expect.any(String) } });
    const shown = await read(["trust"]);
    expect(shown).toMatchObject({ payee: null, payeeType: "lienholder" });
    expect(Object.keys(shown ?? {}).filter((name) => name.endsWith("Persons"))).toEqual([]);
  });
});

describe("clients and contacts", () => {
  const lines = async (
    tenant: TestTenant,
    request: { type: "clients" | "contacts"; [filter: string]: unknown },
    scopes = allScopes,
  ) => readLines((await t.make(tenant, { format: "ndjson", ...request }, { url: t.ownerUrl, scopes })).bytes);

  test("clients have what people look up, and neither numbers of the state nor free text, whatever the key may see", async () => {
    const tenant = await createTenant(t.database);
    const clientId = await createClientRow(tenant, {
      lastName: "=Okafor",
      email: "a@example.com",
      phone: "512-555-0182",
      zipCode: "78701",
      ssnFourDigits: "4821",
      medicareIdMasked: "*******EG4T",
      priorInjuries: "A broken wrist",
      driverLicense: { state: "TX", last4: "9876" },
    });
    await createClientRow(tenant, { lastName: "Deleted", deletedAt: "2026-01-01T00:00:00.000Z" });
    const [row, ...others] = await lines(tenant, { type: "clients" });
    expect(others).toEqual([]);
    expect(row).toMatchObject({
      id: clientId,
      lastName: "=Okafor",
      email: "a@example.com",
      phone: "512-555-0182",
      zipCode: "78701",
    });
    expect(JSON.stringify(row)).not.toMatch(/4821|EG4T|wrist|9876/);
    const csv = String((await t.make(tenant, { type: "clients", format: "csv" })).bytes);
    expect(csv).toMatch(/^\uFEFFLast name,First name,/u);
    expect(csv).toContain("'=Okafor");
    expect(String((await t.make(tenant, { type: "clients", format: "csv", byteOrderMark: false })).bytes)).toMatch(
      /^Last name,/u,
    );
  });

  test("contacts have their roles, numbers and addresses, and no notes", async () => {
    const tenant = await createTenant(t.database);
    const contactId = await createContact(tenant, {
      notes: "Treats the wrist",
      email: "records@example.com",
      zipCode: "78701",
    });
    const [row, ...others] = await lines(tenant, { type: "contacts" });
    expect(others).toEqual([]);
    expect(row).toMatchObject({ id: contactId, email: "records@example.com", zipCode: "78701", roles: "insurer" });
    expect(JSON.stringify(row)).not.toContain("wrist");
  });

  test("are filtered by the day of their last change, and leave out other firms' rows", async () => {
    const tenant = await createTenant(t.database);
    await createClientRow(tenant);
    expect(await lines(tenant, { type: "clients", updatedFrom: "2000-01-01" })).toHaveLength(1);
    expect(await lines(tenant, { type: "clients", updatedTo: "2000-01-01" })).toEqual([]);
    expect(await lines(tenant, { type: "contacts" })).toEqual([]);
  });

  test.each(["clients", "contacts"] as const)("%s require the scope of their list", async (type) => {
    await expect(
      lines(
        theirs,
        { type },
        allScopes.filter((scope) => scope !== `${type}:read`),
      ),
    ).rejects.toMatchObject({ missingScopes: [`${type}:read`] });
    expect(await lines(theirs, { type }, [`${type}:read`])).toEqual(expect.any(Array));
  });
});

describe("the audit log", () => {
  test("has the entries of the period in order, by the firm's days, of the firm only", async () => {
    const tenant = await createTenant(t.database);
    // The firm is in New York: 03:30 UTC on the 15th is still the 14th there.
    const at = ["2026-03-13T23:00:00Z", "2026-03-14T12:00:00Z", "2026-03-15T03:30:00Z", "2026-03-15T04:30:00Z"];
    for (const { organizationId, inside } of [tenant, theirs]) {
      await inside((transaction) =>
        transaction
          .insertInto("AuditEntry")
          .values(
            at.map((occurredAt) => ({
              organizationId,
              id: lowestId("auditEntry", new Date(occurredAt)),
              occurredAt,
              action: "x.y",
              actorType: "member",
              actorId: "m",
              actorName: "=Ada",
              entity: "case",
              entityId: "c",
              requestId: "r",
              changes: JSON.stringify({ a: { from: 1, to: 2 } }),
            })),
          )
          .execute(),
      );
    }
    const days = async (span: object) =>
      readLines(
        (await t.make(tenant, { type: "audit_log", format: "ndjson", ...span }, { url: t.ownerUrl })).bytes,
      ).map(({ occurredAt }) => Date.parse(String(occurredAt)));
    const instants = at.map((each) => Date.parse(each));
    expect(await days({})).toEqual(instants);
    expect(await days({ from: "2026-03-14", to: "2026-03-14" })).toEqual(instants.slice(1, 3));
    expect(await days({ from: "2026-03-15" })).toEqual(instants.slice(3));
    expect(await days({ to: "2026-03-13" })).toEqual(instants.slice(0, 1));
    const { data } = parseCsvObjects(
      String((await t.make(tenant, { type: "audit_log", format: "csv", to: "2026-03-13" })).bytes),
      { header: true, delimiter: "," },
    );
    expect(data[0]).toMatchObject({ Actor: "'=Ada", Changes: '{"a":{"to":2,"from":1}}' });
    await expect(
      t.make(tenant, { type: "audit_log", format: "csv" }, { scopes: ["cases:read"] }),
    ).rejects.toMatchObject({ missingScopes: ["org:manage"] });
  });
});

describe("a report", () => {
  test("has all rows in the report's order, of the organization only, read by the reader role, which is reset afterwards", async () => {
    const tenant = await createTenant(t.database);
    const numbers = await Promise.all([1, 2, 3].map(async () => (await createCase(tenant)).caseId));
    const reportId = await createReport(tenant);
    const { bytes, rows, progress } = await t.make(tenant, { type: "report", format: "csv", reportId, parameters: {} });
    expect(String(bytes).trimEnd().split("\r\n")).toHaveLength(1 + numbers.length);
    expect([rows, progress.at(-1)]).toEqual([3, 99]);
    const { data } = parseCsvObjects(String(bytes), { header: true, delimiter: "," });
    const read = data.map((row) => Object.values(row)[0]);
    expect(read).toEqual(read.toSorted());
  });

  test("accepts parameters, requires the data's scopes of the requester and the downloader, and rejects a foreign report", async () => {
    const tenant = await createTenant(t.database);
    await createCase(tenant, { matterStage: "negotiation" });
    await createCase(tenant);
    const reportId = await createReport(tenant);
    const request = { type: "report", format: "ndjson", reportId, parameters: { stage: "negotiation" } } as const;
    expect(readLines((await t.make(tenant, request)).bytes)).toEqual([
      { case: expect.any(String), stage: "negotiation" },
    ]);
    const fewer = allScopes.filter((scope) => scope !== "cases:read");
    await expect(t.make(tenant, request, { scopes: fewer })).rejects.toMatchObject({ code: "FORBIDDEN" });
    await expect(t.make(tenant, request, { fetched: fewer })).rejects.toMatchObject({ code: "FORBIDDEN" });
    await expect(t.make(theirs, request)).rejects.toMatchObject({ code: "NOT_FOUND" });
  });
});
