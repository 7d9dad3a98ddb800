import { describe, expect, test } from "vitest";
import { listSteps, placeBar } from "./waterfall-steps.ts";
import type { Line } from "./views.ts";

const line = (kind: Line["kind"], amountCents: number, key: string = kind): Line => ({
  key,
  kind,
  label: key,
  payee: null,
  lienholder: null,
  amountCents,
  computedCents: amountCents,
  reductionCents: 0,
  disbursedCents: 0,
  explanation: `${key} is explained`,
  source: null,
});

/** Example A of the page on settlement funds, with its costs in two lines. */
const lines = [
  line("attorney_fee", 3_333_333),
  line("case_cost", 400_000, "records"),
  line("case_cost", 21_758, "filing"),
  line("lien", 779_365),
  line("net_to_client", 5_465_544),
];

describe("the bars of a statement", () => {
  test("lead from gross to net, each from where the one before ended", () => {
    const steps = listSteps(lines);
    expect(steps.map(({ kind, fromCents, toCents }) => [kind, fromCents, toCents])).toEqual([
      ["gross", 0, 10_000_000],
      ["attorney_fee", 6_666_667, 10_000_000],
      ["case_cost", 6_244_909, 6_666_667],
      ["lien", 5_465_544, 6_244_909],
      ["net_to_client", 0, 5_465_544],
    ]);
    expect(steps[2]?.lines.map(({ label }) => label)).toEqual(["records", "filing"]);
  });

  test("end with the net also where nothing is left for the client", () => {
    expect(listSteps([line("attorney_fee", 100)]).at(-1)).toEqual({
      kind: "net_to_client",
      amountCents: 0,
      fromCents: 0,
      toCents: 0,
      lines: [],
    });
  });

  test.each([
    ["a cent of a million", { fromCents: 99_999_999, amountCents: 1 }, { start: 0.996, width: 0.004 }],
    ["nothing", { fromCents: 50, amountCents: 0 }, { start: 0.000_000_5, width: 0 }],
    ["a half", { fromCents: 0, amountCents: 50_000_000 }, { start: 0, width: 0.5 }],
  ])("show %s inside the plot", (_name, step, place) => {
    expect(placeBar(step, 100_000_000)).toEqual(place);
  });

  test("of a share of nothing have no width", () => {
    expect(placeBar({ fromCents: 0, amountCents: 0 }, 0)).toEqual({ start: 0, width: 0 });
  });
});
