import { sql, type RawBuilder } from "kysely";
import { columnTypeOf } from "../../../contract/reports/definition.ts";
import type { Snapshot } from "../../../platform/database/statements/row-stream.ts";
import type { TableColumn, TableRow } from "../../../platform/file-formats/table-values.ts";
import { selectRows } from "../../../platform/database/records.ts";
import {
  liveRows,
  otherColumn as other,
  ownColumns,
  selectColumns,
  type ChangeSpan,
  type Inside,
  type SelectedColumn,
} from "./store.columns.ts";

export interface CaseFilters extends ChangeSpan {
  matterStage?: string | undefined;
  matterStatus?: string | undefined;
  attorneyId?: string | undefined;
}

const own = ownColumns<"Case">();

const attorneys = (organizationId: string) => sql`(
  SELECT string_agg(
    m."firstName" || ' ' || m."lastName" || ' (' || a.role || ')', '; ' ORDER BY a."assignedAt", a."attorneyId", a.role)
  FROM "CaseAttorney" a JOIN "Member" m ON m."organizationId" = a."organizationId" AND m.id = a."attorneyId"
  WHERE a."organizationId" = ${organizationId} AND a."caseId" = t.id)`;
const tags = (organizationId: string) => sql`(
  SELECT string_agg(g.name, '; ' ORDER BY g.name)
  FROM "CaseTag" l JOIN "Tag" g ON g."organizationId" = l."organizationId" AND g.id = l."tagId"
  WHERE l."organizationId" = ${organizationId} AND l."caseId" = t.id AND g."deletedAt" IS NULL)`;
const leadAttorney = (organizationId: string) => sql`(
  SELECT m."firstName" || ' ' || m."lastName" FROM "Member" m
  WHERE m."organizationId" = ${organizationId} AND m.id = t."attorneyId")`;

/** No free text, because it may be medical. */
const columns: readonly SelectedColumn[] = [
  own("sequenceId", "Case number"),
  own("title", "Title"),
  other("clientLastName", "Client, last name", sql`p."lastName"`),
  other("clientFirstName", "Client, first name", sql`p."firstName"`),
  other("clientPhone", "Client, phone", sql`p.phone`),
  other("clientEmail", "Client, email", sql`p.email`),
  other("clientZipCode", "Client, ZIP code", sql`p."zipCode"`),
  own("caseType", "Case type"),
  own("subCaseType", "Sub-type"),
  own("practiceArea", "Practice area"),
  own("caseState", "State"),
  own("jurisdictionCounty", "County"),
  own("matterStage", "Stage"),
  own("stageEnteredAt", "In stage since", "instant"),
  own("matterStatus", "Status"),
  own("statusReason", "Reason of status"),
  other("leadAttorney", "Lead attorney", leadAttorney),
  other("attorneys", "Attorneys", attorneys),
  other("tags", "Tags", tags),
  own("caseSource", "Source"),
  own("partnerName", "Partner"),
  own("dateOfIncident", "Date of incident", "date"),
  own("openedOn", "Opened on", "date"),
  own("engagedOn", "Engaged on", "date"),
  own("retainerStatus", "Retainer"),
  own("statuteOfLimitationsOn", "Statute of limitations", "date"),
  own("statuteOfLimitationsStatus", "Verification of the statute of limitations"),
  own("lastClientContactOn", "Last contact with the client", "date"),
  own("closedOn", "Closed on", "date"),
  own("highValue", "High value", "boolean"),
  own("vetted", "Vetted", "boolean"),
  own("isCommercial", "Commercial", "boolean"),
  own("trialBound", "Trial bound", "boolean"),
  own("caseScore", "Score", "number"),
  own("projectedWinRate", "Projected win rate", "number"),
  own("attorneyFeePercentage", "Attorney’s fee, per cent", "number"),
  own("partnerPriceCents", "Partner’s price", "money"),
  own("estimatedSettlementMinCents", "Estimated settlement, least", "money"),
  own("estimatedSettlementMaxCents", "Estimated settlement, most", "money"),
  own("projectedFeeAmountCents", "Projected fee", "money"),
  own("projectedSettlementDate", "Projected settlement", "instant"),
  own("settlementAmountCents", "Settlement", "money"),
  own("settlementDate", "Settled at", "instant"),
  own("recoveryAmountCents", "Recovery", "money"),
  own("recoveryDate", "Recovered at", "instant"),
  own("resolutionDate", "Resolved at", "instant"),
  own("externalId", "External ID"),
  own("id", "ID"),
  other("clientId", "Client id", sql`t."plaintiffId"`),
  own("createdAt", "Created at", "instant"),
  own("updatedAt", "Updated at", "instant"),
];

/** The columns of a file of cases: its own, then the firm's custom fields that are in use. */
export async function listCaseColumns(context: Inside): Promise<TableColumn[]> {
  const custom = await selectRows(context, "CustomFieldDefinition")
    .select(["key", "label", "type"])
    .where("entity", "=", "case")
    .where("archived", "=", false)
    .orderBy("order")
    .orderBy("id")
    .execute();
  return [
    ...columns.map(([column]) => column),
    ...custom.map(({ key, label, type }) => ({ key: customKey(key), label, type: columnTypeOf(type) })),
  ];
}

const customKey = (key: string) => `custom.${key}`;

function fromCases(context: Inside, filters: CaseFilters): RawBuilder<unknown> {
  const { matterStage, matterStatus, attorneyId } = filters;
  const isAssigned = sql`EXISTS (SELECT FROM "CaseAttorney" a
    WHERE a."organizationId" = ${context.organizationId} AND a."attorneyId" = ${attorneyId} AND a."caseId" = t.id)`;
  const conditions = [
    ...liveRows(context, filters),
    ...(matterStage === undefined ? [] : [sql`t."matterStage" = ${matterStage}`]),
    ...(matterStatus === undefined ? [] : [sql`t."matterStatus" = ${matterStatus}`]),
    ...(attorneyId === undefined ? [] : [isAssigned]),
  ];
  return sql`FROM "Case" t JOIN "Client" p ON p."organizationId" = t."organizationId" AND p.id = t."plaintiffId"
    WHERE ${sql.join(conditions, sql` AND `)}`;
}

type CaseRow = TableRow & { customFields: Record<string, unknown> };

/** The cases that a file has, by ID, in batches of one snapshot. */
export async function* readCases(
  snapshot: Pick<Snapshot, "read">,
  context: Inside,
  filters: CaseFilters,
): AsyncGenerator<TableRow[], void> {
  const selected = selectColumns(columns, context.organizationId);
  const query = sql<CaseRow>`SELECT ${selected}, t."customFields" ${fromCases(context, filters)} ORDER BY t.id`;
  for await (const rows of snapshot.read(query.compile(context.transaction))) yield rows.map(withCustomFields);
}

function withCustomFields({ customFields, ...row }: CaseRow): TableRow {
  const custom = Object.entries(customFields).map(([key, value]) => [customKey(key), value]);
  return { ...row, ...Object.fromEntries(custom) };
}

export async function countCases(context: Inside, filters: CaseFilters): Promise<number> {
  const { rows } = await sql<{ count: number }>`SELECT count(*) AS count ${fromCases(context, filters)}`.execute(
    context.transaction,
  );
  return rows[0]?.count ?? 0;
}
