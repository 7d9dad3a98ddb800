import type { ClientBase } from "pg";

/** Where the rows of a table are. */
export type Place = "distributed" | "reference" | "coordinator";

export interface PlacedTable {
  name: string;
  place: Place;
  reason: string;
}

export interface ForeignKey {
  table: string;
  name: string;
  definition: string;
  references: string;
}

export interface DistributionPlan {
  /** Reference tables come first. */
  tables: readonly PlacedTable[];
  /** Checked by nobody on a cluster: of a reference table to a distributed one. */
  dropped: readonly ForeignKey[];
  /**
   * Taken away for the placing, then made again: Citus would convert all tables that refer to one another at once, and
   * not every one can be.
   */
  kept: readonly ForeignKey[];
  /** Why the schema cannot be distributed; empty if it can. */
  faults: readonly string[];
}

export const referenceTables: Readonly<Record<string, string>> = {
  Organization: "every firm's rows refer to it",
  User: "members of every firm refer to it",
  AssistantConnection: "its tokens are found before the firm is known",
  AssistantToken: "found by its digest, before the firm is known",
  CalendarFeed: "found by its token’s digest, before the firm is known",
  EsignLink: "found by its token’s digest, before the firm is known",
  IntegrationKey: "found by a digest, before the firm is known",
  IntegrationKeySecret: "found by its digest, before the firm is known",
  LegacyCredential: "found by its digest or client, before the firm is known",
  TextConnection: "found by its webhook’s token, before the firm is known",
};

const coordinatorTables: Readonly<Record<string, string>> = {
  _prisma_migrations: "the migrations of the whole database",
  RateLimitCounter: "counted across firms, and lost without harm",
  Session: "of a person, in no firm",
  Account: "of a person, in no firm",
  Verification: "of a person, in no firm",
  TwoFactor: "of a person, in no firm",
  Passkey: "of a person, in no firm",
  PlatformAdministrator: "of a person, in no firm",
  DecisionTemplate: "of the platform, few rows",
  WebhookJob: "a queue over all firms: workers skip its locked rows",
};

const ranks = { reference: 0, distributed: 1, coordinator: 2 };

interface FoundTable {
  name: string;
  isTenant: boolean;
  /** Unique indexes and foreign keys without the organization. */
  unique: string[];
}

/** Plans where each table of a migrated database belongs. Reads only the catalog of PostgreSQL, so it needs no cluster. */
export async function planDistribution(client: Pick<ClientBase, "query">): Promise<DistributionPlan> {
  const { rows: found } = await client.query<FoundTable>(findTables);
  const { rows: keys } = await client.query<ForeignKey & { hasOrganization: boolean }>(findForeignKeys);
  const faults: string[] = [];
  const placed = new Map<string, PlacedTable>();
  for (const { name, isTenant, unique } of found) {
    const table = placeTable(name, isTenant);
    if (table === null)
      faults.push(`"${name}" has no organizationId, and is neither a reference table nor one of the coordinator.`);
    else placed.set(name, table);
    if (table?.place === "distributed" && unique.length > 0)
      faults.push(`"${name}" is distributed, but ${unique.join(", ")} does not contain organizationId.`);
  }
  const placeOf = (name: string) => placed.get(name)?.place;
  const dropped = keys.filter(
    ({ table, references }) => placeOf(table) === "reference" && placeOf(references) === "distributed",
  );
  for (const { table, name, references, hasOrganization } of keys) {
    if (placeOf(table) === "distributed" && placeOf(references) === "distributed" && !hasOrganization)
      faults.push(`"${name}" does not contain organizationId.`);
    if (
      placeOf(table) !== "reference" &&
      (placeOf(table) === "coordinator") !== (placeOf(references) === "coordinator") &&
      placeOf(references) !== "reference"
    ) {
      faults.push(`"${name}" leads from the coordinator to a distributed table, or back.`);
    }
  }
  const tables = [...placed.values()].toSorted(
    (one, other) => ranks[one.place] - ranks[other.place] || one.name.localeCompare(other.name),
  );
  return { tables, dropped, kept: keys.filter((key) => !dropped.includes(key)), faults };
}

function placeTable(name: string, isTenant: boolean): PlacedTable | null {
  const reference = referenceTables[name];
  if (reference !== undefined) return { name, place: "reference", reason: reference };
  const local = coordinatorTables[name];
  if (local !== undefined) return { name, place: "coordinator", reason: local };
  return isTenant ? { name, place: "distributed", reason: "by organizationId, with the firm's other rows" } : null;
}

/** The plan as lines for a person. */
export function describePlan({ tables, dropped }: DistributionPlan): string {
  const width = Math.max(...tables.map(({ name }) => name.length));
  const lines = tables.map(({ name, place, reason }) => `${name.padEnd(width)}  ${place.padEnd(11)}  ${reason}`);
  const keys = dropped.map(
    ({ table, name }) => `Dropped: ${table}.${name}. Reference tables cannot refer to distributed ones.`,
  );
  return [...lines, ...keys].join("\n");
}

const findTables = `
  SELECT c.relname AS name,
    EXISTS (SELECT FROM pg_attribute a WHERE a.attrelid = c.oid AND a.attname = 'organizationId' AND NOT a.attisdropped) AS "isTenant",
    ARRAY(
      SELECT i.indexrelid::regclass::text FROM pg_index i WHERE i.indrelid = c.oid AND i.indisunique
        AND NOT EXISTS (SELECT FROM pg_attribute a WHERE a.attrelid = c.oid AND a.attname = 'organizationId' AND a.attnum = ANY (i.indkey))) AS "unique"
  FROM pg_class c WHERE c.relnamespace = 'public'::regnamespace AND c.relkind IN ('r', 'p') AND NOT c.relispartition
    AND NOT EXISTS (SELECT FROM pg_depend d WHERE d.classid = 'pg_class'::regclass AND d.objid = c.oid AND d.deptype = 'e')
  ORDER BY 1`;

const findForeignKeys = `
  SELECT t.relname AS "table", k.conname AS name, pg_get_constraintdef(k.oid) AS definition, r.relname AS "references",
    EXISTS (SELECT FROM pg_attribute a WHERE a.attrelid = k.conrelid AND a.attname = 'organizationId' AND a.attnum = ANY (k.conkey)) AS "hasOrganization"
  FROM pg_constraint k JOIN pg_class t ON t.oid = k.conrelid JOIN pg_class r ON r.oid = k.confrelid
  WHERE k.contype = 'f' AND k.conparentid = 0 AND t.relnamespace = 'public'::regnamespace ORDER BY 2`;
