import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import type { ApiDescription } from "../../../openapi/describe-api.ts";
import type { JsonObject } from "../../../openapi/json.ts";
import { listSurface, readDocument, surfaceFile } from "./list-surface.ts";
import { texts } from "./list-types.ts";

const document = readDocument();
const surface = listSurface(document);

test("the API surface equals the reviewed file (npm run generate writes it; review its diff)", () => {
  const reviewed = readFileSync(surfaceFile, "utf8").trimEnd().split("\n");
  expect({ removed: without(reviewed, surface), added: without(surface, reviewed) }).toEqual({
    removed: [],
    added: [],
  });
  expect(surface).toEqual(reviewed);
});

test("no line occurs twice", () => {
  expect(surface.filter((line, index) => surface.indexOf(line) !== index)).toEqual([]);
});

test.each([
  [
    "a changed type",
    ["components", "schemas", "Client", "properties", "email", "type"],
    "integer",
    ["schema Client.email: string | null"],
    ["schema Client.email: integer"],
  ],
  [
    "a removed field",
    ["components", "schemas", "Client", "properties", "lastName"],
    undefined,
    ["schema Client.lastName: string"],
    [],
  ],
  [
    "a field that became optional",
    ["components", "schemas", "WebhookPayload", "required"],
    ["type", "data"],
    ["schema WebhookPayload.timestamp:"],
    ["schema WebhookPayload.timestamp?:"],
  ],
  [
    "a changed scope",
    ["paths", "/api/v1/cases", "post", "x-required-scope"],
    "cases:read",
    ["· required-scope cases:write"],
    ["· required-scope cases:read"],
  ],
  [
    "a new required parameter",
    ["paths", "/api/v1/tags", "get", "parameters", "0"],
    { name: "color", in: "query", required: true, schema: { type: "string" } },
    [],
    ["GET /api/v1/tags · query color: string"],
  ],
  [
    "a new event",
    ["paths", "/api/v1/tags", "post", "x-emits", "1"],
    "tag.updated",
    ["· emits tag.created"],
    ["· emits tag.created tag.updated"],
  ],
])("a change of %s changes a line", (...[_name, path, value, removed, added]) => {
  const changed = listSurface(replaceAt(document, path, value));
  for (const part of removed) expect(without(surface, changed)).toContainEqual(expect.stringContaining(part));
  for (const part of added) expect(without(changed, surface)).toContainEqual(expect.stringContaining(part));
});

/** Members whose own members have names that somebody chose: a property called `description` is not a text. */
const namesWithin: ReadonlySet<string> = new Set(["properties", "headers", "responses"]);

/** The document taken apart: a change is listed again without the thousands of other lines. */
const bare: ApiDescription = { ...document, paths: {}, webhooks: {}, components: {} };
const pieces: [Path, ApiDescription][] = [
  ...Object.entries(document.paths).map(([path, item]): [Path, ApiDescription] => [
    ["paths", path],
    { ...bare, paths: { [path]: item } },
  ]),
  ...Object.entries(document.webhooks).map(([name, item]): [Path, ApiDescription] => [
    ["webhooks", name],
    { ...bare, webhooks: { [name]: item } },
  ]),
  ...Object.entries(document.components).flatMap(([kind, parts]) =>
    Object.entries(kind === "examples" ? {} : parts).map(([name, part]): [Path, ApiDescription] => [
      ["components", kind, name],
      { ...bare, components: { [kind]: { [name]: part } } },
    ]),
  ),
];

test("a change of any kind of fact changes a line, wherever it first occurs", () => {
  const kinds = new Set<string>();
  const unseen: string[] = [];
  for (const [path, piece] of pieces) {
    const before = listSurface(piece).join("\n");
    for (const [place, value] of listChanges(
      path.reduce<unknown>((part, name) => (part as JsonObject)[name], piece),
      path,
    )) {
      const kind = `${nameKind(place)} ${typeof value}`;
      if (kinds.has(kind)) continue;
      kinds.add(kind);
      if (listSurface(replaceAt(piece, place, value)).join("\n") === before) unseen.push(place.join("."));
    }
  }
  expect(unseen).toEqual([]);
  expect(kinds.size).toBeGreaterThan(500);
});

/** The place without the names in it: `paths.*.get.parameters.*.schema.maxLength`. */
function nameKind(place: Path): string {
  return place.map((name, index) => (isName(place, index) ? "*" : name)).join(".");
}

type Path = readonly string[];

/** Every text, number and truth value changed, and every member of an object or array taken out, one at a time. */
function* listChanges(part: unknown, path: Path): Generator<[Path, unknown]> {
  if (typeof part !== "object" || part === null) {
    yield [path, changeValue(part)];
    return;
  }
  for (const [name, member] of Object.entries(part)) {
    const place = [...path, name];
    const isCodes = name === "examples" && Object.hasOwn(part, "schema") && path.includes("content");
    if (texts.has(name) && !isName(place, path.length) && !isCodes) continue;
    if (typeof member === "object" && member !== null && !isMethod(path) && Object.keys(member).length > 0)
      yield [place, undefined];
    if (isCodes) yield* Object.keys(member as object).map((code): [Path, unknown] => [[...place, code], undefined]);
    else yield* listChanges(member, place);
  }
}

/** Whether the document's author chose this member's name: a path, a property, a position in a list. */
function isName(place: Path, index: number): boolean {
  if (index < 3 && index === (place[0] === "components" ? 2 : 1)) return true;
  const [name = "", parent = ""] = [place[index], place[index - 1]];
  return /^\d+$/.test(name) || (namesWithin.has(parent) && !isName(place, index - 1));
}

/** A path without its method is not a document. */
function isMethod(path: Path): boolean {
  return path.length === 2 && path[0] !== "components";
}

function changeValue(value: unknown): unknown {
  if (typeof value === "number") return value + 1;
  return typeof value === "boolean" ? !value : `${String(value)}~`;
}

/** A copy in which the value at `path` is another one; `undefined` takes it out. */
function replaceAt<Whole>(whole: Whole, [name = "", ...rest]: Path, value: unknown): Whole {
  if (Array.isArray(whole)) {
    const index = Number(name);
    const replaced: unknown = rest.length === 0 ? value : replaceAt(whole[index], rest, value);
    return [
      ...whole.slice(0, index),
      ...(replaced === undefined ? [] : [replaced]),
      ...whole.slice(index + 1),
    ] as Whole;
  }
  const { [name]: old, ...others } = whole as JsonObject;
  const replaced = rest.length === 0 ? value : replaceAt(old, rest, value);
  return { ...others, ...(replaced !== undefined && { [name]: replaced }) } as Whole;
}

function without(lines: readonly string[], others: readonly string[]): string[] {
  const known = new Set(others);
  return lines.filter((line) => !known.has(line));
}
