import { assertRoom, writeTable, type TableFormat } from "../../../platform/file-formats/table.ts";
import type { TableColumn, TableRow } from "../../../platform/file-formats/table-values.ts";
import { countWholeReport, readWholeReport } from "../../reports/run/domain.export-rows.ts";
import { planExport } from "../../reports/domain.export.ts";
import { countRows, inPerCent } from "./domain.progress.ts";
import { assertContained } from "./domain.scopes.ts";
import type { Contents, ExportWork } from "./domain.work.ts";
import type { ExportRequest } from "../schema.ts";
import { auditColumns, countEntries, readEntries } from "./store.audit.ts";
import { countCases, listCaseColumns, readCases } from "./store.cases.ts";
import { countLedgerEntries, ledgerColumns, readLedgerEntries } from "./store.trust-ledger.ts";
import { clientsTable, contactsTable, countPeople, listPeopleColumns, readPeople } from "./store.people.ts";

interface Table {
  columns: readonly TableColumn[];
  rows: AsyncIterable<TableRow[]>;
  expected: number;
}

type TableRequest = Extract<ExportRequest, { format: TableFormat }>;

/**
 * The rows of a report, of cases, clients, contacts, of the audit log or of trust ledgers as one file.
 *
 * @throws as openContents
 */
export async function openTable(work: ExportWork, request: TableRequest): Promise<Contents> {
  const { columns, rows, expected } = await findTable(work, request);
  assertRoom(request.format, expected);
  const done = { rows: 0, bytes: 0 };
  return {
    progress: () => inPerCent(done, { rows: expected, bytes: 0 }),
    countRows: () => done.rows,
    bytes: writeTable(request.format, columns, countRows(rows, done), {
      hasByteOrderMark: request.byteOrderMark !== false,
    }),
  };
}

async function findTable(work: ExportWork, request: TableRequest): Promise<Table> {
  const { context, snapshot } = work;
  switch (request.type) {
    case "report":
      return findReport(work, request);
    case "cases":
      assertContained(work, ["cases:read", "clients:read"]);
      return {
        columns: await listCaseColumns(context),
        expected: await countCases(context, request),
        rows: readCases(snapshot, context, request),
      };
    case "clients":
    case "contacts":
      return findPeople(work, request);
    case "audit_log":
      assertContained(work, ["org:manage"]);
      return {
        columns: auditColumns,
        expected: await countEntries(context, request),
        rows: readEntries(snapshot, context, request),
      };
    case "trust_ledger":
      assertContained(work, ["trust:read"]);
      return {
        columns: ledgerColumns,
        expected: await countLedgerEntries(context, request),
        rows: readLedgerEntries(snapshot, context, request),
      };
    default:
      return request satisfies never;
  }
}

async function findPeople(
  work: ExportWork,
  request: Extract<ExportRequest, { type: "clients" | "contacts" }>,
): Promise<Table> {
  const { context, snapshot } = work;
  assertContained(work, [`${request.type}:read`]);
  const table = request.type === "clients" ? clientsTable : contactsTable;
  const columns = listPeopleColumns(table);
  const expected = await countPeople(context, table, request);
  return { columns, expected, rows: readPeople(snapshot, context, table, request) };
}

async function findReport(
  work: ExportWork,
  { reportId, parameters }: Extract<ExportRequest, { type: "report" }>,
): Promise<Table> {
  const { context, snapshot } = work;
  const { plan } = await planExport(context, reportId, parameters);
  // The report may have changed since the request; a downloader must be allowed to see what it contains now.
  assertContained(work, plan.dataPermissions);
  const expected = await countWholeReport(snapshot, plan, context.organizationId);
  return { columns: plan.columns, expected, rows: readWholeReport(snapshot, plan, context.organizationId) };
}
