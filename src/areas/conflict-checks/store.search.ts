import { sql, type RawBuilder } from "kysely";
import type { Context } from "../../rpc/context.ts";
import { selectRows } from "../../platform/database/records.ts";

/** A name, or the normalized key of an email address or phone. */
export interface SearchKey {
  /** The term's index. */
  term: number;
  on: "name" | "alias" | "email" | "phone";
  name: string | null;
  key: string | null;
}

export interface Hit {
  id: string;
  term: number;
  on: SearchKey["on"];
  /** Whether one of the record's names has just these words, rather than these among others. */
  isWhole: boolean;
  dateOfBirth: string | null;
  /** Whether its key matches more records than the limit. */
  isCut: boolean;
}

interface Source {
  table: "Client" | "Contact" | "Lead" | "Member";
  /** The condition of rows `r` that are searched. */
  isLive: RawBuilder<unknown>;
  /** The names of a row `r`, each compared on its own. */
  names: RawBuilder<unknown>;
  dateOfBirth: RawBuilder<unknown>;
  /** Rows `r` with the key `s`, one query per index. */
  byKey: Record<"email" | "phone", readonly ((organizationId: string) => RawBuilder<unknown>)[]>;
}

const lineOf = (table: string, column: string) => (organizationId: string) => sql`SELECT l."contactId" AS id FROM ${sql.table(table)} l
  WHERE l."organizationId" = ${organizationId} AND ${sql.ref(`l.${column}`)} = s.key`;
const columnOf = (table: string, column: string) => (organizationId: string) => sql`SELECT l.id FROM ${sql.table(table)} l
  WHERE l."organizationId" = ${organizationId} AND ${sql.ref(`l.${column}`)} = s.key`;
const nameOf = (entity: string, organizationId: string) => sql`SELECT t."recordId" AS id FROM "SearchTerm" t
  WHERE t."organizationId" = ${organizationId} AND t.entity = ${entity} AND t.term = s.words[1]
    AND NOT EXISTS (SELECT FROM unnest(s.words[2:]) AS other WHERE NOT EXISTS (
      SELECT FROM "SearchTerm" o WHERE o."organizationId" = ${organizationId} AND o.entity = ${entity} AND o.term = other AND o."recordId" = t."recordId"))`;

const isNotDeleted = sql`r."deletedAt" IS NULL`;

/** Where a search looks. Status and stage are no condition anywhere: closed cases, declined leads and deactivated members count. */
const sources = {
  client: {
    table: "Client",
    isLive: isNotDeleted,
    names: sql`ARRAY[concat_ws(' ', r."firstName", r."lastName"), concat_ws(' ', r."firstName", r."middleName", r."lastName", r.suffix),
      concat_ws(' ', r."preferredName", r."lastName")]`,
    dateOfBirth: sql`r."dateOfBirth"`,
    byKey: {
      email: [columnOf("Client", "emailKey")],
      phone: [columnOf("Client", "phoneE164"), columnOf("Client", "secondaryPhoneE164")],
    },
  },
  contact: {
    table: "Contact",
    isLive: isNotDeleted,
    names: sql`ARRAY[r.name, concat_ws(' ', r."firstName", r."lastName"), concat_ws(' ', r."preferredName", r."lastName"), r."companyName", r."doingBusinessAs"]`,
    dateOfBirth: sql`NULL::date`,
    byKey: { email: [lineOf("ContactEmail", "addressKey")], phone: [lineOf("ContactPhone", "e164")] },
  },
  lead: {
    table: "Lead",
    isLive: isNotDeleted,
    names: sql`ARRAY[concat_ws(' ', r."firstName", r."lastName"), concat_ws(' ', r."firstName", r."middleName", r."lastName")]`,
    dateOfBirth: sql`r."dateOfBirth"`,
    byKey: { email: [columnOf("Lead", "emailKey")], phone: [columnOf("Lead", "phoneE164")] },
  },
  member: {
    table: "Member",
    // Members are deactivated, never deleted.
    isLive: sql`true`,
    names: sql`ARRAY[concat_ws(' ', r."firstName", r."lastName")]`,
    dateOfBirth: sql`NULL::date`,
    // Stored in lower case. A member's phone is often the firm's own.
    byKey: { email: [columnOf("Member", "email")], phone: [] },
  },
} as const satisfies Record<string, Source>;

export type SearchedEntity = keyof typeof sources;

/** At least so many matching records are read for each search key, however many search keys there are. */
const minPerSearchKey = 200;
/** At most so many candidates of a search key are compared, the newest: comparing splits the words of each again. */
const maxCandidates = 1_000;

/**
 * Live records that match a search key. Names use the index of their longest word, then filter by the others. Each key has its own
 * limit, so that a common name neither slows the search nor displaces other hits.
 */
export async function findHits({ transaction, organizationId }: Context, entity: SearchedEntity, searchKeys: readonly SearchKey[], limit: number): Promise<Hit[]> {
  const { table, isLive, names, dateOfBirth, byKey }: Source = sources[entity];
  const perSearchKey = Math.max(minPerSearchKey, Math.floor(limit / Math.max(1, searchKeys.length)));
  const collect = (condition: RawBuilder<unknown>, candidates: RawBuilder<unknown>) => sql`
    SELECT s.probe, s.term, s."on", s.words, f.* FROM search_keys s CROSS JOIN LATERAL (
      SELECT r.id, ${dateOfBirth} AS "dateOfBirth", ${names} AS names
      FROM (SELECT c.id FROM (${candidates}) c ORDER BY c.id DESC LIMIT ${maxCandidates}) k JOIN ${sql.table(table)} r ON r."organizationId" = ${organizationId} AND r.id = k.id
      WHERE ${isLive} AND (s.words IS NULL OR s.words <@ search_words(array_to_string(${names}, ' ')))
      ORDER BY k.id DESC LIMIT ${perSearchKey + 1}) f WHERE ${condition}`;
  const branches = [
    collect(sql`s.words IS NOT NULL`, nameOf(entity, organizationId)),
    ...(["email", "phone"] as const).flatMap((on) => byKey[on].map((candidates) => collect(sql`s."on" = ${on}`, candidates(organizationId)))),
  ];
  const { rows } = await sql<Hit>`
    WITH search_keys AS MATERIALIZED (
      SELECT p.probe, p.term, p."on", p.key, w.words
      FROM ROWS FROM (jsonb_to_recordset(${JSON.stringify(searchKeys)}::jsonb) AS (term integer, "on" text, name text, key text)) WITH ORDINALITY AS p(term, "on", name, key, probe)
      CROSS JOIN LATERAL (SELECT array_agg(word ORDER BY length(word) DESC, word) AS words FROM unnest(search_words(p.name)) AS word) w
    ), found AS (
      SELECT f.*, count(*) OVER (PARTITION BY probe) > ${perSearchKey} AS "isCut",
        words IS NOT NULL AND EXISTS (SELECT FROM unnest(names) AS n WHERE search_words(n) @> words AND search_words(n) <@ words) AS "isWhole"
      FROM (${sql.join(branches, sql` UNION ALL `)}) f
    )
    SELECT DISTINCT id, term, "on", "dateOfBirth", "isCut", "isWhole" FROM found ORDER BY "isWhole" DESC, id LIMIT ${limit}`.execute(transaction);
  return rows;
}

export async function findByProviderIdentifier(context: Context, npi: string): Promise<string[]> {
  const rows = await selectRows(context, "Contact")
    .select("id")
    .where("npi", "=", npi)
    .where("deletedAt", "is", null)
    .limit(20)
    .execute();
  return rows.map(({ id }) => id);
}
