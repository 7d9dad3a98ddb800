import { randomUUID } from "node:crypto";
import fc from "fast-check";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import * as z from "zod";
import { AppError } from "../../contract/errors/error-codes.ts";
import { readInput } from "../../rpc/call/read-input.ts";
import { apiRouter } from "../../composition/router.ts";
import { isInQuery, readDeclarations, takesBody, type Declaration } from "../../rpc/declarations.ts";
import { scenarios, type OperationName } from "../harness/requests/example-requests.ts";
import { anyRevision, type ExampleRequest } from "../harness/requests/example-request.ts";
import {
  arbitraryBody,
  arbitraryJunk,
  describeInput,
  hasUnknownMember,
  resolveSchema,
  type Schema,
} from "../harness/requests/arbitrary-input.ts";
import { faultOfEnvelope } from "../harness/requests/call.ts";
import { isFullExtent } from "../harness/extent.ts";
import { createTenant, type TestTenant } from "../harness/tenant.ts";
import { startTestServer, type TestServer } from "../harness/server.ts";
import { naughtyStrings } from "./naughty-strings.ts";
import { sendRaw, type RawReply } from "../harness/requests/raw-http.ts";

/**
 * Whatever is sent, nothing is a 5xx, every rejection is the error envelope, and every success is what was declared.
 * FUZZ_SEED=<number> tries other bodies; the seed stands in the report.
 */

const seed = Number(process.env["FUZZ_SEED"] ?? 20_261_121);
const bodiesPerOperation = Number(process.env["FUZZ_BODIES"] ?? (isFullExtent ? 200 : 4));
/**
 * How many requests with naughty strings one test sends at most: the strings take turns, from operation to operation,
 * and a thousand requests send each of them several times. What an operation's own input makes of each, the readings
 * below try.
 */
const maxAttempts = isFullExtent ? 400 : 3;
/**
 * How many readings of a naughty string one test tries at most, besides those of strings that PostgreSQL cannot hold;
 * the strings take turns likewise.
 */
const maxReadings = isFullExtent ? Infinity : 50;
/** Strings that PostgreSQL cannot hold, by their reason: one of each is read in every place of every operation. */
const unstorable = [
  naughtyStrings.filter((text) => text.includes("\0")),
  naughtyStrings.filter((text) => !text.isWellFormed()),
];
/** How many requests are under way at once. */
const lanes = 8;

const declarations = readDeclarations(apiRouter);
/** Made once: both are dear. The output with its envelope, and strict, so that nothing undeclared leaks. */
const declared = new Map(
  declarations.map(({ name, input, output }) => [
    name,
    { input: describeInput(input), output: output.extend({ success: z.literal(true) }).strict() },
  ]),
);
let server: TestServer;
let tenant: TestTenant;
/** Responses by status, for the report. */
const tally = new Map<string, number>();

beforeAll(async () => {
  server = await startTestServer();
  tenant = await createTenant(server.services.database);
});

afterAll(async () => {
  await server.close(1_000);
  console.log(
    `fuzz seed ${seed}: ${[...tally]
      .toSorted()
      .map(([status, count]) => `${count} × ${status}`)
      .join(", ")}`,
  );
});

interface Attempt {
  declaration: Declaration;
  /** The request's target below /api/v1, percent-encoded or not. */
  target: string;
  headers: readonly (readonly [string, string])[];
  body: string | undefined;
}

function send({ declaration, target, headers, body }: Attempt): Promise<RawReply> {
  const sent = new Map<string, readonly [string, string]>([
    ["host", ["Host", "localhost"]],
    ["connection", ["Connection", "close"]],
    ["x-api-key", ["x-api-key", tenant.secret]],
    ["x-idempotency-key", ["X-Idempotency-Key", randomUUID()]],
    ...(body === undefined
      ? []
      : [
          ["content-type", ["Content-Type", "application/json"]] as const,
          ["content-length", ["Content-Length", String(Buffer.byteLength(body))]] as const,
        ]),
    ...headers.map((header) => [header[0].toLowerCase(), header] as const),
  ]);
  const lines = [
    `${declaration.meta.method} /api/v1${target} HTTP/1.1`,
    ...[...sent.values()].map(([name, value]) => `${name}: ${value}`),
    "",
    "",
  ];
  return sendRaw(server.baseUrl, Buffer.concat([Buffer.from(lines.join("\r\n")), Buffer.from(body ?? "")]));
}

