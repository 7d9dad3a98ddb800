import { ids, times } from "../../../contract/examples/example-story.ts";
import type { OperationExample } from "../../../contract/examples/operation-example.ts";
import type { HolidayCalendar, HolidayRule } from "./schema.ts";

const { organizationId, attorneyId } = ids;

const rules = [
  {
    key: "new_year",
    name: "New Year’s Day",
    on: { type: "date", month: 1, day: 1 },
    observed: { saturday: "previous_friday", sunday: "next_monday" },
    firstYear: null,
    lastYear: null,
    citation: "5 U.S.C. § 6103(a)",
    isDoubtful: false,
    certainObservance: "both",
    years: null,
    counts: "both",
  },
  {
    key: "thanksgiving",
    name: "Thanksgiving Day",
    on: { type: "nth_weekday", month: 11, weekday: 4, n: 4, plusDays: 0 },
    observed: { saturday: "none", sunday: "none" },
    firstYear: null,
    lastYear: null,
    citation: "5 U.S.C. § 6103(a)",
    isDoubtful: false,
    certainObservance: "none",
    years: null,
    counts: "both",
  },
] satisfies HolidayRule[];

const exception = { on: "2026-11-27", name: "Day after Thanksgiving", type: "closed", note: null } as const;
const created = { revision: 1, createdAt: times.stage, updatedAt: times.stage };
const changed = { revision: 2, updatedAt: times.now };

export const holidayCalendar = {
  id: "hol_01kf3m0c5j8m0q2s4v6x8z1b3d",
  organizationId,
  name: "Firm holidays",
  kind: "business",
  jurisdiction: "TX",
  templateKey: null,
  workWeek: [1, 2, 3, 4, 5],
  rules,
  exceptions: [],
  counties: [],
  isDefault: false,
  templateDifferences: [],
  verificationStatus: "unverified",
  verifiedThroughOn: null,
  verifiedBy: null,
  verifiedAt: null,
  verificationNote: null,
  isBusinessCalendar: false,
  ...created,
  deletedAt: null,
} satisfies HolidayCalendar;

export const verified = {
  verificationStatus: "verified",
  verifiedThroughOn: "2027-12-31",
  verifiedBy: { id: attorneyId, firstName: "Margaret", lastName: "Okafor" },
  verifiedAt: times.now,
  verificationNote: "Compared with the county’s list.",
} as const;

const { name, kind, jurisdiction, id } = holidayCalendar;
const chosen = { calendarId: id };
const count = { startOn: "2026-11-20", offset: 5, unit: "business_days", direction: "after", roll: "none" } as const;

export const calendarExamples = {
  "holidayCalendarTemplates.list": {
    response: {
      templates: [
        {
          templateKey: "us_federal",
          name: "US federal holidays",
          kind: "business",
          jurisdiction: "US",
          basis: "5 U.S.C. § 6103(a), (b); E.O. 11582; Fed. R. Civ. P. 6(a)(6)",
          workWeek: [1, 2, 3, 4, 5],
          rules,
        },
      ],
      nextCursor: null,
    },
  },
  "holidayCalendars.list": {
    parameters: { sort: "name" },
    response: { holidayCalendars: [holidayCalendar], nextCursor: null },
  },
  "holidayCalendars.create": { body: { name, kind, jurisdiction, rules }, response: { holidayCalendar } },
  "holidayCalendars.get": { parameters: chosen, response: { holidayCalendar } },
  "holidayCalendars.update": {
    parameters: chosen,
    body: { exceptions: [exception] },
    response: { holidayCalendar: { ...holidayCalendar, exceptions: [exception], ...changed } },
  },
  "holidayCalendars.delete": { parameters: chosen, response: {} },
  "holidayCalendars.verify": {
    parameters: chosen,
    body: { verifiedThroughOn: verified.verifiedThroughOn, note: verified.verificationNote },
    response: { holidayCalendar: { ...holidayCalendar, ...verified, ...changed } },
  },
  "holidayCalendars.days.list": {
    parameters: { ...chosen, from: "2027-12-01", to: "2027-12-31" },
    response: {
      days: [
        {
          on: "2027-12-31",
          name: "New Year’s Day",
          ruleKey: "new_year",
          isObserved: true,
          isDoubtful: false,
          isCertain: true,
          counts: "both",
          type: "closed",
        },
      ],
      nextCursor: null,
      isVerified: false,
    },
  },
  "holidayCalendars.calculate": {
    parameters: { ...chosen, startOn: count.startOn, offset: count.offset, unit: count.unit },
    response: {
      calculation: {
        ...count,
        rawOn: "2026-11-30",
        resultOn: "2026-11-30",
        calendarId: id,
        calendarRevision: 1,
        isVerified: false,
        skippedDays: [
          ...(["2026-11-21", "2026-11-22"] as const).map((on) => ({ on, reason: "weekend" as const, name: null })),
          { on: "2026-11-26", reason: "holiday", name: "Thanksgiving Day" },
          ...(["2026-11-28", "2026-11-29"] as const).map((on) => ({ on, reason: "weekend" as const, name: null })),
        ],
      },
    },
  },
} satisfies Record<string, OperationExample>;
