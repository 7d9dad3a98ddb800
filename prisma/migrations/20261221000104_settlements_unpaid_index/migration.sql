CREATE INDEX CONCURRENTLY "Settlement_unpaid" ON "Settlement" ("organizationId", id) WHERE status IN ('agreed', 'disbursing');
