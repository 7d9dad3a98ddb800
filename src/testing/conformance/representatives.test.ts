import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { apiRouter, declarations } from "../../composition/router.ts";
import type { OperationMeta } from "../../contract/operation.ts";
import { startOwnServer, type TestServer } from "../harness/server.ts";
import { openSubjectHarness, subjects } from "./subject.ts";
import { listTraits, representatives, traitOfField } from "./representatives.ts";

type Procedure = ((options: object) => Promise<unknown>) & { _def: { meta: OperationMeta } };

const procedures = apiRouter._def.procedures as unknown as Record<string, Procedure>;
const originals = { ...procedures };
/** The fields of declarations that the server read while no procedure ran. */
const fieldsRead = new Set<string>();
let running = 0;
let server: TestServer;

const own = declarations.map(({ meta, resolve }) => ({ meta, resolve: resolve.bind(null) }));

/** The same declaration, which notes which of its fields are read. */
function watchMeta(meta: OperationMeta): OperationMeta {
  return new Proxy(meta, {
    get: (target, field, receiver) => {
      if (running === 0) fieldsRead.add(String(field));
      return Reflect.get(target, field, receiver) as unknown;
    },
  });
}

function watchWork<Options, Result>(work: (options: Options) => Result) {
  return async (options: Options): Promise<Awaited<Result>> => {
    running += 1;
    try {
      return await work(options);
    } finally {
      running -= 1;
    }
  };
}

function watch(procedure: Procedure): Procedure {
  const meta = watchMeta(procedure._def.meta);
  return Object.assign(watchWork(procedure), { _def: { ...procedure._def, meta } });
}

beforeAll(async () => {
  for (const [name, procedure] of Object.entries(originals)) procedures[name] = watch(procedure);
  // Of the route table.
  for (const declaration of declarations)
    Object.assign(declaration, { meta: watchMeta(declaration.meta), resolve: watchWork(declaration.resolve) });
  server = await startOwnServer();
  // What is read once, to build routes and the document, steers no request.
  fieldsRead.clear();
});
afterAll(async () => {
  Object.assign(procedures, originals);
  for (const [place, declaration] of declarations.entries()) Object.assign(declaration, own[place]);
  await server.close(1000);
});

test("outside its procedure, only fields that define an operation's class are read", async () => {
  for (const subject of representatives(subjects)) {
    const harness = await openSubjectHarness(server, subject);
    const first = await harness.call({ idempotencyKey: "once" });
    await harness.call({ idempotencyKey: "once" });
    await harness.call({ headers: { "If-None-Match": "*" } });
    await harness.call({ secret: null });
    await harness.call({ search: "surprise=1" });
    await harness.call({ headers: { "If-Match": '"77"' } });
    expect([200, 201]).toContain(first.status);
  }
  const ofClass = new Set(Object.entries(traitOfField).flatMap(([field, trait]) => (trait === null ? [] : [field])));
  expect([...fieldsRead].filter((field) => !ofClass.has(field))).toEqual([]);
  // What makes the test worth something: it sees what is read.
  expect([...fieldsRead]).toEqual(
    expect.arrayContaining(["method", "tier", "scope", "idempotency", "etag", "created", "returnsSecret", "slow"]),
  );
});

test("no file of the request path names an operation, its path or its area", () => {
  const root = join(import.meta.dirname, "..", "..");
  const files = ["http", "rpc"].flatMap((folder) =>
    readdirSync(join(root, folder), { recursive: true, encoding: "utf8" })
      .filter((name) => name.endsWith(".ts") && !name.endsWith(".test.ts"))
      .map((name) => join(root, folder, name)),
  );
  expect(files.length).toBeGreaterThan(20);
  const words = subjects.flatMap(({ declaration: { name, meta } }) => [name, meta.path, `/api/v1${meta.path}`]);
  const areas = [...new Set(subjects.map(({ declaration }) => declaration.name.split(".")[0] ?? ""))];
  const findNamed = (text: string) => [
    ...words.filter((word) => ['"', "'", "`"].some((quote) => text.includes(`${quote}${word}${quote}`))),
    ...areas.filter((area) => text.includes(`"${area}."`) || text.includes(`\`${area}.`)),
  ];
  expect(findNamed(`if (declaration.name === "cases.get") return`)).toEqual(["cases.get"]);
  const readCode = (file: string) => readFileSync(file, "utf8").replaceAll(/\/\*[^]*?\*\/|^\s*\/\/.*$/gm, "");
  expect(files.flatMap((file) => findNamed(readCode(file)).map((word) => `${file}: ${word}`))).toEqual([]);
});

test("representatives are few, deterministic, and cover every value of every trait", () => {
  const chosen = [...representatives(subjects)];
  const traits = (of: readonly { declaration: (typeof subjects)[number]["declaration"] }[]) =>
    new Set(of.flatMap(({ declaration }) => listTraits(declaration)));
  expect(traits(chosen)).toEqual(traits(subjects));
  expect(chosen).toEqual([...representatives(subjects)]);
  expect(chosen.length).toBeLessThan(subjects.length);
});

test("an operation of a new kind becomes a representative", () => {
  const [first] = subjects;
  if (first === undefined) throw new Error("there is no operation");
  const { declaration } = first;
  const odd = {
    declaration: { ...declaration, meta: { ...declaration.meta, slow: true, created: { location: "/odd" } } },
  } as const;
  expect([
    ...representatives([...subjects.filter((subject) => subject.declaration.meta.slow !== true), odd]),
  ]).toContain(odd);
});
