-- What a response shows depends on scopes, acting attorney and vendor; a replay shows no more than they allow now. Of responses that an earlier
-- version stored nothing is known: they are limited by the scopes that read the record, as before.
ALTER TABLE "IdempotencyRecord" ADD COLUMN "readingRights" TEXT[] NOT NULL DEFAULT '{}';
