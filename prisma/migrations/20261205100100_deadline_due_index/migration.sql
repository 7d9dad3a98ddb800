CREATE INDEX CONCURRENTLY "Deadline_open_due" ON "Deadline" ("dueAt") WHERE status = 'open';
