-- Tasks of cases, of leads and of the firm, with assignees, dependencies, checklists, reminders, series, comments, tags and attached documents.

-- CreateTable
CREATE TABLE "Task" (
    "organizationId" TEXT NOT NULL,
    "id" TEXT NOT NULL,
    "caseId" TEXT,
    "leadId" TEXT,
    "title" TEXT NOT NULL,
    "description" TEXT,
    "category" TEXT NOT NULL DEFAULT 'admin',
    "priority" TEXT NOT NULL DEFAULT 'normal',
    "status" TEXT NOT NULL DEFAULT 'pending',
    "statusReason" TEXT,
    "statusChangedAt" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "assignedTeamId" TEXT,
    "isUnassigned" BOOLEAN NOT NULL DEFAULT true,
    "startOn" DATE,
    "dueOn" DATE,
    "dueAt" TIMESTAMPTZ(3),
    "dueDay" DATE NOT NULL DEFAULT '9999-12-31'::date,
    "dueRule" JSONB,
    "dueAfterTaskId" TEXT,
    "snoozedUntilOn" DATE,
    "isWaiting" BOOLEAN NOT NULL DEFAULT false,
    "completedAt" TIMESTAMPTZ(3),
    "completedBy" JSONB,
    "estimatedMinutes" INTEGER,
    "actualMinutes" INTEGER,
    "parentTaskId" TEXT,
    "seriesId" TEXT,
    "occurrenceNumber" INTEGER,
    "nominalOn" DATE,
    "sourceNoteId" TEXT,
    "templateId" TEXT,
    "applicationId" TEXT,
    "itemKey" TEXT,
    "commentCount" INTEGER NOT NULL DEFAULT 0,
    "createdBy" JSONB NOT NULL,
    "onBehalfOfAttorneyId" TEXT,
    "externalId" TEXT,
    "overdueNoticedFor" DATE,
    "revision" INTEGER NOT NULL DEFAULT 1,
    "createdAt" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "updatedAt" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "deletedAt" TIMESTAMPTZ(3),
    "isOpen" BOOLEAN NOT NULL GENERATED ALWAYS AS (status <> 'completed' AND status <> 'cancelled') STORED,

    CONSTRAINT "Task_status" CHECK (status = ANY ('{pending,in_progress,blocked,in_review,completed,cancelled}'::text[])),
    CONSTRAINT "Task_priority" CHECK (priority = ANY ('{low,normal,high,urgent}'::text[])),
    CONSTRAINT "Task_category" CHECK (category = ANY ('{client_contact,records_request,follow_up,demand,negotiation,filing,service,discovery,deposition_prep,medical,lien,settlement,billing,investigation,intake,admin}'::text[])),
    CONSTRAINT "Task_due" CHECK (num_nonnulls("dueOn", "dueAt") <= 1 AND ("dueOn" IS NULL OR "dueDay" = "dueOn")),
    CONSTRAINT "Task_completed" CHECK ((status = 'completed') = ("completedAt" IS NOT NULL)),
    CONSTRAINT "Task_occurrence" CHECK (("seriesId" IS NULL) = ("occurrenceNumber" IS NULL)),
    CONSTRAINT "Task_numbers" CHECK ("commentCount" BETWEEN 0 AND 500 AND revision >= 1),
    CONSTRAINT "Task_pkey" PRIMARY KEY ("organizationId","id")
);

-- CreateTable
CREATE TABLE "TaskAssignee" (
    "organizationId" TEXT NOT NULL,
    "taskId" TEXT NOT NULL,
    "memberId" TEXT NOT NULL,

    CONSTRAINT "TaskAssignee_pkey" PRIMARY KEY ("organizationId","taskId","memberId")
);

-- CreateTable
CREATE TABLE "TaskDependency" (
    "organizationId" TEXT NOT NULL,
    "taskId" TEXT NOT NULL,
    "predecessorId" TEXT NOT NULL,

    CONSTRAINT "TaskDependency_other" CHECK ("taskId" <> "predecessorId"),
    CONSTRAINT "TaskDependency_pkey" PRIMARY KEY ("organizationId","taskId","predecessorId")
);

