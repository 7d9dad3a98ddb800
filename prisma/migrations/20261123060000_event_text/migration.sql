-- A page of the feed includes payload and diff as they were written: json keeps the text, jsonb would be written anew for every reader.
-- The column with their size is derived from both, so it is made again. The table is rewritten once.
ALTER TABLE "Event"
  DROP COLUMN bytes,
  ALTER COLUMN payload TYPE json USING payload::json,
  ALTER COLUMN diff TYPE json USING diff::json,
  ADD COLUMN bytes integer GENERATED ALWAYS AS (octet_length(payload::text) + octet_length(diff::text)) STORED;
