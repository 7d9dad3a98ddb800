import type { ApiDescription } from "../describe-api.ts";
import { chooseOperations, type ChosenOperations } from "./choose-operations.ts";
import { toOpenApi30 } from "./openapi-3-0.ts";
import { toSwagger20 } from "./swagger-2-0.ts";

export interface FormRequest extends ChosenOperations {
  /** The text of the OpenAPI 3.1 document, in UTF-8. */
  document: Uint8Array;
  version: "3.1" | "3.0" | "2.0";
}

/**
 * Writes the document in a version of OpenAPI, with the chosen operations. The whole document takes seconds, so it runs
 * in a thread.
 */
export function writeForm({ document, version, ...chosen }: FormRequest): string {
  const described = JSON.parse(new TextDecoder().decode(document)) as ApiDescription;
  const part = chooseOperations(described, chosen);
  if (version === "3.1") return JSON.stringify(part);
  const older = toOpenApi30(part);
  return JSON.stringify(version === "3.0" ? older : toSwagger20(older));
}
