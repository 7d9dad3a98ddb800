import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { GivenReportDefinition, ReportEntity } from "../../contract/reports/definition.ts";
import { explainRead, type ExplainedRead } from "../../testing/database/explain.ts";
import { isFullExtent } from "../../testing/harness/extent.ts";
import { reportEntities } from "./definition/fixtures.ts";
import { openReportHarness, planOf, type ReportHarness } from "./fixtures.tenant.ts";
import { planChart } from "./run/domain.chart.ts";
import { selectChart } from "./run/store.chart.ts";
import { selectRows } from "./run/store.statement.ts";

/** So many rows of each entity has each of three firms. */
const total = isFullExtent ? 3_000 : 1_000;
const limit = 20;

let harness: ReportHarness;
beforeAll(async () => {
  harness = await openReportHarness(total);
  await harness.owner.query("ANALYZE");
});
afterAll(() => harness.close());

const tables: Record<ReportEntity, string> = {
  cases: "Case",
  case_stages: "CaseStageEntry",
  leads: "Lead",
  clients: "Client",
  documents: "Document",
  invoices: "Invoice",
  payments: "Payment",
  damages: "Damage",
  expenses: "Expense",
  medical_facilities: "MedicalFacility",
  medical_bills: "MedicalBill",
  retrieval_requests: "RetrievalRequest",
  notes: "Note",
  tasks: "Task",
  deadlines: "Deadline",
  court_actions: "CourtAction",
  calendar_events: "CalendarEvent",
  esign_requests: "EsignRequest",
  negotiations: "Negotiation",
  settlements: "Settlement",
  liens: "Lien",
  trust_ledgers: "TrustLedger",
  trust_transactions: "TrustTransaction",
  trust_disbursements: "TrustDisbursement",
  referrals: "Referral",
  messages: "Message",
  calls: "Call",
  consents: "Consent",
  members: "Member",
};

/** A firm's members and offices and the organizations are few: their tables are read whole. */
const few: ReadonlySet<string> = new Set(["Member", "Office", "Organization"]);

/** What the scans of a page read: of the entity's own table, of all tables, and which tables were read whole. */
async function explainPage(
  entity: ReportEntity,
  definition: GivenReportDefinition,
  after: (string | null)[] | null,
  organizationIds = harness.reach,
): Promise<ExplainedRead & { own: number; whole: string[] }> {
  const statement = selectRows(planOf(entity, definition), { organizationIds, onCluster: false }, { after, limit });
  const { scans, read } = await explainRead(harness.server, harness.headquarters, statement, {
    reads: organizationIds,
  });
  const own = scans.filter(({ table }) => table === tables[entity]).reduce((sum, scan) => sum + scan.read, 0);
  const whole = scans.flatMap(({ node, table }) => (node === "Seq Scan" && !few.has(table) ? [table] : []));
  return { scans, read, own, whole };
}

/** A row in the midst of the headquarters' records. */
const middleOf = (rows: { keyset: (string | null)[] }[]) => rows[Math.floor(rows.length / 2)]?.keyset ?? null;

describe.each(reportEntities)("%s", (entity) => {
  test.each([false, true])("by id, later: %s: reads what the page needs, of each organization", async (isLater) => {
    const definition = {
      columns: [
        { key: "id", field: "id" },
        {
          key: "type",
          field: { clients: "openCases", consents: "channel", members: "officeName" }[entity as string] ?? "caseType",
        },
      ],
    };
    const keyset = isLater ? middleOf(await harness.read(planOf(entity, definition))) : null;
    const { own, read, whole } = await explainPage(entity, definition, keyset);
    expect(whole).toEqual([]);
    // Some rows are deleted, and some moves are none of the stage: a page takes a few more than it shows.
    expect(own).toBeLessThanOrEqual(limit * 2 * 3);
    expect(read).toBeLessThanOrEqual(limit * 2 * 8);
  });
});

