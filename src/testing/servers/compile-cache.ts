import { join } from "node:path";
import { inject } from "vitest";

/** Where the processes of a run keep the product's compiled modules: each start after the first costs half as much. */
export function compileCacheFolder(): string {
  return join(inject("dataDirectory"), "compiled");
}
