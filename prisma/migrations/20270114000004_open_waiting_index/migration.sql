-- The box of those who wait for an answer: who waited when their conversation was closed stays in no page's way.
CREATE INDEX CONCURRENTLY "Conversation_open_waiting" ON "Conversation" ("organizationId", "unansweredSince", id) WHERE "unansweredSince" IS NOT NULL AND status = 'open';
