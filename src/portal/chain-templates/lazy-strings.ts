import { catalog } from "../client/catalog.ts";
import { plural } from "../ui/plural.ts";

export const templateView = catalog({
  close: "Close",
  key: "Key",
  courts: "Courts",
  trigger: "Counted from",
  alsoFrom: "Also counted from",
  asOf: "Text as of",
  source: "Text",
  status: "Status",
  deadlines: "Deadlines",
});

export const affectedDialog = catalog({
  title: (name: string) => `Chains affected by “${name}”`,
  close: "Close",
  description: "Open deadlines that would have other dates under the current template. Nothing moves automatically.",
  wayOut:
    "To adopt the new dates, have an integration cancel the chain (POST /deadline-chains/{chainId}/cancel) and apply the template again. To keep the current dates, do nothing.",
  chains: "affected chains",
  chain: ["chain", "chains"],
  none: "No affected chains",
  noneHint: "All open deadlines of this template already have the dates it gives.",
  noneOnPage: "No affected chains among those checked so far.",
  ofCase: (number: string) => `Case ${number}`,
  appliedWith: (revision: number) => `applied with revision ${revision}`,
  deadline: "Deadline",
  now: "Due now",
  wouldBe: "Would be",
  difference: "Difference",
  notRecorded: "Not recorded",
  earlier: (days: number) => plural(days, "# day earlier", "# days earlier"),
  later: (days: number) => plural(days, "# day later", "# days later"),
  leftOut: "The item was removed or does not apply",
});
