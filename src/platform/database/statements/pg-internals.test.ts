import { Connection, Query } from "pg";
import { describe, expect, test } from "vitest";
import { PreparedQuery, TenantQuery } from "./prepared-query.ts";

/**
 * `prepared-query.ts` lives on parts of pg that its types leave out, because pg has nothing public for two needs: to
 * leave out the description of a statement whose columns are known, and to send two statements up to one Sync message,
 * which makes them one transaction. Its pipeline mode sends a Sync after each statement. These tests fail with the
 * first release that changes such a part; each name says what is needed of it.
 */
type Members = Record<string, unknown>;

const settle = () => undefined;
const column = { name: "id", dataTypeID: 25, format: "text" };

/** A connection that only records the messages it is given, and what else is read of it. */
function recordConnection() {
  const sent: string[] = [];
  const others = new Set<string>();
  const note =
    (message: string) =>
    (given: Members = {}) =>
      void sent.push([message, given["name"] ?? given["statement"]].filter(Boolean).join(" "));
  const members: Members = { parsedStatements: {}, submittedNamedStatements: {} };
  for (const message of ["parse", "bind", "describe", "execute", "sync", "close"]) members[message] = note(message);
  members["stream"] = { cork: note("cork"), uncork: note("uncork") };
  const connection = new Proxy(members, {
    get: (target, name) => {
      if (!(name in target)) others.add(String(name));
      return target[String(name)];
    },
  }) as unknown as Connection;
  const take = () => sent.splice(0).filter((message) => !message.endsWith("cork"));
  return { connection, sent, take, others };
}

/** What a call adds to an object or changes of it. */
function changesOf(subject: object, call: () => void): string[] {
  const before = { ...(subject as Members) };
  call();
  return Object.entries(subject as Members)
    .filter(([name, value]) => before[name] !== value)
    .map(([name]) => name)
    .toSorted();
}

const newQuery = () => Reflect.construct(Query, ["SELECT 1", ["x"], settle]) as Members;

describe("pg", () => {
  test.each([
    ["submit", "sends the messages of a statement; TenantQuery sends its own before"],
    ["prepare", "sends Parse once per name, then Bind, Describe, Execute and Sync"],
    ["handleRowDescription", "gives the result its columns"],
    ["handleDataRow", "parses a row; TenantQuery keeps that of its setting from it"],
    ["handleCommandComplete", "notes the command; TenantQuery keeps that of its setting from it"],
    ["handleError", "settles the statement with an error"],
  ])("Query.%s %s", (name) => {
    expect(typeof newQuery()[name]).toBe("function");
  });

  test("Query.name decides whether a statement is prepared once, Query.queryMode that it is one of the extended protocol", () => {
    expect(Object.keys(newQuery())).toEqual(expect.arrayContaining(["name", "queryMode"]));
  });

  test("Query._accumulateRows is all that a description changes of a query besides its result", () => {
    const query = newQuery();
    const describeRows = () => (query["handleRowDescription"] as (message: object) => void)({ fields: [column] });
    expect(changesOf(query, describeRows)).toEqual(["_accumulateRows"]);
    expect(query["_accumulateRows"]).toBeTruthy();
  });

  test("Query._result derives fields, _parsers and _prebuiltEmptyResultObject of a description, and nothing else", () => {
    const result = newQuery()["_result"] as Members;
    const addFields = result["addFields"] as (fields: readonly object[]) => void;
    expect(changesOf(result, () => addFields.call(result, [column]))).toEqual([
      "_parsers",
      "_prebuiltEmptyResultObject",
      "fields",
    ]);
  });

  test("Query._result.parseRow makes each row, of the fields of a DataRow; a statement that becomes JSON text has its own", () => {
    const query = newQuery();
    const result = query["_result"] as Members;
    expect(typeof result["parseRow"]).toBe("function");
    Object.assign(result, { parseRow: (fields: readonly string[]) => ({ json: fields.join() }) });
    (query["handleRowDescription"] as (message: object) => void)({ fields: [column] });
    (query["handleDataRow"] as (message: object) => void)({ fields: ["x"] });
    expect(result["rows"]).toEqual([{ json: "x" }]);
  });

  test.each(["parse", "bind", "describe", "execute", "close", "sync"])(
    "Connection.%s sends the message of this name",
    (name) => {
      expect(typeof Reflect.get(Connection.prototype, name)).toBe("function");
    },
  );
});

describe("the messages of a prepared statement", () => {
  const statement = { text: "SELECT id FROM t WHERE id = $1", values: ["x"], name: "s0" };

  test("are Parse and Describe the first time, neither of them the next", () => {
    const { connection, take, others } = recordConnection();
    const first = new PreparedQuery(statement, settle);
    first.submit(connection);
    expect(take()).toEqual(["parse s0", "bind s0", "describe", "execute", "sync"]);
    first.handleRowDescription({ fields: [column] });
    const next = new PreparedQuery(statement, settle);
    next.submit(connection);
    expect(take()).toEqual(["bind s0", "execute", "sync"]);
    next.handleDataRow({ fields: ["x"] });
    expect(Reflect.get(Reflect.get(next, "_result"), "rows")).toEqual([{ id: "x" }]);
    // A member that pg reads besides would be missing on the connection without Describe.
    expect([...others]).toEqual([]);
  });

  test("of a statement that becomes JSON text are the same, and the next one's rows are text, too", () => {
    const { connection, take } = recordConnection();
    const asText = { ...statement, text: "/* json id */ SELECT id FROM t WHERE id = $1" };
    const first = new PreparedQuery(asText, settle);
    first.submit(connection);
    first.handleRowDescription({ fields: [column] });
    const next = new PreparedQuery(asText, settle);
    take();
    next.submit(connection);
    expect(take()).toEqual(["bind s0", "execute", "sync"]);
    for (const query of [first, next]) {
      query.handleDataRow({ fields: ['a"b'] });
      expect(Reflect.get(Reflect.get(query, "_result"), "rows")).toEqual([{ json: '{"id":"a\\"b"}', id: 'a"b' }]);
    }
  });

  test("of a tenant follow those of the setting, up to one Sync", () => {
    const { connection, sent, take, others } = recordConnection();
    const read: (string | null)[] = [];
    const preceding = { text: "SELECT $1", values: ["key"], read: (value: string | null) => void read.push(value) };
    new TenantQuery("org_1", preceding, { ...statement }, settle).submit(connection);
    expect([sent.at(0), sent.at(-1)]).toEqual(["cork", "uncork"]);
    expect(take()).toEqual([
      "close tenant_after",
      "parse tenant_after",
      "bind tenant_after",
      "execute",
      "parse",
      "bind",
      "describe",
      "execute",
      "sync",
    ]);
    const next = new TenantQuery("org_1", preceding, { ...statement }, settle);
    next.submit(connection);
    expect(take()).toEqual(["bind tenant_after", "execute", "parse s0", "bind s0", "describe", "execute", "sync"]);
    next.handleDataRow({ fields: ["of the setting"] });
    next.handleCommandComplete({ text: "SELECT 1" }, connection);
    next.handleRowDescription({ fields: [column] });
    next.handleDataRow({ fields: ["x"] });
    next.handleCommandComplete({ text: "SELECT 1" }, connection);
    expect(read).toEqual(["of the setting"]);
    expect(Reflect.get(Reflect.get(next, "_results"), "rows")).toEqual([{ id: "x" }]);
    expect([...others]).toEqual([]);
  });
});
