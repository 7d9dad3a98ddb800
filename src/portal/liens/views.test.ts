import { expect, test } from "vitest";
import { dayFromNow, findExpiry, nameLien, urgencyOfDay } from "./views.ts";

const now = Date.parse("2026-11-30T12:00:00Z");

test.each([
  ["2026-11-29", "expired"],
  ["2026-11-30", "soon"],
  ["2026-12-14", "soon"],
  ["2026-12-15", null],
  [null, null],
] as const)("a final amount that is accepted until %s is %s on 2026-11-30", (finalDemandExpiresOn, expected) => {
  expect(findExpiry({ status: "final", finalDemandExpiresOn }, now)).toBe(expected);
  expect(findExpiry({ status: "paid", finalDemandExpiresOn }, now)).toBeNull();
});

test("thirty days from a day of standard time are counted by the calendar", () => {
  expect(dayFromNow(30, Date.parse("2027-02-28T23:59:00Z"))).toBe("2027-03-30");
});

test("a lien has the name of its lienholder, or of its type where that is not shown", () => {
  expect(nameLien({ lienholder: { id: "con_1", name: "Acme Health" }, type: "private_health" })).toBe("Acme Health");
  expect(nameLien({ lienholder: null, type: "erisa_self_funded" })).toBe("ERISA plan, self-funded");
});

test("a day is red once it is past, and amber in the week before", () => {
  expect([-1, 0, 7, 8].map((days) => urgencyOfDay(dayFromNow(days)))).toEqual(["overdue", "soon", "soon", null]);
});
