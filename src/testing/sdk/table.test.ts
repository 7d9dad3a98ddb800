import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { readOperations } from "../../cli/sdk/read-operations.ts";
import { tableFile, writeTable } from "../../cli/sdk/write-table.ts";
import { readDocument } from "../conformance/openapi/list-surface.ts";

test("the SDK's table of operations is current (else: npm run generate)", () => {
  expect(readFileSync(tableFile, "utf8")).toBe(writeTable(readOperations(readDocument())));
});
