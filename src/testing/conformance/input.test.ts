import { expect } from "vitest";
import * as z from "zod";
import { readsIfMatch } from "../../contract/operation.ts";
import { errorExamples } from "../../openapi/describe-responses.ts";
import { maxIdLength } from "../../contract/values/values.ts";
import { isInQuery, canOmitBody, takesBody, type Declaration } from "../../rpc/declarations.ts";
import { conform, type Rule } from "./rules.ts";
import { addMember, listPlaces, putAt, takesFractions, type Place } from "../harness/requests/schema-places.ts";
import type { Reply } from "../harness/requests/send.ts";
import { expectRejection, expectSuccess, hasBodyMembers, type Changes, type SubjectHarness } from "./subject.ts";
import { countTraces } from "../harness/traces.ts";

const offline = { on: "offline", shares: true } as const;
/** Of a bank account, which may be overdrawn. */
const balances: ReadonlySet<string> = new Set(["openingCents", "closingCents"]);

const hasParameters = ({ pathParameters }: Declaration) => pathParameters.length > 0;
const takesQuery = (declaration: Declaration) => listQueryTexts(declaration).length > 0;

/** Texts of the body alone: a read that is a POST may have a query besides. */
function listTextPlaces(declaration: Declaration): Place[] {
  return listPlaces(declaration.input, "string", declaration.pathParameters).filter(
    ([name]) => !isInQuery(declaration, String(name)),
  );
}

function listQueryTexts(declaration: Declaration): Place[] {
  return listPlaces(declaration.input, "string", declaration.pathParameters).filter(([name]) =>
    isInQuery(declaration, String(name)),
  );
}

/** The names of the query's instants. */
function listQueryInstants({ input, ...declaration }: Declaration): string[] {
  const { properties = {} } = z.toJSONSchema(input, { io: "input" });
  const isInstant = (schema: unknown) =>
    typeof schema === "object" && schema !== null && "format" in schema && schema.format === "date-time";
  return Object.keys(properties).filter(
    (name) => isInstant(properties[name]) && isInQuery({ input, ...declaration }, name),
  );
}

/** A row: a body made of the arranged one is rejected. `expected` is what the message holds. */
const rejectedBytes = (make: (body: Record<string, unknown>) => string | Buffer, expected: string | RegExp): Rule => ({
  ...offline,
  when: takesBody,
  check: async (stage: SubjectHarness) =>
    void expectRejection(await stage.call({ bytes: make(stage.arranged.body ?? {}) }), "VALIDATION_FAILED", expected),
});

/** A row: this text, JSON-escaped as given, is rejected wherever the body takes a text, and the message names the place. */
const rejectedText = (escaped: string): Rule => ({
  ...offline,
  when: (declaration: Declaration) => takesBody(declaration) && listTextPlaces(declaration).length > 0,
  check: async (stage: SubjectHarness) => {
    for (const place of listTextPlaces(stage.declaration)) {
      const bytes = JSON.stringify(putAt(stage.arranged.body, place, "@text@")).replace("@text@", escaped);
      const reply = expectRejection(await stage.call({ bytes }), "VALIDATION_FAILED");
      expect(reply.body["error"]).toContain(place.join("."));
    }
  },
});

/** Names of records and of files, and tags: they come from the caller of a mutation, not from whom they name. */
function listNamePlaces(declaration: Declaration): Place[] {
  if (declaration.meta.emits === undefined) return [];
  return listTextPlaces(declaration).filter(([member]) => ["name", "fileName", "tags"].includes(String(member)));
}

/** A row: this in a name is rejected, and the message says where and why. */
const rejectedName = (inserted: string, message: string): Rule => ({
  ...offline,
  when: (declaration) => takesBody(declaration) && listNamePlaces(declaration).length > 0,
  check: async (stage) => {
    for (const place of listNamePlaces(stage.declaration)) {
      const body = putAt(stage.arranged.body, place, inserted) as Record<string, unknown>;
      expectRejection(await stage.call({ body }), "VALIDATION_FAILED", `${place.join(".")}: ${message}`);
    }
  },
});

/** A row: a member of this name is rejected at every level of the body, and named with its path. */
const rejectedMember = (name: string): Rule => ({
  ...offline,
  when: takesBody,
  check: async (stage: SubjectHarness) => {
    const { input, pathParameters } = stage.declaration;
    for (const place of listPlaces(input, "object", pathParameters)) {
      const bytes = JSON.stringify(addMember(stage.arranged.body, place, "@name@", { polluted: true })).replace(
        "@name@",
        name,
      );
      expectRejection(
        await stage.call({ bytes }),
        "VALIDATION_FAILED",
        `${[...place, name].join(".")}: unknown property`,
      );
    }
  },
});