-- CreateTable
CREATE TABLE "TaskChecklistItem" (
    "organizationId" TEXT NOT NULL,
    "id" TEXT NOT NULL,
    "taskId" TEXT NOT NULL,
    "position" INTEGER NOT NULL,
    "text" TEXT NOT NULL,
    "isDone" BOOLEAN NOT NULL DEFAULT false,
    "doneAt" TIMESTAMPTZ(3),
    "doneBy" JSONB,

    CONSTRAINT "TaskChecklistItem_pkey" PRIMARY KEY ("organizationId","id")
);

-- CreateTable
CREATE TABLE "TaskReminder" (
    "organizationId" TEXT NOT NULL,
    "id" TEXT NOT NULL,
    "taskId" TEXT NOT NULL,
    "channel" TEXT NOT NULL,
    "daysBefore" INTEGER,
    "at" TEXT,
    "minutesBefore" INTEGER,
    "remindAt" TIMESTAMPTZ(3) NOT NULL,
    "status" TEXT NOT NULL DEFAULT 'scheduled',
    "sentAt" TIMESTAMPTZ(3),

    CONSTRAINT "TaskReminder_channel" CHECK (channel = ANY ('{portal,email}'::text[])),
    CONSTRAINT "TaskReminder_status" CHECK (status = ANY ('{scheduled,sent,skipped,missed,no_recipient,cancelled}'::text[])),
    CONSTRAINT "TaskReminder_when" CHECK (num_nonnulls("daysBefore", "minutesBefore") = 1),
    CONSTRAINT "TaskReminder_at" CHECK ("at" ~ '^([01][0-9]|2[0-3]):[0-5][0-9]$'),
    CONSTRAINT "TaskReminder_pkey" PRIMARY KEY ("organizationId","id")
);

-- CreateTable
CREATE TABLE "TaskSeries" (
    "organizationId" TEXT NOT NULL,
    "id" TEXT NOT NULL,
    "rule" TEXT NOT NULL,
    "basis" TEXT NOT NULL,
    "roll" TEXT NOT NULL DEFAULT 'none',
    "firstNominalOn" DATE NOT NULL,
    "lastNumber" INTEGER NOT NULL DEFAULT 1,
    "endedAt" TIMESTAMPTZ(3),

    CONSTRAINT "TaskSeries_basis" CHECK (basis = ANY ('{due_date,completion}'::text[])),
    CONSTRAINT "TaskSeries_roll" CHECK (roll = ANY ('{none,next_business_day,previous_business_day}'::text[])),
    CONSTRAINT "TaskSeries_pkey" PRIMARY KEY ("organizationId","id")
);

-- CreateTable
CREATE TABLE "TaskComment" (
    "organizationId" TEXT NOT NULL,
    "id" TEXT NOT NULL,
    "taskId" TEXT NOT NULL,
    "body" TEXT NOT NULL,
    "author" JSONB NOT NULL,
    "onBehalfOfAttorneyId" TEXT,
    "createdAt" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "deletedAt" TIMESTAMPTZ(3),

    CONSTRAINT "TaskComment_pkey" PRIMARY KEY ("organizationId","id")
);

-- CreateTable
CREATE TABLE "TaskTag" (
    "organizationId" TEXT NOT NULL,
    "taskId" TEXT NOT NULL,
    "tag" TEXT NOT NULL,

    CONSTRAINT "TaskTag_pkey" PRIMARY KEY ("organizationId","taskId","tag")
);

-- CreateTable
CREATE TABLE "TaskDocument" (
    "organizationId" TEXT NOT NULL,
    "taskId" TEXT NOT NULL,
    "documentId" TEXT NOT NULL,

    CONSTRAINT "TaskDocument_pkey" PRIMARY KEY ("organizationId","taskId","documentId")
);

-- CreateIndex
CREATE INDEX "Task_organizationId_updatedAt_id_idx" ON "Task"("organizationId", "updatedAt", "id");

-- CreateIndex
CREATE INDEX "Task_organizationId_dueDay_id_idx" ON "Task"("organizationId", "dueDay", "id");

-- CreateIndex
CREATE INDEX "Task_organizationId_completedAt_id_idx" ON "Task"("organizationId", "completedAt", "id");

-- CreateIndex
CREATE INDEX "Task_organizationId_status_id_idx" ON "Task"("organizationId", "status", "id");

-- CreateIndex
CREATE INDEX "Task_organizationId_category_id_idx" ON "Task"("organizationId", "category", "id");

