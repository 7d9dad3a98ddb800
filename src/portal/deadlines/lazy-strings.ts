import { catalog } from "../client/catalog.ts";

export const decisionDialog = catalog({
  titles: { date: "Verify date", transition: "Decide on the request", recalculation: "Decide on the later date" },
  descriptions: {
    date: "Find the date yourself, from the file and the law, and enter it. You cannot verify what you set, or what a key set that you control.",
    transition:
      "Confirming carries the request out. You cannot confirm what you requested, or what a key requested that you control.",
    recalculation: "Confirming moves the date, which is to be verified then.",
  },
  decision: "Decision",
  choices: { confirm: "Confirm", dispute: "Dispute", reject: "Reject" },
  foundOn: "Date that you found",
  enterDate: "Enter the date that you found.",
  basis: "Found in",
  bases: {
    statute_text: "Text of the statute",
    court_rule: "Court rule",
    court_order: "Court order",
    file_review: "Review of the file",
  },
  note: "Note",
  noteRequired: "Say what you found.",
  save: "Save decision",
  done: { confirm: "Confirmed.", dispute: "Disputed. The deadline shows it.", reject: "Rejected." },
});

export const moveDialog = catalog({
  title: (count: number) => `Decide on ${count} later dates`,
  description:
    "Confirming moves all of these dates, which are to be verified then; rejecting keeps all of them. You cannot confirm what you moved, or what a key moved that you control.",
  decision: "Decision",
  choices: { confirm: "Confirm all", reject: "Reject all" },
  note: "Note",
  save: "Save decision",
  done: { confirm: "All confirmed.", reject: "All rejected." },
});
