-- Which recipient a text of a signature request was for.
CREATE INDEX CONCURRENTLY "EsignRecipient_organizationId_textMessageId_idx" ON "EsignRecipient"("organizationId", "textMessageId");
