-- The box of conversations that nobody has linked: those that were closed stay in no page's way.
CREATE INDEX CONCURRENTLY "Conversation_open_unlinked" ON "Conversation" ("organizationId", "updatedAt", id) WHERE "caseId" IS NULL AND "leadId" IS NULL AND status = 'open';
