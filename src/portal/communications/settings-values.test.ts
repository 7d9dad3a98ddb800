import { describe, expect, test } from "vitest";
import { formatTimeOfDay } from "../../contract/values/due-time.ts";
import { sendingTab as texts } from "./lazy-strings.ts";
import { beginnings, endings, parseSettings, withChosen, type SettingsValues } from "./settings-values.ts";

const values: SettingsValues = {
  senderName: " Hart & Lowe ",
  replyTo: "office@example.com",
  stopReply: "",
  startReply: " ",
  helpReply: "Hart & Lowe. Reply STOP to opt out.",
  quietHours: "defer",
  textsFrom: "08:00",
  textsUntil: "21:00",
  dailyLimit: "1,000",
};
const parse = (changed: Partial<SettingsValues> = {}) => parseSettings({ ...values, ...changed }, texts);

describe("the values of the settings' form", () => {
  test("are sent trimmed, and what is empty as none", () => {
    expect(parse().changes).toEqual({
      senderName: "Hart & Lowe",
      replyTo: "office@example.com",
      stopReply: null,
      startReply: null,
      helpReply: "Hart & Lowe. Reply STOP to opt out.",
      quietHours: "defer",
      textsFrom: "08:00",
      textsUntil: "21:00",
      dailyLimit: 1_000,
    });
  });

  test.each([
    ["replyTo", "office", texts.enterEmail],
    ["dailyLimit", "0", texts.enterLimit],
    ["dailyLimit", "100001", texts.enterLimit],
    ["dailyLimit", "1.5", texts.enterLimit],
    ["stopReply", "x".repeat(307), texts.isLong],
  ] as const)("with %s %j have a fault there", (field, wrong, fault) => {
    expect(parse({ [field]: wrong })).toEqual({ faults: { [field]: fault }, changes: null });
  });

  test("need three hours of texts, and take exactly three", () => {
    expect(parse({ textsFrom: "18:00", textsUntil: "20:30" }).faults).toEqual({ textsUntil: texts.enterWindow });
    expect(parse({ textsFrom: "18:00", textsUntil: "21:00" }).changes).toMatchObject({ textsFrom: "18:00" });
  });
});

test("times of a day are half hours, with the firm's own between them", () => {
  expect([beginnings[0], beginnings.at(-1), endings[0], endings.at(-1)]).toEqual(["08:00", "18:00", "11:00", "21:00"]);
  expect(withChosen(beginnings, "08:15").slice(0, 3)).toEqual(["08:00", "08:15", "08:30"]);
  expect(["00:05", "08:30", "12:00", "21:00"].map(formatTimeOfDay)).toEqual([
    "12:05 AM",
    "8:30 AM",
    "12:00 PM",
    "9:00 PM",
  ]);
});
