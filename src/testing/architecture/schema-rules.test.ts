import { Client } from "pg";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { tenantTables, unisolatedTables } from "../../platform/database/tenant-isolation.ts";
import { cloneDatabase } from "../database/clone-database.ts";

/**
 * What the catalog must not hold, so that the same migrations serve PostgreSQL and Citus. Each rule finds its
 * violations by name, and has a control: a statement that breaks it, which the rule must find.
 */
interface Rule {
  /** selects the violations as `name` */
  find: string;
  /** violations that are meant, with the reason beside them */
  allowed?: string[];
  control: string;
  violation: string;
}

const inSchema = "relnamespace = 'public'::regnamespace AND relkind IN ('r', 'p')";
/** Functions of ours with their source, without its comments. */
const functions = `
  SELECT p.oid, p.proname, l.lanname,
    regexp_replace(CASE WHEN p.prosqlbody IS NULL THEN p.prosrc ELSE pg_get_function_sqlbody(p.oid) END, '--[^\\n]*', '', 'g') AS source
  FROM pg_proc p JOIN pg_language l ON l.oid = p.prolang WHERE p.pronamespace = 'public'::regnamespace AND l.lanname IN ('sql', 'plpgsql')`;
const functionsWith = (pattern: string) =>
  `SELECT proname AS name FROM (${functions}) f WHERE source ~* '${pattern}' ORDER BY 1`;
/** Functions with a statement that begins so and matches the pattern. */
const functionsWithStatement = (begin: string, pattern: string) => `
  SELECT DISTINCT proname AS name FROM (${functions}) f, regexp_split_to_table(source, ';|\\mBEGIN\\M|\\mLOOP\\M|\\mTHEN\\M') AS statement
  WHERE statement ~* '^\\s*${begin}' AND statement ~* '${pattern}' ORDER BY 1`;
const policiesWhere = (condition: string) => `
  SELECT c.relname || ' ' || p.polname AS name FROM pg_policy p JOIN pg_class c ON c.oid = p.polrelid WHERE ${condition} ORDER BY 1`;
const triggersWhere = (condition: string) => `
  SELECT c.relname || ' ' || t.tgname AS name FROM pg_trigger t JOIN pg_class c ON c.oid = t.tgrelid
  WHERE NOT t.tgisinternal AND c.relnamespace = 'public'::regnamespace AND ${condition} ORDER BY 1`;
const wrongFunction = (body: string) =>
  `CREATE FUNCTION wrong() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN ${body}; RETURN NULL; END $$`;
const byFunction = (body: string) => ({ control: wrongFunction(body), violation: "wrong" });

/**
 * SKIP LOCKED keeps the queue's table on one node, the coordinator: the functions that lease from it may do what no
 * shard could.
 */
const onOneNode = ["lease_webhook_jobs", "renew_webhook_jobs"];

