-- The due day of the task while it is open, beside its assignees: what a member has to do is counted and listed by an index.
ALTER TABLE "TaskAssignee" ADD COLUMN "openDueDay" DATE;
UPDATE "TaskAssignee" x SET "openDueDay" = t."dueDay"
FROM "Task" t WHERE t."organizationId" = x."organizationId" AND t.id = x."taskId" AND t."isOpen" AND t."deletedAt" IS NULL;
GRANT UPDATE ("openDueDay") ON "TaskAssignee" TO caseport_application;

CREATE FUNCTION read_open_due_day() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  SELECT CASE WHEN "isOpen" AND "deletedAt" IS NULL THEN "dueDay" END INTO NEW."openDueDay" FROM "Task" WHERE "organizationId" = NEW."organizationId" AND id = NEW."taskId";
  RETURN NEW;
END $$;
CREATE TRIGGER open_due_day BEFORE INSERT ON "TaskAssignee" FOR EACH ROW EXECUTE FUNCTION read_open_due_day();

CREATE FUNCTION write_open_due_day() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  UPDATE "TaskAssignee" SET "openDueDay" = CASE WHEN NEW."isOpen" AND NEW."deletedAt" IS NULL THEN NEW."dueDay" END
  WHERE "organizationId" = NEW."organizationId" AND "taskId" = NEW.id;
  RETURN NULL;
END $$;
CREATE TRIGGER open_due_day AFTER UPDATE ON "Task" FOR EACH ROW
  WHEN (NEW."isOpen" <> OLD."isOpen" OR NEW."dueDay" <> OLD."dueDay" OR NEW."deletedAt" IS DISTINCT FROM OLD."deletedAt") EXECUTE FUNCTION write_open_due_day();

-- Reports on tasks: what their reader may read besides. Of keys it counts those that act for a member.
GRANT SELECT (
  "assignedTeamId", "caseId", category, "completedAt", "createdAt", "deletedAt", "dueDay", id, "isOpen", "isUnassigned", "leadId",
  "organizationId", priority, "seriesId", "startOn", status, "templateId", title, "updatedAt"
) ON "Task" TO caseport_reader;
GRANT SELECT ("memberId", "openDueDay", "organizationId", "taskId") ON "TaskAssignee" TO caseport_reader;
GRANT SELECT (id, "organizationId", rule) ON "TaskSeries" TO caseport_reader;
GRANT SELECT (id, name, "organizationId") ON "TaskTemplate" TO caseport_reader;
GRANT SELECT ("actingAttorneyId", "expiresAt", "organizationId", "revokedAt") ON "IntegrationKey" TO caseport_reader;
CREATE POLICY report_reads ON "Task" FOR SELECT TO caseport_reader USING ("organizationId" = ANY (report_reach()));
CREATE POLICY report_reads ON "TaskAssignee" FOR SELECT TO caseport_reader USING ("organizationId" = ANY (report_reach()));
CREATE POLICY report_reads ON "TaskSeries" FOR SELECT TO caseport_reader USING ("organizationId" = ANY (report_reach()));
CREATE POLICY report_reads ON "TaskTemplate" FOR SELECT TO caseport_reader USING ("organizationId" = ANY (report_reach()));
CREATE POLICY report_reads ON "IntegrationKey" FOR SELECT TO caseport_reader USING ("organizationId" = ANY (report_reach()));
