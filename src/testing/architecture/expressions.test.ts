import { parseSync } from "oxc-parser";
import { analyse } from "scslre";
import { describe, expect, test } from "vitest";
import { apiRouter } from "../../composition/router.ts";
import { readDeclarations } from "../../rpc/declarations.ts";
import { describeInput } from "../harness/requests/arbitrary-input.ts";
import { production } from "./sources.ts";

/**
 * No regular expression takes time that grows faster than its text: whatever a stranger sends, it is read in proportion
 * to its length. Decided by the expression alone, not by trying texts.
 */

interface Expression {
  source: string;
  flags: string;
  place: string;
}

/** Only an operator runs the command line, on what our own programs print. */
const served = production.filter(({ path }) => !path.startsWith("src/cli/"));

function listLiterals(node: unknown, path: string): Expression[] {
  if (typeof node !== "object" || node === null) return [];
  const { regex } = node as { regex?: { pattern: string; flags: string } };
  const own = regex === undefined ? [] : [{ source: regex.pattern, flags: regex.flags, place: path }];
  return [...own, ...Object.values(node).flatMap((inner) => listLiterals(inner, path))];
}

const literals = served.flatMap(({ path, text }) => listLiterals(parseSync(path, text).program, path));

/** Those of the declared inputs, also what a library writes for an e-mail address or a date. */
const patterns = readDeclarations(apiRouter).flatMap(({ name, input }) =>
  [...JSON.stringify(describeInput(input)).matchAll(/"pattern":("(?:[^"\\]|\\.)*")/g)].map(([, text = '""']) => ({
    source: JSON.parse(text) as string,
    flags: "u",
    place: name,
  })),
);

function listSlow(expressions: readonly Expression[]): string[] {
  const distinct = new Map(expressions.map((each) => [`/${each.source}/${each.flags}`, each]));
  return [...distinct].flatMap(([shown, { source, flags, place }]) => {
    const { reports } = analyse({ source, flags });
    return reports.length === 0 ? [] : [`${place}: ${shown}`];
  });
}

describe("takes time in proportion to its text", () => {
  test("every expression in what is served", () => {
    expect(literals.length).toBeGreaterThan(300);
    expect(listSlow(literals)).toEqual([]);
  });

  test("every pattern of a declared input", () => {
    expect(patterns.length).toBeGreaterThan(100);
    expect(listSlow(patterns)).toEqual([]);
  });

  test("the analysis finds one that does not: the end of a run is looked for from each of its places", () => {
    expect(listSlow([{ source: "-+$", flags: "", place: "here" }])).toEqual(["here: /-+$/"]);
  });
});
