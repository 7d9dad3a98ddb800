-- A job has up to 10,000 items (decision 0199). Jobs of the version before have at most 500.
ALTER TABLE "BulkJob" DROP CONSTRAINT "BulkJob_counts";
ALTER TABLE "BulkJob" ADD CONSTRAINT "BulkJob_counts" CHECK (total BETWEEN 1 AND 10000 AND least(succeeded, failed, skipped) >= 0 AND succeeded + failed + skipped <= total) NOT VALID;