-- CreateIndex
CREATE INDEX "Task_organizationId_priority_id_idx" ON "Task"("organizationId", "priority", "id");

-- CreateIndex
CREATE INDEX "Task_organizationId_assignedTeamId_id_idx" ON "Task"("organizationId", "assignedTeamId", "id");

-- CreateIndex
CREATE INDEX "Task_organizationId_caseId_id_idx" ON "Task"("organizationId", "caseId", "id");

-- CreateIndex
CREATE INDEX "Task_organizationId_caseId_updatedAt_id_idx" ON "Task"("organizationId", "caseId", "updatedAt", "id");

-- CreateIndex
CREATE INDEX "Task_organizationId_caseId_dueDay_id_idx" ON "Task"("organizationId", "caseId", "dueDay", "id");

-- CreateIndex
CREATE INDEX "Task_organizationId_leadId_id_idx" ON "Task"("organizationId", "leadId", "id");

-- CreateIndex
CREATE INDEX "Task_organizationId_parentTaskId_id_idx" ON "Task"("organizationId", "parentTaskId", "id");

-- CreateIndex
CREATE INDEX "Task_organizationId_seriesId_id_idx" ON "Task"("organizationId", "seriesId", "id");

-- CreateIndex
CREATE INDEX "Task_organizationId_templateId_id_idx" ON "Task"("organizationId", "templateId", "id");

-- CreateIndex
CREATE INDEX "Task_organizationId_applicationId_id_idx" ON "Task"("organizationId", "applicationId", "id");

-- CreateIndex
CREATE INDEX "Task_organizationId_dueAfterTaskId_idx" ON "Task"("organizationId", "dueAfterTaskId");

-- CreateIndex
CREATE INDEX "Task_organizationId_sourceNoteId_idx" ON "Task"("organizationId", "sourceNoteId");

-- CreateIndex
CREATE INDEX "Task_organizationId_onBehalfOfAttorneyId_idx" ON "Task"("organizationId", "onBehalfOfAttorneyId");

-- CreateIndex
CREATE UNIQUE INDEX "Task_organizationId_externalId_key" ON "Task"("organizationId", "externalId");

-- CreateIndex
CREATE UNIQUE INDEX "Task_organizationId_seriesId_occurrenceNumber_key" ON "Task"("organizationId", "seriesId", "occurrenceNumber");

-- CreateIndex
CREATE INDEX "TaskAssignee_organizationId_memberId_taskId_idx" ON "TaskAssignee"("organizationId", "memberId", "taskId");

-- CreateIndex
CREATE INDEX "TaskDependency_organizationId_predecessorId_taskId_idx" ON "TaskDependency"("organizationId", "predecessorId", "taskId");

-- CreateIndex
CREATE INDEX "TaskChecklistItem_organizationId_taskId_position_idx" ON "TaskChecklistItem"("organizationId", "taskId", "position");

-- CreateIndex
CREATE INDEX "TaskReminder_organizationId_taskId_idx" ON "TaskReminder"("organizationId", "taskId");

-- CreateIndex
CREATE INDEX "TaskComment_organizationId_taskId_id_idx" ON "TaskComment"("organizationId", "taskId", "id");

-- CreateIndex
CREATE INDEX "TaskComment_organizationId_onBehalfOfAttorneyId_idx" ON "TaskComment"("organizationId", "onBehalfOfAttorneyId");

-- CreateIndex
CREATE INDEX "TaskTag_organizationId_tag_taskId_idx" ON "TaskTag"("organizationId", "tag", "taskId");

-- CreateIndex
CREATE INDEX "TaskDocument_organizationId_documentId_idx" ON "TaskDocument"("organizationId", "documentId");

-- AddForeignKey
ALTER TABLE "Task" ADD CONSTRAINT "Task_organizationId_fkey" FOREIGN KEY ("organizationId") REFERENCES "Organization"("id") ON DELETE RESTRICT ON UPDATE RESTRICT;

-- AddForeignKey
ALTER TABLE "Task" ADD CONSTRAINT "Task_organizationId_caseId_fkey" FOREIGN KEY ("organizationId", "caseId") REFERENCES "Case"("organizationId", "id") ON DELETE RESTRICT ON UPDATE RESTRICT;

-- AddForeignKey
ALTER TABLE "Task" ADD CONSTRAINT "Task_organizationId_leadId_fkey" FOREIGN KEY ("organizationId", "leadId") REFERENCES "Lead"("organizationId", "id") ON DELETE RESTRICT ON UPDATE RESTRICT;

