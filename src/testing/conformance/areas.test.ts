import { globSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import * as z from "zod";
import { tagEvents } from "../../areas/cases/tags/events.ts";
import { catalogFile, writeEventCatalog } from "../../cli/events.ts";
import { defineEvents } from "../../contract/event-declaration.ts";
import { collectEnumerations, collectEvents } from "../../rpc/area.ts";
import { readDeclarations } from "../../rpc/declarations.ts";
import { apiRouter, declaredEvents, enumerations, examples } from "../../router.ts";

const sourceFolder = join(import.meta.dirname, "../..");

/** What the files declare, by its name. */
async function readExports(pattern: string): Promise<[string, unknown][]> {
  const modules = await Promise.all(globSync(pattern, { cwd: sourceFolder }).map((file) => import(/* @vite-ignore */ join(sourceFolder, file)) as Promise<object>));
  return modules.flatMap((module) => Object.entries(module)).filter(([name]) => /(Events|Enumerations)$/.test(name));
}

function listMissing(exported: readonly [string, unknown][], found: object): string[] {
  const known = new Set<unknown>(Object.values(found));
  return exported.filter(([, value]) => !known.has(value)).map(([name]) => name);
}

const toy = defineEvents({
  entity: "toy",
  area: "cases",
  scope: "cases:read",
  payload: z.object({ id: z.string() }),
  exampleRelatedIds: () => [],
  types: { "toy.created": { description: "A toy was created.", example: { payload: { id: "toy_1" } } } },
});

describe("what lies beside a resource is found from the router", () => {
  test("an example of every operation, and of nothing else", () => {
    const names = readDeclarations(apiRouter).map(({ name }) => name);
    expect(Object.keys(examples).toSorted()).toEqual(names.toSorted());
  });

  test("every declaration of events", async () => {
    const exported = await readExports("areas/**/events.ts");
    expect(exported.length).toBe(Object.keys(declaredEvents).length);
    expect(listMissing(exported, declaredEvents)).toEqual([]);
    // The control: one that no area lists.
    expect(listMissing([...exported, ["toyEvents", toy]], declaredEvents)).toEqual(["toyEvents"]);
  });

  test("every closed set of values, for GET /metadata", async () => {
    const exported = (await readExports("{contract/**/enumerations,areas/**/enumerations}.ts")).flatMap(([, sets]) => Object.entries(sets as object));
    expect(exported.length).toBe(Object.keys(enumerations).length);
    expect(listMissing(exported, enumerations)).toEqual([]);
    expect(listMissing([...exported, ["toyKind", { description: "", values: {} }]], enumerations)).toEqual(["toyKind"]);
  });

  test("the event catalog is what the areas declare: npm run generate", () => {
    expect(writeEventCatalog(declaredEvents)).toBe(readFileSync(catalogFile, "utf8"));
    const longer = writeEventCatalog({ toy, ...declaredEvents });
    // The control, and its place: behind all others, whose examples keep their ids.
    expect(longer).not.toBe(writeEventCatalog(declaredEvents));
    expect(longer).toMatch(/"toy\.created": "A toy was created\.",\n\} as const;\n$/);
  });

  test("one name for two things is an error", () => {
    const declare = (events: readonly (typeof toy)[]) => ({ declares: { events } });
    expect(() => collectEvents({ one: declare([toy]), other: declare([{ ...toy }]) })).toThrow("toy is declared twice");
    expect(collectEvents({ one: declare([toy, tagEvents]), other: declare([toy]) })).toEqual({ toy, tag: tagEvents });
    const kinds = () => ({ declares: { enumerations: { toyKind: { description: "", values: {} } } } });
    expect(() => collectEnumerations({ one: kinds(), other: kinds() })).toThrow("toyKind is declared twice");
  });
});
