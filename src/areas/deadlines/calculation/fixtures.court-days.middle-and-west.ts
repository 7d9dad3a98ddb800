import { after, examplesOf } from "./fixtures.court-days.types.ts";

const mail = { serviceMethod: "mail" } as const;
const legrand = "LeGrand v. LeGrand, 663 S.W.2d 339 (Mo. App. 1983) (app.midpage.ai, 5060798)";

/** Georgia: O.C.G.A. §§ 1-3-1(d)(3), 1-4-1, 9-11-6. */
export const georgiaExamples = examplesOf("GA", [
  { id: "ga-01", by: "source", rule: "O.C.G.A. §§ 1-3-1(d)(3), 5-6-38(a)",
    source: "Smith v. McTaggart, 343 Ga. App. 144 (2017) (cite.case.law/se2d/806/229)",
    count: after("2016-02-24", 30), expected: "2016-03-25", open: ["2016-03-25"],
    note: "Good Friday, on which the county’s court was closed, is no legal holiday; filed on March 28: late" },
  { id: "ga-02", by: "source", rule: "O.C.G.A. §§ 1-3-1(d)(3), 5-6-38(a)",
    source: "Deck Pro, Inc. v. Rucks, A21A0429 (Ga. App. May 6, 2021) (ecases.us, c131168)",
    count: after("2019-11-13", 30), expected: "2019-12-13", note: "Friday, not Saturday as the appellant counted" },
  { id: "ga-03", by: "source", rule: "O.C.G.A. §§ 1-3-1(d)(3), 9-11-12(a)",
    source: "Moore v. State, A01A2241 (Ga. App. Aug. 31, 2001) (print.casetext.com)",
    count: after("2001-04-06", 30), expected: "2001-05-07", note: "Sunday" },
  { id: "ga-04", by: "source", rule: "O.C.G.A. §§ 1-3-1(d)(3), 15-10-41",
    source: "Parsons v. Capital Alliance Fin., 325 Ga. App. 884 (2014) (e.casetext.com)",
    count: after("2011-12-16", 30), expected: "2012-01-17", closed: ["2012-01-16"],
    note: "Sunday, then Martin Luther King Day; filed that Tuesday: timely" },
  { id: "ga-05", by: "rule text", rule: "O.C.G.A. § 9-11-6(e)", source: "the statute",
    count: after("2026-08-06", 30, mail), expected: "2026-09-08",
    note: "33 days; the thirtieth is the Saturday before Labor Day, which does not matter" },
  { id: "ga-06", by: "rule text", rule: "O.C.G.A. § 9-11-6(e)",
    source: "the statute (deflaw.com, “Beware the Other Mailbox Rule”)",
    count: after("2026-08-06", 30, { serviceMethod: "electronic" }), expected: "2026-09-08", closed: ["2026-09-07"],
    note: "with the 3 days of “mail or e-mail”, or without them for an e-filing provider: the same date" },
]);

/** Illinois: 5 ILCS 70/1.11; Ill. S. Ct. R. 12(c). */
export const illinoisExamples = examplesOf("IL", [
  { id: "il-01", by: "source", rule: "Ill. Rev. Stat. ch. 131, § 1.11 (1963)",
    source: "Pettigrove v. Parro Constr. Corp. (Ill. App. Dec. 6, 1963) (e.casetext.com)",
    count: after("1962-08-02", 30), expected: "1962-09-04", closed: ["1962-09-03"], note: "Saturday, then Labor Day" },
  { id: "il-02", by: "source", rule: "Ill. S. Ct. R. 93(a); 5 ILCS 70/1.11",
    source: "Gellert v. Jackson, 373 Ill. App. 3d 149 (2007) (cetient.com/case/3144038)",
    count: after("2006-02-10", 30), expected: "2006-03-13", note: "March 12 is a Sunday" },
  { id: "il-03", by: "rule text", rule: "5 ILCS 70/1.11; court holidays of the Supreme Court", source: "the statute",
    count: after("2027-01-13", 30), expected: "2027-02-16", closed: ["2027-02-12", "2027-02-15"],
    note: "Lincoln’s Birthday is a Friday, then Presidents’ Day" },
  { id: "il-04", by: "rule text", rule: "Ill. S. Ct. R. 12(c); 5 ILCS 70/1.11", source: "the rule",
    count: after("2026-11-02", 30, mail), expected: "2026-12-07",
    note: "service by mail is complete four days after mailing: 30 days from November 6 are Sunday, December 6" },
]);

/** Michigan: MCR 1.108, 2.107(C)(3), 8.110(D). */
export const michiganExamples = examplesOf("MI", [
  { id: "mi-01", by: "source", rule: "GCR 1963, 108.6; MCL 600.5805",
    source: "Brown v. Porter, 13 Mich. App. 6 (1968) (print.casetext.com)",
    count: after("1962-12-25", 3, "years"), expected: "1965-12-27", note: "Christmas Day is a Saturday" },
  { id: "mi-02", by: "source", rule: "MCR 1.108(1); MCL 600.5805(8)",
    source: "Dunlap v. Sheffield, 442 Mich. 195 (1993) (cetient.com/case/1625214)",
    count: after("1987-03-22", 3, "years"), expected: "1990-03-22", note: "filed on March 23: barred" },
  { id: "mi-03", by: "source", rule: "MCR 1.108(1); MCL 600.2912b",
    source: "Haksluoto v. Mt. Clemens Reg. Med. Ctr. (Mich. 2017) (law.justia.com; saurbier.com)",
    count: after("2013-12-26", 182), expected: "2014-06-26", note: "the last day of the notice period" },
  { id: "mi-04", by: "rule text", rule: "MCR 1.108(1), 8.110(D)(2)", source: "the rule",
    count: after("2026-11-26", 28), expected: "2026-12-28", closed: ["2026-12-24", "2026-12-25"],
    note: "Christmas Eve is a court holiday" },
  { id: "mi-05", by: "rule text", rule: "MCR 1.108(2), 8.110(D)(2)", source: "the rule",
    count: after("2026-11-12", 2, "weeks"), expected: "2026-11-30", closed: ["2026-11-26", "2026-11-27"],
    note: "the same weekday: Thanksgiving, then the Friday after it" },
  { id: "mi-06", by: "rule text", rule: "MCR 1.108(3)", source: "the rule",
    count: after("2026-08-31", 6, "months"), expected: "2027-03-01", note: "the last day of February is a Sunday" },
  { id: "mi-07", by: "rule text", rule: "MCR 2.107(C)(3)", source: "the rule",
    count: after("2026-11-02", 14, mail), expected: "2026-11-16",
    note: "service by mail is complete at mailing; rules that allow more say so themselves" },
]);

