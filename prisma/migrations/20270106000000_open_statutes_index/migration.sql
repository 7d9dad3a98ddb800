-- What a case shows of its statutes of limitations, among however many deadlines: read by every change of the case.
CREATE INDEX CONCURRENTLY "Deadline_open_statute" ON "Deadline" ("organizationId", "caseId", "effectiveOn") WHERE type = 'statute_of_limitations' AND "isOpen";
