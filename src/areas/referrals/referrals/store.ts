import { sql, type RawBuilder } from "kysely";
import { hasLiveOwners } from "../../../platform/database/lists/hanging-records.ts";
import type { SortedPage } from "../../../platform/database/lists/sorted-list.ts";
import { organizationToday } from "../../../platform/database/organization-day.ts";
import { selectRecord } from "../../../platform/database/records.ts";
import type { Row } from "../../../platform/database/tables.ts";
import type { Context } from "../../../rpc/context.ts";
import type { ResourceStatements } from "../../../rpc/resource/store.ts";
import type { FeeTerms } from "../schema.terms.ts";
import type { Referral, ReferralFilter } from "./schema.ts";

type Typed = Pick<
  Referral,
  | "direction"
  | "channel"
  | "received"
  | "status"
  | "feeStatus"
  | "teaser"
  | "conflictNames"
  | "partnerFirm"
  | "isUpdateOverdue"
>;
export type ReferralRow = Omit<Row<"Referral">, keyof Typed> &
  Typed & { terms: FeeTerms | null; plaintiffId: string | null; contactId: string | null };

/** @param from one row, or one page: the joins run for those rows only */
function selectReferrals(organizationId: string, from: RawBuilder<unknown>): RawBuilder<ReferralRow> {
  return sql<ReferralRow>`
    SELECT t.*, jsonb_build_object('id', p.id, 'name', p.name, 'kind', p.kind) AS "partnerFirm", p."contactId",
      (SELECT c."plaintiffId" FROM "Case" c WHERE c."organizationId" = ${organizationId} AND c.id = t."caseId") AS "plaintiffId",
      t.status = 'engaged' AND coalesce(t."nextUpdateDueOn" < ${organizationToday(organizationId)}, false) AS "isUpdateOverdue"
    FROM ${from} t JOIN "PartnerFirm" p ON p."organizationId" = ${organizationId} AND p.id = t."partnerFirmId"`;
}

/** What the statements of the kernel need to know. */
export const referralStatements = {
  table: "Referral",
  isPermanent: true,
  select: selectReferrals,
  liveOwners: ["caseId"],
  unique: { Referral_organizationId_externalId_key: "externalId: used by another referral" },
} as const satisfies ResourceStatements<"Referral", ReferralRow>;

const equalities = ["direction", "status", "feeStatus", "partnerFirmId", "leadId", "caseId", "attention"] as const;

/** A page of referrals; what is gone with its case is left out. */
export function selectReferralPage(
  { organizationId }: Pick<Context, "organizationId">,
  filter: Omit<ReferralFilter, "after" | "limit" | "sort">,
  { after, order, limit }: SortedPage,
): RawBuilder<ReferralRow> {
  const { updateOverdue, responseDueBefore, updatedSince } = filter;
  const isOverdue = (alias: string) =>
    sql`${sql.ref(alias)}.status = 'engaged' AND ${sql.ref(alias)}."nextUpdateDueOn" < ${organizationToday(organizationId)}`;
  const conditions: RawBuilder<unknown>[] = equalities.flatMap((name) =>
    filter[name] === undefined ? [] : [sql`${sql.ref(`t.${name}`)} = ${filter[name]}`],
  );
  // Their IDs come from the index of due updates alone: in the order of the page, all engaged ones would be read for them.
  if (updateOverdue === true)
    conditions.push(sql`t.id = ANY (ARRAY(SELECT o.id FROM "Referral" o
      WHERE o."organizationId" = ${organizationId} AND ${isOverdue("o")}))`);
  if (updateOverdue === false) conditions.push(sql`(${isOverdue("t")}) IS NOT TRUE`);
  if (responseDueBefore !== undefined)
    conditions.push(sql`t.status IN ('sent', 'under_review') AND t."responseDueOn" < ${responseDueBefore}::date`);
  if (updatedSince !== undefined) conditions.push(sql`t."updatedAt" >= ${updatedSince}::timestamptz`);
  const from = sql`(SELECT t.* FROM "Referral" t WHERE t."organizationId" = ${organizationId}
    AND ${hasLiveOwners(organizationId, "t", ["caseId"])} AND ${after}${sql.join(
      conditions.map((condition) => sql` AND ${condition}`),
      sql``,
    )}
    ORDER BY ${order} LIMIT ${limit}::integer)`;
  return sql<ReferralRow>`${selectReferrals(organizationId, from)} ORDER BY ${order}`;
}

/** How a client can be named. */
export interface NamedClient {
  lastNames: string[];
  emails: string[];
  phones: string[];
}

