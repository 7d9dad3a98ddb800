import type { PortalOutputs } from "../client/trpc.ts";

export type Subscription = PortalOutputs["webhooks"]["get"]["webhookSubscription"];
export type SubscriptionPage = PortalOutputs["webhooks"]["list"];
export type Delivery = PortalOutputs["webhooks"]["getDelivery"]["webhookDelivery"];
export type DeliveryPage = PortalOutputs["webhooks"]["listDeliveries"];
