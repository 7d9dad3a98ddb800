CREATE INDEX CONCURRENTLY "Task_overdue" ON "Task" ("dueDay") WHERE "isOpen" AND "deletedAt" IS NULL;
