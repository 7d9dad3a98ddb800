CREATE INDEX CONCURRENTLY "Deadline_without_court_day" ON "Deadline" ("effectiveOn") WHERE status = 'open' AND "courtDayBeforeOn" IS NULL AND "deadlineClass" IN ('limitation', 'court', 'notice');
