-- Service rules. A wider check: rows of before satisfy it, so none is read again.
ALTER TABLE "JurisdictionRule" DROP CONSTRAINT "JurisdictionRule_kind";
ALTER TABLE "JurisdictionRule" ADD CONSTRAINT "JurisdictionRule_kind" CHECK (kind = ANY ('{limitation,claim_notice,minority,service}')) NOT VALID;

ALTER TABLE "Deadline"
  ADD COLUMN "jurisdiction" TEXT,
  ADD COLUMN "startTime" TEXT,
  ADD COLUMN "startRule" TEXT,
  ADD COLUMN "nextWeekday" INTEGER,
  ADD COLUMN "serviceDays" INTEGER,
  ADD COLUMN "serviceRule" JSONB;
ALTER TABLE "Deadline"
  ADD CONSTRAINT "Deadline_count" CHECK (jurisdiction ~ '^[A-Z]{2}$' AND "startTime" ~ '^([01][0-9]|2[0-3]):[0-5][0-9]$'
    AND "startRule" = ANY ('{next_day,next_open_day}'::text[]) AND "nextWeekday" BETWEEN 1 AND 7 AND "serviceDays" BETWEEN 0 AND 60) NOT VALID;
