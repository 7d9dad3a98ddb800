import { describe, expect, test } from "vitest";
import { parseSettings, toFormValues } from "./settings-values.ts";

const texts = { enterEmail: "email", enterNumber: (least: number, most: number) => `${least} to ${most}` };
const settings = {
  senderName: "Hart & Lowe",
  replyTo: null,
  expiresInDays: 30,
  reminders: { firstAfterDays: 3, everyDays: 3, max: 5 },
  language: "en",
} as const;

describe("the values of the settings' form", () => {
  test("are sent as they were read", () => {
    expect(parseSettings(toFormValues(settings), texts)).toEqual({ faults: {}, changes: settings });
  });

  test("are none where they are blank", () => {
    const { changes } = parseSettings({ ...toFormValues(settings), senderName: "  ", replyTo: " " }, texts);
    expect(changes).toMatchObject({ senderName: null, replyTo: null });
  });

  test.each([
    ["expiresInDays", "0", "1 to 180"],
    ["expiresInDays", "181", "1 to 180"],
    ["firstAfterDays", "1.5", "1 to 30"],
    ["everyDays", "", "1 to 30"],
    ["max", "11", "0 to 10"],
    ["replyTo", "office", "email"],
  ] as const)("with %s %j stand at their field", (name, text, fault) => {
    expect(parseSettings({ ...toFormValues(settings), [name]: text }, texts)).toEqual({
      faults: { [name]: fault },
      changes: null,
    });
  });
});
