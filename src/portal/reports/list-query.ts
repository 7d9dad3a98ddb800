import { categories, categoryTitles, entityTitles } from "./report-labels.ts";
import type { Category } from "./report-labels.ts";
import type { ListedReport } from "./report-types.ts";

/** Filters, kept in the URL. Report names are neither secret nor personal. */
export interface ListQuery {
  search: string;
  category: Category | null;
  /** Only the organization's own and shared reports. */
  isOwn: boolean;
}

const maxSearchLength = 100;

export const everything: ListQuery = { search: "", category: null, isOwn: false };

/** Reads the URL's query and ignores invalid values. */
export function readListQuery(parameters: { get: (name: string) => string | null }): ListQuery {
  return {
    search: (parameters.get("q") ?? "").slice(0, maxSearchLength),
    category: categories.find((category) => category === parameters.get("category")) ?? null,
    isOwn: parameters.get("made") === "own",
  };
}

export function writeListQuery({ search, category, isOwn }: ListQuery): string {
  const parameters = new URLSearchParams();
  if (search.trim() !== "") parameters.set("q", search);
  if (category !== null) parameters.set("category", category);
  if (isOwn) parameters.set("made", "own");
  return parameters.toString();
}

type Searched = Pick<ListedReport, "name" | "description" | "category" | "entity" | "isStandard">;

/** Matching reports by category; every typed word must match. */
export function arrangeReports<Report extends Searched>(reports: readonly Report[], { search, category, isOwn }: ListQuery): { category: Category; reports: Report[] }[] {
  const words = search.toLowerCase().split(/\s+/).filter((word) => word !== "");
  const fits = (report: Report) => {
    const text = [report.name, report.description ?? "", entityTitles[report.entity], categoryTitles[report.category]].join(" ").toLowerCase();
    return (category === null || report.category === category) && !(isOwn && report.isStandard) && words.every((word) => text.includes(word));
  };
  const found = reports.filter(fits);
  return categories
    .map((each) => ({ category: each, reports: found.filter((report) => report.category === each) }))
    .filter((group) => group.reports.length > 0);
}