const rules: Record<string, Rule> = {
  "no policy is restrictive": {
    find: policiesWhere("NOT p.polpermissive"),
    control: `CREATE POLICY wrong ON "Case" AS RESTRICTIVE TO caseport_application USING (true)`,
    violation: "Case wrong",
  },
  "every policy names its roles": {
    find: policiesWhere("p.polroles = '{0}'"),
    control: `CREATE POLICY wrong ON "Case" USING (false)`,
    violation: "Case wrong",
  },
  "no policy holds a sub-select": {
    find: policiesWhere("concat(p.polqual::text, p.polwithcheck::text) LIKE '%SUBLINK%'"),
    control: `CREATE POLICY wrong ON "Case" TO caseport_reader USING (EXISTS (SELECT FROM "Organization"))`,
    violation: "Case wrong",
  },
  "every tenant table is isolated": {
    find: unisolatedTables,
    control: `CREATE TABLE "Wrong" ("organizationId" text PRIMARY KEY)`,
    violation: "Wrong",
  },
  "tenant tables with a revision touch it at every update": {
    find: `
      SELECT relname AS name FROM (${tenantTables}) t
      WHERE EXISTS (SELECT FROM pg_attribute a WHERE a.attrelid = t.oid AND a.attname = 'revision')
        AND NOT EXISTS (SELECT FROM pg_trigger g JOIN pg_proc p ON p.oid = g.tgfoid WHERE g.tgrelid = t.oid AND p.proname = 'touch_row') ORDER BY 1`,
    // A version's revision is its answer's; the statements of keys and webhooks write both columns themselves.
    allowed: ["AnswerVersion", "IntegrationKey", "WebhookSubscription"],
    control: `CREATE TABLE "Wrong" ("organizationId" text PRIMARY KEY, revision integer)`,
    violation: "Wrong",
  },
  "no trigger function reads the name of its table": {
    find: functionsWith("\\mTG_(TABLE_NAME|RELNAME)\\M"),
    ...byFunction("RAISE NOTICE '%', TG_TABLE_NAME"),
  },
  "no trigger has a transition table": {
    find: triggersWhere("num_nonnulls(t.tgoldtable, t.tgnewtable) > 0"),
    control: `CREATE TRIGGER wrong AFTER INSERT ON "Case" REFERENCING NEW TABLE AS added FOR EACH STATEMENT EXECUTE FUNCTION reject_change('Case')`,
    violation: "Case wrong",
  },
  "no rule rests on a deferred trigger": {
    find: triggersWhere("t.tgdeferrable"),
    // The second check of what areas/billing computes in the same transaction.
    allowed: ["Invoice adds_up", "Payment adds_up"],
    control: `CREATE CONSTRAINT TRIGGER wrong AFTER INSERT ON "Case" DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION reject_change('Case')`,
    violation: "Case wrong",
  },
  "no constraint is deferrable": {
    find: "SELECT conname AS name FROM pg_constraint WHERE connamespace = 'public'::regnamespace AND condeferrable AND contype <> 't' ORDER BY 1",
    // A case and its lead refer to each other; checked at once, except in the seed, which writes both at once.
    allowed: ["Case_organizationId_leadId_fkey"],
    control: `ALTER TABLE "Case" ADD CONSTRAINT wrong UNIQUE ("organizationId", title) DEFERRABLE`,
    violation: "wrong",
  },
  "indexes of clients, cases, tasks and notes on an optional column leave out rows without a value: each of their changes writes all its indexes":
    {
      find: `
      SELECT i.indexrelid::regclass::text AS name FROM pg_index i JOIN pg_attribute a ON a.attrelid = i.indrelid AND a.attnum = i.indkey[1]
      WHERE i.indrelid IN ('"Client"'::regclass, '"Case"'::regclass, '"Task"'::regclass, '"Note"'::regclass) AND NOT a.attnotnull AND i.indpred IS NULL
        AND a.attname <> 'caseId' ORDER BY 1`,
      control: `CREATE INDEX wrong ON "Task" ("organizationId", "leadId")`,
      violation: "wrong",
    },
  "unique indexes of tenant tables contain the organization": {
    find: `
      SELECT i.indexrelid::regclass::text AS name FROM pg_index i JOIN (${tenantTables}) t ON t.oid = i.indrelid
      WHERE i.indisunique AND NOT EXISTS (SELECT FROM pg_attribute a WHERE a.attrelid = i.indrelid AND a.attname = 'organizationId' AND a.attnum = ANY (i.indkey)) ORDER BY 1`,
    // A credential is found before anybody knows whose it is.
    allowed: [
      '"AssistantToken_digest_key"',
      '"CalendarFeed_tokenDigest_key"',
      '"EsignLink_tokenDigest_key"',
      '"IntegrationKeySecret_digest_key"',
      '"LegacyCredential_client_key"',
      '"LegacyCredential_digest_key"',
      '"TextConnection_tokenDigest_key"',
    ],
    control: `CREATE UNIQUE INDEX wrong ON "Case" (id)`,
    violation: "wrong",
  },
  "foreign keys of tenant tables contain the organization": {
    find: `
      SELECT conname AS name FROM pg_constraint k JOIN (${tenantTables}) t ON t.oid = k.conrelid
      WHERE k.contype = 'f' AND NOT EXISTS (SELECT FROM pg_attribute a WHERE a.attrelid = k.conrelid AND a.attname = 'organizationId' AND a.attnum = ANY (k.conkey)) ORDER BY 1`,
    // A person belongs to no organization.
    allowed: ["Member_userId_fkey"],
    control: `ALTER TABLE "Notification" ADD CONSTRAINT wrong FOREIGN KEY ("memberId") REFERENCES "User" (id)`,
    violation: "wrong",
  },
  // Each value would be a node that every write reads anew: decision 0048.
  "checks list their values as one constant": {
    find: `SELECT conname AS name FROM pg_constraint WHERE contype = 'c' AND connamespace = 'public'::regnamespace AND pg_get_constraintdef(oid) LIKE '%ARRAY[''%' ORDER BY 1`,
    control: `ALTER TABLE "Case" ADD CONSTRAINT wrong CHECK (title IN ('a', 'b')) NOT VALID`,
    violation: "wrong",
  },
  "functions that touch tables are PL/pgSQL": {
    find: `SELECT proname AS name FROM (${functions}) f WHERE lanname = 'sql' AND EXISTS (
      SELECT FROM pg_class WHERE ${inSchema} AND f.source ~ ('\\m' || relname || '\\M')) ORDER BY 1`,
    control: `CREATE FUNCTION wrong() RETURNS bigint LANGUAGE sql RETURN (SELECT count(*) FROM "Case")`,
    violation: "wrong",
  },
  "functions select no empty list": {
    find: functionsWith("(SELECT|PERFORM)\\s+FROM\\M"),
    ...byFunction(`PERFORM FROM "Case"`),
  },
  "functions find rows by key, not by place": {
    find: functionsWith("\\mctid\\M"),
    ...byFunction(`DELETE FROM "Case" WHERE ctid = '(0,1)'`),
  },
  "functions skip no locked rows": {
    find: functionsWith("SKIP\\s+LOCKED"),
    allowed: onOneNode,
    ...byFunction(`PERFORM 1 FROM "Case" FOR UPDATE SKIP LOCKED`),
  },
  "functions use no LATERAL": {
    find: functionsWith("\\mLATERAL\\M"),
    allowed: ["lease_webhook_jobs"],
    ...byFunction(`PERFORM 1 FROM "Case" c, LATERAL (SELECT c.id) d`),
  },
  "functions set nothing": {
    find: functionsWith("\\mset_config\\M"),
    // Keeps its own result within the transaction, on the node that computed it.
    allowed: ["report_reach"],
    ...byFunction("PERFORM set_config('caseport.organization', 'x', true)"),
  },
  "functions write with times from variables": {
    find: functionsWithStatement(
      "(INSERT|UPDATE|DELETE|MERGE)",
      "\\m(now|clock_timestamp|statement_timestamp|to_char)\\s*\\(",
    ),
    ...byFunction(`UPDATE "Case" SET "updatedAt" = now()`),
  },
  "functions insert rows, not selections": {
    find: functionsWithStatement("INSERT", "^\\s*INSERT[^)]*\\)\\s*SELECT"),
    ...byFunction(`INSERT INTO "EventCounter" ("organizationId") SELECT id FROM "Organization"`),
  },
  "functions write nothing in a WITH": {
    find: functionsWith("AS\\s*\\(\\s*(INSERT|UPDATE|DELETE)\\M"),
    // Tables refer to each other in circles; on a cluster no sandbox is reset (0237).
    allowed: ["empty_sandbox", "lease_webhook_jobs"],
    ...byFunction(`WITH gone AS (DELETE FROM "Case" RETURNING 1) SELECT 1`),
  },
};

