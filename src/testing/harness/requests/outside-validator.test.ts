import { expect, test } from "vitest";
import { openOutsideValidator } from "./outside-validator.ts";

const { check } = openOutsideValidator({
  openapi: "3.1.0",
  paths: {
    "/tags/{tagId}": {
      get: {
        responses: {
          200: {
            headers: { ETag: { $ref: "#/components/headers/ETag" }, Age: { schema: { type: "integer" } } },
            content: {
              "application/json": {
                schema: {
                  type: "object",
                  required: ["tag"],
                  properties: { tag: { $ref: "#/components/schemas/Tag" } },
                },
              },
            },
          },
          404: { $ref: "#/components/responses/NotFound" },
        },
      },
      delete: { responses: { 204: { description: "Deleted." } } },
    },
  },
  components: {
    headers: { ETag: { schema: { type: "string", pattern: '^"' } } },
    responses: {
      NotFound: {
        content: { "application/json": { schema: { type: "object", properties: { code: { const: "NOT_FOUND" } } } } },
      },
    },
    schemas: { Tag: { type: "object", properties: { createdAt: { type: "string", format: "date-time" } } } },
  },
});

const reply = (status: number, body?: Record<string, unknown>, headers: Record<string, string> = {}) => ({
  status,
  headers: { ...(body !== undefined && { "content-type": "application/json" }), ...headers },
  text: body === undefined ? "" : JSON.stringify(body),
  body: body ?? {},
});

test("a response that the document describes has no faults", () => {
  expect(
    check(
      "GET",
      "/tags/{tagId}",
      reply(200, { tag: { createdAt: "2026-11-27T12:00:00.000Z" } }, { etag: '"1"', age: "60" }),
    ),
  ).toEqual([]);
  expect(check("GET", "/tags/{tagId}", reply(404, { code: "NOT_FOUND" }))).toEqual([]);
  expect(check("DELETE", "/tags/{tagId}", reply(204))).toEqual([]);
});

test.each([
  ["another status", "GET", reply(403, {}), "GET /tags/{tagId} is not described with status 403"],
  ["another method", "PUT", reply(200, {}), "PUT /tags/{tagId} is not described with status 200"],
  ["a member that is missing", "GET", reply(200, {}), "body: must have required property 'tag'"],
  [
    "a member below a reference",
    "GET",
    reply(200, { tag: { createdAt: "today" } }),
    'body/tag/createdAt: must match format "date-time"',
  ],
  ["the body of a referenced response", "GET", reply(404, { code: "GONE" }), "body/code: must be equal to constant"],
  ["a referenced header", "GET", reply(200, { tag: {} }, { etag: "1" }), 'ETag: must match pattern "^""'],
  ["a header that is no number", "GET", reply(200, { tag: {} }, { age: "old" }), "Age: must be integer"],
  [
    "another media type",
    "GET",
    reply(200, { tag: {} }, { "content-type": "text/html" }),
    "text/html is not described with status 200",
  ],
  ["a body where none is described", "DELETE", reply(204, {}), "application/json is not described with status 204"],
  ["no body where one is described", "GET", reply(200), " is not described with status 200"],
])("%s is found", (_, method, given, fault) => {
  expect(check(method, "/tags/{tagId}", given)).toEqual([fault]);
});