/** Fields that an index of the table carries, and a value of them. */
const filtered: [ReportEntity, NonNullable<GivenReportDefinition["filters"]>[number]][] = [
  ["cases", { field: "matterStage", operator: "equals", value: "trial" }],
  ["cases", { field: "caseType", operator: "in", value: ["dog_bite"] }],
  ["cases", { field: "closedOn", operator: "in_last_days", value: 30 }],
  ["cases", { field: "dateOfIncident", operator: "at_least", value: "2090-01-01" }],
  ["cases", { field: "updatedAt", operator: "at_least", value: "2090-01-01" }],
  ["cases", { field: "updatedAt", operator: "in_last_days", value: 1 }],
  ["leads", { field: "status", operator: "equals", value: "converted" }],
  ["leads", { field: "nextFollowUpAt", operator: "less_than", value: "2000-01-01" }],
  ["documents", { field: "category", operator: "equals", value: "photo" }],
  ["documents", { field: "createdAt", operator: "greater_than", value: "2090-01-01T00:00:00Z" }],
  ["invoices", { field: "status", operator: "equals", value: "overdue" }],
  ["invoices", { field: "dueOn", operator: "at_most", value: "2000-01-01" }],
  ["medical_facilities", { field: "facilityType", operator: "equals", value: "pharmacy" }],
  ["notes", { field: "occurredAt", operator: "less_than", value: "2000-01-01T00:00:00Z" }],
  ["notes", { field: "visibility", operator: "equals", value: "privileged" }],
  ["tasks", { field: "isOverdue", operator: "equals", value: true }],
  ["tasks", { field: "status", operator: "equals", value: "blocked" }],
  ["deadlines", { field: "effectiveOn", operator: "less_than", value: "2000-01-01" }],
  ["deadlines", { field: "verificationStatus", operator: "equals", value: "disputed" }],
  ["calendar_events", { field: "startAt", operator: "less_than", value: "2000-01-01T00:00:00Z" }],
  ["calendar_events", { field: "status", operator: "equals", value: "continued" }],
  ["negotiations", { field: "expiresAt", operator: "less_than", value: "2000-01-01T00:00:00Z" }],
  ["settlements", { field: "agreedOn", operator: "less_than", value: "2000-01-01" }],
  ["settlements", { field: "status", operator: "equals", value: "disbursing" }],
  ["liens", { field: "type", operator: "equals", value: "medicaid" }],
  ["trust_transactions", { field: "occurredOn", operator: "less_than", value: "2000-01-01" }],
  ["trust_disbursements", { field: "status", operator: "equals", value: "issued" }],
  ["referrals", { field: "feeStatus", operator: "equals", value: "disputed" }],
  ["messages", { field: "occurredAt", operator: "less_than", value: "2000-01-01T00:00:00Z" }],
  ["messages", { field: "status", operator: "equals", value: "bounced" }],
  ["messages", { field: "isUnanswered", operator: "equals", value: true }],
  ["calls", { field: "startedAt", operator: "less_than", value: "2000-01-01T00:00:00Z" }],
  ["calls", { field: "status", operator: "equals", value: "busy" }],
  ["consents", { field: "status", operator: "equals", value: "opted_out" }],
  ["retrieval_requests", { field: "dueOn", operator: "less_than", value: "2000-01-01" }],
  ["retrieval_requests", { field: "status", operator: "equals", value: "rejected" }],
];

test.each(filtered)("%s filtered by %o reads no whole table", async (entity, filter) => {
  const { whole } = await explainPage(entity, { columns: [{ key: "id", field: "id" }], filters: [filter] }, null);
  expect(whole).toEqual([]);
});

const unmatched = filtered.filter(([, { value }]) => /^(20|rej|pharm)/.test(String(value)));

test.each(unmatched)(
  "a chart of %s filtered by %o, which no record matches, reads only an index",
  async (entity, filter) => {
    const plan = planOf(entity, {
      columns: [
        { key: "office", field: "organizationName" },
        { key: "count", field: "id", aggregate: "count" },
      ],
      filters: [filter],
    });
    const chart = planChart(plan, { category: "office", value: "count" }, harness.reach.length);
    if (chart === null) throw new Error("not planned");
    const { scans } = await explainRead(
      harness.server,
      harness.headquarters,
      selectChart(chart, { organizationIds: harness.reach, onCluster: false }),
      { reads: harness.reach },
    );
    const own = scans.filter(({ table }) => table === tables[entity]);
    expect(own.map(({ node }) => node)).not.toContain("Seq Scan");
    expect(own.reduce((sum, { read }) => sum + read, 0)).toBeLessThanOrEqual(limit);
  },
);

test.each(unmatched)("%s filtered by %o, which no record matches, reads only an index", async (entity, filter) => {
  const { own } = await explainPage(entity, { columns: [{ key: "id", field: "id" }], filters: [filter] }, null);
  expect(own).toBeLessThanOrEqual(limit);
});

const sorted: [ReportEntity, string][] = [
  ["cases", "updatedAt"],
  ["leads", "updatedAt"],
  ["documents", "createdAt"],
  ["documents", "name"],
  ["retrieval_requests", "updatedAt"],
  ["medical_facilities", "updatedAt"],
  ["cases", "sequenceId"],
];

describe.each(sorted)("%s sorted by %s reads an index", (entity, field) => {
  test.each([false, true])("descending: %s", async (descending) => {
    const definition = { columns: [{ key: "by", field }], sort: [{ column: "by", descending }] };
    const middle = middleOf(await harness.read(planOf(entity, definition), total));
    for (const keyset of [null, middle]) {
      const { own, whole } = await explainPage(entity, definition, keyset);
      expect([keyset !== null, whole]).toEqual([keyset !== null, []]);
      // Names repeat: rows of the same name before the keyset are skipped.
      expect(own).toBeLessThanOrEqual(field === "name" ? total : limit * 2 * 8);
    }
  });
});
