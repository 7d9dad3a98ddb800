import { describe, expect, test } from "vitest";
import { formatMessage } from "./format-message.ts";
import { exactTime, formatTime } from "./format.ts";

describe("dates and amounts of a message of the server", () => {
  test("are written as a reader knows them", () => {
    expect(formatMessage("The account is closed through 2026-10-31: reopen the reconciliation first")).toBe(
      "The account is closed through Oct 31, 2026: reopen the reconciliation first",
    );
    expect(formatMessage("must be from 2026-10-01 to 2026-10-31")).toBe("must be from Oct 1, 2026 to Oct 31, 2026");
  });

  test("an instant has its time of day in the reader's zone", () => {
    const instant = "2026-11-30T21:05:00.000Z";
    expect(formatMessage(`Sent at ${instant}.`)).toBe(`Sent at ${formatTime(instant, exactTime)}.`);
    expect(formatMessage(`Sent at ${instant}.`)).toMatch(/^Sent at (Nov 30|Dec 1), 2026, \d+:\d{2} [AP]M .+\.$/);
  });

  test("an amount is written in dollars", () => {
    expect(formatMessage("The deductions exceed the share by 123456 cents")).toBe(
      "The deductions exceed the share by $1,234.56",
    );
  });

  test.each([
    "“2026-10-31” is no date",
    "must be a day, such as 11/30/2026 or 2026-11-30",
    "must be an instant such as 2027-03-14T00:00:00Z",
    'column "2026-10-31" is unknown',
    "2026-02-30 is not in the calendar",
    "check 2026-10-311",
    "INV-2026-000412",
    "case 2026-000003",
    "2026-10-31-a.pdf",
    "",
  ])("%j stays", (text) => {
    expect(formatMessage(text)).toBe(text);
  });
});
