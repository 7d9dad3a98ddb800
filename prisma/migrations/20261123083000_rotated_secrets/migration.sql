-- Generated, so that it also holds for secrets that exist already.
ALTER TABLE "IntegrationKeySecret" ADD COLUMN "issuedToKeyId" text
  GENERATED ALWAYS AS (CASE WHEN "issuedTo"->>'type' = 'integration_key' THEN "issuedTo"->>'id' END) STORED;
ALTER TABLE "IntegrationKeySecret" ADD CONSTRAINT "IntegrationKeySecret_organizationId_issuedToKeyId_fkey" FOREIGN KEY ("organizationId", "issuedToKeyId")
  REFERENCES "IntegrationKey" ("organizationId", id) ON DELETE RESTRICT ON UPDATE RESTRICT;
CREATE INDEX "IntegrationKeySecret_organizationId_issuedToKeyId_keyId_idx" ON "IntegrationKeySecret" ("organizationId", "issuedToKeyId", "keyId");
