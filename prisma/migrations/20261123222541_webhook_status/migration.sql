-- GET /webhook-subscriptions?status= in the order of the list.
CREATE INDEX "WebhookSubscription_organizationId_status_id_idx" ON "WebhookSubscription" ("organizationId", status, id);
