import type { PortalOutputs } from "../client/trpc.ts";

export type Subscription = PortalOutputs["webhookSubscriptions"]["get"]["webhookSubscription"];
export type SubscriptionPage = PortalOutputs["webhookSubscriptions"]["list"];
export type Delivery = PortalOutputs["webhookDeliveries"]["get"]["webhookDelivery"];
export type DeliveryPage = PortalOutputs["webhookSubscriptions"]["deliveries"]["list"];
