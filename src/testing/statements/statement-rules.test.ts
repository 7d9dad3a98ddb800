import { globSync, readFileSync } from "node:fs";
import { beforeAll, describe, expect, test } from "vitest";
import { referenceTables } from "../../cli/distribution/plan.ts";
import { findNodes, listCalls, listLocked, listUnfiltered, parseStatement, type TreeNode } from "./parse-statement.ts";
import { recordStores } from "./recorded-stores.ts";
import { exceptions } from "./statement-exceptions.ts";

/**
 * What no statement of a store may do, so that one SQL serves PostgreSQL and Citus (decision 0071). Each rule has a
 * control: a statement that breaks it, which the rule must find, and one that keeps it. What breaks a rule today is
 * listed, and the list may only become shorter.
 */
interface Rule {
  breaks(statement: TreeNode, organization: ReadonlySet<number>): boolean;
  wrong: string;
  right: string;
}

const root = new URL("../../..", import.meta.url).pathname;
/**
 * The models with an organization. Others are small tables of the coordinator, and so is the queue of deliveries:
 * persons, sessions, jobs.
 */
const tenantTables = new Set(
  globSync("prisma/schema/*.prisma", { cwd: root })
    .flatMap((file) => [...readFileSync(`${root}/${file}`, "utf8").matchAll(/^model (\w+) \{\n([^}]*)/gm)])
    .flatMap(([, name = "", body = ""]) => (/^ {2}organizationId /m.test(body) && name !== "WebhookJob" ? [name] : [])),
);

/** What a statement reads, and what it changes. */
const namesTenant = (statement: unknown) =>
  [...findNodes(statement, "RangeVar"), ...findNodes(statement, "relation")].some(({ relname }) =>
    tenantTables.has(String(relname)),
  );
const volatile = /^(clock_timestamp|timeofday|random|gen_random_uuid|nextval)$/;
/** These take the time, the time zone or a setting into account: PostgreSQL calls them stable. */
const stable =
  /^(now|statement_timestamp|transaction_timestamp|to_char|to_jsonb|row_to_json|jsonb_build_object|jsonb_build_array|date_part|SVFOP_\w+)$/;
/** The parts of a statement in which Citus evaluates nothing: of an INSERT what comes after its rows. */
const listChanges = (statement: TreeNode): unknown[] => [
  ...findNodes(statement, "UpdateStmt"),
  ...findNodes(statement, "DeleteStmt"),
  ...findNodes(statement, "InsertStmt").map(({ onConflictClause, returningClause, returningList }) => ({
    onConflictClause,
    returningClause,
    returningList,
  })),
];

/** Of changes what comes after their rows, and conditional expressions. */
const listEvaluatedByRow = (statement: TreeNode): unknown[] => [
  ...listChanges(statement).flatMap((change) => [
    ...findNodes(change, "CaseExpr"),
    ...findNodes(change, "CoalesceExpr"),
  ]),
  ...["UpdateStmt", "DeleteStmt", "InsertStmt"]
    .flatMap((kind) => findNodes(statement, kind))
    .map(({ onConflictClause, returningClause, returningList }) => ({
      onConflictClause,
      returningClause,
      returningList,
    })),
];

