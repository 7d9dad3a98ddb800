import { expect, test } from "vitest";
import { createVault } from "./installation-keys.ts";

const vault = createVault("an installation's secret, of at least 32 characters");
const sealed = vault.seal("org_1 whs_1", "whsec_c2VjcmV0");

test("what is sealed opens at its place", () => {
  expect(vault.open("org_1 whs_1", sealed)).toBe("whsec_c2VjcmV0");
});

test("it opens neither at another place, nor with another installation's secret, nor changed", () => {
  expect(vault.open("org_1 whs_2", sealed)).toBeNull();
  expect(createVault("another installation's secret, just as long").open("org_1 whs_1", sealed)).toBeNull();
  for (const index of [0, 20, 35, sealed.length - 1]) {
    const changed = Buffer.from(sealed);
    changed[index] = (changed[index] ?? 0) ^ 1;
    expect(vault.open("org_1 whs_1", changed)).toBeNull();
  }
  expect(vault.open("org_1 whs_1", Buffer.alloc(3))).toBeNull();
});

test("nothing of it can be read, and no two are alike", () => {
  expect(sealed.toString("latin1")).not.toContain("whsec");
  expect(vault.seal("org_1 whs_1", "whsec_c2VjcmV0").equals(sealed)).toBe(false);
});

test("a digest is the same for the same bytes, and another with another installation's secret", () => {
  const bytes = Buffer.from("219644821");
  expect(vault.digest(bytes)).toHaveLength(32);
  expect(vault.digest(bytes).equals(vault.digest(Buffer.from("219644821")))).toBe(true);
  expect(vault.digest(bytes).equals(createVault("another installation's secret, just as long").digest(bytes))).toBe(false);
});
