import type { HolidayRule } from "./schema.ts";

/**
 * The holiday calendars that Caseport ships. Nobody has verified them: a firm copies one and has an attorney check it. Where a firm has no
 * business calendar, `us_federal` applies as it is.
 */
export interface CalendarTemplate {
  templateKey: string;
  name: string;
  kind: "business" | "court";
  jurisdiction: "US" | "CA" | "FL" | "NJ" | "NY" | "PA" | "TX";
  /** The law that the rules were taken from. */
  basis: string;
  rules: HolidayRule[];
}

type Movement = HolidayRule["observed"];
type Day = (citation: string, observed: Movement) => HolidayRule;

const moved: Movement = { saturday: "previous_friday", sunday: "next_monday" };
const notMoved: Movement = { saturday: "none", sunday: "none" };
const sundayMoved: Movement = { saturday: "none", sunday: "next_monday" };

/** The day on which every row was held against its source: a published copy of the law, or a summary where the citation says so (0132). */
const readOn = "2026-11-29";

function rule(key: string, name: string, on: HolidayRule["on"], more: Partial<HolidayRule> = {}): Day {
  return (citation, observed) => ({
    key, name, on, observed: on.type === "date" ? observed : notMoved, firstYear: null, lastYear: null, isDoubtful: false, observedIsCertain: false, years: null, counts: "both",
    citation: `${citation}; read ${readOn}`, ...more,
  });
}
const date = (key: string, name: string, month: number, day: number, more?: Partial<HolidayRule>) => rule(key, name, { type: "date", month, day }, more);
const nth = (key: string, name: string, month: number, weekday: number, n: number, plusDays = 0) => rule(key, name, { type: "nth_weekday", month, weekday, n, plusDays });

const monday = 1;
const thursday = 4;
const friday = 5;

const days = {
  newYear: date("new_year", "New Year’s Day", 1, 1),
  confederateHeroes: date("confederate_heroes", "Confederate Heroes Day", 1, 19),
  king: nth("king", "Birthday of Martin Luther King, Jr.", 1, monday, 3),
  lincoln: date("lincoln", "Lincoln’s Birthday", 2, 12),
  washington: nth("washington", "Washington’s Birthday", 2, monday, 3),
  texasIndependence: date("texas_independence", "Texas Independence Day", 3, 2),
  chavez: date("chavez", "Cesar Chavez Day", 3, 31),
  goodFriday: rule("good_friday", "Good Friday", { type: "easter", plusDays: -2 }),
  sanJacinto: date("san_jacinto", "San Jacinto Day", 4, 21),
  memorial: nth("memorial", "Memorial Day", 5, monday, -1),
  flag: date("flag", "Flag Day", 6, 14),
  juneteenth: date("juneteenth", "Juneteenth National Independence Day", 6, 19, { firstYear: 2021 }),
  juneteenthFriday: nth("juneteenth", "Juneteenth", 6, friday, 3),
  independence: date("independence", "Independence Day", 7, 4),
  johnson: date("johnson", "Lyndon Baines Johnson Day", 8, 27),
  labor: nth("labor", "Labor Day", 9, monday, 1),
  nativeAmerican: nth("native_american", "Native American Day", 9, friday, 4),
  columbus: nth("columbus", "Columbus Day", 10, monday, 2),
  election: nth("election", "Election Day", 11, monday, 1, 1),
  veterans: date("veterans", "Veterans Day", 11, 11),
  thanksgiving: nth("thanksgiving", "Thanksgiving Day", 11, thursday, 4),
  dayAfterThanksgiving: nth("day_after_thanksgiving", "Day after Thanksgiving", 11, thursday, 4, 1),
  christmas: date("christmas", "Christmas Day", 12, 25),
} satisfies Record<string, Day>;

type DayName = keyof typeof days;

type Own = Partial<Pick<HolidayRule, "firstYear" | "observed" | "isDoubtful">> & { citation?: string };

/** In the order of the year. @param own what a day has otherwise than the others of its calendar */
function make(citation: string, observed: Movement, names: ReadonlySet<DayName>, own: Partial<Record<DayName, Own>> = {}): HolidayRule[] {
  return (Object.keys(days) as DayName[])
    .filter((name) => names.has(name))
    .map((name) => {
      const { citation: source = citation, ...different } = own[name] ?? {};
      return { ...days[name](source, observed), ...different };
    });
}

/** Where the law itself closes the day on which a holiday is observed. */
const certain = (rules: HolidayRule[]): HolidayRule[] =>
  rules.map((each) => (each.observed.saturday === "none" && each.observed.sunday === "none" ? each : { ...each, observedIsCertain: true }));

const federal: readonly DayName[] = ["newYear", "king", "washington", "memorial", "juneteenth", "independence", "labor", "columbus", "veterans", "thanksgiving", "christmas"];
const federalBut = (without: readonly DayName[], added: readonly DayName[]) => new Set([...federal.filter((name) => !without.includes(name)), ...added]);

