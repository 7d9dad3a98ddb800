import { sql, type RawBuilder } from "kysely";
import { columnTypeOf, type ReportColumnType } from "../../../contract/reports/definition.ts";
import type { Snapshot } from "../../../platform/database/statements/row-stream.ts";
import type { TableColumn, TableRow } from "../../../platform/file-formats/table-values.ts";
import type { Row } from "../../../platform/database/tables.ts";
import type { Context } from "../../../rpc/context.ts";
import { selectRows } from "../../../platform/database/records.ts";

export interface CaseFilters {
  matterStage?: string | undefined;
  matterStatus?: string | undefined;
  attorneyId?: string | undefined;
  /** Days in the organization's time zone, both inclusive. */
  updatedFrom?: string | undefined;
  updatedTo?: string | undefined;
}

type Inside = Pick<Context, "organizationId" | "transaction">;

type OfOrganization = (organizationId: string) => RawBuilder<unknown>;
type CaseColumn = [TableColumn, RawBuilder<unknown> | OfOrganization];

const own = (key: keyof Row<"Case">, label: string, type: ReportColumnType = "text"): CaseColumn => [{ key, label, type }, sql`c.${sql.ref(key)}`];
const other = (key: string, label: string, value: RawBuilder<unknown> | OfOrganization, type: ReportColumnType = "text"): CaseColumn => [{ key, label, type }, value];

const attorneys = (organizationId: string) => sql`(
  SELECT string_agg(m."firstName" || ' ' || m."lastName" || ' (' || a.role || ')', '; ' ORDER BY a."assignedAt", a."attorneyId", a.role)
  FROM "CaseAttorney" a JOIN "Member" m ON m."organizationId" = a."organizationId" AND m.id = a."attorneyId"
  WHERE a."organizationId" = ${organizationId} AND a."caseId" = c.id)`;
const tags = (organizationId: string) => sql`(
  SELECT string_agg(t.name, '; ' ORDER BY t.name) FROM "CaseTag" l JOIN "Tag" t ON t."organizationId" = l."organizationId" AND t.id = l."tagId"
  WHERE l."organizationId" = ${organizationId} AND l."caseId" = c.id AND t."deletedAt" IS NULL)`;
const leadAttorney = (organizationId: string) => sql`(SELECT m."firstName" || ' ' || m."lastName" FROM "Member" m WHERE m."organizationId" = ${organizationId} AND m.id = c."attorneyId")`;

/** No free text, because it may be medical. */
const columns: readonly CaseColumn[] = [
  own("sequenceId", "Case number"),
  own("title", "Title"),
  other("clientLastName", "Client, last name", sql`p."lastName"`),
  other("clientFirstName", "Client, first name", sql`p."firstName"`),
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
  other("clientId", "Client id", sql`c."plaintiffId"`),
  own("createdAt", "Created at", "instant"),
  own("updatedAt", "Updated at", "instant"),
];

export async function listCaseColumns(context: Inside): Promise<TableColumn[]> {
  const custom = await selectRows(context, "CustomFieldDefinition")
    .select(["key", "label", "type"])
    .where("entity", "=", "case")
    .where("archived", "=", false)
    .orderBy("order")
    .orderBy("id")
    .execute();
  return [...columns.map(([column]) => column), ...custom.map(({ key, label, type }) => ({ key: customKey(key), label, type: columnTypeOf(type) }))];
}

const customKey = (key: string) => `custom.${key}`;

function fromCases({ organizationId }: Inside, filters: CaseFilters): RawBuilder<unknown> {
  const { matterStage, matterStatus, attorneyId, updatedFrom, updatedTo } = filters;
  const zone = sql`(SELECT timezone FROM "Organization" WHERE id = ${organizationId})`;
  const conditions = [
    sql`c."organizationId" = ${organizationId} AND c."deletedAt" IS NULL`,
    ...(matterStage === undefined ? [] : [sql`c."matterStage" = ${matterStage}`]),
    ...(matterStatus === undefined ? [] : [sql`c."matterStatus" = ${matterStatus}`]),
    ...(attorneyId === undefined ? [] : [sql`EXISTS (SELECT FROM "CaseAttorney" a WHERE a."organizationId" = ${organizationId} AND a."attorneyId" = ${attorneyId} AND a."caseId" = c.id)`]),
    ...(updatedFrom === undefined ? [] : [sql`c."updatedAt" >= (${updatedFrom}::date::timestamp AT TIME ZONE ${zone})`]),
    ...(updatedTo === undefined ? [] : [sql`c."updatedAt" < ((${updatedTo}::date + 1)::timestamp AT TIME ZONE ${zone})`]),
  ];
  return sql`FROM "Case" c JOIN "Client" p ON p."organizationId" = c."organizationId" AND p.id = c."plaintiffId" WHERE ${sql.join(conditions, sql` AND `)}`;
}

export async function* readCases(snapshot: Pick<Snapshot, "read">, context: Inside, filters: CaseFilters): AsyncGenerator<TableRow[], void> {
  const selected = columns.map(([{ key }, value]) => sql`${typeof value === "function" ? value(context.organizationId) : value} AS ${sql.ref(key)}`);
  const query = sql<TableRow & { customFields: Record<string, unknown> }>`SELECT ${sql.join(selected)}, c."customFields" ${fromCases(context, filters)} ORDER BY c.id`;
  for await (const rows of snapshot.read(query.compile(context.transaction))) {
    yield rows.map(({ customFields, ...row }) => ({ ...row, ...Object.fromEntries(Object.entries(customFields).map(([key, value]) => [customKey(key), value])) }));
  }
}

export async function countCases(context: Inside, filters: CaseFilters): Promise<number> {
  const { rows } = await sql<{ count: number }>`SELECT count(*) AS count ${fromCases(context, filters)}`.execute(context.transaction);
  return rows[0]?.count ?? 0;
}
