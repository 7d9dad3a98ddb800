-- Teams of members, to which leads are assigned.
CREATE TABLE "Team" (
  "organizationId"       text           NOT NULL,
  id                     text           NOT NULL,
  name                   text           NOT NULL,
  "nameKey"              text           NOT NULL DEFAULT '',
  description            text,
  "caseTypes"            text[]         NOT NULL DEFAULT '{}',
  "assignmentRule"       text           NOT NULL DEFAULT 'manual',
  "lastAssignedMemberId" text,
  "externalId"           text,
  revision               integer        NOT NULL DEFAULT 1,
  "createdAt"            timestamptz(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
  "updatedAt"            timestamptz(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
  "deletedAt"            timestamptz(3),
  CONSTRAINT "Team_pkey" PRIMARY KEY ("organizationId", id),
  CONSTRAINT "Team_organizationId_fkey" FOREIGN KEY ("organizationId") REFERENCES "Organization" (id) ON DELETE RESTRICT ON UPDATE RESTRICT,
  CONSTRAINT "Team_organizationId_lastAssignedMemberId_fkey" FOREIGN KEY ("organizationId", "lastAssignedMemberId")
    REFERENCES "Member" ("organizationId", id) ON DELETE RESTRICT ON UPDATE RESTRICT,
  CONSTRAINT "Team_rule" CHECK ("assignmentRule" = ANY ('{manual,round_robin}'))
);
CREATE INDEX "Team_organizationId_updatedAt_id_idx" ON "Team" ("organizationId", "updatedAt", id);
CREATE INDEX "Team_organizationId_nameKey_id_idx" ON "Team" ("organizationId", "nameKey", id);
CREATE UNIQUE INDEX "Team_organizationId_externalId_key" ON "Team" ("organizationId", "externalId");
CREATE UNIQUE INDEX "Team_live_name" ON "Team" ("organizationId", "nameKey") WHERE "deletedAt" IS NULL;

CREATE TABLE "TeamMember" (
  "organizationId" text NOT NULL,
  "teamId"         text NOT NULL,
  "memberId"       text NOT NULL,
  "teamRole"       text NOT NULL DEFAULT 'member',
  CONSTRAINT "TeamMember_pkey" PRIMARY KEY ("organizationId", "teamId", "memberId"),
  CONSTRAINT "TeamMember_organizationId_teamId_fkey" FOREIGN KEY ("organizationId", "teamId")
    REFERENCES "Team" ("organizationId", id) ON DELETE RESTRICT ON UPDATE RESTRICT,
  CONSTRAINT "TeamMember_organizationId_memberId_fkey" FOREIGN KEY ("organizationId", "memberId")
    REFERENCES "Member" ("organizationId", id) ON DELETE RESTRICT ON UPDATE RESTRICT,
  CONSTRAINT "TeamMember_role" CHECK ("teamRole" = ANY ('{lead,member}'))
);
CREATE INDEX "TeamMember_organizationId_memberId_teamId_idx" ON "TeamMember" ("organizationId", "memberId", "teamId");
CREATE UNIQUE INDEX "TeamMember_lead" ON "TeamMember" ("organizationId", "teamId") WHERE "teamRole" = 'lead';

CALL isolate_tenants('Team', 'TeamMember');
GRANT SELECT, INSERT, UPDATE ON "Team" TO caseport_application;
GRANT SELECT, INSERT, DELETE ON "TeamMember" TO caseport_application;
-- An assignment keeps the place of the round robin, and changes nothing that readers see.
CREATE TRIGGER touch BEFORE UPDATE ON "Team" FOR EACH ROW WHEN (NEW.revision <> OLD.revision) EXECUTE FUNCTION touch_row();
CREATE TRIGGER fold_name BEFORE INSERT OR UPDATE OF name ON "Team" FOR EACH ROW EXECUTE FUNCTION fold_row_name();

ALTER TABLE "Lead" ADD COLUMN "assignedTeamId" text;
ALTER TABLE "Lead" ADD CONSTRAINT "Lead_organizationId_assignedTeamId_fkey" FOREIGN KEY ("organizationId", "assignedTeamId")
  REFERENCES "Team" ("organizationId", id) ON DELETE RESTRICT ON UPDATE RESTRICT NOT VALID;