/** Missouri: Rule 44.01; RSMo 9.010. */
export const missouriExamples = examplesOf("MO", [
  { id: "mo-01", by: "source", rule: "Rule 44.01(a), 75.01",
    source: "Wooten v. Williams, 827 S.W.2d 282 (Mo. App. 1992) (app.midpage.ai, 5080788)",
    count: after("1991-01-31", 30), expected: "1991-03-04", note: "March 2 is a Saturday" },
  { id: "mo-02", by: "source", rule: "Rule 44.01(a), 81.05(a)", source: legrand,
    count: after("1983-01-13", 30), expected: "1983-02-14", note: "February 12 is a Saturday" },
  { id: "mo-03", by: "source", rule: "Rule 44.01(a), 81.04(a)", source: legrand,
    count: after("1983-02-14", 10), expected: "1983-02-24",
    note: "counted from the day on which the judgment became final; filed nine days after it: timely" },
  { id: "mo-04", by: "source", rule: "Rule 44.01(a); § 512.190.1 RSMo 1978",
    source: "Settle v. Lona (Mo. App.) (cetient.com/case/5054808)",
    count: after("1980-10-22", 10), expected: "1980-11-03", note: "November 1 is a Saturday" },
  { id: "mo-05", by: "source", rule: "Rule 83.06(a)",
    source: "Capoferri v. Upham, 456 S.W.2d 793 (Mo. App. 1970) (app.midpage.ai, 5036095)",
    count: after("1970-03-23", 45), expected: "1970-05-07" },
  { id: "mo-06", by: "rule text", rule: "Rule 44.01(a), (e)", source: "the rule",
    count: after("2026-10-15", 30, mail), expected: "2026-11-17",
    note: "33 days; the thirtieth is a Saturday, which does not matter" },
  { id: "mo-07", by: "rule text", rule: "Rule 44.01(a); RSMo 9.010", source: "the statute",
    count: after("2026-04-08", 30), expected: "2026-05-11", closed: ["2026-05-08"], note: "Truman Day is a Friday" },
  { id: "mo-08", by: "rule text", rule: "Rule 44.01(a); RSMo 9.010", source: "the statute",
    count: after("2027-01-13", 30), expected: "2027-02-16", closed: ["2027-02-12", "2027-02-15"],
    note: "Lincoln’s Birthday is a Friday, then Presidents’ Day" },
  { id: "mo-09", by: "rule text", rule: "Rule 44.01(a)", source: "the rule",
    count: after("2026-10-09", 5, "court_days"), expected: "2026-10-19", closed: ["2026-10-12"],
    note: "less than 7 days: no Saturdays, Sundays or legal holidays" },
  { id: "mo-10", by: "source", rule: "the practice of 1894",
    source: "State v. Harris, 121 Mo. 445 (1894) (app.midpage.ai, 8011298)",
    count: after("1893-08-09", 60, { rollRule: "none" }), expected: "1893-10-08",
    note: "filed on October 9: late, though October 8 was a Sunday; today it would move" },
  { id: "mo-11", by: "source", rule: "four judicial days",
    source: "State v. Harris, 121 Mo. 445 (1894) (app.midpage.ai, 8011298)",
    count: after("1893-07-29", 4, "court_days"), expected: "1893-08-03", note: "the Sunday in between is not counted" },
]);

/** Washington: CR 6; RCW 1.16.050. */
export const washingtonExamples = examplesOf("WA", [
  { id: "wa-01", by: "source", rule: "CR 6(a); RCW 58.17.180",
    source: "Stikes Woods Neighborhood Ass’n v. City of Lacey, 124 Wn.2d 459 (1994) (cetient.com/opinion/2616578)",
    count: after("1993-07-08", 30), expected: "1993-08-09", note: "August 7 is a Saturday" },
  { id: "wa-02", by: "rule text", rule: "CR 6(a); RCW 4.16.080(2)",
    source: "Stikes Woods; the facts of Fisher v. City of Tacoma, 70 Wn. App. 635 (1993), which it overrules",
    count: after("1985-12-10", 3, "years"), expected: "1988-12-12", note: "December 10, 1988 is a Saturday" },
  { id: "wa-03", by: "rule text", rule: "CR 6(a), (e)", source: "the rule",
    count: after("2026-10-25", 20, mail), expected: "2026-11-17",
    note: "23 days; the twentieth is a Saturday, which does not matter" },
  { id: "wa-04", by: "rule text", rule: "CR 6(a); RCW 1.16.050", source: "the rule",
    count: after("2026-11-24", 5, "court_days"), expected: "2026-12-03", closed: ["2026-11-26", "2026-11-27"],
    note: "less than 7 days; the Friday after Thanksgiving is Native American Heritage Day" },
]);
