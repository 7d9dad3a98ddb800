-- The latest attempts of a firm: the pace of its numbers.
CREATE INDEX CONCURRENTLY "Message_attempted" ON "Message" ("organizationId", "attemptAt") WHERE "attemptAt" IS NOT NULL AND channel = 'text';
