import type { PortalOutputs } from "../client/trpc.ts";

export type RequestPage = PortalOutputs["administration"]["listScopeRequests"];
export type QueuedRequest = RequestPage["requests"][number];
export type Template = PortalOutputs["administration"]["listDecisionTemplates"]["templates"][number];
/** The requests of one key that are decided together, oldest first. */
export type RequestGroup = readonly [QueuedRequest, ...QueuedRequest[]];
export type Decision = "grant" | "deny";

export type OrganizationPage = PortalOutputs["administration"]["listOrganizations"];
export type OrganizationView = OrganizationPage["organizations"][number];
export type RateLimits = OrganizationView["rateLimits"];
export type DefaultLimits = OrganizationPage["defaultRateLimits"];
