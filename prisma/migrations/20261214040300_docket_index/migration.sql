CREATE INDEX CONCURRENTLY "Deadline_docket" ON "Deadline" ("organizationId", "effectiveOn", (coalesce("dueTime", '')), id) WHERE "isOpen";
