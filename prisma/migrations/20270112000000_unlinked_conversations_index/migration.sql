-- Conversations that nobody has linked: few of many. Counted by the settings of communications, and listed by the portal.
CREATE INDEX CONCURRENTLY "Conversation_unlinked" ON "Conversation" ("organizationId", "updatedAt", id) WHERE "caseId" IS NULL AND "leadId" IS NULL;
