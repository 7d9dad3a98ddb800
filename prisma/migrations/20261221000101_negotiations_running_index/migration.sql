CREATE INDEX CONCURRENTLY "Negotiation_running" ON "Negotiation" ("expiresAt") WHERE status = 'open' AND "noticedDays" IS DISTINCT FROM 0;
