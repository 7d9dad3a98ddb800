import type { HolidayRule } from "./schema.ts";
import { createRules, notMoved, observances, type DayName, type Own } from "./domain.templates.days.ts";

/**
 * The holiday calendars that Caseport ships. Nobody has verified them: a firm copies one and has an attorney check it.
 * Where a firm has no business calendar, `us_federal` applies as it is. Each is held against published lists of 2024 to
 * 2030 (domain.templates.published.test.ts, 0169).
 */
export interface CalendarTemplate {
  templateKey: string;
  name: string;
  kind: "business" | "court";
  jurisdiction: "US" | "CA" | "FL" | "GA" | "IL" | "MI" | "MO" | "NJ" | "NY" | "OH" | "PA" | "TX" | "WA";
  /** The law that the rules were taken from. */
  basis: string;
  rules: HolidayRule[];
}

const federal: readonly DayName[] = [
  "newYear",
  "king",
  "washington",
  "memorial",
  "juneteenth",
  "independence",
  "labor",
  "columbus",
  "veterans",
  "thanksgiving",
  "christmas",
];
const federalBut = (without: readonly DayName[], added: readonly DayName[]) =>
  new Set([...federal.filter((name) => !without.includes(name)), ...added]);

interface Court {
  name: string;
  basis: string;
  rules: HolidayRule[];
}
const court = (
  state: Exclude<CalendarTemplate["jurisdiction"], "US">,
  { name, basis, rules }: Court,
): CalendarTemplate => ({
  templateKey: `${state.toLowerCase()}_courts`,
  name: `${name} courts`,
  kind: "court",
  jurisdiction: state,
  basis,
  rules,
});

// § 6103(b)(1): the Friday before a Saturday's holiday is a legal public holiday; E.O. 11582 § 3(a) has the Monday after a Sunday's. Rule 6(a)(6)(A) counts both.
const federalRules = createRules(
  "5 U.S.C. § 6103(a), (b); E.O. 11582 (a summary)",
  observances.byLaw,
  new Set(federal),
);

export const federalTemplate: CalendarTemplate = {
  templateKey: "us_federal",
  name: "US federal holidays",
  kind: "business",
  jurisdiction: "US",
  basis: "5 U.S.C. § 6103(a), (b); E.O. 11582; Fed. R. Civ. P. 6(a)(6)",
  rules: federalRules,
};

/** A district's own copy takes the holidays of its state, as rules that count forward only (Rule 6(a)(6)(C)). */
const federalCourts: CalendarTemplate = {
  ...federalTemplate,
  templateKey: "us_courts",
  name: "US federal courts",
  kind: "court",
  basis: "Fed. R. Civ. P. 6(a)(6)(A); 5 U.S.C. § 6103(a), (b); E.O. 11582",
};

const doubtful: Own = { isDoubtful: true };

// Gov. Code § 6700 names no Columbus Day; Native American Day is judicial since 2022, Juneteenth a holiday of the state since 2023. § 135 lets the
// Judicial Council choose another day for a weekend's holiday; by rule 1.11 courts must observe it on Friday or Monday, and by § 12b a day on which
// the office is closed for the whole day counts as a holiday.
const california = court("CA", {
  name: "California",
  basis: "Cal. Code Civ. Proc. §§ 12b, 135; Gov. Code § 6700; Cal. Rules of Court, rule 1.11",
  rules: createRules(
    "Cal. Code Civ. Proc. § 135; Cal. Rules of Court, rule 1.11; Gov. Code § 6700 (a summary)",
    observances.byLaw,
    federalBut(["columbus"], ["lincoln", "chavez", "nativeAmerican", "dayAfterThanksgiving"]),
    {
      juneteenth: { firstYear: 2023 },
      nativeAmerican: { firstYear: 2022 },
    },
  ),
});

// (A) has the days of § 110.117, whose last sentence moves a weekend's; (B) what the clerk observes or the chief judge designates, which differs by court.
const floridaByCourt: Own = {
  isDoubtful: true,
  citation:
    "Fla. R. Gen. Prac. & Jud. Admin. 2.514(a)(6)(B): where the clerk observes or the chief judge designates it",
};
const florida = court("FL", {
  name: "Florida",
  basis: "Fla. R. Gen. Prac. & Jud. Admin. 2.514(a)(6); Fla. Stat. § 110.117",
  rules: createRules(
    "Fla. R. Gen. Prac. & Jud. Admin. 2.514(a)(6)(A); Fla. Stat. § 110.117(1)",
    observances.byLaw,
    federalBut(
      ["washington", "juneteenth", "columbus"],
      ["dayAfterThanksgiving", "goodFriday", "roshHashanah", "yomKippur"],
    ),
    { goodFriday: floridaByCourt, roshHashanah: floridaByCourt, yomKippur: floridaByCourt },
  ),
});

