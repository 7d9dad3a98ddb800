import { Ajv2020 } from "ajv/dist/2020.js";
import addFormats from "ajv-formats";
import type { Reply } from "./send.ts";

/**
 * Checks responses by the OpenAPI document alone, with a validator that is not ours: Ajv, which reads the schemas where
 * they are in it.
 */
export interface OutsideValidator {
  /** What in a response differs from the document: empty when nothing does. */
  check(method: string, pathTemplate: string, reply: Reply): string[];
}

interface DescribedResponse {
  headers?: Record<string, object>;
  content?: Record<string, object>;
}

const documentName = "openapi.json";

/**
 * Keywords that it does not know are OpenAPI's. Compiling takes longer than validating: code that runs once need not be
 * optimized, and what many responses refer to is compiled once.
 */
const options = { strict: false, inlineRefs: false, code: { optimize: false } };

/** @param document the OpenAPI document as it is served */
export function openOutsideValidator(document: object): OutsideValidator {
  const ajv = addFormats(new Ajv2020(options)).addSchema(document, documentName, undefined, false);
  // A header is text, also where a number is described.
  const coercing = addFormats(new Ajv2020({ ...options, coerceTypes: true })).addSchema(
    document,
    documentName,
    undefined,
    false,
  );
  const findFaults = (by: Ajv2020, address: string, value: unknown, name: string): string[] => {
    const validate = by.getSchema(`${documentName}${address}`);
    if (validate === undefined) return [`${name}: ${address} is missing`];
    return validate(value) === true
      ? []
      : (validate.errors ?? []).map(({ instancePath, message }) => `${name}${instancePath}: ${message}`);
  };
  return {
    check: (method, pathTemplate, { status, headers, text, body }) => {
      const response = follow(
        document,
        addressBelow("#", "paths", pathTemplate, method.toLowerCase(), "responses", String(status)),
      );
      if (response === undefined) return [`${method} ${pathTemplate} is not described with status ${status}`];
      const described = response.value as DescribedResponse;
      const headerFaults = Object.keys(described.headers ?? {}).flatMap((name) => {
        const sent = headers[name.toLowerCase()];
        const address = follow(document, addressBelow(response.address, "headers", name))?.address;
        return sent === undefined ? [] : findFaults(coercing, `${address}/schema`, sent, name);
      });
      const [mediaType = ""] = (headers["content-type"] ?? "").split(";");
      if (described.content?.[mediaType] === undefined && (described.content !== undefined || text !== ""))
        return [...headerFaults, `${mediaType} is not described with status ${status}`];
      return [
        ...headerFaults,
        ...(text === ""
          ? []
          : findFaults(ajv, addressBelow(response.address, "content", mediaType, "schema"), body, "body")),
      ];
    },
  };
}

/** Below `#`, `paths`, `/api/v1/cases` and `get`: `#/paths/~1api~1v1~1cases/get`. */
function addressBelow(address: string, ...names: string[]): string {
  return [address, ...names.map((name) => name.replaceAll("~", "~0").replaceAll("/", "~1"))].join("/");
}

/** What is at an address of the document, or at the one that it refers to there. */
function follow(document: object, address: string): { address: string; value: object } | undefined {
  const names = address
    .split("/")
    .slice(1)
    .map((name) => name.replaceAll("~1", "/").replaceAll("~0", "~"));
  const value = names.reduce<unknown>(
    (found, name) => (found as Record<string, unknown> | undefined)?.[name],
    document,
  ) as { $ref?: string } | undefined;
  if (value?.$ref !== undefined) return follow(document, value.$ref);
  return value === undefined ? undefined : { address, value };
}
