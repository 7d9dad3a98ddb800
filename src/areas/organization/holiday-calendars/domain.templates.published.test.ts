import holidays from "@18f/us-federal-holidays";
import { expect, test } from "vitest";
import { BusinessDays } from "../../../platform/business-days.ts";
import { findTemplate } from "./domain.templates.ts";

/**
 * The closed weekdays of each shipped calendar against lists that courts, or those who publish for them, printed: the
 * dates are theirs, not ours. Where a list has other days than the calendar, the difference and its reason are beside
 * it (0169). A list that says nothing of a year is not extended.
 */
interface Published {
  calendar: string;
  /** Who published it, and where it was read on 2026-11-29. */
  source: string;
  from: string;
  to: string;
  dates: string;
  /** Weekdays that the calendar closes and the list has not, or the other way round. */
  onlyCalendar?: Record<string, string>;
  onlyList?: Record<string, string>;
}

const columbus = "a holiday of MCL 435.101, on which courts work: doubtful";
const eachYear = (key: string, from: string, to: string) => {
  const days = new BusinessDays({
    workWeek: [1, 2, 3, 4, 5],
    rules: findTemplate(key)?.rules ?? [],
    exceptions: [],
    verifiedThroughOn: null,
  });
  return days
    .listSpecialDays(from, to)
    .map(({ on }) => on)
    .filter((on) => ![0, 6].includes(new Date(on).getUTCDay()));
};

