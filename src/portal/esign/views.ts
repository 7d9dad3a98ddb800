import type { PortalOutputs } from "../client/trpc.ts";

export type Settings = PortalOutputs["esignSettings"]["get"]["esignSettings"];
export type SignatureRequest = PortalOutputs["esignRequests"]["list"]["esignRequests"][number];
export type SignatureRequestDetail = PortalOutputs["esignRequests"]["get"]["esignRequest"];
export type Recipient = SignatureRequest["recipients"][number];
