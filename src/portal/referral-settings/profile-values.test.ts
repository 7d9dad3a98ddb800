import { describe, expect, test } from "vitest";
import { parseProfile, toFormValues } from "./profile-values.ts";

const profile = {
  displayName: "Okafor & Lindqvist LLP",
  accepts: "nobody",
  answerWithinBusinessDays: 3,
  expiresAfterDays: 7,
  needsConflictCheck: false,
  autoUpdates: false,
} as const;
const texts = {
  enterDisplayName: "Enter a name.",
  enterNumber: (least: number, most: number) => `from ${least} to ${most}`,
};
const parse = (changed: Partial<ReturnType<typeof toFormValues>>) =>
  parseProfile({ ...toFormValues(profile), ...changed }, texts);

describe("the values of the form", () => {
  test("are sent as they were loaded", () => {
    expect(parse({})).toEqual({ faults: {}, changes: profile });
  });

  test("are trimmed", () => {
    const { changes } = parse({ displayName: "  Castillo  ", expiresAfterDays: " 90 " });
    expect(changes).toMatchObject({ displayName: "Castillo", expiresAfterDays: 90 });
  });

  test.each([
    [{ displayName: "  " }, { displayName: "Enter a name." }],
    [{ answerWithinBusinessDays: "0" }, { answerWithinBusinessDays: "from 1 to 10" }],
    [{ answerWithinBusinessDays: "11" }, { answerWithinBusinessDays: "from 1 to 10" }],
    [{ expiresAfterDays: "" }, { expiresAfterDays: "from 1 to 90" }],
    [{ expiresAfterDays: "7.5" }, { expiresAfterDays: "from 1 to 90" }],
    [{ expiresAfterDays: "91" }, { expiresAfterDays: "from 1 to 90" }],
  ])("%o is a fault of its field", (changed, faults) => {
    expect(parse(changed)).toEqual({ faults, changes: null });
  });
});
