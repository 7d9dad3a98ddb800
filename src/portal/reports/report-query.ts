import { writeTyped } from "./run/parameter-values.ts";
import type { Typed } from "./run/parameter-values.ts";
import type { Parameter } from "./report-types.ts";

/** Over which offices a report runs: the own one, all, or some by id. */
export type Offices = "own" | "all" | readonly string[];

export interface Sort {
  column: string;
  descending: boolean;
}

/** What a run is besides its parameters. It stands in the address, so that Back and a sent link show the same. */
export interface RunChoice {
  /** Whether it is to run, or only its parameters are shown. */
  isRun: boolean;
  offices: Offices;
  /** null: as the report has it. */
  sort: Sort | null;
}

const maxOffices = 100;

/** Reads the address; what does not fit counts as not there. */
export function readChoice(address: URLSearchParams): RunChoice {
  const sort = /^(-?)([a-z][A-Za-z0-9]{0,39})$/.exec(address.get("sort") ?? "");
  return { isRun: address.get("run") === "1", offices: readOffices(address.get("offices")), sort: sort?.[2] === undefined ? null : { column: sort[2], descending: sort[1] === "-" } };
}

function readOffices(text: string | null): Offices {
  if (text === null) return "own";
  if (text === "all") return "all";
  const ids = [...new Set(text.split(","))].filter((id) => /^org_[0-9A-Za-z]{1,60}$/.test(id)).slice(0, maxOffices);
  return ids.length === 0 ? "own" : ids;
}

/** The address of a run: its query without the question mark. */
export function writeRun(parameters: readonly Parameter[], typed: Typed, { offices, sort }: Omit<RunChoice, "isRun">): string {
  const address = new URLSearchParams({ run: "1" });
  writeTyped(address, parameters, typed);
  if (offices !== "own") address.set("offices", typeof offices === "string" ? offices : offices.join(","));
  if (sort !== null) address.set("sort", `${sort.descending ? "-" : ""}${sort.column}`);
  return address.toString();
}

/**
 * The organizations that a run names; undefined for all of them, where they are more than can be named.
 * @param reach those over which the person may run it, the own one among them
 */
export function nameOrganizations(offices: Offices, reach: readonly { id: string }[], ownId: string): string | undefined {
  if (offices === "own") return ownId;
  if (offices !== "all") return offices.join(",");
  return reach.length > maxOffices ? undefined : reach.map(({ id }) => id).join(",");
}

/**
 * What a click on a column's heading makes of the order.
 * @param own the report's own first column of order, which needs no saying; null where it has none
 */
export function turnSort(present: Sort | null, column: string, own: Sort | null): Sort | null {
  const descending = present?.column === column && !present.descending;
  return own?.column === column && own.descending === descending ? null : { column, descending };
}
