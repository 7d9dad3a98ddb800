import { expect, test } from "vitest";
import { listFindings, formatOutcome } from "./verdict-labels.ts";
import type { Verdict } from "./verify-message.ts";

const good: Verdict = {
  isVerified: true,
  missing: [],
  secret: { fault: null, bytes: 32 },
  timestamp: { fault: null, ageSeconds: 12 },
  signatures: [{ version: "v1", fits: true }],
  bodyForm: "as_pasted",
};
const findingOf = (changes: Partial<Verdict>, check: string) =>
  listFindings({ ...good, isVerified: false, ...changes }).find((finding) => finding.check === check);

test("a valid message passes every check", () => {
  expect(formatOutcome(good).tone).toBe("success");
  expect(listFindings(good).map(({ state }) => state)).toEqual(["good", "good", "good", "good"]);
});

test("an old message with a valid signature differs from one with an invalid signature", () => {
  expect(formatOutcome({ ...good, isVerified: false, timestamp: { fault: "too_old", ageSeconds: 400 } }).tone).toBe(
    "warning",
  );
  expect(formatOutcome({ ...good, isVerified: false, bodyForm: null }).tone).toBe("danger");
  expect(formatOutcome({ ...good, isVerified: false, bodyForm: "trimmed" }).tone).toBe("danger");
});

test.each([
  [301, "5 minutes ago"],
  [3 * 3_600, "3 hours ago"],
  [3 * 86_400 + 5, "3 days ago"],
])("formats an age of %i seconds as %s", (ageSeconds, words) => {
  expect(findingOf({ timestamp: { fault: "too_old", ageSeconds } }, "Timestamp")?.sentence).toContain(words);
});

test("of several signatures, the matching one is named", () => {
  const signatures = [
    { version: "v1", fits: false },
    { version: "v1", fits: true },
  ];
  expect(findingOf({ signatures }, "Signature")?.sentence).toMatch(/^Number 2 of 2 matches/);
  expect(
    findingOf({ signatures: signatures.map((each) => ({ ...each, fits: false })), bodyForm: null }, "Signature")
      ?.sentence,
  ).toMatch(/^None of the 2/);
});

test("a check that could not be computed neither passes nor fails", () => {
  expect(findingOf({ signatures: null, bodyForm: null, missing: ["webhook-id"] }, "Signature")?.state).toBe("unknown");
});
