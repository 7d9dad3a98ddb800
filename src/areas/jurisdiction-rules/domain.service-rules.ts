import type * as z from "zod";
import type { ServiceRule } from "./schema.ts";

/**
 * The rules on days for service that Caseport ships, each with its source and the day on which it was read. No attorney
 * has verified them: a firm's attorney does. "(a summary)": the text itself was not found. Days that are not certain
 * are left out, so that doubt makes a date earlier.
 */

interface ShippedServiceRule {
  citation: string;
  /** The day on which the source was read. */
  asOf: string;
  note: string | null;
  rule: z.input<typeof ServiceRule>;
}

type Additions = z.input<typeof ServiceRule>["methods"];
type Method = Additions[number]["method"];

const asOf = "2026-11-29";

/** Calendar days by method. */
const days = (count: number, methods: readonly Method[], citation: string | null = null): Additions =>
  methods.map((method) => ({ method, days: count, unit: "calendar_days", citation }));
const courtDays = (count: number, methods: readonly Method[], citation: string): Additions =>
  methods.map((method) => ({ method, days: count, unit: "court_days", citation }));

/** Only a party that must act after service has more time: none is added before a hearing. */
const afterAlone = { isAdded: false, rollsAgain: true } as const;

const mailed: readonly Method[] = ["mail", "mail_out_of_state", "mail_abroad"];