const published: Published[] = [
  {
    calendar: "ca_courts",
    source: "Superior Court of Fresno, fresno.courts.ca.gov/general-information/court-holidays",
    from: "2024-01-01",
    to: "2025-12-31",
    dates: `2024-01-01 2024-01-15 2024-02-12 2024-02-19 2024-04-01 2024-05-27 2024-06-19 2024-07-04 2024-09-02 2024-09-27 2024-11-11 2024-11-28 2024-11-29 2024-12-25
      2025-01-01 2025-01-20 2025-02-12 2025-02-17 2025-03-31 2025-05-26 2025-06-19 2025-07-04 2025-09-01 2025-09-26 2025-11-11 2025-11-27 2025-11-28 2025-12-25`,
  },
  {
    calendar: "ca_courts",
    source: "California Courts of Appeal, appellate.courts.ca.gov/ko/node/2940",
    from: "2026-01-01",
    to: "2026-12-31",
    dates:
      "2026-01-01 2026-01-19 2026-02-12 2026-02-16 2026-03-31 2026-05-25 2026-06-19 2026-07-03 2026-09-07 2026-09-25 2026-11-11 2026-11-26 2026-11-27 2026-12-25",
  },
  {
    calendar: "fl_courts",
    source: "Third Judicial Circuit, thirdcircuitfl.org/court_calendars/3296",
    from: "2024-01-01",
    to: "2025-12-31",
    dates: `2024-01-01 2024-01-15 2024-03-29 2024-05-27 2024-07-04 2024-07-05 2024-09-02 2024-10-03 2024-11-11 2024-11-28 2024-11-29 2024-12-24 2024-12-25
      2025-01-01 2025-01-20 2025-04-18 2025-05-26 2025-07-04 2025-09-01 2025-09-23 2025-10-02 2025-11-11 2025-11-27 2025-11-28 2025-12-24 2025-12-25 2025-12-26`,
    onlyList: {
      "2024-07-05": "designated by that circuit's chief judge: an exception of a firm's copy",
      "2024-12-24": "likewise",
      "2025-12-24": "likewise",
      "2025-12-26": "likewise",
    },
  },
  {
    calendar: "ga_courts",
    source: "State of Georgia Holiday Schedule, stage.team.georgia.gov",
    from: "2024-01-01",
    to: "2024-12-31",
    dates:
      "2024-01-01 2024-01-15 2024-03-29 2024-05-27 2024-06-19 2024-07-04 2024-09-02 2024-10-14 2024-11-11 2024-11-28 2024-11-29 2024-12-24 2024-12-25",
    onlyCalendar: {
      "2024-02-19": "Washington's Birthday by O.C.G.A. § 1-4-1(a)(1); observed on December 24: doubtful",
    },
  },
  {
    calendar: "il_courts",
    source: "16th Judicial Circuit, General Order 24-17, cic.countyofkane.org/Pages/Holidays.aspx",
    from: "2025-01-01",
    to: "2025-12-31",
    dates:
      "2025-01-01 2025-01-20 2025-02-12 2025-02-17 2025-04-18 2025-05-26 2025-06-19 2025-07-04 2025-09-01 2025-10-13 2025-11-11 2025-11-27 2025-11-28 2025-12-25 2025-12-26",
    onlyCalendar: {
      "2025-03-03":
        "Casimir Pulaski Day is a legal holiday of 205 ILCS 630/17(a), which this circuit does not keep: doubtful",
    },
    onlyList: { "2025-12-26": "the circuit's own: an exception of a firm's copy" },
  },
  {
    calendar: "il_courts",
    source: "13th Judicial Circuit, shawlocal.com of 2023-07-12",
    from: "2024-01-01",
    to: "2024-12-31",
    dates:
      "2024-01-01 2024-01-15 2024-02-12 2024-02-19 2024-03-29 2024-05-27 2024-06-19 2024-07-04 2024-09-02 2024-10-14 2024-11-11 2024-11-28 2024-11-29 2024-12-25",
    onlyCalendar: {
      "2024-03-04": "Casimir Pulaski Day, as above",
      "2024-11-05": "a general election by 205 ILCS 630/17(a), which this circuit does not keep: doubtful",
    },
  },
  {
    calendar: "mi_courts",
    source: "35th District Court, 35thdistrictcourt.org/general-information/holidays",
    from: "2024-01-01",
    to: "2024-12-31",
    dates:
      "2024-01-01 2024-01-15 2024-02-19 2024-03-29 2024-05-27 2024-06-19 2024-07-04 2024-09-02 2024-11-05 2024-11-11 2024-11-28 2024-11-29 2024-12-24 2024-12-25 2024-12-31",
    onlyCalendar: { "2024-02-12": columbus, "2024-10-14": columbus },
    onlyList: {
      "2024-03-29": "modified by that court's order (MCR 8.112(B)): an exception of a firm's copy",
      "2024-11-05": "likewise",
    },
  },
  {
    calendar: "mo_courts",
    source: "Office of Administration, State Holidays, oa.mo.gov/print/468",
    from: "2025-01-01",
    to: "2026-12-31",
    dates: `2025-01-01 2025-01-20 2025-02-12 2025-02-17 2025-05-08 2025-05-26 2025-06-19 2025-07-04 2025-09-01 2025-10-13 2025-11-11 2025-11-27 2025-12-25
      2026-01-01 2026-01-19 2026-02-12 2026-02-16 2026-05-08 2026-05-25 2026-06-19 2026-07-03 2026-09-07 2026-10-12 2026-11-11 2026-11-26 2026-12-25`,
  },
  {
    calendar: "nj_courts",
    source:
      "Supreme Court of New Jersey, Court Holidays and Recesses 2024-2025, njcourts.gov/attorneys/calendars-scheds-agendas-2024-25",
    from: "2024-07-01",
    to: "2025-06-30",
    dates:
      "2024-07-04 2024-09-02 2024-10-14 2024-11-05 2024-11-11 2024-11-28 2024-12-25 2025-01-01 2025-01-20 2025-02-17 2025-04-18 2025-05-26 2025-06-20",
  },
  {
    calendar: "ny_courts",
    source: "New York City Housing Court, nycourts.gov/courts/nyc/housing/calendar.shtml",
    from: "2024-01-01",
    to: "2024-12-31",
    dates:
      "2024-01-01 2024-01-15 2024-02-12 2024-02-19 2024-05-27 2024-06-19 2024-07-04 2024-09-02 2024-10-14 2024-11-05 2024-11-11 2024-11-28 2024-12-25",
  },
  {
    calendar: "ny_courts",
    source: "elaw, New York State & Federal holidays, those marked State Courts, blog.elaw.com/category/uncategorized",
    from: "2026-01-01",
    to: "2026-12-31",
    dates:
      "2026-01-01 2026-01-19 2026-02-12 2026-02-16 2026-05-25 2026-06-19 2026-07-03 2026-09-07 2026-10-12 2026-11-03 2026-11-11 2026-11-26 2026-12-25",
    onlyList: {
      "2026-07-03":
        "Gen. Constr. Law § 24 moves a Sunday's holiday alone; a closed office does not make the Friday a public holiday of § 25-a",
    },
  },
  {
    calendar: "pa_courts",
    source: "First Judicial District, courts.phila.gov/holidays",
    from: "2023-01-01",
    to: "2023-12-31",
    dates:
      "2023-01-02 2023-01-16 2023-02-20 2023-04-07 2023-05-29 2023-06-19 2023-07-04 2023-09-04 2023-10-09 2023-11-10 2023-11-23 2023-11-24 2023-12-25",
    onlyCalendar: {
      "2023-06-14": "Flag Day is a holiday of 44 P.S. § 11, on which courts work: doubtful",
      "2023-11-07": "Election Day is a legal holiday of 44 P.S. § 11 and of the appellate courts' orders",
    },
  },
  {
    calendar: "wa_courts",
    source: "Superior Court of Kitsap County, spf.kitsapgov.com/sc/Pages/Court-Holidays.aspx",
    from: "2023-01-01",
    to: "2023-12-31",
    dates:
      "2023-01-02 2023-01-16 2023-02-20 2023-05-29 2023-06-19 2023-07-04 2023-09-04 2023-11-10 2023-11-23 2023-11-24 2023-12-25",
  },
];

