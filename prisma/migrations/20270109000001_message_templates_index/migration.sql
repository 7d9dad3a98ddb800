-- The messages that began with a template: for the foreign key.
CREATE INDEX CONCURRENTLY "Message_organizationId_messageTemplateId_idx" ON "Message" ("organizationId", "messageTemplateId");
