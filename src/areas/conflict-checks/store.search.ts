import { sql, type RawBuilder } from "kysely";
import type { Context } from "../../rpc/context.ts";
import type { NamedRecord } from "../../platform/database/lists/similar-names.ts";
import { selectRows } from "../../platform/database/records.ts";

/** A name, or the normalized key of an email address or phone. */
export interface SearchKey {
  /** The term's index. */
  term: number;
  on: "name" | "alias" | "email" | "phone";
  name: string | null;
  key: string | null;
}

/** A record that has all words of a searched name, in its names or elsewhere, or a searched e-mail address or phone. */
export interface FoundRecordOfKey extends NamedRecord {
  term: number;
  on: SearchKey["on"];
  /** The searched words; null for an e-mail address or a phone. */
  words: string[] | null;
  /** Whether its key matches more records than the limit. */
  isCut: boolean;
}

interface Source {
  table: "Client" | "Contact" | "Lead" | "Member" | "Referral";
  /** The condition of rows `r` that are searched. */
  isLive: RawBuilder<unknown>;
  /** The names of a row `r`, each compared on its own. */
  names: RawBuilder<unknown>;
  dateOfBirth: RawBuilder<unknown>;
  /** The last four digits of a social security or tax number. */
  lastFour: RawBuilder<unknown>;
  /** Rows `r` with the key `s`, one query per index. */
  byKey: Record<"email" | "phone", readonly ((organizationId: string) => RawBuilder<unknown>)[]>;
}

const lineOf = (table: string, column: string) => (organizationId: string) =>
  sql`SELECT l."contactId" AS id FROM ${sql.table(table)} l
  WHERE l."organizationId" = ${organizationId} AND ${sql.ref(`l.${column}`)} = s.key`;
const columnOf = (table: string, column: string) => (organizationId: string) =>
  sql`SELECT l.id FROM ${sql.table(table)} l
  WHERE l."organizationId" = ${organizationId} AND ${sql.ref(`l.${column}`)} = s.key`;
/** Records that have all words: the further words of a candidate are counted, each by the index. */
const nameOf = (entity: string, organizationId: string) => sql`SELECT t."recordId" AS id FROM "SearchTerm" t
  WHERE t."organizationId" = ${organizationId} AND t.entity = ${entity} AND t.term = s.words[1]
    AND (cardinality(s.words) = 1 OR (SELECT count(*) FROM "SearchTerm" o WHERE o."organizationId" = ${organizationId} AND o.entity = ${entity}
      AND o.term = ANY (s.words[2:]) AND o."recordId" = t."recordId") = cardinality(s.words) - 1)`;

const isNotDeleted = sql`r."deletedAt" IS NULL`;

/**
 * Where a search looks. Status and stage are no condition anywhere: closed cases, declined leads and deactivated
 * members count.
 */
const sources = {
  client: {
    table: "Client",
    isLive: isNotDeleted,
    names: sql`ARRAY[concat_ws(' ', r."firstName", r."lastName"), concat_ws(' ', r."firstName", r."middleName", r."lastName", r.suffix),
      r."preferredName" || ' ' || r."lastName"]`,
    dateOfBirth: sql`r."dateOfBirth"`,
    lastFour: sql`r."ssnFourDigits"`,
    byKey: {
      email: [columnOf("Client", "emailKey")],
      phone: [columnOf("Client", "phoneE164"), columnOf("Client", "secondaryPhoneE164")],
    },
  },
  contact: {
    table: "Contact",
    isLive: isNotDeleted,
    names: sql`ARRAY[r.name, concat_ws(' ', r."firstName", r."lastName"), r."preferredName" || ' ' || r."lastName", r."companyName", r."doingBusinessAs"]`,
    dateOfBirth: sql`NULL::date`,
    lastFour: sql`right(r."taxIdMasked", 4)`,
    byKey: { email: [lineOf("ContactEmail", "addressKey")], phone: [lineOf("ContactPhone", "e164")] },
  },
  lead: {
    table: "Lead",
    isLive: isNotDeleted,
    // Those of the other persons of its matter, too.
    names: sql`ARRAY[concat_ws(' ', r."firstName", r."lastName"), concat_ws(' ', r."firstName", r."middleName", r."lastName"), r."injuredPartyName", r."atFaultParty"]`,
    dateOfBirth: sql`r."dateOfBirth"`,
    lastFour: sql`NULL::text`,
    byKey: { email: [columnOf("Lead", "emailKey")], phone: [columnOf("Lead", "phoneE164")] },
  },
  member: {
    table: "Member",
    // Members are deactivated, never deleted.
    isLive: sql`true`,
    names: sql`ARRAY[concat_ws(' ', r."firstName", r."lastName")]`,
    dateOfBirth: sql`NULL::date`,
    lastFour: sql`NULL::text`,
    // Stored in lower case. A member's phone is often the firm's own.
    byKey: { email: [columnOf("Member", "email")], phone: [] },
  },
  // Whom another firm named: a duty to a prospective client outlives a refusal (ABA Model Rule 1.18).
  referral: {
    table: "Referral",
    isLive: sql`r.direction = 'inbound'`,
    names: sql`referral_names(r.direction, r."conflictNames")`,
    dateOfBirth: sql`NULL::date`,
    lastFour: sql`NULL::text`,
    byKey: { email: [], phone: [] },
  },
} as const satisfies Record<string, Source>;

