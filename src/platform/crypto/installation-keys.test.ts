import { expect, test } from "vitest";
import { createInstallationKeys } from "./installation-keys.ts";

const installationKeys = createInstallationKeys("an installation's secret, of at least 32 characters");
const encrypted = installationKeys.encrypt("org_1 whs_1", "whsec_c2VjcmV0");

test("an encrypted value decrypts in its own place", () => {
  expect(installationKeys.decrypt("org_1 whs_1", encrypted)).toBe("whsec_c2VjcmV0");
});

test("it does not decrypt in another place, with another installation's secret, or modified", () => {
  expect(installationKeys.decrypt("org_1 whs_2", encrypted)).toBeNull();
  expect(
    createInstallationKeys("another installation's secret, just as long").decrypt("org_1 whs_1", encrypted),
  ).toBeNull();
  for (const index of [0, 20, 35, encrypted.length - 1]) {
    const changed = Buffer.from(encrypted);
    changed[index] = (changed[index] ?? 0) ^ 1;
    expect(installationKeys.decrypt("org_1 whs_1", changed)).toBeNull();
  }
  expect(installationKeys.decrypt("org_1 whs_1", Buffer.alloc(3))).toBeNull();
});

test("ciphertexts reveal nothing and are all different", () => {
  expect(encrypted.toString("latin1")).not.toContain("whsec");
  expect(installationKeys.encrypt("org_1 whs_1", "whsec_c2VjcmV0").equals(encrypted)).toBe(false);
});

test("a digest is the same for the same bytes, and differs between installations", () => {
  const bytes = Buffer.from("219644821");
  expect(installationKeys.digest(bytes)).toHaveLength(32);
  expect(installationKeys.digest(bytes).equals(installationKeys.digest(Buffer.from("219644821")))).toBe(true);
  expect(
    installationKeys
      .digest(bytes)
      .equals(createInstallationKeys("another installation's secret, just as long").digest(bytes)),
  ).toBe(false);
});
