import { sql } from "kysely";
import { expect, test } from "vitest";
import { compileOnce } from "./compile-once.ts";

interface Values {
  organizationId: string;
  name: string | null;
}

test("a statement is composed once, and gets the values of each use in their places", () => {
  let composed = 0;
  const select = compileOnce(({ organizationId, name }: Values, compiler) => {
    composed += 1;
    return sql`SELECT ${name}::text, ${"fixed"}::text, ${organizationId}::text, ${name}::text`.compile(compiler);
  });
  const uses = [
    { organizationId: "org_1", name: "a'b" },
    { organizationId: "org_2", name: null },
  ].map((values) => select(values));
  expect(uses.map((use) => use.sql)).toEqual(Array(2).fill("SELECT $1::text, $2::text, $3::text, $4::text"));
  expect(uses.map((use) => use.parameters)).toEqual([
    ["a'b", "fixed", "org_1", "a'b"],
    [null, "fixed", "org_2", null],
  ]);
  expect(composed).toBe(1);
});

test("a builder's statement is compiled once, too", () => {
  const find = compileOnce(({ organizationId, name }: Values, compiler) =>
    compiler
      .selectFrom("Client")
      .select("id")
      .where("organizationId", "=", organizationId)
      .where("id", "=", name ?? "")
      .compile(),
  );
  const { sql: text, parameters } = find({ organizationId: "org_1", name: "cli_1" });
  expect([text, parameters]).toEqual([
    'select "id" from "Client" where "organizationId" = $1 and "id" = $2',
    ["org_1", "cli_1"],
  ]);
});

test("a text that depends on a value is rejected", () => {
  const select = compileOnce(({ name }: Values, compiler) => sql`SELECT ${sql.ref(`t.${name}`)}`.compile(compiler));
  expect(() => select({ organizationId: "org_1", name: "a" })).toThrow("cannot depend on the value of name");
});
