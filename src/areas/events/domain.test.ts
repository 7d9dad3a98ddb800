import { expect, test } from "vitest";
import { allScopes } from "../../testing/harness/tenant.ts";
import { seesInFull } from "./domain.redaction.ts";

test("an event of an unknown entity is redacted for every scope", () => {
  expect(seesInFull(new Set(allScopes), "case")).toBe(true);
  expect(seesInFull(new Set(allScopes), "gadget")).toBe(false);
  expect(seesInFull(new Set(allScopes), "toString")).toBe(false);
});
