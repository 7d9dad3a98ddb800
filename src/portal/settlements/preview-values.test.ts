import { describe, expect, test } from "vitest";
import { listLiens, parsePreview, readPreviewValues, type CalculatedShare } from "./preview-values.ts";

const line = (kind: CalculatedShare["lines"][number]["kind"], amountCents: number, lienId: string | null = null) => ({
  key: `${kind} ${lienId}`,
  kind,
  label: "Lien",
  payee: null,
  amountCents,
  computedCents: amountCents,
  reductionCents: 0,
  explanation: "",
  source: lienId === null ? null : { entity: "lien" as const, id: lienId },
});
/** Example M of the page on settlement funds, with a lien that is final besides. */
const lines = [
  line("attorney_fee", 3_333_333),
  line("lien", 430_000, "lien_1"),
  line("holdback", 1_248_000, "lien_2"),
  line("holdback", 10_000),
];
const liens = listLiens({ lines });
const values = readPreviewValues(liens);

describe("a preview", () => {
  test("begins with what the case has: nothing is sent in its place", () => {
    expect(values.liens).toEqual({ lien_1: "4300.00", lien_2: "12480.00" });
    expect(parsePreview("sts_1", liens, values)).toEqual({ given: { shares: [{ shareId: "sts_1" }] }, faults: {} });
  });

  test("pays a lien that was held back once its amount is changed, and keeps the others", () => {
    const { given } = parsePreview("sts_1", liens, { ...values, liens: { ...values.liens, lien_2: "7,793.65" } });
    expect(given?.shares?.[0]?.liens).toEqual([
      { lienId: "lien_1", amountCents: 430_000 },
      { lienId: "lien_2", amountCents: 779_365 },
    ]);
    const other = parsePreview("sts_1", liens, { ...values, liens: { ...values.liens, lien_1: "0" } });
    expect(other.given?.shares?.[0]?.liens).toEqual([
      { lienId: "lien_1", amountCents: 0 },
      { lienId: "lien_2", holdbackCents: 1_248_000 },
    ]);
  });

  test("takes another stage of the fee and a reduction with a reason", () => {
    expect(parsePreview("sts_1", liens, { ...values, feeTrigger: "trial", feeReduction: "$100.50" }).given).toEqual({
      feeTrigger: "trial",
      shares: [{ shareId: "sts_1", feeReductionCents: 10_050, feeReductionReason: expect.any(String) }],
    });
  });

  test("names each field that is no amount", () => {
    const wrong = parsePreview("sts_1", liens, {
      ...values,
      feeReduction: "a lot",
      liens: { lien_1: "", lien_2: "1" },
    });
    expect([wrong.given, Object.keys(wrong.faults)]).toEqual([null, ["feeReduction", "lien_1"]]);
  });
});
