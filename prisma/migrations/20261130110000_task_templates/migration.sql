-- Templates whose items become tasks of a case, and where they were applied.
CREATE TABLE "TaskTemplate" (
  "organizationId" text           NOT NULL,
  id               text           NOT NULL,
  name             text           NOT NULL,
  "nameKey"        text           NOT NULL DEFAULT '',
  description      text,
  "caseTypes"      text[]         NOT NULL DEFAULT '{}',
  triggers         jsonb          NOT NULL DEFAULT '[]',
  "isActive"       boolean        NOT NULL DEFAULT true,
  items            jsonb          NOT NULL,
  "externalId"     text,
  revision         integer        NOT NULL DEFAULT 1,
  "createdAt"      timestamptz(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
  "updatedAt"      timestamptz(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
  "deletedAt"      timestamptz(3),
  CONSTRAINT "TaskTemplate_pkey" PRIMARY KEY ("organizationId", id),
  CONSTRAINT "TaskTemplate_organizationId_fkey" FOREIGN KEY ("organizationId") REFERENCES "Organization" (id) ON DELETE RESTRICT ON UPDATE RESTRICT
);
CREATE INDEX "TaskTemplate_organizationId_updatedAt_id_idx" ON "TaskTemplate" ("organizationId", "updatedAt", id);
CREATE INDEX "TaskTemplate_organizationId_nameKey_id_idx" ON "TaskTemplate" ("organizationId", "nameKey", id);
CREATE UNIQUE INDEX "TaskTemplate_organizationId_externalId_key" ON "TaskTemplate" ("organizationId", "externalId");
CREATE UNIQUE INDEX "TaskTemplate_live_name" ON "TaskTemplate" ("organizationId", "nameKey") WHERE "deletedAt" IS NULL;

CREATE TABLE "TaskTemplateApplication" (
  "organizationId"   text           NOT NULL,
  id                 text           NOT NULL,
  "templateId"       text           NOT NULL,
  "templateRevision" integer        NOT NULL,
  "templateName"     text           NOT NULL,
  "caseId"           text           NOT NULL,
  trigger            text           NOT NULL,
  "triggerKey"       text           NOT NULL,
  stage              text,
  "appliedBy"        jsonb          NOT NULL,
  warnings           jsonb          NOT NULL DEFAULT '[]',
  "createdAt"        timestamptz(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
  "cancelledAt"      timestamptz(3),
  CONSTRAINT "TaskTemplateApplication_pkey" PRIMARY KEY ("organizationId", id),
  CONSTRAINT "TaskTemplateApplication_organizationId_templateId_fkey" FOREIGN KEY ("organizationId", "templateId")
    REFERENCES "TaskTemplate" ("organizationId", id) ON DELETE RESTRICT ON UPDATE RESTRICT,
  CONSTRAINT "TaskTemplateApplication_organizationId_caseId_fkey" FOREIGN KEY ("organizationId", "caseId")
    REFERENCES "Case" ("organizationId", id) ON DELETE RESTRICT ON UPDATE RESTRICT,
  CONSTRAINT "TaskTemplateApplication_trigger" CHECK (trigger = ANY ('{manual,case_created,stage_entered}'))
);
CREATE UNIQUE INDEX "TaskTemplateApplication_organizationId_templateId_caseId_tr_key"
  ON "TaskTemplateApplication" ("organizationId", "templateId", "caseId", "triggerKey");
CREATE INDEX "TaskTemplateApplication_organizationId_caseId_id_idx" ON "TaskTemplateApplication" ("organizationId", "caseId", id);

CALL isolate_tenants('TaskTemplate', 'TaskTemplateApplication');
GRANT SELECT, INSERT, UPDATE ON "TaskTemplate", "TaskTemplateApplication" TO caseport_application;
CREATE TRIGGER touch BEFORE UPDATE ON "TaskTemplate" FOR EACH ROW WHEN (NEW.revision <> OLD.revision) EXECUTE FUNCTION touch_row();
CREATE TRIGGER fold_name BEFORE INSERT OR UPDATE OF name ON "TaskTemplate" FOR EACH ROW EXECUTE FUNCTION fold_row_name();

ALTER TABLE "Task" ADD CONSTRAINT "Task_organizationId_templateId_fkey" FOREIGN KEY ("organizationId", "templateId")
  REFERENCES "TaskTemplate" ("organizationId", id) ON DELETE RESTRICT ON UPDATE RESTRICT NOT VALID;
ALTER TABLE "Task" ADD CONSTRAINT "Task_organizationId_applicationId_fkey" FOREIGN KEY ("organizationId", "applicationId")
  REFERENCES "TaskTemplateApplication" ("organizationId", id) ON DELETE RESTRICT ON UPDATE RESTRICT NOT VALID;
