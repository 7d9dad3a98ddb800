-- Recipients who get texts and have yet to sign: a job looks each minute whether a text did not reach one.
CREATE INDEX CONCURRENTLY "EsignRecipient_texted" ON "EsignRecipient" ("organizationId", id) WHERE delivery = 'text' AND status IN ('sent', 'viewed');
