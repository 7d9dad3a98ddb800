-- Alone: an index that is built while others write cannot be built in a transaction.
CREATE INDEX CONCURRENTLY "Deadline_unverified" ON "Deadline" ("organizationId", "deadlineClass", "effectiveOn") WHERE "isOpen" AND "verificationStatus" <> 'verified';
