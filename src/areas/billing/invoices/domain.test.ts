import { describe, expect, test } from "vitest";
import { AppError } from "../../../contract/errors/error-codes.ts";
import { invoiceTransitions, assertInvoiceTransition } from "./domain.describe.ts";
import { InvoiceStatus } from "./schema.ts";

/** The contract's table, "Invoice moves", copied by hand: the code's own table must not check itself. */
const allowed = new Set([
  "draft sent",
  "draft to_be_paid",
  "sent paid",
  "sent partial",
  "sent overdue",
  "sent to_be_paid",
  "to_be_paid partial",
  "to_be_paid paid",
  "partial paid",
  "partial overdue",
  "overdue partial",
  "overdue paid",
]);

const pairs = InvoiceStatus.options.flatMap((from) => InvoiceStatus.options.map((to) => ({ from, to })));

describe("the 36 pairs of invoice statuses", () => {
  test.each(pairs)("$from to $to", ({ from, to }) => {
    if (allowed.has(`${from} ${to}`)) return void expect(() => assertInvoiceTransition(from, to)).not.toThrow();
    const rejection = catchRejection(() => assertInvoiceTransition(from, to));
    expect(rejection.code).toBe("INVALID_STATE_TRANSITION");
    expect(rejection.message).toContain(from);
    for (const next of invoiceTransitions[from]) expect(rejection.message).toContain(next);
  });

  test("are 36, of which 12 are allowed transitions", () => {
    expect([pairs.length, allowed.size, Object.values(invoiceTransitions).flat().length]).toEqual([36, 12, 12]);
  });

  test("the error message for a paid invoice says that no transition is allowed", () => {
    expect(() => assertInvoiceTransition("paid", "draft")).toThrow("it allows no further transition");
  });
});

function catchRejection(work: () => void): AppError {
  try {
    work();
  } catch (error) {
    if (error instanceof AppError) return error;
  }
  throw new Error("was not rejected");
}
