import type { Client } from "pg";

interface Column {
  name: string;
  type: string;
  /** Stands in a unique index, and is not a word of a closed set: copies must differ in it. */
  varies: boolean;
  /** The table that it points to. */
  target: string | null;
}

/** Every column that can be written, in its order; with what must differ between two rows, and where it points. */
const listColumns = `
  SELECT c.relname AS table, json_agg(json_build_object('name', a.attname, 'type', format_type(a.atttypid, NULL),
    'varies', a.attname <> 'organizationId'
      AND EXISTS (SELECT FROM pg_index i WHERE i.indrelid = c.oid AND i.indisunique AND a.attnum = ANY (i.indkey))
      AND NOT EXISTS (SELECT FROM pg_constraint k
        WHERE k.conrelid = c.oid AND k.contype = 'c' AND a.attnum = ANY (k.conkey) AND pg_get_constraintdef(k.oid) LIKE '% ANY (%')
,
    'target', (SELECT min(f.confrelid::regclass::text) FROM pg_constraint f
      WHERE f.conrelid = c.oid AND f.contype = 'f' AND a.attnum = ANY (f.conkey) AND a.attname <> 'organizationId')) ORDER BY a.attnum) AS columns
  FROM pg_class c JOIN pg_attribute a ON a.attrelid = c.oid AND a.attnum > 0 AND NOT a.attisdropped AND a.attgenerated = ''
  WHERE c.relnamespace = 'public'::regnamespace AND c.relkind IN ('r', 'p')
    AND EXISTS (SELECT FROM pg_attribute o WHERE o.attrelid = c.oid AND o.attname = 'organizationId')
  GROUP BY c.relname ORDER BY c.relname`;

/** Tables that stay as they are: what one row stands for an organization, a person or a counter. */
const kept = new Set([
  // A signature request has at most ten, by their positions.
  "EsignDocument",
  // So have payers and shares of a settlement.
  "SettlementPayer",
  "SettlementShare",
  // A share has one issued and one approved statement, and lines have keys.
  "SettlementStatement",
  "SettlementStatementLine",
  // A person has one consent for each channel, so there are fewer copies of consents than of what stands in their history.
  "ConsentChange",
  "Organization",
  "EventCounter",
  "NumberSequence",
  "Member",
  "IntegrationKey",
  "IntegrationKeySecret",
  "SearchTerm",
  "NameKey",
]);
/** What is found by its words: which are copied with it. */
const searched = {
  case: "Case",
  client: "Client",
  contact: "Contact",
  document: "Document",
  lead: "Lead",
  note: "Note",
  note_privileged: "Note",
  task: "Task",
  calendar_event: "CalendarEvent",
};
/** Every other copy belongs to the original's own case or lead, so that one of them has very much. */
const crowded = new Set(["Case", "Lead"]);

/**
 * Copies the rows of an organization, as the superuser and past triggers and foreign keys, until each table that has
 * any has about `wanted`. Copies differ in what must be unique and in their instants; a copy points to a copy of what
 * the original points to.
 *
 * @returns the tables that were filled
 * @throws when a copy points to what is not there: a join would drop it, and a list would seem to read far more than it
 *   shows
 */
