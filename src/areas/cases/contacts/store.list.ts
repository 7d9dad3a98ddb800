import { sql } from "kysely";
import type { Scope } from "../../../contract/scopes.ts";
import type { SortedPage } from "../../../platform/database/lists/sorted-list.ts";
import type { Context } from "../../../rpc/context.ts";

export interface ContactCaseRow {
  id: string;
  plaintiffId: string;
  sequenceId: string;
  title: string | null;
  matterStage: string;
  matterStatus: string;
  updatedAt: string;
  links: { as: string; role: string | null }[];
}

/**
 * Columns through which a case refers to a contact, the resulting role, the column with its detail, and the scope that
 * shows it besides the operation's.
 */
const places = [
  ["CaseParty", "contactId", "party", "role", null],
  ["CaseParty", "representedByContactId", "party_representative", "role", null],
  ["InsurancePolicy", "carrierContactId", "policy_carrier", "type", null],
  ["InsurancePolicy", "adjusterContactId", "policy_adjuster", "type", null],
  ["InsurancePolicy", "thirdPartyAdminContactId", "policy_administrator", "type", null],
  ["MedicalFacility", "contactId", "facility", "facilityType", "medical:read"],
  ["Expense", "vendorContactId", "expense_vendor", "category", "billing:read"],
] as const;

/**
 * A page of the live cases of the contact. Sorted by id, each reference has an index in that order and its own limit.
 * Sorted by updatedAt, all cases of the contact are read, because references are not indexed by it.
 *
 * @param scopes those of the caller
 */
export async function listContactCaseRows(
  { transaction, organizationId }: Context,
  contactId: string,
  page: SortedPage,
  { scopes, updatedSince }: { scopes: ReadonlySet<Scope>; updatedSince?: string | undefined },
): Promise<ContactCaseRow[]> {
  const { byId } = page;
  const shown = places.filter(([, , , , scope]) => scope === null || scopes.has(scope));
  const since = updatedSince === undefined ? sql`true` : sql`k."updatedAt" >= ${updatedSince}::timestamptz`;
  const linked = (table: string, column: string) => sql`FROM ${sql.table(table)} l
    WHERE l."organizationId" = ${organizationId} AND ${sql.ref(`l.${column}`)} = ${contactId} AND l."deletedAt" IS NULL`;
  const live = sql`k."organizationId" = ${organizationId} AND k."deletedAt" IS NULL AND ${since}`;
  const each = shown.map(([table, column]) => {
    if (byId === undefined) return sql`SELECT l."caseId" ${linked(table, column)}`;
    // OFFSET 0: looked up link by link, as far as the page goes; PostgreSQL would rather join all cases of the firm.
    const isLive = sql`EXISTS (SELECT FROM "Case" k WHERE ${live} AND k.id = l."caseId" OFFSET 0)`;
    return sql`(SELECT DISTINCT l."caseId" ${linked(table, column)} AND ${byId.after(sql`l."caseId"`)} AND ${isLive}
      ORDER BY l."caseId" ${byId.descending ? sql`DESC` : sql`ASC`} LIMIT ${page.limit})`;
  });
  const ids = sql.join(each, sql` UNION `);
  const links = shown.map(
    ([table, column, as, role]) =>
      sql`SELECT ${as}::text AS "as", ${sql.ref(`l.${role}`)} AS role ${linked(table, column)} AND l."caseId" = k.id`,
  );
  const { rows } = await sql<ContactCaseRow>`
    SELECT k.id, k."plaintiffId", k."sequenceId", k.title, k."matterStage", k."matterStatus", k."updatedAt",
      (SELECT jsonb_agg(DISTINCT jsonb_build_object('as', f."as", 'role', f.role)) FROM (${sql.join(links, sql` UNION ALL `)}) f) AS links
    FROM (SELECT k.* FROM "Case" k WHERE ${live} AND ${page.after} AND ${byId === undefined ? sql`k.id IN (${ids})` : sql`k.id = ANY (ARRAY(${ids}))`}
      ORDER BY ${page.order} LIMIT ${page.limit}) k
    ORDER BY ${page.order}`.execute(transaction);
  return rows;
}
