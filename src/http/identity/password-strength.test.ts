import { expect, test } from "vitest";
import { maxPasswordLength, minPasswordLength } from "../../contract/portal/passwords.ts";
import { isEasilyGuessed } from "./password-strength.ts";

test.each([
  "password1234",
  "123456789012",
  "qwertyuiop12",
  "iloveyou1234",
  "caseport2026",
  "Lawfirm-2026",
  "paralegal123",
  "aaaaaaaaaaaaaaaa",
  "abcd".repeat(32),
])("%s is easily guessed", async (password) => {
  expect(password.length).toBeGreaterThanOrEqual(minPasswordLength);
  expect(await isEasilyGuessed(password)).toBe(true);
});

test.each(["correct-horse-battery", "another password entirely", "Xk29dkwoqpzm", "naïve élan über ångström"])(
  "%s is not",
  async (password) => {
    expect(await isEasilyGuessed(password)).toBe(false);
  },
);

test("the longest password is estimated", async () => {
  expect(await isEasilyGuessed("aB3$xyz9 qwerty pass ".repeat(8).slice(0, maxPasswordLength))).toBe(false);
});
