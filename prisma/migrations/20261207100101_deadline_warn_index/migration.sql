CREATE INDEX CONCURRENTLY "Deadline_open_warn" ON "Deadline" ("warnAt") WHERE status = 'open';
