-- A deadline of a chain may be the earlier or later of several counts, or follow from steps; and depend on further triggers and on facts.
ALTER TABLE "Deadline" ADD COLUMN "countPlan" jsonb;
ALTER TABLE "DeadlineChain" ADD COLUMN "otherTriggers" jsonb NOT NULL DEFAULT '[]', ADD COLUMN facts jsonb NOT NULL DEFAULT '{}';
ALTER TABLE "DeadlineChainTemplate" ADD COLUMN "otherTriggers" jsonb NOT NULL DEFAULT '[]';
