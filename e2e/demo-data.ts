import { readFileSync } from "node:fs";
import { join } from "node:path";
import type { DemoSummary } from "../prisma/seed/demo.ts";

/** demo.json of the server under test: keys, ids and people. */
export function readDemoData(): DemoSummary {
  const folder = process.env["E2E_DATA_DIR"] ?? ".data";
  return JSON.parse(readFileSync(join(folder, "demo.json"), "utf8")) as DemoSummary;
}