export type SearchedEntity = keyof typeof sources;

/** At least so many matching records are read for each search key, however many search keys there are. */
const minPerSearchKey = 200;

/**
 * Live records that match a search key, the newest of each. Of names only single words and letters: names of two words
 * and more are found by the keys of both together (`similar-names.ts`), where the records of each word alone are
 * thousands. Each key has its own limit, so that a common name neither slows the search nor displaces other records.
 * Candidates are found first, then their records: with old statistics, after an import, PostgreSQL would search the
 * candidates again for each record of the firm, which took more than five seconds with 12,000 contacts.
 */
export async function findByKeys(
  { transaction, organizationId }: Context,
  entity: SearchedEntity,
  searchKeys: readonly SearchKey[],
  limit: number,
): Promise<FoundRecordOfKey[]> {
  if (searchKeys.length === 0) return [];
  const { table, isLive, byKey }: Source = sources[entity];
  const perSearchKey = Math.max(minPerSearchKey, Math.floor(limit / searchKeys.length));
  // OFFSET 0 keeps the order of the joins.
  const collect = (condition: RawBuilder<unknown>, candidates: RawBuilder<unknown>) => sql`
    SELECT s.probe, s.term, s."on", s.words, f.* FROM (SELECT * FROM search_keys s WHERE ${condition} OFFSET 0) s
    CROSS JOIN LATERAL (SELECT DISTINCT c.id FROM (${candidates}) c ORDER BY c.id DESC LIMIT ${perSearchKey + 1}) k
    CROSS JOIN LATERAL (SELECT r.id, ${recordNames(entity)} FROM ${sql.table(table)} r
      WHERE r."organizationId" = ${organizationId} AND r.id = k.id AND ${isLive} OFFSET 0) f`;
  const branches = [
    collect(
      sql`s.words IS NOT NULL AND (cardinality(s.words) = 1 OR length(s.words[1]) = 1)`,
      nameOf(entity, organizationId),
    ),
    ...(["email", "phone"] as const).flatMap((on) =>
      byKey[on].map((candidates) => collect(sql`s."on" = ${on}`, candidates(organizationId))),
    ),
  ];
  const { rows } = await sql<FoundRecordOfKey>`
    WITH search_keys AS MATERIALIZED (
      SELECT p.probe, p.term, p."on", p.key, w.words
      FROM ROWS FROM (jsonb_to_recordset(${JSON.stringify(searchKeys)}::jsonb) AS (term integer, "on" text, name text, key text)) WITH ORDINALITY AS p(term, "on", name, key, probe)
      CROSS JOIN LATERAL (SELECT array_agg(word ORDER BY length(word) DESC, word) AS words FROM unnest(search_words(p.name)) AS word) w
    )
    SELECT id, term, "on", words, names, "dateOfBirth", "lastFour", count(*) OVER (PARTITION BY probe) > ${perSearchKey} AS "isCut"
    FROM (${sql.join(branches, sql` UNION ALL `)}) found`.execute(transaction);
  return rows;
}

function recordNames(entity: SearchedEntity): RawBuilder<unknown> {
  const { names, dateOfBirth, lastFour }: Source = sources[entity];
  return sql`array_remove(array_remove(${names}, NULL), '') AS names, ${dateOfBirth} AS "dateOfBirth", ${lastFour} AS "lastFour"`;
}

/** The names of live records, to be compared. */
export async function readNamedRecords(
  { transaction, organizationId }: Context,
  entity: SearchedEntity,
  ids: readonly string[],
): Promise<NamedRecord[]> {
  if (ids.length === 0) return [];
  const { table, isLive }: Source = sources[entity];
  const { rows } = await sql<NamedRecord>`SELECT r.id, ${recordNames(entity)}
    FROM ${sql.table(table)} r WHERE r."organizationId" = ${organizationId} AND r.id = ANY (${ids}) AND ${isLive}`.execute(
    transaction,
  );
  return rows;
}

/** The IDs of live contacts with this national provider identifier, at most 20. */
export async function findByProviderIdentifier(context: Context, npi: string): Promise<string[]> {
  const rows = await selectRows(context, "Contact")
    .select("id")
    .where("npi", "=", npi)
    .where("deletedAt", "is", null)
    .limit(20)
    .execute();
  return rows.map(({ id }) => id);
}
