-- What keys are sorted by. PostgreSQL does not consider lower() leakproof, so that under row-level security a page read all keys before it.
ALTER TABLE "IntegrationKey" ADD COLUMN "nameKey" text GENERATED ALWAYS AS (lower(name)) STORED;
