import type { PortalOutputs } from "../client/trpc.ts";

export type RequestPage = PortalOutputs["administration"]["listScopeRequests"];
export type QueuedRequest = RequestPage["requests"][number];
export type Template = PortalOutputs["administration"]["listDecisionTemplates"]["templates"][number];
export type Decision = "grant" | "deny";

export type OrganizationPage = PortalOutputs["administration"]["listOrganizations"];
export type OrganizationView = OrganizationPage["organizations"][number];
export type RateLimits = OrganizationView["rateLimits"];
export type DefaultLimits = OrganizationPage["defaultRateLimits"];