// The Governor observes Washington's Birthday at Christmas, and two holidays on days of his choice: those that were read are listed. Good Friday of 2016, when a
// county court alone was closed, was no legal holiday (Smith v. McTaggart, 343 Ga. App. 144 (2017)).
const governor: Own = {
  citation: "O.C.G.A. § 1-4-1(a)(2), (b); State of Georgia Holiday Schedule of 2024 and 2025 (a summary)",
};
const georgia = court("GA", {
  name: "Georgia",
  basis: "O.C.G.A. §§ 1-3-1(d)(3), 1-4-1, 9-11-6(a); the Governor’s holidays of each year",
  rules: createRules(
    "O.C.G.A. § 1-4-1(a)(1) as amended by Ga. L. 2022, p. 73, § 1 (a summary)",
    observances.byPractice,
    federalBut([], ["goodFriday", "dayAfterThanksgiving", "georgiaSpring", "georgiaChristmas"]),
    {
      juneteenth: { firstYear: 2022 },
      washington: doubtful,
      georgiaSpring: governor,
      georgiaChristmas: governor,
      goodFriday: { ...governor, isDoubtful: true, firstYear: 2026 },
      dayAfterThanksgiving: { ...governor, isDoubtful: true },
    },
  ),
});

// A holiday "fixed in any statute" is excluded (5 ILCS 70/1.11). Circuits differ on Pulaski Day and election days, and close on the day after Thanksgiving, which no statute has.
const illinois = court("IL", {
  name: "Illinois",
  basis: "5 ILCS 70/1.11; 205 ILCS 630/17(a); orders of the circuit courts on holidays",
  rules: createRules(
    "205 ILCS 630/17(a)",
    observances.byPractice,
    federalBut([], ["lincoln", "pulaski", "goodFriday", "generalElection", "dayAfterThanksgiving"]),
    {
      juneteenth: { firstYear: 2022, citation: "205 ILCS 630/17(a); 5 ILCS 490/63 (P.A. 102-14)" },
      pulaski: doubtful,
      generalElection: doubtful,
      // An act on banks names it, and courts sit: Richter v. Chicago & Erie R.R., 273 Ill. 625 (1916), on another of its days.
      goodFriday: {
        isDoubtful: true,
        citation: "205 ILCS 630/17(a), an act on bank holidays (Richter v. Chicago & Erie R.R., 273 Ill. 625 (1916))",
      },
      dayAfterThanksgiving: {
        isDoubtful: true,
        citation: "General Order 24-17 of the 16th Judicial Circuit, no statute",
      },
    },
  ),
});

// The rule's list is complete, unless a court modifies it by order; MCL 435.101 has two days "for the holding of courts" on which they work.
const michiganStatute: Own = { isDoubtful: true, citation: "MCL 435.101(1), not MCR 8.110(D)(2)" };
const michigan = court("MI", {
  name: "Michigan",
  basis: "MCR 1.108(1); MCR 8.110(D)(2); MCL 435.101",
  rules: createRules(
    "MCR 8.110(D)(2) (a summary)",
    observances.byLaw,
    federalBut(
      [],
      ["lincoln", "dayAfterThanksgiving", "christmasEve", "christmasEveThursday", "newYearsEve", "newYearsEveThursday"],
    ),
    {
      juneteenth: { firstYear: 2022, citation: "MCR 8.110(D)(2) as amended on June 1, 2022 (a summary)" },
      lincoln: { ...michiganStatute, observed: notMoved },
      columbus: michiganStatute,
    },
  ),
});

const missouri = court("MO", {
  name: "Missouri",
  basis: "RSMo § 9.010; Mo. R. Civ. P. 44.01(a)",
  rules: createRules("RSMo § 9.010 (a summary)", observances.sundayByLaw, federalBut([], ["lincoln", "truman"]), {
    juneteenth: { citation: "RSMo § 9.010; Office of Administration, State Holidays 2025 and 2026 (a summary)" },
  }),
});

// § 36:1-1(d) opens February 12. § 36:1-1(b) moves a Sunday's holiday, § 36:1-1.2 a Saturday's for the State's employees.
const newJersey = court("NJ", {
  name: "New Jersey",
  basis: "N.J.S.A. 36:1-1, 36:1-1.2; N.J.S.A. 11A:6-24.1; N.J. Ct. R. 1:3-1",
  rules: createRules(
    "N.J.S.A. 36:1-1; 11A:6-24.1 (the latter by a summary)",
    observances.sundayByLaw,
    federalBut(["juneteenth"], ["juneteenthFriday", "goodFriday", "election"]),
    { juneteenthFriday: { firstYear: 2021 } },
  ),
});

