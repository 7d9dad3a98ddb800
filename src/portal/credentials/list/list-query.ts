import { keySorts, keyStatuses } from "../../../contract/integration-keys.ts";
import type { KeyStatus } from "../../../contract/integration-keys.ts";
import { isScope } from "../../../contract/scopes.ts";
import type { Scope } from "../../../contract/scopes.ts";

/** What the list of keys is narrowed to; it stands in the URL, so that Back and a sent link show the same. */
export interface ListQuery {
  search: string;
  status: KeyStatus | null;
  scope: Scope | null;
  sort: (typeof keySorts)[number];
}

const longestSearch = 100;

/** Reads the URL's query; what does not fit counts as not there. */
export function readListQuery(parameters: { get: (name: string) => string | null }): ListQuery {
  const scope = parameters.get("scope") ?? "";
  return {
    search: withoutSecret(parameters.get("q") ?? "").slice(0, longestSearch),
    status: keyStatuses.find((status) => status === parameters.get("status")) ?? null,
    scope: isScope(scope) ? scope : null,
    sort: keySorts.find((sort) => sort === parameters.get("sort")) ?? "newest",
  };
}

/** The URL's query without the question mark; what is as usual is left out. */
export function writeListQuery({ search, status, scope, sort }: ListQuery): string {
  const parameters = new URLSearchParams();
  if (search.trim() !== "") parameters.set("q", withoutSecret(search));
  if (status !== null) parameters.set("status", status);
  if (scope !== null) parameters.set("scope", scope);
  if (sort !== "newest") parameters.set("sort", sort);
  return parameters.toString();
}

/** Whether anything but the order was chosen. */
export function isNarrowed({ search, status, scope }: ListQuery): boolean {
  return search.trim() !== "" || status !== null || scope !== null;
}

/** What was typed, as it may stand in an address: of a pasted secret its prefix alone. */
export function withoutSecret(search: string): string {
  return search.replace(/cpk_([0-9A-Za-z]{1,8})\w*/, "$1");
}

/** What the operation takes. */
export function toListInput({ search, status, scope, sort }: ListQuery) {
  return {
    sort,
    ...(search.trim() !== "" && { search: search.trim() }),
    ...(status !== null && { status }),
    ...(scope !== null && { scope }),
  };
}
