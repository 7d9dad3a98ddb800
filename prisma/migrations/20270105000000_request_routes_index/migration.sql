-- For the requests of one path, of which a firm may have few among a million.
CREATE INDEX CONCURRENTLY "RequestLog_route" ON "RequestLog" ("organizationId", route, id) WHERE route IS NOT NULL;
