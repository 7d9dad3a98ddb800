import { catalog } from "../client/catalog.ts";

export const decisionDialog = catalog({
  titles: { date: "Verify date", transition: "Decide on the request", recalculation: "Decide on the later date" },
  descriptions: {
    date: "Determine the date yourself from the file and the law, then enter it. You cannot verify a date that you, or a key you control, set.",
    transition: "Confirming carries out the request. You cannot confirm a request made by you or by a key you control.",
    recalculation: "Confirming moves the date, which must then be verified.",
  },
  decision: "Decision",
  choices: { confirm: "Confirm", dispute: "Dispute", reject: "Reject" },
  foundOn: "Date you found",
  enterDate: "Enter the date you found.",
  basis: "Found in",
  bases: {
    statute_text: "Text of the statute",
    court_rule: "Court rule",
    court_order: "Court order",
    file_review: "Review of the file",
  },
  note: "Note",
  noteRequired: "Enter what you found.",
  save: "Save decision",
  done: { confirm: "Confirmed.", dispute: "Disputed. The deadline is marked as disputed.", reject: "Rejected." },
});

export const moveDialog = catalog({
  title: (count: number) => `Decide on ${count} later dates`,
  description:
    "Confirming moves all of these dates, which must then be verified. Rejecting keeps all of them. You cannot confirm dates that you, or a key you control, moved.",
  decision: "Decision",
  choices: { confirm: "Confirm all", reject: "Reject all" },
  note: "Note",
  save: "Save decision",
  done: { confirm: "All confirmed.", reject: "All rejected." },
});
