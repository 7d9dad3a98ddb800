import type { HolidayRule } from "./schema.ts";

/** The holidays that shipped calendars are made of: each day is written once, with what a court has otherwise beside it. */

type Movement = HolidayRule["observed"];

/**
 * Where a calendar observes the date of a holiday that falls on a weekend, and of which weekdays its law itself says
 * so.
 */
interface Observance {
  observed: Movement;
  certain: HolidayRule["certainObservance"];
}
type Day = (citation: string, observance: Observance) => HolidayRule;

const bothMoved: Movement = { saturday: "previous_friday", sunday: "next_monday" };
export const notMoved: Movement = { saturday: "none", sunday: "none" };
export const eveMoved: Movement = { saturday: "previous_friday", sunday: "previous_friday" };

export const observances = {
  /** Of both days by practice, or by a rule that lets a court choose. */
  byPractice: { observed: bothMoved, certain: "none" },
  /** A Sunday's by the law itself, a Saturday's by practice. */
  sundayByLaw: { observed: bothMoved, certain: "sunday" },
  /** A Sunday's by the law itself, a Saturday's not at all. */
  sundayAlone: { observed: { saturday: "none", sunday: "next_monday" }, certain: "sunday" },
  byLaw: { observed: bothMoved, certain: "both" },
  none: { observed: notMoved, certain: "none" },
} as const satisfies Record<string, Observance>;

/**
 * The day on which every row was compared with its source: a published copy of the law, or a summary where the citation
 * says so (0132).
 */
const readOn = "2026-11-29";

const isMoved = ({ saturday, sunday }: Movement) => saturday !== "none" || sunday !== "none";

function rule(key: string, name: string, on: HolidayRule["on"], more: Partial<HolidayRule> = {}): Day {
  return (citation, { observed: usual, certain }) => {
    const observed = on.type === "date" ? (more.observed ?? usual) : notMoved;
    const always = { firstYear: null, lastYear: null, isDoubtful: false, years: null, counts: "both" } as const;
    return {
      key,
      name,
      on,
      ...always,
      citation: `${citation}; read ${readOn}`,
      ...more,
      observed,
      certainObservance: isMoved(observed) ? certain : "none",
    };
  };
}
const date = (
  key: string,
  name: string,
  [month, day]: readonly [month: number, day: number],
  more?: Partial<HolidayRule>,
) => rule(key, name, { type: "date", month, day }, more);
/** The nth weekday of a month, the last for −1, or some days after it. */
const nth = (
  key: string,
  name: string,
  [month, weekday, n, plusDays = 0]: readonly [month: number, weekday: number, n: number, plusDays?: number],
  more?: Partial<HolidayRule>,
) => rule(key, name, { type: "nth_weekday", month, weekday, n, plusDays }, more);
const hebrew = (key: string, name: string, day: number) =>
  rule(key, name, { type: "lunar", calendar: "hebrew", month: 1, day, plusDays: 0 });
const listed = (key: string, name: string, dates: string[]) => rule(key, name, { type: "listed", dates });

const [monday, thursday, friday] = [1, 4, 5];

/** In the order of the year. */
const days = {
  newYear: date("new_year", "New Year’s Day", [1, 1]),
  confederateHeroes: date("confederate_heroes", "Confederate Heroes Day", [1, 19]),
  king: nth("king", "Birthday of Martin Luther King, Jr.", [1, monday, 3]),
  lincoln: date("lincoln", "Lincoln’s Birthday", [2, 12]),
  washington: nth("washington", "Washington’s Birthday", [2, monday, 3]),
  pulaski: nth("pulaski", "Casimir Pulaski Day", [3, monday, 1]),
  texasIndependence: date("texas_independence", "Texas Independence Day", [3, 2]),
  chavez: date("chavez", "Cesar Chavez Day", [3, 31]),
  goodFriday: rule("good_friday", "Good Friday", { type: "easter", plusDays: -2 }),
  // OCGA § 1-4-1(a)(2): in lieu of April 26 and January 19, and Washington's Birthday where the Governor observes it at Christmas.
  georgiaSpring: listed("state_holiday_spring", "State Holiday", ["2024-03-29", "2025-04-18"]),
  sanJacinto: date("san_jacinto", "San Jacinto Day", [4, 21]),
  truman: date("truman", "Truman Day", [5, 8]),
  memorial: nth("memorial", "Memorial Day", [5, monday, -1]),
  flag: date("flag", "Flag Day", [6, 14]),
  juneteenth: date("juneteenth", "Juneteenth National Independence Day", [6, 19], { firstYear: 2021 }),
  juneteenthFriday: nth("juneteenth", "Juneteenth", [6, friday, 3]),
  independence: date("independence", "Independence Day", [7, 4]),
  johnson: date("johnson", "Lyndon Baines Johnson Day", [8, 27]),
  labor: nth("labor", "Labor Day", [9, monday, 1]),
  roshHashanah: hebrew("rosh_hashanah", "Rosh Hashanah", 1),
  yomKippur: hebrew("yom_kippur", "Yom Kippur", 10),
  nativeAmerican: nth("native_american", "Native American Day", [9, friday, 4]),
  columbus: nth("columbus", "Columbus Day", [10, monday, 2]),
  election: nth("election", "Election Day", [11, monday, 1, 1]),
  generalElection: nth("general_election", "General Election Day", [11, monday, 1, 1], {
    years: { every: 2, from: 2022 },
  }),
  veterans: date("veterans", "Veterans Day", [11, 11]),
  thanksgiving: nth("thanksgiving", "Thanksgiving Day", [11, thursday, 4]),
  dayAfterThanksgiving: nth("day_after_thanksgiving", "Day after Thanksgiving", [11, thursday, 4, 1]),
  georgiaChristmas: listed("state_holiday_christmas", "Washington’s Birthday, observed at Christmas", [
    "2024-12-24",
    "2025-12-26",
  ]),
  // MCR 8.110(D)(2)(b): the eve of a Saturday's holiday is a Friday and itself observed on Thursday.
  christmasEveThursday: listed("christmas_eve_thursday", "Christmas Eve, observed on Thursday", [
    "2021-12-23",
    "2027-12-23",
    "2032-12-23",
    "2038-12-23",
  ]),
  christmasEve: date("christmas_eve", "Christmas Eve", [12, 24], { observed: eveMoved }),
  christmas: date("christmas", "Christmas Day", [12, 25]),
  newYearsEveThursday: listed("new_years_eve_thursday", "New Year’s Eve, observed on Thursday", [
    "2021-12-30",
    "2027-12-30",
    "2032-12-30",
    "2038-12-30",
  ]),
  newYearsEve: date("new_years_eve", "New Year’s Eve", [12, 31], { observed: eveMoved }),
} satisfies Record<string, Day>;

export type DayName = keyof typeof days;

/** Where a day differs from the others of its calendar. */
export type Own = Partial<Pick<HolidayRule, "firstYear" | "observed" | "isDoubtful">> & { citation?: string };

/** The rules of a calendar, in the order of the year. */
export function createRules(
  citation: string,
  observance: Observance,
  names: ReadonlySet<DayName>,
  own: Partial<Record<DayName, Own>> = {},
): HolidayRule[] {
  return (Object.keys(days) as DayName[])
    .filter((name) => names.has(name))
    .map((name) => {
      const { citation: source = citation, observed, ...different } = own[name] ?? {};
      return { ...days[name](source, observed === undefined ? observance : { ...observance, observed }), ...different };
    });
}
