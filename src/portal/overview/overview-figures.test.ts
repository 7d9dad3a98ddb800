import { describe, expect, test } from "vitest";
import { describeWeek, formatSuccess } from "./overview-figures.ts";

describe("the figures of the Overview", () => {
  test.each([
    [0, 0, "None last week either"],
    [5, 0, "None last week"],
    [100, 100, "Same as last week"],
    [112, 100, "12% more than last week"],
    [80, 100, "20% fewer than last week"],
    [900, 100, "9 times as many as last week"],
  ])("%d requests after %d: %s", (now, before, sentence) => {
    expect(describeWeek(now, before)).toBe(sentence);
  });

  test.each([
    [0, 0, "–"],
    [3, 0, "100%"],
    [1_999, 1, "99.9%"],
    [1, 2, "33.3%"],
  ])("%d delivered, %d failed: %s", (succeeded, failed, text) => {
    expect(formatSuccess(succeeded, failed)).toBe(text);
  });
});