/** The names, email addresses and phone numbers of a lead, or of the client of a case, without a lock. */
export async function findNamedClient(
  { organizationId, transaction }: Context,
  { leadId, caseId }: { leadId: string | null; caseId: string | null },
): Promise<NamedClient | undefined> {
  const given = (...values: string[]) =>
    sql`array_remove(ARRAY[${sql.join(values.map((value) => sql.ref(value)))}], NULL)`;
  const { rows } =
    leadId === null
      ? await sql<NamedClient>`
          SELECT ${given("c.lastName")} AS "lastNames", ${given("c.email")} AS emails,
            ${given("c.phone", "c.secondaryPhone")} AS phones
          FROM "Case" k JOIN "Client" c ON c."organizationId" = ${organizationId} AND c.id = k."plaintiffId"
          WHERE k."organizationId" = ${organizationId} AND k.id = ${caseId}`.execute(transaction)
      : await sql<NamedClient>`
          SELECT ${given("l.lastName", "l.injuredPartyName")} AS "lastNames", ${given("l.email")} AS emails,
            ${given("l.phone", "l.secondaryPhone")} AS phones
          FROM "Lead" l WHERE l."organizationId" = ${organizationId} AND l.id = ${leadId}`.execute(transaction);
  return rows[0];
}

/** What a referral stands on. */
export interface MatterStatus {
  kind: "lead" | "case";
  status: string;
}

/** The status of a live lead or case, which the caller has locked. */
export async function findMatterStatus(
  { organizationId, transaction }: Context,
  { leadId, caseId }: { leadId: string | null; caseId: string | null },
): Promise<MatterStatus | undefined> {
  const { rows } = await sql<MatterStatus>`
    SELECT 'lead' AS kind, status FROM "Lead" WHERE "organizationId" = ${organizationId} AND id = ${leadId} AND "deletedAt" IS NULL
    UNION ALL SELECT 'case', "matterStatus" FROM "Case" WHERE "organizationId" = ${organizationId} AND id = ${caseId} AND "deletedAt" IS NULL
    ORDER BY kind`.execute(transaction);
  return rows[0];
}

/** Another outbound referral of the matter that is with a handling firm, or offered to one. */
export async function findLiveReferral(
  { organizationId, transaction }: Context,
  { leadId, caseId }: { leadId: string | null; caseId: string | null },
): Promise<{ id: string; sequenceId: string } | undefined> {
  const live = sql`"organizationId" = ${organizationId} AND direction = 'outbound' AND status IN ('sent', 'under_review', 'accepted', 'engaged')`;
  const { rows } = await sql<{ id: string; sequenceId: string }>`
    (SELECT id, "sequenceId" FROM "Referral" WHERE ${live} AND "leadId" = ${leadId} LIMIT 1)
    UNION ALL (SELECT id, "sequenceId" FROM "Referral" WHERE ${live} AND "caseId" = ${caseId} LIMIT 1)`.execute(
    transaction,
  );
  return rows[0];
}

/** US cents of referral fees of a case in this direction besides one's own; waived ones do not count. */
export async function sumReferralFees(
  { organizationId, transaction }: Context,
  { caseId, direction, except }: { caseId: string; direction: string; except: string },
): Promise<number> {
  const { rows } = await sql<{ cents: number }>`
    SELECT coalesce(sum("referralFeeDueCents"), 0)::bigint AS cents FROM "Referral"
    WHERE "organizationId" = ${organizationId} AND "caseId" = ${caseId} AND direction = ${direction} AND id <> ${except}
      AND "feeStatus" <> 'waived'`.execute(transaction);
  return rows[0]?.cents ?? 0;
}

/** The full name of a member; undefined for none. */
export async function findMemberName(context: Context, memberId: string): Promise<string | undefined> {
  const found = await selectRecord(context, "Member", memberId).select(["firstName", "lastName"]).executeTakeFirst();
  return found && `${found.firstName} ${found.lastName}`;
}

/** What was decided on a conflict check. */
export async function findConflictDecision(context: Context, id: string): Promise<string | undefined> {
  return (await selectRecord(context, "ConflictCheck", id).select("decision").executeTakeFirst())?.decision;
}

/** Locks a conflict check of the firm FOR KEY SHARE until commit. */
export async function lockConflictCheckForKeyShare(
  { organizationId, transaction }: Context,
  id: string,
): Promise<boolean> {
  const { rows } =
    await sql`SELECT FROM "ConflictCheck" WHERE "organizationId" = ${organizationId} AND id = ${id} FOR KEY SHARE`.execute(
      transaction,
    );
  return rows.length > 0;
}

/** A completed signature request of the matter, which is locked FOR KEY SHARE until commit. */
export async function lockSignedRequestForKeyShare(
  { organizationId, transaction }: Context,
  id: string,
  { leadId, caseId }: { leadId: string | null; caseId: string | null },
): Promise<boolean> {
  const { rows } =
    await sql`SELECT FROM "EsignRequest" WHERE "organizationId" = ${organizationId} AND id = ${id} AND status = 'completed'
    AND "deletedAt" IS NULL AND ("leadId" = ${leadId} OR "caseId" = ${caseId}) FOR KEY SHARE`.execute(transaction);
  return rows.length > 0;
}

/** The IDs of outbound referrals of a lead that are drafts or ended, in their order; locks them FOR NO KEY UPDATE. */
export async function lockReferralsOfLeadForUpdate(
  { organizationId, transaction }: Context,
  leadId: string,
): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`SELECT id FROM "Referral" WHERE "organizationId" = ${organizationId}
    AND "leadId" = ${leadId} AND "caseId" IS NULL ORDER BY id FOR NO KEY UPDATE`.execute(transaction);
  return rows.map(({ id }) => id);
}
