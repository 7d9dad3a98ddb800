import { keySorts, keyStatuses } from "../../../contract/integration-keys.ts";
import type { KeyStatus } from "../../../contract/integration-keys.ts";
import { isScope } from "../../../contract/scopes.ts";
import type { Scope } from "../../../contract/scopes.ts";

export interface ListQuery {
  search: string;
  status: KeyStatus | null;
  scope: Scope | null;
  sort: (typeof keySorts)[number];
}

const maxSearchLength = 100;

/** Reads the URL's query and ignores invalid values. */
export function readListQuery(parameters: { get: (name: string) => string | null }): ListQuery {
  const scope = parameters.get("scope") ?? "";
  return {
    search: withoutSecret(parameters.get("q") ?? "").slice(0, maxSearchLength),
    status: keyStatuses.find((status) => status === parameters.get("status")) ?? null,
    scope: isScope(scope) ? scope : null,
    sort: keySorts.find((sort) => sort === parameters.get("sort")) ?? "newest",
  };
}

export function writeListQuery({ search, status, scope, sort }: ListQuery): string {
  const parameters = new URLSearchParams();
  if (search.trim() !== "") parameters.set("q", withoutSecret(search));
  if (status !== null) parameters.set("status", status);
  if (scope !== null) parameters.set("scope", scope);
  if (sort !== "newest") parameters.set("sort", sort);
  return parameters.toString();
}

export function isNarrowed({ search, status, scope }: ListQuery): boolean {
  return search.trim() !== "" || status !== null || scope !== null;
}

/** The search as it may appear in a URL: a pasted secret is reduced to its prefix. */
export function withoutSecret(search: string): string {
  return search.replace(/(cpk_[0-9A-Za-z]{1,8})\w*/, "$1");
}

export function toListInput({ search, status, scope, sort }: ListQuery) {
  return {
    sort,
    ...(search.trim() !== "" && { search: search.trim() }),
    ...(status !== null && { status }),
    ...(scope !== null && { scope }),
  };
}
