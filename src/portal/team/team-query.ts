import type { PortalOutputs } from "../client/trpc.ts";
import { nullIfBlank, omitNulls, readSearch, writeUrlQuery, type UrlQuery } from "../client/url-query.ts";

export type TeamPage = PortalOutputs["members"]["list"];
export type Member = TeamPage["members"][number];

export const memberStatuses = [
  "active",
  "invited",
  "suspended",
  "deactivated",
] as const satisfies readonly Member["status"][];

export interface TeamQuery {
  search: string;
  status: Member["status"] | null;
}

/** Reads the URL's query and ignores invalid values. */
export function readTeamQuery(parameters: UrlQuery): TeamQuery {
  return {
    search: readSearch(parameters),
    status: memberStatuses.find((status) => status === parameters.get("status")) ?? null,
  };
}

export function writeTeamQuery({ search, status }: TeamQuery): string {
  return writeUrlQuery({ q: nullIfBlank(search), status });
}

export function toTeamInput({ search, status }: TeamQuery) {
  return omitNulls({ q: nullIfBlank(search.trim()), status });
}

export function nameMember({ firstName, lastName }: Pick<Member, "firstName" | "lastName">): string {
  return `${firstName} ${lastName}`;
}