-- AddForeignKey
ALTER TABLE "Task" ADD CONSTRAINT "Task_organizationId_assignedTeamId_fkey" FOREIGN KEY ("organizationId", "assignedTeamId") REFERENCES "Team"("organizationId", "id") ON DELETE RESTRICT ON UPDATE RESTRICT;

-- AddForeignKey
ALTER TABLE "Task" ADD CONSTRAINT "Task_organizationId_parentTaskId_fkey" FOREIGN KEY ("organizationId", "parentTaskId") REFERENCES "Task"("organizationId", "id") ON DELETE RESTRICT ON UPDATE RESTRICT;

-- AddForeignKey
ALTER TABLE "Task" ADD CONSTRAINT "Task_organizationId_dueAfterTaskId_fkey" FOREIGN KEY ("organizationId", "dueAfterTaskId") REFERENCES "Task"("organizationId", "id") ON DELETE RESTRICT ON UPDATE RESTRICT;

-- AddForeignKey
ALTER TABLE "Task" ADD CONSTRAINT "Task_organizationId_seriesId_fkey" FOREIGN KEY ("organizationId", "seriesId") REFERENCES "TaskSeries"("organizationId", "id") ON DELETE RESTRICT ON UPDATE RESTRICT;

-- AddForeignKey
ALTER TABLE "Task" ADD CONSTRAINT "Task_organizationId_sourceNoteId_fkey" FOREIGN KEY ("organizationId", "sourceNoteId") REFERENCES "Note"("organizationId", "id") ON DELETE RESTRICT ON UPDATE RESTRICT;

-- AddForeignKey
ALTER TABLE "Task" ADD CONSTRAINT "Task_organizationId_onBehalfOfAttorneyId_fkey" FOREIGN KEY ("organizationId", "onBehalfOfAttorneyId") REFERENCES "Member"("organizationId", "id") ON DELETE RESTRICT ON UPDATE RESTRICT;

-- AddForeignKey
ALTER TABLE "TaskAssignee" ADD CONSTRAINT "TaskAssignee_organizationId_taskId_fkey" FOREIGN KEY ("organizationId", "taskId") REFERENCES "Task"("organizationId", "id") ON DELETE RESTRICT ON UPDATE RESTRICT;

-- AddForeignKey
ALTER TABLE "TaskAssignee" ADD CONSTRAINT "TaskAssignee_organizationId_memberId_fkey" FOREIGN KEY ("organizationId", "memberId") REFERENCES "Member"("organizationId", "id") ON DELETE RESTRICT ON UPDATE RESTRICT;

-- AddForeignKey
ALTER TABLE "TaskDependency" ADD CONSTRAINT "TaskDependency_organizationId_taskId_fkey" FOREIGN KEY ("organizationId", "taskId") REFERENCES "Task"("organizationId", "id") ON DELETE RESTRICT ON UPDATE RESTRICT;

-- AddForeignKey
ALTER TABLE "TaskDependency" ADD CONSTRAINT "TaskDependency_organizationId_predecessorId_fkey" FOREIGN KEY ("organizationId", "predecessorId") REFERENCES "Task"("organizationId", "id") ON DELETE RESTRICT ON UPDATE RESTRICT;

-- AddForeignKey
ALTER TABLE "TaskChecklistItem" ADD CONSTRAINT "TaskChecklistItem_organizationId_taskId_fkey" FOREIGN KEY ("organizationId", "taskId") REFERENCES "Task"("organizationId", "id") ON DELETE RESTRICT ON UPDATE RESTRICT;

-- AddForeignKey
ALTER TABLE "TaskReminder" ADD CONSTRAINT "TaskReminder_organizationId_taskId_fkey" FOREIGN KEY ("organizationId", "taskId") REFERENCES "Task"("organizationId", "id") ON DELETE RESTRICT ON UPDATE RESTRICT;

-- AddForeignKey
ALTER TABLE "TaskSeries" ADD CONSTRAINT "TaskSeries_organizationId_fkey" FOREIGN KEY ("organizationId") REFERENCES "Organization"("id") ON DELETE RESTRICT ON UPDATE RESTRICT;