const newYork = court("NY", {
  name: "New York",
  basis: "N.Y. Gen. Constr. Law §§ 24, 25-a",
  rules: createRules("N.Y. Gen. Constr. Law § 24", observances.sundayAlone, federalBut([], ["lincoln", "election"])),
});

// Offices that are closed for the whole day extend it as well: most are on the day after Thanksgiving.
const ohio = court("OH", {
  name: "Ohio",
  basis: "R.C. 1.14; Ohio Civ.R. 6(A)",
  rules: createRules("R.C. 1.14 (a summary)", observances.sundayByLaw, federalBut([], ["dayAfterThanksgiving"]), {
    dayAfterThanksgiving: {
      isDoubtful: true,
      citation: "Ohio Civ.R. 6(A), where the office is closed for the entire day; not R.C. 1.14",
    },
  }),
});

// A legal holiday of the Commonwealth or of the United States is omitted. Courts work on Flag Day, which the statute has, and rest on the day after Thanksgiving, which it has not.
const pennsylvania = court("PA", {
  name: "Pennsylvania",
  basis: "44 P.S. § 11; 1 Pa.C.S. § 1908; orders of the Supreme Court on holidays (204 Pa. Code)",
  rules: createRules(
    "44 P.S. § 11 (a summary)",
    observances.sundayByLaw,
    federalBut([], ["goodFriday", "flag", "election", "dayAfterThanksgiving"]),
    {
      juneteenth: { citation: "1 Pa.C.S. § 1908; 5 U.S.C. § 6103(a) as amended by S. 475, 117th Cong." },
      flag: { isDoubtful: true, observed: notMoved },
      // Commonwealth v. Muldrow, 2024 PA Super 263: no legal holiday where the office is open.
      dayAfterThanksgiving: {
        citation:
          "Order of the Supreme Court of Pennsylvania on its staff’s holidays, not 44 P.S. § 11 (Commonwealth v. Muldrow, 2024 PA Super 263)",
        isDoubtful: true,
      },
    },
  ),
});

// A legal holiday is a national one without Columbus Day, and a state one of § 662.003(b)(1) to (6): neither December 24 nor 26.
const texas = court("TX", {
  name: "Texas",
  basis: "Tex. Gov’t Code §§ 662.003, 662.021; Tex. R. Civ. P. 4",
  rules: createRules(
    "Tex. Gov’t Code § 662.021(1), § 662.003(a)",
    observances.none,
    federalBut(
      ["columbus"],
      ["confederateHeroes", "texasIndependence", "sanJacinto", "johnson", "dayAfterThanksgiving"],
    ),
    {
      confederateHeroes: { citation: "Tex. Gov’t Code § 662.021(2), § 662.003(b)(1)" },
      texasIndependence: { citation: "Tex. Gov’t Code § 662.021(2), § 662.003(b)(2)" },
      sanJacinto: { citation: "Tex. Gov’t Code § 662.021(2), § 662.003(b)(3)" },
      juneteenth: { citation: "Tex. Gov’t Code § 662.021(2), § 662.003(b)(4)", firstYear: null },
      johnson: { citation: "Tex. Gov’t Code § 662.021(2), § 662.003(b)(5)" },
      dayAfterThanksgiving: { citation: "Tex. Gov’t Code § 662.021(2), § 662.003(b)(6)" },
    },
  ),
});

// GR 2 closes all courts and clerks' offices on the day on which a weekend's holiday is observed.
const washington = court("WA", {
  name: "Washington",
  basis: "RCW 1.16.050; Wash. GR 2, GR 3; Wash. CR 6(a)",
  rules: createRules(
    "RCW 1.16.050(1); Wash. GR 2",
    observances.byLaw,
    federalBut(["columbus"], ["dayAfterThanksgiving"]),
    {
      juneteenth: { firstYear: 2022, citation: "RCW 1.16.050(1) as amended by HB 1016 of 2021 (a summary)" },
      dayAfterThanksgiving: { citation: "RCW 1.16.050(1)(j), Native American Heritage Day" },
    },
  ),
});

export const calendarTemplates: readonly CalendarTemplate[] = [
  federalTemplate,
  federalCourts,
  california,
  florida,
  georgia,
  illinois,
  michigan,
  missouri,
  newJersey,
  newYork,
  ohio,
  pennsylvania,
  texas,
  washington,
];

export const findTemplate = (key: string): CalendarTemplate | undefined =>
  calendarTemplates.find(({ templateKey }) => templateKey === key);
