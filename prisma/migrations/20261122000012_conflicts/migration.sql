-- Conflict checks: whom of all that the firm knows a new matter may concern.

CREATE TABLE "ConflictCheck" (
  "organizationId"   text           NOT NULL,
  id                 text           NOT NULL,
  status             text           NOT NULL,
  decision           text           NOT NULL DEFAULT 'pending',
  terms              jsonb          NOT NULL,
  "isCut"            boolean        NOT NULL DEFAULT false,
  "leadId"           text,
  "caseId"           text,
  "requestedBy"      jsonb          NOT NULL,
  "completedAt"      timestamptz(3),
  "decidedBy"        jsonb,
  "decidedAt"        timestamptz(3),
  note               text,
  "waiverDocumentId" text,
  revision           integer        NOT NULL DEFAULT 1,
  "createdAt"        timestamptz(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
  "updatedAt"        timestamptz(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
  CONSTRAINT "ConflictCheck_pkey" PRIMARY KEY ("organizationId", id),
  CONSTRAINT "ConflictCheck_organizationId_fkey" FOREIGN KEY ("organizationId") REFERENCES "Organization" (id) ON DELETE RESTRICT ON UPDATE RESTRICT,
  CONSTRAINT "ConflictCheck_organizationId_caseId_fkey" FOREIGN KEY ("organizationId", "caseId")
    REFERENCES "Case" ("organizationId", id) ON DELETE RESTRICT ON UPDATE RESTRICT,
  CONSTRAINT "ConflictCheck_organizationId_leadId_fkey" FOREIGN KEY ("organizationId", "leadId")
    REFERENCES "Lead" ("organizationId", id) ON DELETE RESTRICT ON UPDATE RESTRICT,
  CONSTRAINT "ConflictCheck_organizationId_waiverDocumentId_fkey" FOREIGN KEY ("organizationId", "waiverDocumentId")
    REFERENCES "Document" ("organizationId", id) ON DELETE RESTRICT ON UPDATE RESTRICT,
  CONSTRAINT "ConflictCheck_status" CHECK (status IN ('running', 'completed')),
  CONSTRAINT "ConflictCheck_decision" CHECK (decision IN ('pending', 'clear', 'conflict', 'waived')),
  CONSTRAINT "ConflictCheck_waived" CHECK (decision <> 'waived' OR "waiverDocumentId" IS NOT NULL)
);
CREATE INDEX "ConflictCheck_organizationId_updatedAt_id_idx" ON "ConflictCheck" ("organizationId", "updatedAt", id);
CREATE INDEX "ConflictCheck_organizationId_decision_id_idx" ON "ConflictCheck" ("organizationId", decision, id);
CREATE INDEX "ConflictCheck_organizationId_decision_updatedAt_id_idx" ON "ConflictCheck" ("organizationId", decision, "updatedAt", id);
CREATE INDEX "ConflictCheck_organizationId_caseId_id_idx" ON "ConflictCheck" ("organizationId", "caseId", id);
CREATE INDEX "ConflictCheck_organizationId_caseId_updatedAt_id_idx" ON "ConflictCheck" ("organizationId", "caseId", "updatedAt", id);
CREATE INDEX "ConflictCheck_organizationId_leadId_id_idx" ON "ConflictCheck" ("organizationId", "leadId", id);
CREATE INDEX "ConflictCheck_organizationId_leadId_updatedAt_id_idx" ON "ConflictCheck" ("organizationId", "leadId", "updatedAt", id);
CREATE INDEX "ConflictCheck_organizationId_waiverDocumentId_idx" ON "ConflictCheck" ("organizationId", "waiverDocumentId");

CREATE TABLE "ConflictResult" (
  "organizationId" text           NOT NULL,
  id               text           NOT NULL,
  "checkId"        text           NOT NULL,
  "position"       integer        NOT NULL,
  "termIndex"      integer        NOT NULL,
  entity           text           NOT NULL,
  "entityId"       text           NOT NULL,
  "displayName"    text           NOT NULL,
  "matchedOn"      text[],
  "matchScore"     integer        NOT NULL,
  "caseId"         text,
  "caseTitle"      text,
  role             text,
  side             text,
  "matterStatus"   text,
  "attorneyName"   text,
  decision         text           NOT NULL DEFAULT 'undecided',
  note             text,
  "createdAt"      timestamptz(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
  "updatedAt"      timestamptz(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
  CONSTRAINT "ConflictResult_pkey" PRIMARY KEY ("organizationId", id),
  CONSTRAINT "ConflictResult_organizationId_checkId_fkey" FOREIGN KEY ("organizationId", "checkId")
    REFERENCES "ConflictCheck" ("organizationId", id) ON DELETE RESTRICT ON UPDATE RESTRICT,
  CONSTRAINT "ConflictResult_decision" CHECK (decision IN ('undecided', 'no_conflict', 'potential', 'conflict', 'waived')),
  CONSTRAINT "ConflictResult_score" CHECK ("matchScore" BETWEEN 0 AND 100)
);
CREATE UNIQUE INDEX "ConflictResult_organizationId_checkId_position_key" ON "ConflictResult" ("organizationId", "checkId", "position");

CALL isolate_tenants('ConflictCheck', 'ConflictResult');
GRANT SELECT, INSERT, UPDATE ON "ConflictCheck", "ConflictResult" TO caseport_application;

CREATE TRIGGER touch BEFORE UPDATE ON "ConflictCheck" FOR EACH ROW EXECUTE FUNCTION touch_row();
CREATE TRIGGER touch BEFORE UPDATE ON "ConflictResult" FOR EACH ROW EXECUTE FUNCTION touch_row();
