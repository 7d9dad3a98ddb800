-- The organization's offices, and which one a member belongs to.
CREATE TABLE "Office" (
  "organizationId" text           NOT NULL,
  id               text           NOT NULL,
  name             text           NOT NULL,
  "nameKey"        text           NOT NULL DEFAULT '',
  address          jsonb,
  phone            text,
  fax              text,
  "isPrimary"      boolean        NOT NULL DEFAULT false,
  jurisdictions    text[]         NOT NULL DEFAULT '{}',
  "externalId"     text,
  revision         integer        NOT NULL DEFAULT 1,
  "createdAt"      timestamptz(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
  "updatedAt"      timestamptz(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
  "deletedAt"      timestamptz(3),
  CONSTRAINT "Office_pkey" PRIMARY KEY ("organizationId", id),
  CONSTRAINT "Office_organizationId_fkey" FOREIGN KEY ("organizationId") REFERENCES "Organization" (id) ON DELETE RESTRICT ON UPDATE RESTRICT
);
CREATE UNIQUE INDEX "Office_organizationId_externalId_key" ON "Office" ("organizationId", "externalId");
CREATE INDEX "Office_organizationId_updatedAt_id_idx" ON "Office" ("organizationId", "updatedAt", id);
CREATE INDEX "Office_organizationId_nameKey_id_idx" ON "Office" ("organizationId", "nameKey", id);
CREATE UNIQUE INDEX "Office_live_name" ON "Office" ("organizationId", "nameKey") WHERE "deletedAt" IS NULL;
CREATE UNIQUE INDEX "Office_primary" ON "Office" ("organizationId") WHERE "isPrimary" AND "deletedAt" IS NULL;

CALL isolate_tenants('Office');
GRANT SELECT, INSERT, UPDATE ON "Office" TO caseport_application;
CREATE TRIGGER fold_name BEFORE INSERT OR UPDATE OF name ON "Office" FOR EACH ROW EXECUTE FUNCTION fold_row_name();
CREATE TRIGGER touch BEFORE UPDATE ON "Office" FOR EACH ROW EXECUTE FUNCTION touch_row();

ALTER TABLE "Member" ADD COLUMN "officeId" text;
ALTER TABLE "Member" ADD CONSTRAINT "Member_organizationId_officeId_fkey" FOREIGN KEY ("organizationId", "officeId")
  REFERENCES "Office" ("organizationId", id) ON DELETE RESTRICT ON UPDATE RESTRICT NOT VALID;
