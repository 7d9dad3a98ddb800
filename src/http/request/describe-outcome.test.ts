import { expect, test } from "vitest";
import * as z from "zod";
import { describeOperation } from "../../openapi/describe-operation.ts";
import { readDeclarations } from "../../rpc/declarations.ts";
import { operation, router } from "../../rpc/operation.ts";
import type { Outcome } from "../../rpc/call/execute-operation.ts";
import { describeOutcome } from "./describe-outcome.ts";

/** @param deprecated as an area declares it */
function declare(deprecated: { since: string; sunset?: string; successor: `/${string}` }) {
  const greet = operation({
    route: "GET /greetings",
    area: "Platform",
    scope: null,
    summary: "List greetings",
    deprecated,
  })
    .input(z.strictObject({}))
    .output(z.object({ greeting: z.string() }))
    .query(() => ({ greeting: "Hello" }));
  const [declaration] = readDeclarations(router({ "greetings.list": greet }));
  if (declaration === undefined) throw new Error("nothing is declared");
  return declaration;
}

const outcome = {
  success: { status: 200, body: "{}", etag: null, location: null, isVolatile: false },
  storedUntil: null,
  originalRequestId: null,
} as unknown as Outcome;

test("an operation with an end says since when, until when, and what replaces it", () => {
  const { meta } = declare({ since: "2027-01-31", sunset: "2028-01-31", successor: "/salutations" });
  expect(describeOutcome(meta, outcome).headers).toMatchObject({
    Deprecation: "@1801353600",
    Sunset: "Mon, 31 Jan 2028 00:00:00 GMT",
    Link: '</api/v1/salutations>; rel="successor-version", </docs/guides/versions>; rel="deprecation", </docs/guides/versions>; rel="sunset"',
  });
});

test("one without an end has no Sunset", () => {
  const { meta } = declare({ since: "2027-01-31", successor: "/salutations" });
  const { headers } = describeOutcome(meta, outcome);
  expect(headers).toMatchObject({ Deprecation: "@1801353600" });
  expect(headers).not.toHaveProperty("Sunset");
});

test("the document describes both headers, and the days", () => {
  const declaration = declare({ since: "2027-01-31", sunset: "2028-01-31", successor: "/salutations" });
  const shared = { schemas: new Map(), written: new Map(), responses: new Map(), parameters: new Set<never>() };
  const described = describeOperation(declaration, shared);
  expect(described).toMatchObject({
    deprecated: true,
    description: expect.stringContaining(
      "Deprecated since 2027-01-31, gone after 2028-01-31: use `/salutations`.",
    ) as string,
    responses: { 200: { headers: { Deprecation: {}, Sunset: {}, Link: {} } } },
  });
});

test.each([
  ["less than twelve months of notice", { since: "2027-01-31", sunset: "2028-01-30" }],
  ["a day that is none", { since: "2027-13-31" }],
  ["an instant", { since: "2027-01-31T00:00:00Z" }],
])("%s is found at start", (_, days) => {
  expect(() => declare({ ...days, successor: "/salutations" })).toThrow(/deprecat/);
});
