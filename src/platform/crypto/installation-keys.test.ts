import { expect, test } from "vitest";
import { createInstallationKeys } from "./installation-keys.ts";

const installationKeys = createInstallationKeys("an installation's secret, of at least 32 characters");
const sealed = installationKeys.encrypt("org_1 whs_1", "whsec_c2VjcmV0");

test("what is encrypted opens at its place", () => {
  expect(installationKeys.decrypt("org_1 whs_1", sealed)).toBe("whsec_c2VjcmV0");
});

test("it opens neither at another place, nor with another installation's secret, nor changed", () => {
  expect(installationKeys.decrypt("org_1 whs_2", sealed)).toBeNull();
  expect(createInstallationKeys("another installation's secret, just as long").decrypt("org_1 whs_1", sealed)).toBeNull();
  for (const index of [0, 20, 35, sealed.length - 1]) {
    const changed = Buffer.from(sealed);
    changed[index] = (changed[index] ?? 0) ^ 1;
    expect(installationKeys.decrypt("org_1 whs_1", changed)).toBeNull();
  }
  expect(installationKeys.decrypt("org_1 whs_1", Buffer.alloc(3))).toBeNull();
});

test("nothing of it can be read, and no two are alike", () => {
  expect(sealed.toString("latin1")).not.toContain("whsec");
  expect(installationKeys.encrypt("org_1 whs_1", "whsec_c2VjcmV0").equals(sealed)).toBe(false);
});

test("a digest is the same for the same bytes, and another with another installation's secret", () => {
  const bytes = Buffer.from("219644821");
  expect(installationKeys.digest(bytes)).toHaveLength(32);
  expect(installationKeys.digest(bytes).equals(installationKeys.digest(Buffer.from("219644821")))).toBe(true);
  expect(installationKeys.digest(bytes).equals(createInstallationKeys("another installation's secret, just as long").digest(bytes))).toBe(false);
});
