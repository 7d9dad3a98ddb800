import { sql, type RawBuilder } from "kysely";
import { hasLiveOwners } from "../../../platform/database/lists/hanging-records.ts";
import type { SortedPage } from "../../../platform/database/lists/sorted-list.ts";
import type { Row } from "../../../platform/database/tables.ts";
import type { Context } from "../../../rpc/context.ts";
import type { FeeAgreement } from "../fee-agreements/schema.ts";
import { isStaleStatement } from "../statements/store.stale.ts";
import type { CourtDays } from "../calculation/domain.tiers.ts";
import type { Settlement, SettlementFilter, SettlementPayer, SettlementShare } from "./schema.ts";

/** A payer with what the settlement's money makes of it. */
export type PayerRow = Omit<Row<"SettlementPayer">, "organizationId" | "settlementId"> & Pick<SettlementPayer, "name">;
export type ShareRow = Omit<Row<"SettlementShare">, "organizationId" | "settlementId"> &
  Pick<SettlementShare, "claimantName" | "courtApproval">;

export type SettlementRow = Row<"Settlement"> &
  Pick<Settlement, "case" | "status"> & {
    plaintiffId: string;
    caseSettlementCents: number | null;
    caseRecoveryCents: number | null;
    /** Of all settlements of the case that are in force; null in a list. */
    sums: { agreedCents: number; recoveredCents: number } | null;
    agreement: Pick<FeeAgreement, "type" | "tiers" | "triggersReached"> | null;
    courtDays: CourtDays;
    payers: PayerRow[];
    shares: ShareRow[];
    /** Null in a list. */
    statements: Settlement["statements"];
  };

/** The statuses in which a settlement counts. */
export const isInForce = (status: RawBuilder<unknown>): RawBuilder<boolean> =>
  sql<boolean>`${status} NOT IN ('draft', 'fell_through', 'voided')`;

/** What takes more than its row: left out of lists. */
interface Extras {
  /** Of the case's settlements. */
  sums: RawBuilder<unknown>;
  statements: RawBuilder<unknown>;
}
const none: Extras = { sums: sql`NULL::jsonb`, statements: sql`NULL::jsonb` };

/** @param from one row, or few: the sub-selects run for those rows only */
export const selectSettlements = (organizationId: string, from: RawBuilder<unknown>): RawBuilder<SettlementRow> =>
  selectWith(organizationId, from, {
    sums: sql`(SELECT jsonb_build_object('agreedCents', coalesce(sum(o."grossCents"), 0), 'recoveredCents', coalesce(sum(o."clearedCents" + o."paidDirectCents"), 0))
      FROM "Settlement" o WHERE o."organizationId" = ${organizationId} AND o."caseId" = t."caseId" AND ${isInForce(sql`o.status`)})`,
    statements: sql`(SELECT coalesce(jsonb_agg(jsonb_build_object('id', m.id, 'shareId', m."shareId", 'version', m.version, 'status', m.status,
        'isStale', ${isStaleStatement(organizationId, "m")}) ORDER BY m.id), '[]')
      FROM "SettlementStatement" m WHERE m."organizationId" = ${organizationId} AND m."settlementId" = t.id)`,
  });

function selectWith(
  organizationId: string,
  from: RawBuilder<unknown>,
  { sums, statements }: Extras,
): RawBuilder<SettlementRow> {
  const own = (alias: string) => sql`${sql.ref(`${alias}.organizationId`)} = ${organizationId}`;
  return sql<SettlementRow>`
    SELECT t.*, jsonb_build_object('id', c.id, 'sequenceId', c."sequenceId") AS "case", c."plaintiffId",
      c."settlementAmountCents" AS "caseSettlementCents", c."recoveryAmountCents" AS "caseRecoveryCents",
      ${sums} AS sums, ${statements} AS statements,
      (SELECT jsonb_build_object('type', f.type, 'tiers', f.tiers, 'triggersReached', f."triggersReached")
        FROM "FeeAgreement" f WHERE ${own("f")} AND f."caseId" = t."caseId") AS agreement,
      (SELECT jsonb_build_object(
          'suitFiledOn', min(a."filedOn") FILTER (WHERE a.type IN ('state_civil', 'federal_civil', 'small_claims')),
          'answeredOn', min(a."answeredOn"),
          'appealFiledOn', min(a."filedOn") FILTER (WHERE a.type = 'appeal'))
        FROM "CourtAction" a WHERE ${own("a")} AND a."caseId" = t."caseId" AND a."deletedAt" IS NULL) AS "courtDays",
      ${selectPayers(organizationId)} AS payers, ${selectShares(organizationId)} AS shares
    FROM ${from} t
    JOIN "Case" c ON c."organizationId" = ${organizationId} AND c.id = t."caseId"`;
}