/** What is wrong with a response; null for nothing. */
function findFault({ declaration, body }: Attempt, reply: RawReply): string | null {
  const { status, json } = reply;
  tally.set(String(status), (tally.get(String(status)) ?? 0) + 1);
  if (status === null || reply.reset) return "closed without a response";
  if (status >= 500) return `${status} ${reply.text.slice(0, 300)}`;
  if (status === 204 || status === 304) return null;
  if (status >= 300) return faultOfEnvelope({ status, headers: reply.headers, json });
  if (declaration.kind === "mutation" && body !== undefined && isStranger(declaration, body))
    return `${status} for an unknown property`;
  const output = declared.get(declaration.name)?.output.safeParse(json) ?? {
    success: false,
    error: new Error("not declared"),
  };
  return output.success ? null : `${status} is not what was declared: ${output.error.message}`;
}

function isStranger(declaration: Declaration, body: string): boolean {
  const schema = declared.get(declaration.name)?.input ?? {};
  return hasUnknownMember(JSON.parse(body), bodySchema(declaration, schema), schema);
}

/**
 * All work on one record: on a busy machine one may wait longer for its lock than a request may. What is at fault by
 * itself stays 503.
 */
async function sendWhenIdle(attempt: Attempt): Promise<RawReply> {
  for (let count = 1; ; count += 1) {
    const reply = await send(attempt);
    if (reply.status !== 503 || count === 5) return reply;
  }
}

/** Sends all, some at once, and returns what went wrong, with the request. */
async function tryAll(attempts: readonly Attempt[]): Promise<string[]> {
  const faults: string[] = [];
  const queue = attempts.values();
  const work = async () => {
    for (const attempt of queue) {
      const { declaration, target, headers, body } = attempt;
      const fault = await sendWhenIdle(attempt).then((reply) => findFault(attempt, reply), String);
      if (fault !== null)
        faults.push(
          `${declaration.name} ${target.slice(0, 200)} ${JSON.stringify(headers).slice(0, 200)} ${body?.slice(0, 300)}: ${fault}`,
        );
    }
  };
  await Promise.all(Array.from({ length: lanes }, work));
  return faults;
}

function fillPath(declaration: Declaration, values: Record<string, string>): string {
  return declaration.meta.path.replaceAll(/\{(\w+)\}/g, (_, name: string) => encode(values[name] ?? ""));
}

/** Percent-encoded as UTF-8; a lone surrogate becomes the bytes that a careless encoder makes of it. */
function encode(text: string): string {
  return text.isWellFormed() ? encodeURIComponent(text) : "%ed%a0%80";
}

/** Of the body, or where there is none of the query. */
function bodySchema(declaration: Declaration, schema: Schema): Schema {
  const isThere = (name: string) =>
    !declaration.pathParameters.includes(name) && !(takesBody(declaration) && isInQuery(declaration, name));
  const properties = Object.fromEntries(Object.entries(schema.properties ?? {}).filter(([name]) => isThere(name)));
  return { type: "object", properties, required: (schema.required ?? []).filter(isThere) };
}

const arrange = (declaration: Declaration): Promise<ExampleRequest> =>
  scenarios[declaration.name as OperationName](tenant);

function query(values: Record<string, unknown>): string {
  const pairs = Object.entries(values).map(
    ([name, value]) => `${encode(name)}=${encode(typeof value === "string" ? value : JSON.stringify(value))}`,
  );
  return pairs.length === 0 ? "" : `?${pairs.join("&")}`;
}