export async function multiplyRows(owner: Client, organizationId: string, wanted: number): Promise<string[]> {
  const { rows: tables } = await owner.query<{ table: string; columns: Column[] }>(listColumns);
  const copied = tables.filter((each) => !kept.has(each.table));
  const copies = new Map<string, number>();
  for (const { table } of copied) copies.set(table, await countCopies(owner, table, organizationId, wanted));
  // No message is without a sender.
  copies.set("MessageParty", copies.get("Message") ?? 0);
  const filled: string[] = [];
  // The tables have no statistics yet, and a nested loop over words and copies takes as long as everything else together.
  await owner.query("SET session_replication_role = replica; SET enable_nestloop = off");
  for (const { table, columns } of copied) {
    const names = columns.map(({ name }) => `"${name}"`).join(", ");
    const values = columns.map((column) => copyColumn(column, copies)).join(", ");
    const { rowCount } = await owner.query(
      `INSERT INTO "${table}" (${names}) SELECT ${values} FROM "${table}" t, generate_series(1, $2::integer) n
       WHERE t."organizationId" = $1 ON CONFLICT DO NOTHING`,
      [organizationId, copies.get(table) ?? 0],
    );
    if ((rowCount ?? 0) >= wanted / 2) filled.push(table);
  }
  for (const [entity, table] of Object.entries(searched)) {
    await owner.query(
      `INSERT INTO "SearchTerm" ("organizationId", entity, "recordId", term) SELECT t."organizationId", t.entity, r.id, t.term
       FROM "${table}" r JOIN "SearchTerm" t ON t."organizationId" = r."organizationId" AND t.entity = $2 AND t."recordId" = regexp_replace(r.id, '_[0-9]+$', '')
       WHERE r."organizationId" = $1 ON CONFLICT DO NOTHING`,
      [organizationId, entity],
    );
  }
  await owner.query("SET session_replication_role = origin; SET enable_nestloop = on");
  await checkReferences(owner, organizationId);
  return filled;
}

/** How many copies of each of its rows bring the table to about `wanted`. */
async function countCopies(owner: Client, table: string, organizationId: string, wanted: number): Promise<number> {
  const { rows } = await owner.query<{ present: number }>(
    `SELECT count(*)::integer AS present FROM "${table}" WHERE "organizationId" = $1`,
    [organizationId],
  );
  return Math.floor(wanted / Math.max(1, rows[0]?.present ?? 0));
}

/** Every foreign key, with what finds a row that it does not hold for. */
const listReferences = `
  SELECT k.conname AS name, format('SELECT FROM %s t WHERE t."organizationId" = $1 AND %s AND NOT EXISTS (SELECT FROM %s r WHERE %s) LIMIT 1', k.conrelid::regclass,
    string_agg(format('t.%I IS NOT NULL', a.attname), ' AND '), k.confrelid::regclass, string_agg(format('r.%I = t.%I', b.attname, a.attname), ' AND ')) AS find
  FROM pg_constraint k CROSS JOIN LATERAL unnest(k.conkey, k.confkey) AS pair(here, there)
  JOIN pg_attribute a ON a.attrelid = k.conrelid AND a.attnum = pair.here JOIN pg_attribute b ON b.attrelid = k.confrelid AND b.attnum = pair.there
  WHERE k.contype = 'f' AND k.conparentid = 0 AND EXISTS (SELECT FROM pg_attribute o WHERE o.attrelid = k.conrelid AND o.attname = 'organizationId')
  GROUP BY k.oid`;

async function checkReferences(owner: Client, organizationId: string): Promise<void> {
  const { rows: references } = await owner.query<{ name: string; find: string }>(listReferences);
  const broken: string[] = [];
  for (const { name, find } of references)
    if ((await owner.query(find, [organizationId])).rowCount !== 0) broken.push(name);
  if (broken.length > 0) throw new Error(`copies point to nothing: ${broken.join(", ")}`);
}

function copyColumn({ name, type, varies, target: quoted }: Column, copies: ReadonlyMap<string, number>): string {
  const column = `t."${name}"`;
  const target = quoted?.replaceAll('"', "") ?? null;
  if (target !== null && type === "text") {
    if (kept.has(target)) return column;
    // Where there are fewer copies of the target, as many have the same one.
    const copied = `${column} || '_' || 1 + (n - 1) % ${Math.max(1, copies.get(target) ?? 0)}`;
    return crowded.has(target) ? `CASE WHEN n % 2 = 1 THEN ${column} ELSE ${copied} END` : copied;
  }
  if (name === "createdAt" || name === "updatedAt") return `${column} - n * interval '1 second'`;
  // All days of a row by the same: none comes to stand before one that it followed.
  if (type === "date") return `${column} - n % 600`;
  if (!varies) return column;
  if (type === "text") return `${column} || '_' || n`;
  if (/^(integer|bigint)$/.test(type)) return `${column} + n * 1000`;
  // As long as a digest: a check may require it.
  if (type === "bytea") return `sha256(${column} || decode(lpad(to_hex(n), 8, '0'), 'hex'))`;
  return column;
}
