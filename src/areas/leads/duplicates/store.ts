import { sql, type RawBuilder } from "kysely";
import { hasWords } from "../../../platform/database/lists/search-terms.ts";
import type { NamedRecord } from "../../../platform/database/lists/similar-names.ts";
import type { SearchWord } from "../../../platform/names/record-words.ts";
import type { Context } from "../../../rpc/context.ts";

/** Within these days a lead counts as the same inquiry. */
const sameInquiryDays = 90;

type Organization = Pick<Context, "organizationId">;

/** Normalized phone and email; null if absent. */
export interface Likeness {
  phoneE164: string | null;
  emailKey: string | null;
}

/**
 * Advisory locks until commit: concurrent requests with the same phone or email would not see each other's lead.
 * Sorted, against deadlocks.
 */
export async function lockLikeness(
  { organizationId, transaction }: Context,
  { phoneE164, emailKey }: Likeness,
): Promise<void> {
  const held = [phoneE164, emailKey]
    .filter((value) => value !== null)
    .map((value) => `lead ${organizationId} ${value}`);
  for (const name of held.toSorted())
    await sql`SELECT pg_advisory_xact_lock(hashtextextended(${name}, 0))`.execute(transaction);
}

/** The oldest lead of the last days with the same phone or e-mail and the same case type (none is one, too). */
export async function findResembledLeadId(
  context: Context,
  likeness: Likeness,
  caseType: string | null,
): Promise<string | undefined> {
  const statement = selectResembled(context, likeness, caseType);
  return (await statement?.execute(context.transaction))?.rows[0]?.id;
}

/** @returns null when there is nothing to compare */
export function selectResembled(
  { organizationId }: Organization,
  { phoneE164, emailKey }: Likeness,
  caseType: string | null,
): RawBuilder<{ id: string }> | null {
  const one = (column: RawBuilder<unknown>, value: string) => sql`
    (SELECT l.id FROM "Lead" l
    WHERE l."organizationId" = ${organizationId} AND ${column} = ${value}
      AND l."caseType" IS NOT DISTINCT FROM ${caseType}::text
      AND l."deletedAt" IS NULL AND l."createdAt" > now() - make_interval(days => ${sameInquiryDays}::integer)
    ORDER BY l.id LIMIT 1)`;
  const branches = [
    ...(phoneE164 === null ? [] : [one(sql.ref("l.phoneE164"), phoneE164)]),
    ...(emailKey === null ? [] : [one(sql.ref("l.emailKey"), emailKey)]),
  ];
  if (branches.length === 0) return null;
  return sql<{
    id: string;
  }>`SELECT min(id) AS id FROM (${sql.join(branches, sql` UNION ALL `)}) found HAVING count(*) > 0`;
}

/** Criteria, of which one match suffices. */
export interface Criteria extends Likeness {
  words: readonly SearchWord[] | null;
}

export interface LookalikeRow {
  id: string;
  matchedOn: ("phone" | "email" | "name")[];
  firstName: string | null;
  lastName: string | null;
  /** null for a client, as the case type. */
  status: string | null;
  caseType: string | null;
  createdAt: string;
}

/** A live lead or client that may have a similar name. */
export type NamedLookalikeRow = NamedRecord & Omit<LookalikeRow, "matchedOn">;

const namedColumns = {
  lead: { table: "Lead", status: sql`r.status`, caseType: sql`r."caseType"`, preferredName: sql`NULL` },
  client: {
    table: "Client",
    status: sql`NULL`,
    caseType: sql`NULL`,
    preferredName: sql`r."preferredName" || ' ' || r."lastName"`,
  },
} as const;

export async function listNamedLookalikes(
  { organizationId, transaction }: Context,
  entity: "lead" | "client",
  ids: readonly string[],
): Promise<NamedLookalikeRow[]> {
  if (ids.length === 0) return [];
  const { table, status, caseType, preferredName } = namedColumns[entity];
  const { rows } = await sql<NamedLookalikeRow>`
    SELECT r.id, r."dateOfBirth", NULL AS "lastFour", r."firstName", r."lastName", r."createdAt",
      ${status} AS status, ${caseType} AS "caseType",
      array_remove(array_remove(ARRAY[
        concat_ws(' ', r."firstName", r."lastName"),
        concat_ws(' ', r."firstName", r."middleName", r."lastName"),
        ${preferredName}], NULL), '') AS names
    FROM ${sql.table(table)} r WHERE r."organizationId" = ${organizationId} AND r.id = ANY (${ids})
      AND r."deletedAt" IS NULL`.execute(transaction);
  return rows;
}

/** @param limit also of each criterion */
export async function listLookalikes(context: Context, criteria: Criteria, limit: number): Promise<LookalikeRow[]> {
  return (await selectLookalikes(context, criteria, limit).execute(context.transaction)).rows;
}

export function selectLookalikes(
  { organizationId }: Organization,
  criteria: Criteria,
  limit: number,
): RawBuilder<LookalikeRow> {
  return sql<LookalikeRow>`
    SELECT l.id, f."matchedOn", l."firstName", l."lastName", l.status, l."caseType", l."createdAt"
    FROM (
      SELECT id, array_agg(reason ORDER BY reason) AS "matchedOn"
      FROM (${sql.join(listBranches(organizationId, criteria, limit), sql` UNION ALL `)}) each
      GROUP BY id ORDER BY id DESC LIMIT ${limit}) f
    JOIN "Lead" l ON l."organizationId" = ${organizationId} AND l.id = f.id
    ORDER BY l.id DESC`;
}

function listBranches(
  organizationId: string,
  { phoneE164, emailKey, words }: Criteria,
  limit: number,
): RawBuilder<unknown>[] {
  const branch = (reason: string, condition: RawBuilder<unknown>) => sql`(
    SELECT l.id, ${reason}::text AS reason FROM "Lead" l
    WHERE l."organizationId" = ${organizationId} AND l."deletedAt" IS NULL AND ${condition}
    ORDER BY l.id DESC LIMIT ${limit})`;
  return [
    ...(phoneE164 === null ? [] : [branch("phone", sql`l."phoneE164" = ${phoneE164}`)]),
    ...(emailKey === null ? [] : [branch("email", sql`l."emailKey" = ${emailKey}`)]),
    ...(words === null
      ? []
      : [branch("name", hasWords({ organizationId, entity: "lead", id: sql.ref("l.id"), words }))]),
  ];
}