/** Every nth of all, shifted from block to block so that no place is left out, and others for the next operation. */
function chooseFor<Item>(declaration: Declaration, all: readonly Item[], most = maxAttempts): Item[] {
  const step = Math.max(1, Math.ceil(all.length / most));
  return all.filter((_, index) => (index + Math.floor(index / step) + declarations.indexOf(declaration)) % step === 0);
}

/**
 * What reading the input makes of a request without the network and the database: values that PostgreSQL can hold, or
 * the rejection of what was sent. Null where it is so.
 */
function checkReading(
  declaration: Declaration,
  pathValues: Record<string, string>,
  search: string,
  body: object,
): string | null {
  try {
    const { values } = readInput(
      { declaration, pathValues },
      {
        query: search,
        body: Buffer.from(takesBody(declaration) ? JSON.stringify(body) : ""),
        ifMatch: anyRevision,
        idempotencyKey: randomUUID(),
      },
    );
    return hasUnstorableText(values) ? `${JSON.stringify(values).slice(0, 300)} was accepted` : null;
  } catch (error) {
    return error instanceof AppError && error.code === "VALIDATION_FAILED" ? null : String(error);
  }
}

function hasUnstorableText(value: unknown): boolean {
  if (typeof value === "string") return value.includes("\0") || !value.isWellFormed();
  if (typeof value !== "object" || value === null) return false;
  return Object.entries(value).flat().some(hasUnstorableText);
}

describe.each(declarations)("$name", (declaration) => {
  /** What naughty strings are put into; few of these requests are accepted. */
  let example: ExampleRequest;

  // A firm of its own: what the requests before it made in thousands, all with the same names, is not there.
  beforeAll(async () => {
    tenant = await createTenant(server.services.database);
    example = await arrange(declaration);
  });

  const schema = declared.get(declaration.name)?.input ?? {};

  test("generated bodies and queries cause no server error", async () => {
    const attempts: Attempt[] = [];
    let arranged = await arrange(declaration);
    const inner = bodySchema(declaration, schema);
    const texts = takesBody(declaration)
      ? fc.sample(arbitraryBody(inner, schema, arranged.body ?? {}), { numRuns: bodiesPerOperation, seed })
      : fc.sample(
          fc.dictionary(
            fc.constantFrom(...Object.keys(inner.properties ?? {}), "limit", "after", "x", "__proto__"),
            arbitraryJunk,
            { maxKeys: 3, noNullPrototype: true },
          ),
          { numRuns: bodiesPerOperation, seed },
        );
    for (const [index, text] of texts.entries()) {
      // New records now and then, so that some requests succeed.
      if (index > 0 && index % 10 === 0) arranged = await arrange(declaration);
      const path = fillPath(declaration, arranged.pathValues);
      if (typeof text === "string") attempts.push({ declaration, target: path, headers: [], body: text });
      else
        attempts.push({
          declaration,
          target: path + query(index % 20 === 0 ? {} : text),
          headers: [],
          body: undefined,
        });
    }
    expect(await tryAll(attempts)).toEqual([]);
  });

  test("naughty strings in every path and query parameter cause no server error", async () => {
    const { pathValues } = example;
    const queryNames = [
      ...Object.keys(schema.properties ?? {}).filter((name) => isInQuery(declaration, name)),
      "unknown",
    ];
    const path = fillPath(declaration, pathValues);
    const body = takesBody(declaration) ? "{}" : undefined;
    const attempts = naughtyStrings.flatMap((naughty) => [
      ...declaration.pathParameters.map((name) => ({
        declaration,
        target: fillPath(declaration, { ...pathValues, [name]: naughty }),
        headers: [],
        body,
      })),
      ...queryNames.map((name) => ({ declaration, target: `${path}?${name}=${encode(naughty)}`, headers: [], body })),
      { declaration, target: `${path}?${encode(naughty)}=1`, headers: [], body: undefined },
    ]);
    expect(await tryAll(chooseFor(declaration, attempts))).toEqual([]);
  });

  const places = takesBody(declaration) ? listTexts(bodySchema(declaration, schema), schema, []) : [];

  test("naughty strings in every place cause no server error, as far as the input is read", () => {
    const { pathValues, body = {} } = example;
    const queryNames = Object.keys(schema.properties ?? {}).filter((name) => isInQuery(declaration, name));
    const readEverywhere = (naughty: string) => [
      ...declaration.pathParameters.map(
        (name) => () => checkReading(declaration, { ...pathValues, [name]: naughty }, "", body),
      ),
      ...queryNames.map((name) => () => checkReading(declaration, pathValues, `${name}=${encode(naughty)}`, body)),
      ...places.map((place) => () => checkReading(declaration, pathValues, "", put(body, place, naughty))),
    ];
    const turn = declarations.indexOf(declaration);
    const readings = [
      ...unstorable.flatMap((texts) => readEverywhere(texts[turn % texts.length] ?? "")),
      ...chooseFor(declaration, naughtyStrings.flatMap(readEverywhere), maxReadings),
    ];
    expect(readings.map((read) => read()).filter((fault) => fault !== null)).toEqual([]);
  });

  // A pause takes a body without any text.
  if (places.length === 0) return;

  test("naughty strings in every text of the body cause no server error", async () => {
    const target = fillPath(declaration, example.pathValues);
    const attempts = naughtyStrings.flatMap((naughty) =>
      places.map((place) => ({
        declaration,
        target,
        headers: [],
        body: JSON.stringify(put(example.body ?? {}, place, naughty)),
      })),
    );
    expect(await tryAll(chooseFor(declaration, attempts))).toEqual([]);
  });
});

