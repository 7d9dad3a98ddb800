import { useInvalidate } from "../client/use-invalidate.ts";
import type { PortalOutputs } from "../client/trpc.ts";

export type Template = PortalOutputs["esignTemplates"]["get"]["esignTemplate"];
export type Purpose = Template["purpose"];
export type ConsentText = PortalOutputs["esignConsentTexts"]["list"]["consentTexts"][number];
export type Settings = PortalOutputs["esignSettings"]["get"]["esignSettings"];
export type SignatureRequest = PortalOutputs["esignRequests"]["list"]["esignRequests"][number];
export type SignatureRequestDetail = PortalOutputs["esignRequests"]["get"]["esignRequest"];
export type Recipient = SignatureRequest["recipients"][number];

export const useInvalidateTemplates = () => useInvalidate((trpc) => [trpc.esignTemplates.pathFilter()]);
export const useInvalidateRequests = () => useInvalidate((trpc) => [trpc.esignRequests.pathFilter()]);

export const maxFileBytes = 26_214_400;