const rules: Readonly<Record<string, ShippedServiceRule>> = {
  US: {
    citation: "Fed. R. Civ. P. 6(d)",
    asOf,
    note: "Since December 1, 2016 none for electronic service. By other means only where consented to in writing (5(b)(2)(F)): a carrier is other_consented then.",
    rule: {
      order: "after_roll",
      methods: days(3, ["mail", "left_with_clerk", "other_consented"]),
      backward: afterAlone,
    },
  },
  CA: {
    citation: "Code Civ. Proc. §§ 1013, 1010.6(a)(3)(B), 1005(b), 12c(b)",
    asOf,
    note: "Not for a notice of intention to move for a new trial or to vacate a judgment, and not for a notice of appeal.",
    rule: {
      order: "with_period",
      methods: [
        ...days(5, ["mail"], "Code Civ. Proc. § 1013(a)"),
        ...days(10, ["mail_out_of_state"], "Code Civ. Proc. § 1013(a)"),
        ...days(20, ["mail_abroad"], "Code Civ. Proc. § 1013(a)"),
        ...courtDays(2, ["overnight"], "Code Civ. Proc. § 1013(c)"),
        ...courtDays(2, ["fax"], "Code Civ. Proc. § 1013(e)"),
        ...courtDays(2, ["electronic"], "Code Civ. Proc. § 1010.6(a)(3)(B)"),
      ],
      backward: {
        isAdded: true,
        rollsAgain: false,
        methods: [
          ...days(5, ["mail"], "Code Civ. Proc. §§ 1005(b), 12c(b)"),
          ...days(10, ["mail_out_of_state"], "Code Civ. Proc. §§ 1005(b), 12c(b)"),
          ...days(20, ["mail_abroad"], "Code Civ. Proc. §§ 1005(b), 12c(b)"),
          ...days(2, ["overnight", "fax"], "Code Civ. Proc. §§ 1005(b), 12c(b)"),
          ...courtDays(2, ["electronic"], "Code Civ. Proc. §§ 1010.6(a)(3)(B), 12c(b)"),
        ],
      },
    },
  },
  FL: {
    citation: "Fla. R. Gen. Prac. & Jud. Admin. 2.514(b) (a summary)",
    asOf,
    note: "Since January 1, 2019 none for e-mail. The period ends on an open day first, then the days are added (McCray v. State, Fla. 1st DCA).",
    rule: {
      order: "after_roll",
      methods: days(5, ["mail"], "Fla. R. Gen. Prac. & Jud. Admin. 2.514(b)"),
      backward: afterAlone,
    },
  },
  GA: {
    citation: "O.C.G.A. § 9-11-6(e) (a summary)",
    asOf,
    note: "The statute also says e-mail. Whether that includes service by a provider of electronic filing is open (Speckhals v. Golf & Tennis Pro Shop, S24C0848), so none are added for electronic service.",
    rule: { order: "with_period", methods: days(3, ["mail"], "O.C.G.A. § 9-11-6(e)"), backward: afterAlone },
  },
  IL: {
    citation: "Ill. S. Ct. R. 12(c) (a summary)",
    asOf,
    note: "Service is complete four days after mailing, and on the third business day after delivery to a carrier; no days are added to a period.",
    rule: {
      order: "before_period",
      methods: [...days(4, ["mail"], "Ill. S. Ct. R. 12(c)"), ...courtDays(3, ["overnight"], "Ill. S. Ct. R. 12(c)")],
      backward: { isAdded: true, rollsAgain: true },
    },
  },
  MI: {
    citation: "MCR 1.108, 2.107(C)(3) (a summary)",
    asOf,
    note: "Service by mail is complete when mailed; no days are added. Before a hearing MCR 2.119(C)(1) has periods of its own for mail and delivery.",
    rule: { order: "with_period", methods: days(0, mailed, "MCR 2.107(C)(3)"), backward: afterAlone },
  },
  MO: {
    citation: "Mo. R. Civ. P. 44.01(d) (not looked up)",
    asOf,
    note: "Its text was not found; some cite 44.01(e).",
    rule: { order: "with_period", methods: days(3, ["mail"], "Mo. R. Civ. P. 44.01(d)"), backward: afterAlone },
  },
  NJ: {
    citation: "N.J. Ct. R. 1:3-3 (a summary)",
    asOf,
    note: "By ordinary mail; five days since 2022, three before.",
    rule: { order: "with_period", methods: days(5, ["mail"], "N.J. Ct. R. 1:3-3"), backward: afterAlone },
  },
  NY: {
    citation: "CPLR 2103(b)(2), (6)",
    asOf,
    note: "For the party that is served, not for the one that mails. Mailing must be within the United States.",
    rule: {
      order: "with_period",
      methods: [
        ...days(5, ["mail"], "CPLR 2103(b)(2)"),
        ...days(6, ["mail_out_of_state"], "CPLR 2103(b)(2)"),
        ...days(0, ["mail_abroad"], "CPLR 2103(f)(1)"),
        ...courtDays(1, ["overnight"], "CPLR 2103(b)(6)"),
      ],
      backward: afterAlone,
    },
  },
  OH: {
    citation: "Ohio Civ.R. 6(D) (a summary)",
    asOf,
    note: "Mail and commercial carriers. Not for responses to a summons, and only where the period runs from service (Eggleston v. Wood, 2025-Ohio-5292).",
    rule: { order: "with_period", methods: days(3, ["mail", "overnight"], "Ohio Civ.R. 6(D)"), backward: afterAlone },
  },
  PA: {
    citation: "Pa.R.Civ.P. 106, 440",
    asOf,
    note: "Service by mail is complete upon mailing; no days are added. In appeals Pa.R.A.P. 121(e) adds three.",
    rule: { order: "with_period", methods: days(0, mailed), backward: afterAlone },
  },
  TX: {
    citation: "Tex. R. Civ. P. 21a(c) (a summary)",
    asOf,
    note: "By mail alone; none by fax since 2014.",
    rule: { order: "with_period", methods: days(3, ["mail"], "Tex. R. Civ. P. 21a(c)"), backward: afterAlone },
  },
  WA: {
    citation: "Wash. CR 6(e), 5(b)(2)(A) (a summary)",
    asOf,
    note: "CR 5(b)(2)(A) has service complete on the third day after mailing, or on the next open day; where it differs from CR 6(e) the earlier date is given.",
    rule: {
      order: "with_period",
      methods: days(3, ["mail"], "Wash. CR 6(e)"),
      backward: { isAdded: true, rollsAgain: true, methods: days(3, ["mail"], "Wash. CR 5(b)(2)(A)") },
    },
  },
};

/** By jurisdiction. */
export const shippedServiceRules: ReadonlyMap<string, ShippedServiceRule> = new Map(Object.entries(rules));
