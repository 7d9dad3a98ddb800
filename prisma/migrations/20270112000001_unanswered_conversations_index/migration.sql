-- Who waits for an answer, the longest first: few of many conversations.
CREATE INDEX CONCURRENTLY "Conversation_unanswered" ON "Conversation" ("organizationId", "unansweredSince", id) WHERE "unansweredSince" IS NOT NULL;
