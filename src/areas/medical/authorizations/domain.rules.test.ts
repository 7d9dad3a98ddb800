import { describe, expect, test } from "vitest";
import { listLacks, statusOf } from "./domain.rules.ts";

const today = "2026-03-14";
const authorization = {
  caseId: "case_1",
  scope: "all",
  facilityIds: [] as string[],
  signedOn: "2026-01-02",
  expiresOn: null as string | null,
  coversFromOn: null as string | null,
  coversToOn: null as string | null,
  includesMentalHealth: false,
  includesSubstanceUse: false,
  includesHiv: false,
  revokedOn: null as string | null,
};
const request = {
  caseId: "case_1",
  facilityId: "fac_1",
  allDates: false,
  dateRangeStartOn: "2026-01-05" as string | null,
  dateRangeEndOn: "2026-02-01" as string | null,
  includesMentalHealth: false,
  includesSubstanceUse: false,
  includesHiv: false,
};

describe("an authorization", () => {
  test.each<[string, Partial<typeof authorization> | { signedOn: string | null }, string]>([
    ["not signed", { signedOn: null }, "pending"],
    ["signed tomorrow", { signedOn: "2026-03-15" }, "pending"],
    ["signed today", { signedOn: today }, "active"],
    ["on its last day", { expiresOn: today }, "active"],
    ["a day later", { expiresOn: "2026-03-13" }, "expired"],
    ["revoked today", { revokedOn: today }, "revoked"],
  ])("%s", (_, changes, status) => {
    expect(statusOf({ ...authorization, ...changes }, today)).toBe(status);
  });

  test.each<[string, Partial<typeof request>, object, string[]]>([
    ["covers what it names nothing against", {}, {}, []],
    ["is not signed", {}, { signedOn: null }, ["it is not signed"]],
    ["is another case's", {}, { caseId: "case_2" }, ["it belongs to another case"]],
    ["names the facility", {}, { scope: "specific", facilityIds: ["fac_1"] }, []],
    ["names another facility", {}, { scope: "specific", facilityIds: ["fac_2"] }, ["it does not name the facility"]],
    ["covers the dates to the day", {}, { coversFromOn: "2026-01-05", coversToOn: "2026-02-01" }, []],
    ["begins too late", {}, { coversFromOn: "2026-01-06" }, ["it does not cover the requested dates"]],
    ["ends too early", {}, { coversToOn: "2026-01-31" }, ["it does not cover the requested dates"]],
    [
      "has bounds where all dates are requested",
      { allDates: true },
      { coversFromOn: "2020-01-01" },
      ["it does not cover the requested dates"],
    ],
    [
      "has an end where the request has none",
      { dateRangeEndOn: null },
      { coversToOn: "2030-01-01" },
      ["it does not cover the requested dates"],
    ],
    [
      "lacks every sensitive category",
      { includesMentalHealth: true, includesSubstanceUse: true, includesHiv: true },
      {},
      [
        "it does not include mental health",
        "it does not include substance use (42 CFR Part 2)",
        "it does not include HIV",
      ],
    ],
    ["includes what is requested", { includesHiv: true }, { includesHiv: true }, []],
  ])("%s", (_, requested, given, lacks) => {
    expect(listLacks({ ...request, ...requested }, { ...authorization, ...given }, today)).toEqual(lacks);
  });
});
