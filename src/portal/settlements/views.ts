import type { PortalOutputs } from "../client/trpc.ts";

export type Settlement = PortalOutputs["settlements"]["get"]["settlement"];
export type ListedSettlement = PortalOutputs["settlements"]["list"]["settlements"][number];
export type Payer = Settlement["payers"][number];
export type Share = Settlement["shares"][number];
