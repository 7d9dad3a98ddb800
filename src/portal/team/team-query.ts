import type { PortalOutputs } from "../client/trpc.ts";

export type TeamPage = PortalOutputs["team"]["list"];
export type Member = TeamPage["members"][number];

/** In the order in which one asks for them. */
export const memberStatuses = ["active", "invited", "suspended", "deactivated"] as const satisfies readonly Member["status"][];

/** What the list is narrowed to; it stands in the URL, so that Back and a sent link show the same. */
export interface TeamQuery {
  search: string;
  status: Member["status"] | null;
}

const longestSearch = 100;

/** Reads the URL's query; what does not fit counts as not there. */
export function readTeamQuery(parameters: { get: (name: string) => string | null }): TeamQuery {
  return {
    search: (parameters.get("q") ?? "").slice(0, longestSearch),
    status: memberStatuses.find((status) => status === parameters.get("status")) ?? null,
  };
}

/** The URL's query without the question mark; what is as usual is left out. */
export function writeTeamQuery({ search, status }: TeamQuery): string {
  const parameters = new URLSearchParams();
  if (search.trim() !== "") parameters.set("q", search);
  if (status !== null) parameters.set("status", status);
  return parameters.toString();
}

/** What the procedure takes. */
export function toTeamInput({ search, status }: TeamQuery) {
  return { ...(search.trim() !== "" && { search: search.trim() }), ...(status !== null && { status }) };
}

export function nameMember({ firstName, lastName }: Pick<Member, "firstName" | "lastName">): string {
  return `${firstName} ${lastName}`;
}
