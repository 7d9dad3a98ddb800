import { expect, test } from "vitest";
import { BusinessDays } from "../../../platform/business-days.ts";
import { federalTemplate } from "../../organization/holiday-calendars/domain.templates.ts";
import { calculateLimitation } from "./domain.limitation.ts";
import { limitationDecisions } from "./fixtures.limitation-decisions.ts";

const verifiedThroughOn = "2060-12-31";
const court = {
  calendar: { id: null, revision: 1, verifiedThroughOn },
  days: new BusinessDays({
    workWeek: [1, 2, 3, 4, 5],
    rules: federalTemplate.rules,
    exceptions: [],
    verifiedThroughOn,
  }),
};

test.each(limitationDecisions)(
  "$id: $source",
  ({
    rule: citation,
    incidentOn,
    period,
    claim = "personal_injury",
    bornOn = null,
    minority = null,
    tolling = [],
    moves = false,
    expected,
  }) => {
    const result = calculateLimitation(
      {
        rule: {
          claim,
          period: { years: 0, months: 0, days: 0, ...period },
          from: "incident",
          discovery: "none",
          discoveryPeriod: null,
          repose: null,
          effectiveFrom: null,
          effectiveUntil: null,
          direction: "after",
          key: "limitation.zz.test",
          citation,
          isVerified: true,
        },
        minority,
        facts: {
          incidentOn,
          bornOn,
          deathOn: null,
          discoveredOn: null,
          treatmentEndedOn: null,
          claimRejectedOn: null,
          limitationOn: null,
          accrual: null,
        },
        tolling,
        rollRule: moves ? "next_open_day" : "none",
      },
      court,
    );
    expect(result).toMatchObject({ calculation: { rolledOn: expected } });
  },
);