const selectPayers = (organizationId: string) => sql`
  (SELECT coalesce(jsonb_agg(jsonb_build_object('id', p.id, 'position', p.position, 'policyId', p."policyId", 'partyId', p."partyId",
      'contactId', p."contactId", 'name', k.name,
      'category', p.category, 'grossCents', p."grossCents", 'isFeeBearing', p."isFeeBearing", 'paidDirectCents', p."paidDirectCents",
      'expectedOn', p."expectedOn", 'release', p.release, 'releaseDocumentId', p."releaseDocumentId",
      'receivedCents', p."receivedCents", 'clearedCents', p."clearedCents", 'paymentStatus', p."paymentStatus") ORDER BY p.position), '[]')
    FROM "SettlementPayer" p
    LEFT JOIN "CaseParty" y ON y."organizationId" = ${organizationId} AND y.id = p."partyId"
    LEFT JOIN "InsurancePolicy" i ON i."organizationId" = ${organizationId} AND i.id = p."policyId"
    LEFT JOIN "Contact" k ON k."organizationId" = ${organizationId} AND k.id = coalesce(p."contactId", y."contactId", i."carrierContactId")
    WHERE p."organizationId" = ${organizationId} AND p."settlementId" = t.id)`;

const selectShares = (organizationId: string) => sql`
  (SELECT coalesce(jsonb_agg(jsonb_build_object('id', s.id, 'position', s.position, 'claimantPartyId', s."claimantPartyId",
      'claimantName', (SELECT k.name FROM "CaseParty" y JOIN "Contact" k ON k."organizationId" = ${organizationId} AND k.id = y."contactId"
        WHERE y."organizationId" = ${organizationId} AND y.id = s."claimantPartyId"),
      'grossCents', s."grossCents", 'consentOn', s."consentOn", 'consentDocumentId', s."consentDocumentId",
      'courtApproval', s."courtApproval", 'orderDocumentId', s."orderDocumentId", 'approvedFeeCents', s."approvedFeeCents",
      'receivedCents', s."receivedCents", 'clearedCents', s."clearedCents", 'coveredCents', s."coveredCents",
      'committedCents', s."committedCents", 'disbursedCents', s."disbursedCents") ORDER BY s.position), '[]')
    FROM "SettlementShare" s WHERE s."organizationId" = ${organizationId} AND s."settlementId" = t.id)`;

const equalities = ["caseId", "status"] as const;

/** A page of settlements of live cases. */
export function selectSettlementPage(
  { organizationId }: Pick<Context, "organizationId">,
  filter: Omit<SettlementFilter, "after" | "limit" | "sort">,
  { after, order, limit }: SortedPage,
): RawBuilder<SettlementRow> {
  const { agreedFrom, agreedTo, paymentDueBefore, updatedSince } = filter;
  const conditions: RawBuilder<unknown>[] = equalities.flatMap((name) =>
    filter[name] === undefined ? [] : [sql`${sql.ref(`t.${name}`)} = ${filter[name]}`],
  );
  if (agreedFrom !== undefined) conditions.push(sql`t."agreedOn" >= ${agreedFrom}::date`);
  if (agreedTo !== undefined) conditions.push(sql`t."agreedOn" <= ${agreedTo}::date`);
  if (paymentDueBefore !== undefined) conditions.push(sql`t."paymentDueOn" < ${paymentDueBefore}::date`);
  if (updatedSince !== undefined) conditions.push(sql`t."updatedAt" >= ${updatedSince}::timestamptz`);
  const from = sql`(SELECT t.* FROM "Settlement" t WHERE t."organizationId" = ${organizationId}
    AND ${hasLiveOwners(organizationId, "t", ["caseId"])} AND ${after}${sql.join(
      conditions.map((condition) => sql` AND ${condition}`),
      sql``,
    )}
    ORDER BY ${order} LIMIT ${limit}::integer)`;
  return sql<SettlementRow>`${selectWith(organizationId, from, none)} ORDER BY ${order}`;
}