/** A row: a path parameter of this value is rejected and named. */
const rejectedInPath = (value: string): Rule => ({
  ...offline,
  when: hasParameters,
  check: async (stage) => {
    for (const name of stage.declaration.pathParameters) {
      expectRejection(await stage.call({ pathValues: { [name]: value } }), "VALIDATION_FAILED", name);
    }
  },
});

/** A row: this request is rejected with the documented example of the code. */
const rejectedAsDocumented = (code: "UNSUPPORTED_MEDIA_TYPE" | "PAYLOAD_TOO_LARGE", changes: Changes): Rule => ({
  on: "class",
  shares: true,
  // The example has the limit of all but those.
  when: ({ meta }) => meta.manyItems === undefined,
  check: async (stage) =>
    expect(expectRejection(await stage.call(changes), code).body).toEqual(
      (errorExamples[code] as { value: object }).value,
    ),
});

conform({
  "a request with invalid input leaves no trace": {
    on: "class",
    check: async (stage) => {
      const before = await countTraces(stage.tenant);
      expectRejection(await stage.call({ search: "surprise=1" }), "VALIDATION_FAILED");
      expect(await countTraces(stage.tenant)).toEqual(before);
      // What makes it worth something: the same request without the fault succeeds.
      expectSuccess(await stage.call());
    },
  },
  "a bidirectional control in a name is rejected": rejectedName(
    "invoice\u202efdp.exe",
    "must not contain bidirectional controls",
  ),
  "a name without a visible character is rejected": rejectedName("\u200b\u{e0041}", "must contain a visible character"),
  "an unknown property is rejected at every level of the body": rejectedMember("surprise"),
  "a member named __proto__ is rejected at every level": rejectedMember("__proto__"),
  "a member named constructor is rejected at every level": rejectedMember("constructor"),
  "a member named like a path parameter is rejected": {
    ...offline,
    when: (declaration) => takesBody(declaration) && hasParameters(declaration),
    check: async (stage) => {
      for (const name of stage.declaration.pathParameters) {
        const body = { ...stage.arranged.body, [name]: stage.arranged.pathValues[name] };
        expectRejection(await stage.call({ body }), "VALIDATION_FAILED", `${name}: unknown property`);
      }
    },
  },
  "an unknown query parameter is rejected": {
    ...offline,
    check: async (stage) =>
      void expectRejection(
        await stage.call({ search: "surprise=1" }),
        "VALIDATION_FAILED",
        "surprise: unknown query parameter",
      ),
  },
  "a query parameter named __proto__ is rejected": {
    ...offline,
    check: async (stage) =>
      void expectRejection(
        await stage.call({ search: "__proto__=1" }),
        "VALIDATION_FAILED",
        "__proto__: unknown query parameter",
      ),
  },
  "a query parameter named like a path parameter is rejected": {
    ...offline,
    when: hasParameters,
    check: async (stage) => {
      const name = stage.declaration.pathParameters[0] ?? "";
      expectRejection(
        await stage.call({ search: `${name}=x` }),
        "VALIDATION_FAILED",
        `${name}: unknown query parameter`,
      );
    },
  },
  "a repeated query parameter is rejected": {
    ...offline,
    check: async (stage) => {
      const [name = "surprise"] = Object.keys(stage.arranged.query ?? {});
      expectRejection(
        await stage.call({ search: `${name}=1&${name}=1` }),
        "VALIDATION_FAILED",
        `${name}: sent more than once`,
      );
    },
  },
  "all faults are in one message": {
    ...offline,
    check: async (stage) => {
      const reply = expectRejection(await stage.call({ search: "one=1&two=2" }), "VALIDATION_FAILED");
      expect(reply.body["error"]).toBe("one: unknown query parameter; two: unknown query parameter");
    },
  },
  "faults of every part of the request are in one message": {
    ...offline,
    check: async (stage) => {
      const { meta, pathParameters } = stage.declaration;
      const reply = await stage.call({
        pathValues: Object.fromEntries(pathParameters.map((name) => [name, "a\0b"])),
        search: "one=1&one=2&two=2",
        bytes: "{",
        idempotencyKey: "",
        headers: { "If-Match": "1" },
      });
      const expected = [
        ...pathParameters,
        "one",
        "two",
        "body",
        ...(meta.idempotency === "required" ? ["X-Idempotency-Key"] : []),
        ...(readsIfMatch(meta) ? ["If-Match"] : []),
      ];
      expect(new Set(listFaultyPlaces(expectRejection(reply, "VALIDATION_FAILED")))).toEqual(new Set(expected));
    },
  },
  "the documented example of a wrong media type matches the response": rejectedAsDocumented("UNSUPPORTED_MEDIA_TYPE", {
    bytes: "{}",
    headers: { "Content-Type": "text/plain" },
  }),
  "the documented example of a body that is too large matches the response": rejectedAsDocumented("PAYLOAD_TOO_LARGE", {
    bytes: Buffer.alloc(1_048_577, 0x20),
    headers: { "Content-Type": "application/json" },
  }),
  "NUL in any path parameter is rejected": rejectedInPath("a\0b"),
  "a path parameter that is not UTF-8 is rejected": {
    ...offline,
    when: hasParameters,
    check: async (stage) => {
      for (const name of stage.declaration.pathParameters) {
        for (const encoded of ["%FF", "%ED%A0%80", "%C0%AF", "%", "%zz"]) {
          const target = stage.declaration.meta.path.replace(`{${name}}`, encoded).replaceAll(/\{\w+\}/g, "x");
          expectRejection(await stage.call({ target }), "VALIDATION_FAILED", /: must be percent-encoded UTF-8/);
        }
      }
    },
  },
  "an overlong path parameter is rejected": rejectedInPath("a".repeat(maxIdLength + 1)),
  "NUL in any text of the query is rejected": {
    ...offline,
    when: takesQuery,
    check: async (stage) => {
      const arranged = { ...stage.arranged, query: {} };
      for (const place of listQueryTexts(stage.declaration)) {
        expectRejection(
          await stage.call({ arranged, search: `${String(place[0])}=a%00b` }),
          "VALIDATION_FAILED",
          `${String(place[0])}: `,
        );
      }
    },
  },
  "a member of the body called like a query parameter is rejected, also beside a body that cannot be read": {
    ...offline,
    when: (declaration) => takesBody(declaration) && takesQuery(declaration),
    check: async (stage) => {
      const arranged = { ...stage.arranged, query: {} };
      for (const [name] of listQueryTexts(stage.declaration)) {
        const body = { ...stage.arranged.body, [String(name)]: "x" };
        expectRejection(await stage.call({ arranged, body }), "VALIDATION_FAILED", `${String(name)}: unknown property`);
        const reply = await stage.call({ arranged, bytes: "{", search: `${String(name)}=a%00b` });
        expect(listFaultyPlaces(expectRejection(reply, "VALIDATION_FAILED"))).toEqual(["body", String(name)]);
      }
    },
  },
  "NUL in any text of the body is rejected": rejectedText("a\\u0000b"),
  "a lone high surrogate in any text of the body is rejected": rejectedText("a\\ud800b"),
  "a lone low surrogate in any text of the body is rejected": rejectedText("a\\udc00b"),
  "invalid UTF-8 is rejected": rejectedBytes(
    (body) =>
      Buffer.from(JSON.stringify({ ...body, surprise: "@" })).map((byte) => (byte === 0x40 ? 0xff : byte)) as Buffer,
    "body: invalid UTF-8",
  ),
  "truncated JSON is rejected": rejectedBytes((body) => JSON.stringify(body).slice(0, -1), "body: invalid JSON"),
  "JSON that begins with a byte order mark is accepted": {
    on: "class",
    when: takesBody,
    check: async (stage) =>
      void expectSuccess(await stage.call({ bytes: `\uFEFF${JSON.stringify(stage.arranged.body ?? {})}` })),
  },
  "a byte order mark elsewhere is rejected": rejectedBytes(
    (body) => `\uFEFF\uFEFF${JSON.stringify(body)}`,
    "body: invalid JSON",
  ),
  "an instant whose + is not encoded in the query is one fault, with the hint": {
    ...offline,
    when: (declaration) => listQueryInstants(declaration).length > 0,
    check: async (stage) => {
      const [name = ""] = listQueryInstants(stage.declaration);
      const { [name]: _, ...query } = stage.arranged.query ?? {};
      const reply = expectRejection(
        await stage.call({ arranged: { ...stage.arranged, query }, search: `${name}=2026-03-14T00:00:00+05:00` }),
        "VALIDATION_FAILED",
      );
      expect(
        String(reply.body["error"])
          .split("; ")
          .filter((fault) => fault.startsWith(`${name}: `)),
      ).toHaveLength(1);
      expect(reply.body["error"]).toContain(
        `${name}: must be an instant such as 2026-03-14T00:00:00Z; in a URL, write the + of its offset as %2B`,
      );
    },
  },
  "two JSON values are rejected": rejectedBytes((body) => `${JSON.stringify(body)}{}`, "body: invalid JSON"),
  "an empty body is rejected": {
    ...rejectedBytes(() => "", /^body: required$/),
    when: (declaration) => takesBody(declaration) && !canOmitBody(declaration),
  },
  "no body is the empty object where every member may be left out, also for a retry": {
    on: "class",
    when: canOmitBody,
    check: async (stage) => {
      const first = expectSuccess(await stage.call({ bytes: "", idempotencyKey: "without a body" }));
      const again = expectSuccess(await stage.call({ bytes: "{}", idempotencyKey: "without a body" }));
      // A read is made again, and may tell when.
      if (stage.declaration.kind === "mutation") expect(again.text).toBe(first.text);
    },
  },
  "a list is rejected": rejectedBytes((body) => JSON.stringify([body]), /^body: must be an object$/),
  "null is rejected": rejectedBytes(() => "null", /^body: must be an object$/),
  "a body without anything is rejected": {
    ...rejectedBytes(() => "{}", /required|at least one/),
    when: (declaration) => takesBody(declaration) && !canOmitBody(declaration),
  },
  "depth 33 is rejected": rejectedBytes(
    () => `{"surprise":${"[".repeat(32)}${"]".repeat(32)}}`,
    "body: must not nest deeper than 32 levels",
  ),
  "depth 32 is validated as any other input": rejectedBytes(
    () => `{"surprise":${"[".repeat(31)}${"]".repeat(31)}}`,
    "surprise: unknown property",
  ),
  "a hundred thousand brackets are rejected": rejectedBytes(() => "[".repeat(100_000), "nest deeper"),
  "a body is rejected where none is taken": {
    on: "class",
    when: (declaration) => !takesBody(declaration),
    check: async (stage) => {
      expectRejection(
        await stage.call({ body: { surprise: 1 } }),
        "VALIDATION_FAILED",
        "body: this operation accepts none",
      );
      expectRejection(await stage.call({ bytes: "[]" }), "VALIDATION_FAILED", "body: this operation accepts none");
      expectRejection(await stage.call({ bytes: "{" }), "VALIDATION_FAILED", "body: invalid JSON");
      expectSuccess(await stage.call({ bytes: "{}" }));
    },
  },
  "of duplicate members the last wins": {
    on: "class",
    when: hasBodyMembers,
    check: async (stage) => {
      const members = Object.entries(stage.arranged.body ?? {}).map(
        ([name, value]) => `${JSON.stringify(name)}:${JSON.stringify(value)}`,
      );
      const [first = ""] = Object.keys(stage.arranged.body ?? {});
      expectSuccess(await stage.call({ bytes: `{${JSON.stringify(first)}:[],${members.join(",")}}` }));
    },
  },
  "a value of another type is rejected everywhere": {
    ...offline,
    when: takesBody,
    check: async (stage) => {
      const { input, pathParameters } = stage.declaration;
      const lists = new Set(listPlaces(input, "array", pathParameters).map(([first]) => first));
      for (const name of Object.keys(input.shape).filter((each) => !pathParameters.includes(each))) {
        // An empty list is a value of the right type where a list is taken.
        const isList = lists.has(name);
        const fraction = takesFractions(input, name) ? [] : [1.5];
        for (const value of [
          isList ? [null] : [],
          [[1]],
          ...fraction,
          ...(balances.has(name) ? [] : [-1]),
          Number.MAX_SAFE_INTEGER + 2,
          { $ne: null },
        ]) {
          const reply = expectRejection(
            await stage.call({ body: { ...stage.arranged.body, [name]: value } }),
            "VALIDATION_FAILED",
          );
          expect(reply.body["error"]).toContain(name);
        }
      }
    },
  },
  "a rejection repeats no value": {
    ...offline,
    when: takesBody,
    check: async (stage) => {
      for (const place of listTextPlaces(stage.declaration)) {
        const canary = `canary-${"7".repeat(11_000)}\0`;
        const reply = expectRejection(
          await stage.call({ body: putAt(stage.arranged.body, place, canary) }),
          "VALIDATION_FAILED",
        );
        expect(reply.text).not.toContain("canary");
      }
    },
  },
});

/** The places that a validation message names, in its order. */
function listFaultyPlaces({ body }: Reply): string[] {
  return String(body["error"])
    .split("; ")
    .map((fault) => fault.slice(0, fault.indexOf(": ")));
}