const split = (dates: string) => dates.trim().split(/\s+/);

test.each(published)(
  "$calendar from $from: $source",
  ({ calendar, from, to, dates, onlyCalendar = {}, onlyList = {} }) => {
    const listed = new Set(split(dates));
    const ours = eachYear(calendar, from, to);
    expect(ours.filter((on) => !listed.has(on))).toEqual(Object.keys(onlyCalendar));
    expect([...listed].filter((on) => !ours.includes(on))).toEqual(Object.keys(onlyList));
  },
);

test("no published day on which a calendar is plainly closed is open by its list, but Pennsylvania's Election Day", () => {
  const unsafe = published.flatMap(({ calendar, from, to, dates }) => {
    const listed = new Set(split(dates));
    const days = new BusinessDays({
      workWeek: [1, 2, 3, 4, 5],
      rules: findTemplate(calendar)?.rules ?? [],
      exceptions: [],
      verifiedThroughOn: null,
    });
    return days
      .listSpecialDays(from, to)
      .filter(({ on, isCertain }) => isCertain && ![0, 6].includes(new Date(on).getUTCDay()) && !listed.has(on))
      .map(({ on }) => `${calendar} ${on}`);
  });
  expect(unsafe).toEqual(["pa_courts 2023-11-07"]);
});

test.each(["us_federal", "us_courts"])(
  "%s of 2024 to 2030 is the list of the General Services Administration's library",
  (key) => {
    const expected = Array.from({ length: 8 }, (_, index) => 2024 + index).flatMap((year) =>
      holidays
        .allForYear(year, { shiftSaturdayHolidays: true, shiftSundayHolidays: true })
        .map(({ date }) => date.toISOString().slice(0, 10)),
    );
    expect(eachYear(key, "2024-01-01", "2030-12-31")).toEqual(
      expected.filter((on) => on >= "2024-01-01" && on <= "2030-12-31").toSorted(),
    );
  },
);

// By hand from the text of each law, weekends' holidays first: what a rule of ours could have wrong in years for which no list was found.
test.each([
  // July 4, 2026 is a Saturday, in 2027 a Sunday; December 25, 2027 a Saturday; February 12, 2028 a Saturday, in 2029 a Monday; November 11, 2028 a Saturday.
  ["us_courts", "2026-07-03 2027-07-05 2027-12-24 2027-12-31 2028-11-10 2029-01-01 2030-11-11"],
  ["fl_courts", "2026-07-03 2027-07-05 2027-12-24 2027-12-31 2028-11-10 2028-09-21 2030-10-07"],
  ["ga_courts", "2027-06-18 2027-07-05 2027-12-24 2028-11-10"],
  ["il_courts", "2026-11-03 2028-11-07 2030-11-05 2027-03-01 2028-02-11"],
  [
    "mi_courts",
    "2027-12-23 2027-12-24 2027-12-30 2027-12-31 2028-12-22 2028-12-25 2028-12-29 2029-12-24 2029-12-31 2030-12-24",
  ],
  ["mo_courts", "2027-05-07 2028-02-11 2028-05-08 2027-06-18 2027-07-05"],
  ["nj_courts", "2026-06-19 2027-06-18 2028-06-16 2029-06-15 2030-06-21 2027-11-02 2030-11-05"],
  ["ny_courts", "2027-07-05 2027-11-02 2029-02-12 2030-02-12 2028-02-21"],
  ["oh_courts", "2027-07-05 2027-06-18 2028-11-10 2030-11-29"],
  ["pa_courts", "2027-07-05 2028-11-10 2027-11-02 2029-03-30 2030-04-19"],
  ["tx_courts", "2026-01-19 2027-03-02 2028-04-21 2029-06-19 2030-08-27"],
  ["wa_courts", "2027-06-18 2027-07-05 2027-11-26 2028-11-10 2027-12-24 2027-12-31"],
])("%s is closed on %s", (calendar, dates) => {
  const wanted = split(dates);
  const ours = eachYear(calendar, "2024-01-01", "2030-12-31");
  expect(wanted.filter((on) => !ours.includes(on))).toEqual([]);
});

test.each([
  ["nj_courts", "2027-02-12 2030-02-12"],
  ["tx_courts", "2026-12-24 2026-07-03 2027-07-05 2027-10-11 2028-12-26"],
  ["ny_courts", "2026-07-03 2027-12-24"],
  ["wa_courts", "2027-10-11 2029-10-08"],
  ["fl_courts", "2027-02-15 2028-10-09 2028-06-19"],
  ["il_courts", "2027-11-02 2029-11-06"],
  ["us_courts", "2027-11-26 2029-01-19"],
  ["ca_courts", "2027-10-11 2027-09-09"],
])("%s is open on %s", (calendar, dates) => {
  const ours = eachYear(calendar, "2024-01-01", "2030-12-31");
  expect(split(dates).filter((on) => ours.includes(on))).toEqual([]);
});
