-- For the requests of one method. GET is most of a log, so that its requests are found by their time.
CREATE INDEX CONCURRENTLY "RequestLog_method" ON "RequestLog" ("organizationId", method, id) WHERE method <> 'GET';
