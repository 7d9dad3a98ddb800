import { globSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import * as z from "zod";
import { tagEvents } from "../../areas/cases/tags/events.ts";
import { catalogFile, writeEventCatalog } from "../../cli/events.ts";
import { defineEvents } from "../../contract/events/event-declaration.ts";
import { exportParts } from "../../contract/export-parts.ts";
import type { ArchivedTable } from "../../rpc/archive.ts";
import { collectArchive, collectEnumerations, collectEvents } from "../../rpc/area.ts";
import { readDeclarations } from "../../rpc/declarations.ts";
import {
  apiRouter,
  archivedTables,
  declaredEvents,
  enumerations,
  examples,
  stateMachines,
} from "../../composition/router.ts";

const sourceFolder = join(import.meta.dirname, "../..");

/** What the files declare, by its name. */
async function readExports(pattern: string): Promise<[string, unknown][]> {
  const modules = await Promise.all(
    globSync(pattern, { cwd: sourceFolder, exclude: ["**/*.test.ts"] }).map(
      (file) => import(/* @vite-ignore */ join(sourceFolder, file)) as Promise<object>,
    ),
  );
  return modules
    .flatMap((module) => Object.entries(module))
    .filter(([name]) => /(Events|Enumerations|States)$/.test(name));
}

function listMissing(exported: readonly [string, unknown][], found: object): string[] {
  const known = new Set<unknown>(Object.values(found));
  return exported.filter(([, value]) => !known.has(value)).map(([name]) => name);
}

/**
 * The scopes of the operations that return a list, by the list's name in the response. A record of which a case has
 * one, such as its fee agreement, is read alone: as a list it would have its name with an s.
 */
function readListScopes(): ReadonlyMap<string, ReadonlySet<string | null>> {
  const reads = readDeclarations(apiRouter).filter(({ meta }) => meta.method === "GET");
  const lists = reads.flatMap(({ meta, output }) =>
    Object.entries(output.shape).flatMap(([name, type]) =>
      type instanceof z.ZodArray ? [{ name, scope: meta.scope }] : [],
    ),
  );
  const listed = new Set(lists.map(({ name }) => name));
  const alone = reads.flatMap(({ meta, output }) =>
    Object.entries(output.shape).flatMap(([name, type]) =>
      type instanceof z.ZodObject && !listed.has(`${name}s`) ? [{ name: `${name}s`, scope: meta.scope }] : [],
    ),
  );
  return new Map(
    [...Map.groupBy([...lists, ...alone], ({ name }) => name)].map(([name, same]) => [
      name,
      new Set(same.map(({ scope }) => scope)),
    ]),
  );
}

/**
 * Tables without an operation that lists them, though their files end like the list of other records: `roles` are those
 * of members.
 */
const unlisted: ReadonlySet<string> = new Set([
  "ClientTag",
  "ContactRole",
  "DocumentTag",
  "NoteTag",
  "NoteDocument",
  "TaskTag",
  "TaskDocument",
  "CalendarTag",
  "CalendarDocument",
  "RetrievalRequestDocument",
  "EsignDocument",
]);

/**
 * The name of the list that returns a file's records: `medicalBills`, or below a case or lead the end of it, such as
 * `stageHistory`.
 */
function findList(file: string, names: Iterable<string>): string | undefined {
  const letters = file.replaceAll("-", "").toLowerCase();
  return [...names]
    .filter((name) => letters.endsWith(name.toLowerCase()))
    .toSorted((one, other) => other.length - one.length)[0];
}

/**
 * Tables whose part has another scope than the operation that lists their records: an archive would show them to keys
 * that may not list them. A table that no operation lists shares the part of a table that owns its rows. The part
 * `organization` is left out: its files require org:manage and the scopes of all parts.
 */
function listMisplaced(tables: readonly ArchivedTable[]): string[] {
  const scopes = readListScopes();
  return tables.flatMap(({ table, part, file, owners = {} }) => {
    if (part === "organization") return [];
    const list = unlisted.has(table) ? undefined : findList(file, scopes.keys());
    const isRight =
      list === undefined
        ? Object.values(owners).some((owner) => tables.some((other) => other.table === owner && other.part === part))
        : scopes.get(list)?.has(exportParts[part]) === true;
    const needed =
      list === undefined
        ? "no list and no owner in this part"
        : `${list} requires ${[...(scopes.get(list) ?? [])].join(" or ")}`;
    return isRight ? [] : [`${table} in ${part}: ${needed}`];
  });
}

const toy = defineEvents({
  entity: "toy",
  area: "cases",
  scope: "cases:read",
  payload: z.object({ id: z.string() }),
  exampleRelatedIds: () => [],
  types: { "toy.created": { description: "A toy was created.", example: { payload: { id: "toy_1" } } } },
});

describe("files beside a resource are found from the router", () => {
  test("an example for every operation, and no other", () => {
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

  test("every enumeration, for GET /metadata", async () => {
    const exported = (await readExports("{contract/**/enumerations,areas/**/enumerations}.ts")).flatMap(([, sets]) =>
      Object.entries(sets as object),
    );
    expect(exported.length).toBe(Object.keys(enumerations).length);
    expect(listMissing(exported, enumerations)).toEqual([]);
    expect(listMissing([...exported, ["toyKind", { description: "", values: {} }]], enumerations)).toEqual(["toyKind"]);
  });

  test("every archived table, in a part with the scope that lists its records", () => {
    expect(listMisplaced(archivedTables)).toEqual([]);
    // The controls: a listed table in another part, one below its owner in another part, and one with neither list nor owner.
    const move = (moved: string, change: Partial<ArchivedTable>) =>
      listMisplaced(archivedTables.map((each) => (each.table === moved ? { ...each, ...change } : each)));
    expect(move("MedicalBill", { part: "records" })).toEqual([
      "MedicalBill in records: medicalBills requires medical:read",
    ]);
    expect(move("CaseStageGate", { part: "leads" })).toEqual([
      "CaseStageGate in leads: stageGates requires cases:read",
    ]);
    expect(move("ContactPhone", { part: "clients" })).toEqual([
      "ContactPhone in clients: no list and no owner in this part",
    ]);
    expect(move("Tag", { file: "labels" })).toEqual(["Tag in records: no list and no owner in this part"]);
  });

  test("the event catalog equals the declarations of the areas (npm run generate)", () => {
    expect(writeEventCatalog(declaredEvents)).toBe(readFileSync(catalogFile, "utf8"));
    const longer = writeEventCatalog({ toy, ...declaredEvents });
    // The control, and its place: behind all others, whose examples keep their ids.
    expect(longer).not.toBe(writeEventCatalog(declaredEvents));
    expect(longer).toMatch(/"toy\.created": "A toy was created\.",\n\} as const;\n$/);
  });

  test("one name for two things is an error", () => {
    const declare = (events: readonly (typeof toy)[]) => ({ declares: { events } });
    expect(() => collectEvents([declare([toy]), declare([{ ...toy }])])).toThrow("toy is declared twice");
    expect(collectEvents([declare([toy, tagEvents]), declare([toy])])).toEqual({ toy, tag: tagEvents });
    const kinds = () => ({ declares: { enumerations: { toyKind: { description: "", values: {} } } } });
    const archive = archivedTables.slice(0, 1);
    expect(() => collectArchive([{ declares: { archive } }, { declares: { archive } }])).toThrow(
      "Organization is declared twice",
    );
    expect(() => collectEnumerations([kinds(), kinds()])).toThrow("toyKind is declared twice");
  });
});

describe("state machines", () => {
  test("that a file declares are found from the router", async () => {
    const exported = (await readExports("{areas,workflows}/**/domain*.ts")).filter(([name]) => name.endsWith("States"));
    expect(exported.length).toBeGreaterThan(5);
    expect(listMissing(exported, stateMachines)).toEqual([]);
  });

  test.each(Object.entries(stateMachines))(
    "%s: its states are those of its enumeration, and its operation exists",
    (name, { operation, transitions }) => {
      expect(Object.keys(transitions).toSorted()).toEqual(Object.keys(enumerations[name]?.values ?? {}).toSorted());
      expect(
        Object.values(transitions)
          .flat()
          .filter((state) => !(state in transitions)),
      ).toEqual([]);
      expect(readDeclarations(apiRouter).map((declaration) => declaration.name)).toContain(operation);
    },
  );
});
