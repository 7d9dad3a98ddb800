import { keySorts, keyStatuses, type KeyStatus } from "../../../contract/integration-keys.ts";
import { isScope, type Scope } from "../../../contract/scopes.ts";
import { nullIfBlank, omitNulls, readSearch, writeUrlQuery, type UrlQuery } from "../../client/url-query.ts";

export interface ListQuery {
  search: string;
  status: KeyStatus | null;
  scope: Scope | null;
  tag: string | null;
  /** The owner's member ID. */
  owner: string | null;
  sort: (typeof keySorts)[number];
}

/** Reads the URL's query and ignores invalid values. */
export function readListQuery(parameters: UrlQuery): ListQuery {
  const scope = parameters.get("scope") ?? "";
  return {
    search: withoutSecret(readSearch(parameters)),
    status: keyStatuses.find((status) => status === parameters.get("status")) ?? null,
    scope: isScope(scope) ? scope : null,
    tag: nullIfBlank((parameters.get("tag") ?? "").slice(0, 30)),
    owner: nullIfBlank((parameters.get("owner") ?? "").slice(0, 128)),
    sort: keySorts.find((sort) => sort === parameters.get("sort")) ?? "newest",
  };
}

export function writeListQuery({ search, status, scope, tag, owner, sort }: ListQuery): string {
  return writeUrlQuery({
    q: nullIfBlank(withoutSecret(search)),
    status,
    scope,
    tag,
    owner,
    sort: sort === "newest" ? null : sort,
  });
}

export const noFilters = { search: "", status: null, scope: null, tag: null, owner: null } as const;

export function isNarrowed({ search, status, scope, tag, owner }: ListQuery): boolean {
  return search.trim() !== "" || status !== null || scope !== null || tag !== null || owner !== null;
}

/** The search as it may appear in a URL: a pasted secret is reduced to its prefix. */
export function withoutSecret(search: string): string {
  return search.replace(/(cp[kp]_[0-9A-Za-z]{1,8})[\s\w]*/, "$1");
}

export function toListInput({ search, status, scope, tag, owner, sort }: ListQuery) {
  return { sort, ...omitNulls({ search: nullIfBlank(search.trim()), status, scope, tag, ownerMemberId: owner }) };
}
