import { writeTyped, type Typed } from "./run/parameter-values.ts";
import type { Parameter } from "./report-types.ts";

export type Offices = "own" | "all" | readonly string[];

export interface Sort {
  column: string;
  descending: boolean;
}

/** A run without its parameters, kept in the URL. */
export interface RunChoice {
  /** Whether to run, or only to show the parameters. */
  isRun: boolean;
  offices: Offices;
  /** null for the report's own sort. */
  sort: Sort | null;
}

const maxOffices = 100;

/** Reads the URL's query and ignores invalid values. */
export function readChoice(address: URLSearchParams): RunChoice {
  const sort = /^(-?)([a-z][A-Za-z0-9]{0,39})$/.exec(address.get("sort") ?? "");
  return {
    isRun: address.get("run") === "1",
    offices: readOffices(address.get("offices")),
    sort: sort?.[2] === undefined ? null : { column: sort[2], descending: sort[1] === "-" },
  };
}

function readOffices(text: string | null): Offices {
  if (text === null) return "own";
  if (text === "all") return "all";
  const ids = [...new Set(text.split(","))].filter((id) => /^org_[0-9A-Za-z]{1,60}$/.test(id)).slice(0, maxOffices);
  return ids.length === 0 ? "own" : ids;
}

export function writeRun(
  parameters: readonly Parameter[],
  typed: Typed,
  { offices, sort }: Omit<RunChoice, "isRun">,
): string {
  const address = new URLSearchParams({ run: "1" });
  writeTyped(address, parameters, typed);
  if (offices !== "own") address.set("offices", typeof offices === "string" ? offices : offices.join(","));
  if (sort !== null) address.set("sort", `${sort.descending ? "-" : ""}${sort.column}`);
  return address.toString();
}

/**
 * The organizations of a run; undefined for all, which may be more than a request can name.
 *
 * @param reach the organizations the member can include, with their own
 */
export function nameOrganizations(
  offices: Offices,
  reach: readonly { id: string }[],
  ownId: string,
): string | undefined {
  if (offices === "own") return ownId;
  if (offices !== "all") return offices.join(",");
  return reach.length > maxOffices ? undefined : reach.map(({ id }) => id).join(",");
}

/**
 * The sort after a click on a column heading.
 *
 * @param own the report's default, which is omitted; null without one
 */
export function turnSort(present: Sort | null, column: string, own: Sort | null): Sort | null {
  const descending = present?.column === column && !present.descending;
  return own?.column === column && own.descending === descending ? null : { column, descending };
}