describe("naughty strings in headers", () => {
  const names = [
    "X-Idempotency-Key",
    "If-Match",
    "If-None-Match",
    "X-Request-Id",
    "x-api-key",
    "Authorization",
    "Content-Type",
    "Content-Encoding",
    "X-Forwarded-For",
    "Host",
  ];
  const chosen = declarations.filter(({ name }) => ["clients.update", "cases.get"].includes(name));

  test.each(chosen)("$name", async (declaration) => {
    const attempts: Attempt[] = [];
    const { pathValues, body } = await arrange(declaration);
    const tags = [
      '"1"',
      'W/"1"',
      '"999999999999999"',
      '"2147483648"',
      '"-1"',
      '"1", "2"',
      `"${"9".repeat(400)}"`,
      `${'"1",'.repeat(500)}"1"`,
    ];
    for (const name of names) {
      for (const naughty of [...naughtyStrings, ...tags]) {
        // A line break would be other headers: raw sockets have their own test.
        if (/[\r\n\0]/.test(naughty)) continue;
        attempts.push({
          declaration,
          target: fillPath(declaration, pathValues),
          headers: [[name, naughty]],
          body: body === undefined ? undefined : JSON.stringify(body),
        });
      }
    }
    expect(await tryAll(chooseFor(declaration, attempts, isFullExtent ? attempts.length : 150))).toEqual([]);
  });
});

/** The paths of all text members, also inside objects. */
function listTexts(given: Schema, root: Schema, path: readonly string[]): string[][] {
  const schema = resolveSchema(given, root);
  if (schema.anyOf !== undefined) return schema.anyOf.flatMap((option) => listTexts(option, root, path));
  if (schema.type === "string" || schema.enum !== undefined) return [[...path]];
  return Object.entries(schema.properties ?? {}).flatMap(([name, member]) => listTexts(member, root, [...path, name]));
}

function put(value: object, [name = "", ...rest]: readonly string[], text: string): object {
  const inner = (value as Record<string, unknown>)[name];
  return {
    ...value,
    [name]: rest.length === 0 ? text : put(typeof inner === "object" && inner !== null ? inner : {}, rest, text),
  };
}
