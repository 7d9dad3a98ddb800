import type { PortalOutputs } from "../client/trpc.ts";

export type PartnerFirm = PortalOutputs["partnerFirms"]["list"]["partnerFirms"][number];

export type Profile = PortalOutputs["referralProfile"]["get"]["referralProfile"];
