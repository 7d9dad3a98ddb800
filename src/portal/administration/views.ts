import type { PortalOutputs } from "../client/trpc.ts";

/** The responses that the administration screens show. */
export type RequestPage = PortalOutputs["administration"]["listScopeRequests"];
export type QueuedRequest = RequestPage["requests"][number];
export type Decision = "grant" | "deny";

export type OrganizationPage = PortalOutputs["administration"]["listOrganizations"];
export type OrganizationView = OrganizationPage["organizations"][number];
export type RateLimits = OrganizationView["rateLimits"];
export type DefaultLimits = OrganizationPage["defaultRateLimits"];