const court = (state: Exclude<CalendarTemplate["jurisdiction"], "US">, name: string, basis: string, rules: HolidayRule[]): CalendarTemplate => ({
  templateKey: `${state.toLowerCase()}_courts`, name: `${name} courts`, kind: "court", jurisdiction: state, basis, rules,
});

export const federalTemplate: CalendarTemplate = {
  templateKey: "us_federal",
  name: "US federal holidays",
  kind: "business",
  jurisdiction: "US",
  basis: "5 U.S.C. § 6103(a), (b); E.O. 11582; Fed. R. Civ. P. 6(a)(6)",
  // § 6103(b)(1): the Friday before a Saturday's holiday is a legal public holiday; E.O. 11582 § 3(a) has the Monday after a Sunday's. Rule 6(a)(6)(A) counts both.
  rules: certain(make("5 U.S.C. § 6103(a), (b); E.O. 11582 (a summary)", moved, new Set(federal))),
};

export const calendarTemplates: readonly CalendarTemplate[] = [
  federalTemplate,
  // Gov. Code § 6700 names no Columbus Day; Native American Day is judicial since 2022, Juneteenth a holiday of the state since 2023.
  court("CA", "California", "Cal. Code Civ. Proc. § 135; Gov. Code § 6700; Cal. Rules of Court, rule 1.11", make("Cal. Code Civ. Proc. § 135; Gov. Code § 6700 (a summary)", moved, federalBut(["columbus"], ["lincoln", "chavez", "nativeAmerican", "dayAfterThanksgiving"]), {
    juneteenth: { firstYear: 2023 }, nativeAmerican: { firstYear: 2022 },
  })),
  // Besides these, what the clerk observes or the chief judge designates: exceptions of a firm's copy.
  court("FL", "Florida", "Fla. R. Gen. Prac. & Jud. Admin. 2.514(a)(6); Fla. Stat. § 110.117", make("Fla. R. Gen. Prac. & Jud. Admin. 2.514(a)(6)(A); Fla. Stat. § 110.117", moved, federalBut(["washington", "juneteenth", "columbus"], ["dayAfterThanksgiving"]))),
  // § 36:1-1(d) opens February 12. § 36:1-1(b) moves a Sunday's holiday, § 36:1-1.2 a Saturday's.
  court("NJ", "New Jersey", "N.J.S.A. 36:1-1, 36:1-1.2; N.J.S.A. 11A:6-24.1; N.J. Ct. R. 1:3-1", make("N.J.S.A. 36:1-1; 11A:6-24.1 (the latter by a summary)", moved, federalBut(["juneteenth"], ["juneteenthFriday", "goodFriday", "election"]), {
    juneteenthFriday: { firstYear: 2021 },
  })),
  court("NY", "New York", "N.Y. Gen. Constr. Law §§ 24, 25-a", make("N.Y. Gen. Constr. Law § 24", sundayMoved, federalBut([], ["lincoln", "election"]))),
  // A legal holiday of the Commonwealth or of the United States is omitted. Courts work on Flag Day, which the statute has, and rest on the day after Thanksgiving, which it has not.
  court("PA", "Pennsylvania", "44 P.S. § 11; 1 Pa.C.S. § 1908; orders of the Supreme Court on holidays (204 Pa. Code)", make("44 P.S. § 11 (a summary)", moved, federalBut([], ["goodFriday", "flag", "election", "dayAfterThanksgiving"]), {
    juneteenth: { citation: "1 Pa.C.S. § 1908; 5 U.S.C. § 6103(a) as amended by S. 475, 117th Cong." },
    flag: { isDoubtful: true, observed: notMoved },
    dayAfterThanksgiving: { citation: "Order of the Supreme Court of Pennsylvania on its staff’s holidays, not 44 P.S. § 11", isDoubtful: true },
  })),
  // A legal holiday is a national one without Columbus Day, and a state one of § 662.003(b)(1) to (6): neither December 24 nor 26.
  court("TX", "Texas", "Tex. Gov’t Code §§ 662.003, 662.021; Tex. R. Civ. P. 4", make("Tex. Gov’t Code § 662.021(1), § 662.003(a)", notMoved, federalBut(["columbus"], ["confederateHeroes", "texasIndependence", "sanJacinto", "johnson", "dayAfterThanksgiving"]), {
    confederateHeroes: { citation: "Tex. Gov’t Code § 662.021(2), § 662.003(b)(1)" }, texasIndependence: { citation: "Tex. Gov’t Code § 662.021(2), § 662.003(b)(2)" },
    sanJacinto: { citation: "Tex. Gov’t Code § 662.021(2), § 662.003(b)(3)" }, juneteenth: { citation: "Tex. Gov’t Code § 662.021(2), § 662.003(b)(4)", firstYear: null },
    johnson: { citation: "Tex. Gov’t Code § 662.021(2), § 662.003(b)(5)" }, dayAfterThanksgiving: { citation: "Tex. Gov’t Code § 662.021(2), § 662.003(b)(6)" },
  })),
];

export const findTemplate = (key: string): CalendarTemplate | undefined => calendarTemplates.find(({ templateKey }) => templateKey === key);
