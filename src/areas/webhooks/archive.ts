import type { ArchiveDeclaration } from "../../rpc/archive.ts";

export const webhookArchive: readonly ArchiveDeclaration[] = [
  { table: "WebhookDelivery", omitted: "Delivery attempts; the events are in the archive." },
  { table: "WebhookJob", omitted: "The queue of deliveries." },
  { table: "WebhookSecret", omitted: "Encrypted secrets." },
  {
    table: "WebhookSubscription",
    omitted: "Subscriptions of integrations, which require webhooks:read; the archive does not.",
  },
];
