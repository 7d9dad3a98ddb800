import type { TextHoursRule } from "./schema.ts";

/** Hours of states for texts. Their statutes concern solicitations: a firm that does not solicit may disable them. */
interface ShippedTextHours {
  state: string;
  citation: string;
  asOf: string;
  note: string | null;
  rule: TextHoursRule;
}

const asOf = "2026-11-30";
const note = "The statute concerns solicitations; a text to the firm's own client is none.";
const daily = { from: "08:00", until: "20:00" };
const workdays: TextHoursRule["hours"][number]["days"] = [
  "monday",
  "tuesday",
  "wednesday",
  "thursday",
  "friday",
  "saturday",
];

export const shippedTextHours: readonly ShippedTextHours[] = [
  {
    state: "fl",
    citation: "Fla. Stat. § 501.616(6)",
    asOf,
    note,
    rule: { hours: [{ days: [...workdays, "sunday"], ...daily }] },
  },
  {
    state: "ok",
    citation: "Okla. Stat. tit. 15, § 775C.4",
    asOf,
    note,
    rule: { hours: [{ days: [...workdays, "sunday"], ...daily }] },
  },
  {
    state: "tx",
    citation: "Tex. Bus. & Com. Code § 301.051",
    asOf,
    note,
    rule: {
      hours: [
        { days: workdays, from: "09:00", until: "21:00" },
        { days: ["sunday"], from: "12:00", until: "21:00" },
      ],
    },
  },
];