-- AddForeignKey
ALTER TABLE "TaskComment" ADD CONSTRAINT "TaskComment_organizationId_taskId_fkey" FOREIGN KEY ("organizationId", "taskId") REFERENCES "Task"("organizationId", "id") ON DELETE RESTRICT ON UPDATE RESTRICT;

-- AddForeignKey
ALTER TABLE "TaskComment" ADD CONSTRAINT "TaskComment_organizationId_onBehalfOfAttorneyId_fkey" FOREIGN KEY ("organizationId", "onBehalfOfAttorneyId") REFERENCES "Member"("organizationId", "id") ON DELETE RESTRICT ON UPDATE RESTRICT;

-- AddForeignKey
ALTER TABLE "TaskTag" ADD CONSTRAINT "TaskTag_organizationId_taskId_fkey" FOREIGN KEY ("organizationId", "taskId") REFERENCES "Task"("organizationId", "id") ON DELETE RESTRICT ON UPDATE RESTRICT;

-- AddForeignKey
ALTER TABLE "TaskDocument" ADD CONSTRAINT "TaskDocument_organizationId_taskId_fkey" FOREIGN KEY ("organizationId", "taskId") REFERENCES "Task"("organizationId", "id") ON DELETE RESTRICT ON UPDATE RESTRICT;

-- AddForeignKey
ALTER TABLE "TaskDocument" ADD CONSTRAINT "TaskDocument_organizationId_documentId_fkey" FOREIGN KEY ("organizationId", "documentId") REFERENCES "Document"("organizationId", "id") ON DELETE RESTRICT ON UPDATE RESTRICT;

CREATE INDEX "Task_open" ON "Task" ("organizationId", "isOpen", id);
CREATE INDEX "Task_open_due" ON "Task" ("organizationId", "dueDay", id) WHERE "isOpen";
CREATE INDEX "Task_case_open" ON "Task" ("organizationId", "caseId", "dueDay") WHERE "isOpen";
CREATE INDEX "Task_unassigned" ON "Task" ("organizationId", id) WHERE "isUnassigned";
CREATE INDEX "Task_waiting" ON "Task" ("organizationId", id) WHERE "isWaiting";
CREATE INDEX "Task_firm" ON "Task" ("organizationId", id) WHERE "caseId" IS NULL AND "leadId" IS NULL;
-- What the jobs look for.
CREATE INDEX "TaskReminder_scheduled" ON "TaskReminder" ("remindAt") WHERE status = 'scheduled';
-- Deleted tasks in lists that include them (deleted-records.ts).
CREATE INDEX "Task_deleted" ON "Task" ("organizationId", "updatedAt", id) WHERE "deletedAt" IS NOT NULL;
CREATE INDEX "Task_case_deleted" ON "Task" ("organizationId", "caseId", "updatedAt", id) WHERE "deletedAt" IS NOT NULL;

CALL isolate_tenants('Task', 'TaskAssignee', 'TaskDependency', 'TaskChecklistItem', 'TaskReminder', 'TaskSeries', 'TaskComment', 'TaskTag', 'TaskDocument');
GRANT SELECT, INSERT, UPDATE ON "Task", "TaskSeries", "TaskComment" TO caseport_application;
GRANT SELECT, INSERT, UPDATE, DELETE ON "TaskChecklistItem", "TaskReminder" TO caseport_application;
GRANT SELECT, INSERT, DELETE ON "TaskAssignee", "TaskDependency", "TaskTag", "TaskDocument" TO caseport_application;
-- The columns of the jobs and of indexes change nothing that readers see.
CREATE TRIGGER touch BEFORE UPDATE ON "Task" FOR EACH ROW
  WHEN (NEW.revision <> OLD.revision OR NEW."commentCount" <> OLD."commentCount" OR NEW."isWaiting" <> OLD."isWaiting") EXECUTE FUNCTION touch_row();

CREATE FUNCTION index_task() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE before text[] := '{}';
BEGIN
  IF TG_OP = 'UPDATE' THEN
    before := search_words(concat_ws(' ', OLD.title, OLD.description));
  END IF;
  PERFORM change_words(NEW."organizationId", 'task', NEW.id, before, search_words(concat_ws(' ', NEW.title, NEW.description)));
  RETURN NULL;
END $$;
CREATE TRIGGER index_words AFTER INSERT OR UPDATE OF title, description ON "Task" FOR EACH ROW EXECUTE FUNCTION index_task();
