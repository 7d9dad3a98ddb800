import type { MinorityRule } from "../../jurisdiction-rules/domain.notation.ts";
import type { LimitationRule, Period } from "./domain.limitation.ts";
import type { TollingTime } from "./schema.ts";

/** A limitation that a decision or a statute computes. Read on 2026-11-29. */
export interface LimitationDecision {
  id: string;
  /** As of court-day examples. */
  by: "source" | "rule text";
  state: string;
  rule: string;
  source: string;
  incidentOn: string;
  period: Partial<Period>;
  claim?: LimitationRule["claim"];
  bornOn?: string;
  minority?: MinorityRule;
  tolling?: TollingTime[];
  /** Whether the last day moves on from a Saturday, Sunday or holiday, as the decision has it. */
  moves?: boolean;
  expected: string;
  note?: string;
}

const suspend: MinorityRule = { method: "suspend", years: null };
const yearsAfter = (years: number): MinorityRule => ({ method: "years_after", years });

export const limitationDecisions: readonly LimitationDecision[] = [
  { id: "nj-king", by: "source", state: "NJ", rule: "N.J.S.A. 2A:14-2",
    source: "King v. Tripp, A-0008-22 (App. Div. June 28, 2023) (casetext.com)",
    incidentOn: "2019-08-12", period: { years: 2 }, expected: "2021-08-12", note: "filed on August 13: a day late" },
  { id: "nj-leake", by: "source", state: "NJ", rule: "N.J.S. 2A:14-2",
    source: "Leake v. Bullock, 104 N.J. Super. 309 (App. Div. 1969) (app.midpage.ai, 1946989)",
    incidentOn: "1966-02-01", period: { years: 2 }, expected: "1968-02-01",
    note: "filed on February 2: late, with or without a leap year" },
  { id: "nj-poetz", by: "source", state: "NJ", rule: "N.J.S. 2A:14-2",
    source: "Poetz v. Mix, 7 N.J. 436 (1951), as Leake v. Bullock reads it",
    incidentOn: "1947-07-16", period: { years: 2 }, expected: "1949-07-16", note: "February 29, 1948 is in between" },
  { id: "nj-barron", by: "source", state: "NJ", rule: "N.J.S.A. 2A:14-2(a)",
    source: "Barron v. Gersten, A-0912-20 (App. Div. June 13, 2022) (criminalcivillawyer.com)",
    incidentOn: "2018-06-21", period: { years: 2 }, expected: "2020-06-21", note: "filed on June 29: eight days late" },
  { id: "nj-harrington", by: "source", state: "NJ", rule: "N.J.S.A. 59:8-8",
    source: "Estate of Harrington v. City of Linden, 338 N.J. Super. 500 (App. Div. 2001) (ecases.us)",
    incidentOn: "1998-10-25", period: { days: 90 }, claim: "government", expected: "1999-01-23",
    note: "the ninetieth day, a Saturday" },
  { id: "nj-harrington-moved", by: "source", state: "NJ", rule: "N.J.S.A. 59:8-8",
    source: "Estate of Harrington v. City of Linden, 338 N.J. Super. 500 (App. Div. 2001) (ecases.us)",
    incidentOn: "1998-10-25", period: { days: 90 }, claim: "government", moves: true, expected: "1999-01-25",
    note: "delivered on Monday: timely" },
  { id: "mi-dunlap", by: "source", state: "MI", rule: "MCL 600.5805(8); MCR 1.108",
    source: "Dunlap v. Sheffield, 442 Mich. 195 (1993) (cetient.com/case/1625214)",
    incidentOn: "1987-03-22", period: { years: 3 }, expected: "1990-03-22", note: "filed on March 23: barred" },
  { id: "mi-brown", by: "source", state: "MI", rule: "GCR 1963, 108.6",
    source: "Brown v. Porter, 13 Mich. App. 6 (1968) (print.casetext.com)",
    incidentOn: "1962-12-25", period: { years: 3 }, moves: true, expected: "1965-12-27",
    note: "Christmas Day, a Saturday" },
  { id: "mi-haksluoto", by: "source", state: "MI", rule: "MCL 600.5856(c), 600.2912b; MCR 1.108(1)",
    source: "Haksluoto v. Mt. Clemens Reg. Med. Ctr. (Mich. 2017) (law.justia.com)",
    incidentOn: "2011-12-26", period: { years: 2 }, claim: "medical_malpractice", expected: "2014-06-27",
    tolling: [{ basis: "other", fromOn: "2013-12-26", toOn: "2014-06-27" }],
    note: "notice of intent on the last day: after its 182 days that day is left; the incident is two years before" },
  { id: "ny-frieda", by: "source", state: "NY", rule: "Gen. Constr. Law §§ 20, 25-a",
    source: "Frieda v. Besi Cab Corp. (N.Y. Sup. Ct. 1963) (print.casetext.com)",
    incidentOn: "1960-02-24", period: { years: 3 }, moves: true, expected: "1963-02-25", note: "Sunday" },
  { id: "ny-sewdial", by: "source", state: "NY", rule: "CPLR 213(4); Gen. Constr. Law § 25-a",
    source: "Deutsche Bank v. Sewdial, 173 A.D.3d 685 (2d Dep’t 2019) (bruteforcelawyer.com)",
    incidentOn: "2007-09-21", period: { years: 6 }, moves: true, expected: "2013-09-23", note: "Saturday" },
  { id: "ny-bacalokonstantis", by: "source", state: "NY", rule: "Gen. Mun. Law § 50-i",
    source: "Bacalokonstantis v. Nichols, 141 A.D.2d 482 (2d Dep’t 1988) (app.midpage.ai, 5905698)",
    incidentOn: "1985-07-22", period: { years: 1, days: 90 }, claim: "government", expected: "1986-10-20",
    note: "a year and 90 days; served on October 21: late" },
  { id: "ny-tuxedo", by: "source", state: "NY", rule: "CPLR 217",
    source: "Matter of Tuxedo Conservation v. Town Board (2d Dep’t 1995) (e.casetext.com)",
    incidentOn: "1992-10-14", period: { months: 4 }, moves: true, expected: "1993-02-16",
    note: "Sunday, then a holiday" },
  { id: "ny-leap-day", by: "source", state: "NY", rule: "Gen. Constr. Law § 58",
    source: "David Arpino, “Leap Law” (arpinolaw.com): February 28 and 29 are one day",
    incidentOn: "2024-02-29", period: { years: 3 }, expected: "2027-02-28" },
  { id: "in-mcelwee", by: "source", state: "IN", rule: "Ind. Code § 34-11-2-4; Trial Rule 6(A)",
    source: "McElwee v. Fish, 18A-CT-2664 (Ind. App. 2019) (studicata.com; law.justia.com)",
    incidentOn: "2016-02-29", period: { years: 2 }, expected: "2018-02-28", note: "filed on March 1: a day late" },
  { id: "wa-fisher", by: "source", state: "WA", rule: "RCW 1.12.040, 4.16.080(2)",
    source: "Fisher v. City of Tacoma, 70 Wn. App. 635 (1993) (cetient.com/opinion/1113457)",
    incidentOn: "1985-12-10", period: { years: 3 }, expected: "1988-12-10",
    note: "a Saturday, which it did not exclude; overruled in 1994" },
  { id: "wa-stikes", by: "rule text", state: "WA", rule: "CR 6(a)",
    source: "Stikes Woods v. City of Lacey, 124 Wn.2d 459 (1994), on the facts of Fisher",
    incidentOn: "1985-12-10", period: { years: 3 }, moves: true, expected: "1988-12-12" },
  { id: "us-patterson", by: "source", state: "US", rule: "28 U.S.C. § 2244(d)",
    source: "Patterson v. Stewart, 251 F.3d 1243 (9th Cir. 2001) (capcentral.org)",
    incidentOn: "1996-04-24", period: { years: 1 }, expected: "1997-04-24", note: "the anniversary" },
  { id: "us-marcello", by: "source", state: "US", rule: "28 U.S.C. § 2255",
    source: "United States v. Marcello, 212 F.3d 1005 (7th Cir. 2000) (courtlistener.com)",
    incidentOn: "1997-12-01", period: { years: 1 }, expected: "1998-12-01", note: "filed on December 2: late" },
  { id: "us-hurst", by: "source", state: "US", rule: "28 U.S.C. § 2255",
    source: "United States v. Hurst, 322 F.3d 1256 (10th Cir. 2003) (cetient.com/case/163238)",
    incidentOn: "1999-05-17", period: { years: 1 }, expected: "2000-05-17", note: "a leap year has 366 days" },
  { id: "us-ftca", by: "rule text", state: "US", rule: "28 U.S.C. § 2401(b)", source: "the statute",
    incidentOn: "2026-08-31", period: { months: 6 }, claim: "government", expected: "2027-02-28",
    note: "February has no 31st" },
  { id: "ca-claim", by: "rule text", state: "CA", rule: "Gov. Code §§ 911.2, 6804", source: "the statute",
    incidentOn: "2026-08-30", period: { months: 6 }, claim: "government", expected: "2027-02-28" },
  { id: "pa-minor", by: "rule text", state: "PA", rule: "42 Pa.C.S. §§ 5524(2), 5533(b)", source: "the statute",
    incidentOn: "2025-11-20", period: { years: 2 }, bornOn: "2011-06-15", minority: suspend, expected: "2031-06-15",
    note: "the same time after the eighteenth birthday" },
  { id: "oh-minor", by: "rule text", state: "OH", rule: "R.C. 2305.10, 2305.16", source: "the statute",
    incidentOn: "2024-07-04", period: { years: 2 }, bornOn: "2009-12-01", minority: suspend, expected: "2029-12-01" },
  { id: "il-minor", by: "rule text", state: "IL", rule: "735 ILCS 5/13-202, 13-211", source: "the statute",
    incidentOn: "2025-05-31", period: { years: 2 }, bornOn: "2010-05-31", minority: yearsAfter(2),
    expected: "2030-05-31" },
  { id: "mi-minor", by: "rule text", state: "MI", rule: "MCL 600.5805, 600.5851(1)", source: "the statute",
    incidentOn: "2025-11-20", period: { years: 3 }, bornOn: "2011-06-15", minority: yearsAfter(1),
    expected: "2030-06-15" },
  { id: "tx-minor-of-a-leap-day", by: "rule text", state: "TX", rule: "Civ. Prac. & Rem. Code §§ 16.001, 16.003",
    source: "the statute, read to the earlier day",
    incidentOn: "2025-01-10", period: { years: 2 }, bornOn: "2012-02-29", minority: suspend, expected: "2032-02-28",
    note: "18 on February 28, 2030, a year without a 29th" },
];
