import { describe, expect, test } from "vitest";
import { describeWeek, formatSuccess, nameReason } from "./overview-figures.ts";

describe("the figures of the Overview", () => {
  test.each([
    [0, 0, "none a week before either"],
    [5, 0, "none a week before"],
    [100, 100, "as many as a week before"],
    [112, 100, "12% more than a week before"],
    [80, 100, "20% fewer than a week before"],
    [900, 100, "9 times as many as a week before"],
  ])("%d requests after %d: %s", (now, before, sentence) => {
    expect(describeWeek(now, before)).toBe(sentence);
  });

  test("a reason is named by its check, and a rule's by its code", () => {
    expect(nameReason({ refusedBy: "scope", code: "FORBIDDEN" })).toBe("Scope missing");
    expect(nameReason({ refusedBy: "domain", code: "NOT_FOUND" })).toBe("Record not found");
    expect(nameReason({ refusedBy: "domain", code: "CONFLICT_OF_ANOTHER_KIND" })).toBe("Rejected by a rule");
  });

  test.each([[0, 0, "–"], [3, 0, "100%"], [1_999, 1, "99.9%"], [1, 2, "33.3%"]])("%d delivered, %d failed: %s", (succeeded, failed, text) => {
    expect(formatSuccess(succeeded, failed)).toBe(text);
  });
});
