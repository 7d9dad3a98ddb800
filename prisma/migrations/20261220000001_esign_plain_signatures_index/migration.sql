-- Empty, except while signatures of the version before wait to be encrypted.
CREATE INDEX CONCURRENTLY "EsignRecipient_plain_signature" ON "EsignRecipient" ("organizationId", id) WHERE signature <> 'encrypted';
