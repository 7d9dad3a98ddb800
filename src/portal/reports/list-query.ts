import { nullIfBlank, readSearch, writeUrlQuery, type UrlQuery } from "../client/url-query.ts";
import { categories, categoryTitles, entityTitles, type Category } from "./report-labels.ts";
import type { ListedReport } from "./report-types.ts";

/** Filters, kept in the URL. Report names are neither secret nor personal. */
export interface ListQuery {
  search: string;
  category: Category | null;
  /** Only the organization's own and shared reports. */
  isOwn: boolean;
}

export const everything: ListQuery = { search: "", category: null, isOwn: false };

/** Reads the URL's query and ignores invalid values. */
export function readListQuery(parameters: UrlQuery): ListQuery {
  return {
    search: readSearch(parameters),
    category: categories.find((category) => category === parameters.get("category")) ?? null,
    isOwn: parameters.get("made") === "own",
  };
}

export function writeListQuery({ search, category, isOwn }: ListQuery): string {
  return writeUrlQuery({ q: nullIfBlank(search), category, made: isOwn ? "own" : null });
}

type Searched = Pick<ListedReport, "name" | "description" | "category" | "entity" | "isStandard" | "lastRunAt">;

/** Matching reports, those that ran last first; every typed word must match. */
export function findReports<Report extends Searched>(
  reports: readonly Report[],
  { search, category, isOwn }: ListQuery,
): Report[] {
  const words = search
    .toLowerCase()
    .split(/\s+/)
    .filter((word) => word !== "");
  const fits = (report: Report) => {
    const text = [report.name, report.description ?? "", entityTitles[report.entity], categoryTitles[report.category]]
      .join(" ")
      .toLowerCase();
    return (
      (category === null || report.category === category) &&
      !(isOwn && report.isStandard) &&
      words.every((word) => text.includes(word))
    );
  };
  return reports.filter(fits).toSorted(compareReports);
}

function compareReports(one: Searched, other: Searched): number {
  const byRun = (other.lastRunAt ?? "").localeCompare(one.lastRunAt ?? "");
  return byRun === 0 ? one.name.localeCompare(other.name, "en") : byRun;
}
