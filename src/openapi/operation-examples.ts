import type { JsonObject } from "./json.ts";

/** What an operation looks like in use. The tests hold every one against the operation's own schemas. */
export interface OperationExamples {
  /** Path and query parameters. */
  parameters?: Readonly<Record<string, string | number>>;
  body?: JsonObject;
  /** What stands beside `success: true`. */
  answer: JsonObject;
}
