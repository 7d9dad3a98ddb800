import type { PortalOutputs } from "../client/trpc.ts";

export type TeamPage = PortalOutputs["team"]["list"];
export type Member = TeamPage["members"][number];

export const memberStatuses = ["active", "invited", "suspended", "deactivated"] as const satisfies readonly Member["status"][];

export interface TeamQuery {
  search: string;
  status: Member["status"] | null;
}

const maxSearchLength = 100;

/** Reads the URL's query and ignores invalid values. */
export function readTeamQuery(parameters: { get: (name: string) => string | null }): TeamQuery {
  return {
    search: (parameters.get("q") ?? "").slice(0, maxSearchLength),
    status: memberStatuses.find((status) => status === parameters.get("status")) ?? null,
  };
}

export function writeTeamQuery({ search, status }: TeamQuery): string {
  const parameters = new URLSearchParams();
  if (search.trim() !== "") parameters.set("q", search);
  if (status !== null) parameters.set("status", status);
  return parameters.toString();
}

export function toTeamInput({ search, status }: TeamQuery) {
  return { ...(search.trim() !== "" && { search: search.trim() }), ...(status !== null && { status }) };
}

export function nameMember({ firstName, lastName }: Pick<Member, "firstName" | "lastName">): string {
  return `${firstName} ${lastName}`;
}
