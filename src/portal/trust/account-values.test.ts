import { describe, expect, test } from "vitest";
import { newAccount, parseAccount } from "./account-values.ts";

const complete = { ...newAccount, name: " IOLTA ", bankName: "First Bank", accountNumberLast4: "0042" };

describe("a new trust account", () => {
  test("is sent with numbers in days and cents", () => {
    expect(parseAccount(complete)).toEqual({
      account: {
        name: "IOLTA",
        bankName: "First Bank",
        accountNumberLast4: "0042",
        type: "iolta",
        jurisdiction: "PA",
        holdBusinessDays: { check: 10, cashiers_check: 1, ach: 3 },
        firmFundsLimitCents: 50_000,
      },
      faults: {},
    });
  });

  test.each([
    [{ name: " " }, "name"],
    [{ bankName: "" }, "bankName"],
    [{ accountNumberLast4: "42" }, "accountNumberLast4"],
    [{ accountNumberLast4: "00 42" }, "accountNumberLast4"],
    [{ hold: { ...newAccount.hold, check: "" } }, "holdBusinessDays.check"],
    [{ hold: { ...newAccount.hold, ach: "1.5" } }, "holdBusinessDays.ach"],
    [{ hold: { ...newAccount.hold, check: "61" } }, "holdBusinessDays.check"],
    [{ limit: "five" }, "firmFundsLimitCents"],
    [{ limit: "100000.01" }, "firmFundsLimitCents"],
  ])("with %j has a fault at %s, and is not sent", (changed, path) => {
    const { account, faults } = parseAccount({ ...complete, ...changed });
    expect(account).toBeNull();
    expect(Object.keys(faults)).toEqual([path]);
  });
});
