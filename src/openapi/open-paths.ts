import { basePath } from "../contract/base-path.ts";
import { describeErrorResponse, transportReferences } from "./describe-responses.ts";
import { reference, type JsonObject } from "./json.ts";

function describeHealth(operationId: string, summary: string, description: string, status: string): JsonObject {
  return {
    operationId,
    summary,
    description,
    tags: ["Platform"],
    security: [],
    responses: {
      200: {
        description: "All is well.",
        content: {
          "application/json": {
            schema: {
              type: "object",
              required: ["success", "status"],
              properties: { success: { type: "boolean", const: true }, status: { type: "string", const: status } },
            },
            example: { success: true, status },
          },
        },
      },
      400: reference("responses", "ValidationFailed"),
      ...transportReferences,
      ...(status === "ready" && { 503: reference("responses", "ServiceUnavailable") }),
    },
  };
}

/** What is served without a key, and outside the catalog: see src/http/server.ts. */
export const openPaths: Record<string, Record<string, JsonObject>> = {
  "/api/health": {
    get: describeHealth(
      "health.get",
      "Check the process",
      "Returns 200 while the process is running. Requires no key.",
      "ok",
    ),
  },
  "/api/health/ready": {
    get: describeHealth(
      "health.ready.get",
      "Check the service",
      "Returns 200 when the database responds and is migrated. Requires no key.",
      "ready",
    ),
  },
  [`${basePath}/openapi.json`]: {
    get: {
      operationId: "openapi.get",
      summary: "Get the OpenAPI document",
      description:
        "Returns the OpenAPI document of this server, compressed with `br` or `gzip` where `Accept-Encoding` allows it. `version` chooses an older version of OpenAPI, `area` and `operations` a part of the document: the guide “OpenAPI for every tool” says which tool reads which. Requires no key; limited per IP address.",
      tags: ["Platform"],
      security: [],
      parameters: [
        {
          name: "version",
          in: "query",
          required: false,
          description: "The version of OpenAPI.",
          schema: { type: "string", enum: ["3.1", "3.0", "2.0"], default: "3.1" },
          example: "2.0",
        },
        {
          name: "area",
          in: "query",
          required: false,
          description: "The operations of these areas, separated by commas: the names in the addresses of /docs.",
          schema: { type: "string", maxLength: 1_000 },
          example: "cases,org-team",
        },
        {
          name: "operations",
          in: "query",
          required: false,
          description: "These operations, in addition to those of `area`: their names, separated by commas.",
          schema: { type: "string", maxLength: 8_000 },
          example: "events.list,clients.get",
        },
      ],
      responses: {
        200: {
          description: "The document.",
          headers: { ETag: reference("headers", "ETag") },
          content: {
            "application/json": {
              schema: {
                type: "object",
                properties: {
                  openapi: { type: "string", description: "Of 3.1 and 3.0.", examples: ["3.1.0"] },
                  swagger: { type: "string", description: "Of 2.0.", examples: ["2.0"] },
                },
              },
            },
          },
        },
        304: { description: "Your copy, named by `If-None-Match`, is current. No body." },
        400: reference("responses", "ValidationFailed"),
        ...transportReferences,
        429: describeErrorResponse(429, ["RATE_LIMITED"], { names: ["X-Request-Id", "Retry-After"] }),
        503: reference("responses", "ServiceUnavailable"),
      },
    },
  },
};
