-- Generated, so that it also holds for keys that exist already.
ALTER TABLE "IntegrationKey" ADD COLUMN "createdByKeyId" text
  GENERATED ALWAYS AS (CASE WHEN "createdBy"->>'type' = 'integration_key' THEN "createdBy"->>'id' END) STORED;
ALTER TABLE "IntegrationKey" ADD CONSTRAINT "IntegrationKey_organizationId_createdByKeyId_fkey" FOREIGN KEY ("organizationId", "createdByKeyId")
  REFERENCES "IntegrationKey" ("organizationId", id) ON DELETE RESTRICT ON UPDATE RESTRICT;
CREATE INDEX "IntegrationKey_organizationId_createdByKeyId_id_idx" ON "IntegrationKey" ("organizationId", "createdByKeyId", id);

ALTER TABLE "Member" ADD COLUMN "canActForKeysByApi" boolean NOT NULL DEFAULT false;
