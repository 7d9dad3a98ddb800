import { ids } from "../../../contract/examples/example-story.ts";
import type { OperationExample } from "../../../contract/examples/operation-example.ts";
import type { DeadlineCalculation } from "./schema.ts";

const counted = {
  method: "rule_6",
  engine: "2",
  startOn: "2026-11-02",
  startTime: null,
  offset: 21,
  unit: "calendar_days",
  direction: "after",
  startRule: "next_day",
  nextWeekday: null,
  rawOn: "2026-11-23",
  rolledOn: "2026-11-27",
  dueTime: null,
  jurisdiction: "US",
  service: {
    ruleKey: "service.us",
    method: "mail",
    days: 3,
    unit: "calendar_days",
    order: "after_roll",
    citation: "Fed. R. Civ. P. 6(d)",
    isVerified: false,
  },
  serviceDays: 3,
  skippedDays: [{ on: "2026-11-26", reason: "holiday", name: "Thanksgiving Day" }],
  tolledDays: 0,
  minority: null,
  discovery: null,
  reposeOn: null,
  candidates: [],
  conservativeOn: "2026-11-27",
  calendar: { id: null, revision: 1, isVerified: false },
  ruleKey: null,
  citation: null,
  warnings: ["unverified_rule", "unverified_calendar"],
  steps: [
    { text: "21 days after the start, which is not counted", on: "2026-11-23" },
    { text: "3 days are added after the period for service by mail (Fed. R. Civ. P. 6(d))", on: "2026-11-26" },
    { text: "Closed; moved to the next open day", on: "2026-11-27" },
  ],
} satisfies DeadlineCalculation;

const limited = {
  ...counted,
  method: "limitation",
  jurisdiction: null,
  service: null,
  startOn: "2025-11-20",
  offset: 2,
  unit: "years",
  rawOn: "2027-11-20",
  rolledOn: "2027-11-20",
  serviceDays: 0,
  skippedDays: [],
  candidates: [{ label: "From the incident", on: "2027-11-20" }],
  conservativeOn: "2027-11-20",
  ruleKey: "limitation.tx.personal_injury",
  citation: "Civ. Prac. & Rem. Code § 16.003(a)",
  warnings: ["unverified_rule", "unverified_calendar", "falls_on_closed_day"],
  steps: [
    { text: "From the incident", on: "2025-11-20" },
    { text: "2 years after it", on: "2027-11-20" },
  ],
} satisfies DeadlineCalculation;

export const calculationExamples = {
  "deadlines.calculate": {
    body: { startOn: "2026-11-02", offset: 21, unit: "calendar_days", serviceMethod: "mail" },
    response: { calculation: counted, dueOn: "2026-11-27", dueAt: "2026-11-28T06:00:00.000Z" },
  },
  "cases.limitationSuggestions.list": {
    parameters: { caseId: ids.caseId, governmentEntity: "no" },
    response: {
      nextCursor: null,
      suggestions: [
        {
          ruleKey: "limitation.tx.personal_injury",
          type: "statute_of_limitations",
          claim: "personal_injury",
          dueOn: "2027-11-20",
          conservativeDueOn: "2027-11-20",
          actByOn: "2027-11-19",
          calculation: limited,
          citation: "Civ. Prac. & Rem. Code § 16.003(a)",
          verification: "unverified",
          asOf: "2025-06",
          existingDeadlineId: null,
        },
      ],
      missing: [],
    },
  },
} satisfies Record<string, OperationExample>;