const rules: Record<keyof typeof exceptions, Rule> = {
  "every table is filtered by the organization in its own level of the query": {
    breaks: (statement, organization) => listUnfiltered(statement, organization, tenantTables).length > 0,
    wrong: `SELECT c.id FROM "Case" c WHERE c."organizationId" = $1 AND EXISTS (SELECT 1 FROM "Client" k WHERE k."organizationId" = c."organizationId" AND k.id = c."plaintiffId")`,
    right: `SELECT c.id FROM "Case" c JOIN "Lead" l ON l."organizationId" = c."organizationId" WHERE c."organizationId" = $1 AND EXISTS (SELECT 1 FROM "Client" k WHERE k."organizationId" = $1 AND k.id = c."plaintiffId")`,
  },
  "changes call no volatile function": {
    breaks: (statement) =>
      namesTenant(statement) &&
      listChanges(statement).some((change) => listCalls(change).some((name) => volatile.test(name))),
    wrong: `UPDATE "Tag" SET "deletedAt" = clock_timestamp() WHERE "organizationId" = $1`,
    right: `INSERT INTO "Tag" ("organizationId", id, "createdAt") VALUES ($1, $2, clock_timestamp())`,
  },
  "what is evaluated for each changed row is immutable": {
    breaks: (statement) =>
      namesTenant(statement) &&
      listEvaluatedByRow(statement).some((part) => listCalls(part).some((name) => stable.test(name))),
    wrong: `INSERT INTO "Tag" AS t ("organizationId", id) VALUES ($1, $2) ON CONFLICT ("organizationId", id) DO UPDATE SET "updatedAt" = now()`,
    right: `UPDATE "Tag" SET "deletedAt" = now() WHERE "organizationId" = $1`,
  },
  "settings are no function's": {
    breaks: (statement) => listCalls(statement).includes("set_config"),
    wrong: "SELECT set_config('caseport.organization', $1, true)",
    right: "SET LOCAL caseport.organization = 'org_1'",
  },
  "rows are found by key, not by place": {
    breaks: (statement) =>
      namesTenant(statement) &&
      findNodes(statement, "ColumnRef").some(({ fields }) => JSON.stringify(fields).includes('"ctid"')),
    wrong: `DELETE FROM "Tag" WHERE "organizationId" = $1 AND ctid = '(0,1)'`,
    right: `DELETE FROM "Tag" WHERE "organizationId" = $1 AND id = $2`,
  },
  "no locked row is skipped": {
    breaks: (statement) =>
      namesTenant(statement) &&
      findNodes(statement, "LockingClause").some(({ waitPolicy }) => waitPolicy === "LockWaitSkip"),
    wrong: `SELECT id FROM "Tag" WHERE "organizationId" = $1 FOR UPDATE SKIP LOCKED`,
    right: `SELECT id FROM "Tag" WHERE "organizationId" = $1 FOR UPDATE`,
  },
  // Beside a firm's tables they are read, and locked, on the firm's node; a lock of the coordinator's copy does not wait for that.
  "rows of a table that each node has are locked without tables that it has not": {
    breaks: (statement) => {
      const isDistributed = ({ relname }: TreeNode) =>
        tenantTables.has(String(relname)) && !(String(relname) in referenceTables);
      return (
        listLocked(statement).some((table) => table in referenceTables) &&
        findNodes(statement, "RangeVar").some(isDistributed)
      );
    },
    wrong: `SELECT k.id FROM "IntegrationKey" k LEFT JOIN "Member" m ON m."organizationId" = $1 AND m.id = k."actingAttorneyId" WHERE k."organizationId" = $1 FOR SHARE OF k`,
    right: `SELECT c.id FROM "Case" c JOIN "Organization" o ON o.id = c."organizationId" WHERE c."organizationId" = $1 FOR UPDATE OF c`,
  },
  // All nodes take part in writing it.
  "a table that each node has is not written": {
    breaks: (statement) =>
      ["UpdateStmt", "DeleteStmt", "InsertStmt"]
        .flatMap((kind) => findNodes(statement, kind))
        .some(({ relation }) =>
          findNodes([{ RangeVar: relation }], "RangeVar").some(({ relname }) => String(relname) in referenceTables),
        ),
    wrong: `UPDATE "IntegrationKey" SET "noticedDays" = 1 WHERE "organizationId" = $1 AND id = $2`,
    right: `UPDATE "KeyUse" u SET route = NULL FROM "IntegrationKey" k WHERE u."organizationId" = $1 AND k."organizationId" = $1 AND k.id = u."keyId"`,
  },
  "nothing is written in a WITH": {
    breaks: (statement) =>
      namesTenant(statement) && findNodes(statement, "CommonTableExpr").some((each) => listChanges(each).length > 0),
    wrong: `WITH gone AS (DELETE FROM "Tag" WHERE "organizationId" = $1 RETURNING id) SELECT id FROM gone`,
    right: `WITH kept AS (SELECT id FROM "Tag" WHERE "organizationId" = $1) SELECT id FROM kept`,
  },
  // Selected rows take a lock on all firms' shards until the commit.
  "rows are inserted as VALUES, not selected": {
    breaks: (statement) =>
      findNodes(statement, "InsertStmt").some(
        ({ relation, selectStmt }) =>
          namesTenant([{ RangeVar: relation }]) && JSON.stringify(selectStmt ?? null).includes('"fromClause"'),
      ),
    wrong: `INSERT INTO "Tag" ("organizationId", id) SELECT $1, id FROM unnest($2::text[]) AS id`,
    right: `INSERT INTO "Tag" ("organizationId", id) VALUES ($1, $2), ($1, $3)`,
  },
};

interface Recorded {
  label: string;
  tree: TreeNode;
  organization: ReadonlySet<number>;
}

let recorded: Recorded[];
let fragments = 0;
beforeAll(async () => {
  recorded = (await recordStores()).flatMap(({ file, name, onCluster }) =>
    onCluster.flatMap(({ text, organization }) => {
      try {
        return [{ label: `${file} ${name}`, tree: parseStatement(text), organization }];
      } catch {
        // A fragment, of which others make a statement, or a change without columns, which it would be given.
        fragments += 1;
        return [];
      }
    }),
  );
});

test("statements are found", () => {
  expect(recorded.length).toBeGreaterThan(650);
  expect(tenantTables.size).toBeGreaterThan(70);
  expect(fragments).toBeLessThanOrEqual(38);
});

describe.each(Object.entries(rules))("%s", (name, { breaks, wrong, right }) => {
  test("holds but for what is listed, and all of that still breaks it", () => {
    const found = new Set(
      recorded.filter(({ tree, organization }) => breaks(tree, organization)).map(({ label }) => label),
    );
    const listed = Object.entries<string>(exceptions[name as keyof typeof exceptions]).flatMap(([file, functions]) =>
      functions.split(" ").map((each) => `${file} ${each}`),
    );
    expect([...found].toSorted()).toEqual(listed.toSorted());
  });

  test("detects a violation", () => {
    expect([wrong, right].map((text) => breaks(parseStatement(text), new Set([1])))).toEqual([true, false]);
  });
});
