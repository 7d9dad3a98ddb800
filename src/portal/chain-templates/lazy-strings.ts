import { catalog } from "../client/catalog.ts";
import { plural } from "../ui/plural.ts";

export const affectedDialog = catalog({
  title: (name: string) => `Chains that “${name}” would change`,
  close: "Close",
  description: "Open deadlines that the present text of the template would date otherwise. Nothing moves by itself.",
  wayOut:
    "To take over the text, an integration cancels the chain (POST /deadline-chains/{chainId}/cancel) and applies the template again. To keep a date, do nothing.",
  chains: "affected chains",
  chain: ["chain", "chains"],
  none: "No chain would change",
  noneHint: "The open deadlines of this template’s chains have the dates that its text gives.",
  noneOnPage: "None of the chains looked at so far would change.",
  ofCase: (number: string) => `Case ${number}`,
  appliedWith: (revision: number) => `applied with revision ${revision}`,
  deadline: "Deadline",
  now: "Due now",
  wouldBe: "Would be",
  difference: "Difference",
  notRecorded: "Not recorded",
  earlier: (days: number) => plural(days, "# day earlier", "# days earlier"),
  later: (days: number) => plural(days, "# day later", "# days later"),
  leftOut: "The item is gone or does not apply",
});
