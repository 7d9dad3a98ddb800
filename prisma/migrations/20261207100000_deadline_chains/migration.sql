-- Chains of deadlines that were counted together from one trigger, and what a firm made of the templates for them. Shipped templates are code.
CREATE TABLE "DeadlineChain" (
  "organizationId"    text           NOT NULL,
  id                  text           NOT NULL,
  "caseId"            text           NOT NULL,
  "templateKey"       text           NOT NULL,
  "templateName"      text           NOT NULL,
  "templateRevision"  integer        NOT NULL,
  "triggerSource"     text           NOT NULL,
  "triggerRecordId"   text,
  "triggerOn"         date           NOT NULL,
  "serviceMethod"     text,
  "adversePartyId"    text,
  "holidayCalendarId" text,
  items               jsonb          NOT NULL,
  status              text           NOT NULL DEFAULT 'active',
  "createdBy"         jsonb          NOT NULL,
  revision            integer        NOT NULL DEFAULT 1,
  "createdAt"         timestamptz(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
  "updatedAt"         timestamptz(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
  CONSTRAINT "DeadlineChain_pkey" PRIMARY KEY ("organizationId", id),
  CONSTRAINT "DeadlineChain_organizationId_fkey" FOREIGN KEY ("organizationId") REFERENCES "Organization" (id) ON DELETE RESTRICT ON UPDATE RESTRICT,
  CONSTRAINT "DeadlineChain_organizationId_caseId_fkey" FOREIGN KEY ("organizationId", "caseId") REFERENCES "Case" ("organizationId", id) ON DELETE RESTRICT ON UPDATE RESTRICT,
  CONSTRAINT "DeadlineChain_organizationId_adversePartyId_fkey" FOREIGN KEY ("organizationId", "adversePartyId")
    REFERENCES "CaseParty" ("organizationId", id) ON DELETE RESTRICT ON UPDATE RESTRICT,
  CONSTRAINT "DeadlineChain_organizationId_holidayCalendarId_fkey" FOREIGN KEY ("organizationId", "holidayCalendarId")
    REFERENCES "HolidayCalendar" ("organizationId", id) ON DELETE RESTRICT ON UPDATE RESTRICT,
  CONSTRAINT "DeadlineChain_status" CHECK (status = ANY ('{active,cancelled}'))
);
CREATE INDEX "DeadlineChain_organizationId_caseId_id_idx" ON "DeadlineChain" ("organizationId", "caseId", id);
CREATE INDEX "DeadlineChain_organizationId_adversePartyId_idx" ON "DeadlineChain" ("organizationId", "adversePartyId");
CREATE INDEX "DeadlineChain_organizationId_holidayCalendarId_idx" ON "DeadlineChain" ("organizationId", "holidayCalendarId");
-- A template is applied once to the same record, until its chain is cancelled.
CREATE UNIQUE INDEX "DeadlineChain_trigger" ON "DeadlineChain" ("organizationId", "caseId", "templateKey", "triggerRecordId") WHERE status = 'active' AND "triggerRecordId" IS NOT NULL;

CREATE TABLE "DeadlineChainTemplate" (
  "organizationId"     text           NOT NULL,
  key                  text           NOT NULL,
  name                 text           NOT NULL,
  jurisdiction         text           NOT NULL,
  "triggerSource"      text           NOT NULL,
  "triggerLabel"       text           NOT NULL,
  items                jsonb          NOT NULL,
  source               text           NOT NULL,
  verification         text           NOT NULL DEFAULT 'unverified',
  "verifiedByMemberId" text,
  "verifiedAt"         timestamptz(3),
  "asOf"               text           NOT NULL,
  revision             integer        NOT NULL DEFAULT 1,
  "createdAt"          timestamptz(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
  "updatedAt"          timestamptz(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
  CONSTRAINT "DeadlineChainTemplate_pkey" PRIMARY KEY ("organizationId", key),
  CONSTRAINT "DeadlineChainTemplate_organizationId_fkey" FOREIGN KEY ("organizationId") REFERENCES "Organization" (id) ON DELETE RESTRICT ON UPDATE RESTRICT,
  CONSTRAINT "DeadlineChainTemplate_organizationId_verifiedByMemberId_fkey" FOREIGN KEY ("organizationId", "verifiedByMemberId")
    REFERENCES "Member" ("organizationId", id) ON DELETE RESTRICT ON UPDATE RESTRICT,
  CONSTRAINT "DeadlineChainTemplate_jurisdiction" CHECK (jurisdiction ~ '^[A-Z]{2}$'),
  CONSTRAINT "DeadlineChainTemplate_source" CHECK (source = ANY ('{default,organization}')),
  CONSTRAINT "DeadlineChainTemplate_verification" CHECK (verification = ANY ('{unverified,verified,disabled}')
    AND (verification = 'verified') = ("verifiedByMemberId" IS NOT NULL) AND (verification = 'verified') = ("verifiedAt" IS NOT NULL))
);
CREATE INDEX "DeadlineChainTemplate_organizationId_verifiedByMemberId_idx" ON "DeadlineChainTemplate" ("organizationId", "verifiedByMemberId");

-- No deadline has a chain yet: there is nothing to validate.
ALTER TABLE "Deadline" ADD CONSTRAINT "Deadline_organizationId_chainId_fkey" FOREIGN KEY ("organizationId", "chainId")
  REFERENCES "DeadlineChain" ("organizationId", id) ON DELETE RESTRICT ON UPDATE RESTRICT NOT VALID;

CALL isolate_tenants('DeadlineChain', 'DeadlineChainTemplate');
GRANT SELECT, INSERT, UPDATE ON "DeadlineChain", "DeadlineChainTemplate" TO caseport_application;
CREATE TRIGGER touch BEFORE UPDATE ON "DeadlineChain" FOR EACH ROW EXECUTE FUNCTION touch_row();
CREATE TRIGGER touch BEFORE UPDATE ON "DeadlineChainTemplate" FOR EACH ROW EXECUTE FUNCTION touch_row();
