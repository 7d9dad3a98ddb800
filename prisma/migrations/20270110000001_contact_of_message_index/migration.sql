-- Which message moved the date of last client contact of a case to a day, among however many messages.
CREATE INDEX CONCURRENTLY "Message_contact" ON "Message" ("organizationId", "caseId", "contactOn") WHERE "contactOn" IS NOT NULL;
