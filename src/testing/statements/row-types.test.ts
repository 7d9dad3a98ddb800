import { Client } from "pg";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { cloneDatabase } from "../database/clone-database.ts";
import { isComposedBy, lengthOf, listAliasFaults, listRowFaults, writeAlone } from "./compare-rows.ts";
import { DeclaredRows, type Kind, type TypedTemplate } from "./declared-rows.ts";
import { describeStatement, kindOf, type DescribedColumn } from "./describe-statement.ts";
import { recordStores, statementFiles } from "./recorded-stores.ts";

/** Every row type that is declared for a statement, `sql<T>`, against what PostgreSQL describes: decision 0030. */
interface DescribedStatement {
  label: string;
  /** The file of the function, and that of the line that ran it. */
  files: ReadonlySet<string>;
  text: string;
  described: readonly DescribedColumn[];
}

let owner: Client;
let declared: DeclaredRows;
let templates: TypedTemplate[];
let statements: DescribedStatement[];

/** The columns of every table, with their kinds. */
async function readTables(): Promise<Map<string, Map<string, Set<Kind>>>> {
  const { rows } = await owner.query<{ table: string; name: string; type: number; isNull: boolean }>(`
    SELECT c.relname AS table, a.attname AS name, a.atttypid::integer AS type, NOT a.attnotnull AS "isNull" FROM pg_class c JOIN pg_attribute a ON a.attrelid = c.oid
    WHERE c.relnamespace = 'public'::regnamespace AND c.relkind IN ('r', 'p') AND a.attnum > 0 AND NOT a.attisdropped`);
  const tables = new Map<string, Map<string, Set<Kind>>>();
  for (const { table, name, type, isNull } of rows)
    tables.set(
      table,
      (tables.get(table) ?? new Map<string, Set<Kind>>()).set(
        name,
        new Set<Kind>([kindOf(type), ...(isNull ? (["null"] as const) : [])]),
      ),
    );
  return tables;
}

async function describeRecorded(): Promise<DescribedStatement[]> {
  const found = new Map<string, DescribedStatement>();
  for (const { file, name, statements: recorded } of await recordStores()) {
    for (const { text, site } of recorded) {
      const described = await describeStatement(owner, text).catch(() => null);
      if (described !== null)
        found.set(`${file} ${text}`, {
          label: `${file} ${name}`,
          files: new Set([file, site?.split(":")[0] ?? file]),
          text,
          described,
        });
    }
  }
  return [...found.values()];
}

beforeAll(async () => {
  owner = new Client({ connectionString: await cloneDatabase() });
  await owner.connect();
  declared = new DeclaredRows(await readTables());
  templates = (await Promise.all(statementFiles.map(({ file }) => declared.readTemplates(file)))).flat();
  statements = await describeRecorded();
});
afterAll(() => owner.end());

/** A template that begins a statement is known wherever it runs; others by their file. */
const canBe = (template: TypedTemplate, { files, text }: DescribedStatement) =>
  template.alias === null &&
  (files.has(template.file) ||
    /^\s*(\/\*.*?\*\/\s*)?(SELECT|WITH|INSERT|UPDATE|DELETE)\b/.test(template.texts[0] ?? "")) &&
  isComposedBy(text, template);

/** Whether a statement begins with a template, to which another one adds its conditions. */
const isBegun = ({ texts: [first = ""] }: TypedTemplate, { text }: DescribedStatement) =>
  first.trim() !== "" && text.startsWith(first);

/** Those of a whole row, which has columns. */
const ofRows = () => templates.filter(({ alias, declared: { columns } }) => alias === null && columns !== null);

describe("row types", () => {
  test("templates and statements are found", () => {
    expect(templates.length).toBeGreaterThan(300);
    expect(ofRows().length).toBeGreaterThan(120);
    expect(statements.length).toBeGreaterThan(550);
  });

  test("every statement has the columns of its declared row, with their types", () => {
    // What returns no columns declares none; where it should, no statement fits the row: the next test.
    const faults = statements
      .filter(({ described }) => described.length > 0)
      .flatMap((statement) => {
        const [template] = ofRows()
          .filter((each) => canBe(each, statement))
          .toSorted((one, other) => lengthOf(other) - lengthOf(one));
        return template === undefined
          ? []
          : listRowFaults(template.declared, statement.described).map((fault) => `${statement.label}: ${fault}`);
      });
    expect(faults).toEqual([]);
  });

  test("every declared row belongs to a statement", async () => {
    const wrong: string[] = [];
    for (const template of ofRows()) {
      const own = statements
        .filter((statement) => canBe(template, statement) || isBegun(template, statement))
        .map(({ described }) => described);
      if (own.length === 0)
        own.push(
          ...(await describeStatement(owner, writeAlone(template)).then(
            (described) => [described],
            () => [],
          )),
        );
      if (!own.some((described) => listRowFaults(template.declared, described).length === 0))
        wrong.push(`${template.file}: ${template.texts.join("…").trim().slice(0, 80)}`);
    }
    expect(wrong).toEqual([]);
  });

  test("every column named in a query builder has its declared type", () => {
    const faults = templates
      .filter(({ alias }) => alias !== null)
      .flatMap((template) => {
        const own = statements.filter(
          ({ files, text }) => files.has(template.file) && template.texts.every((each) => text.includes(each)),
        );
        return own.flatMap(({ label, described }) =>
          listAliasFaults(template, described).map((fault) => `${label}: ${fault}`),
        );
      });
    expect(faults).toEqual([]);
  });
});

describe("mismatches are found", () => {
  const ofType = async (type: string, text: string) => {
    const described = await describeStatement(owner, text);
    return listRowFaults(await declared.readType(type), described);
  };

  test.each([
    ["a wrong name", `{ title: string; nmae: string }`, `SELECT title, title AS name FROM "Case"`],
    ["a name in another case", `{ matterstage: string }`, `SELECT "matterStage" FROM "Case"`],
    ["text for a number", `{ count: string }`, `SELECT count(*)::integer AS count FROM "Case"`],
    ["a number for text", `{ title: number | null }`, `SELECT title FROM "Case"`],
    ["numeric, which arrives as text", `{ sum: number }`, `SELECT sum("amountCents") AS sum FROM "Payment"`],
    ["a boolean for text", `{ found: boolean }`, `SELECT 'true'::text AS found`],
    ["text for a list", `{ scopes: string }`, `SELECT scopes FROM "IntegrationKey"`],
    ["a table's row for another's", `Row<"Client">`, `SELECT * FROM "Case"`],
    ["a column that is left out", `Row<"Case"> & { today: string }`, `SELECT * FROM "Case"`],
  ])("%s", async (_, type, text) => {
    expect(await ofType(type, text)).not.toEqual([]);
  });

  test.each([
    [`{ title: string | null; today?: string }`, `SELECT title FROM "Case"`],
    [`{ createdAt: string; amountCents: number }`, `SELECT "createdAt", "amountCents" FROM "Payment"`],
    [`Pick<Row<"Case">, "id" | "title"> & { isOpen: boolean }`, `SELECT id, title, true AS "isOpen" FROM "Case"`],
    [`{ scopes: readonly string[]; digest: Buffer }`, `SELECT scopes, '\\x00'::bytea AS digest FROM "IntegrationKey"`],
  ])("but not in %s", async (type, text) => {
    expect(await ofType(type, text)).toEqual([]);
  });
});