let owner: Client;
beforeAll(async () => {
  owner = new Client({ connectionString: await cloneDatabase() });
  await owner.connect();
});
afterAll(() => owner.end());

async function find(rule: Rule): Promise<string[]> {
  const { rows } = await owner.query<{ name: string }>(rule.find);
  return rows.map(({ name }) => name).toSorted();
}

describe.each(Object.entries(rules))("%s", (_, rule) => {
  const allowed = (rule.allowed ?? []).toSorted();

  test("is satisfied", async () => {
    expect(await find(rule)).toEqual(allowed);
  });

  test("detects a violation", async () => {
    await owner.query("BEGIN");
    try {
      await owner.query(rule.control);
      expect(await find(rule)).toEqual([...allowed, rule.violation].toSorted());
    } finally {
      await owner.query("ROLLBACK");
    }
  });
});

test("migrations make no organization, person or credential: an installation starts without default accounts", async () => {
  const holding = async () => {
    const tables = ["Organization", "User", "Account", "Member", "IntegrationKey", "LegacyCredential", "Passkey"];
    const counts = await Promise.all(
      tables.map(async (table) => ({
        table,
        ...(await owner.query<{ rows: number }>(`SELECT count(*)::int AS rows FROM "${table}"`)).rows[0],
      })),
    );
    return counts.filter(({ rows }) => rows !== 0).map(({ table }) => table);
  };
  expect(await holding()).toEqual([]);
  await owner.query("BEGIN");
  await owner.query(`INSERT INTO "User" (id, name, email) VALUES ('usr_1', 'Admin', 'admin@firm.example')`);
  const found = await holding();
  await owner.query("ROLLBACK");
  expect(found).toEqual(["User"]);
});
