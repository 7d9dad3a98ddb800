-- Whom to ask about a key, and short words by which members group keys.
ALTER TABLE "IntegrationKey" ADD COLUMN "ownerMemberId" text,
  ADD COLUMN tags text[] NOT NULL DEFAULT '{}',
  ADD CONSTRAINT "IntegrationKey_tags_count" CHECK (cardinality(tags) <= 5),
  ADD CONSTRAINT "IntegrationKey_organizationId_ownerMemberId_fkey" FOREIGN KEY ("organizationId", "ownerMemberId")
    REFERENCES "Member" ("organizationId", id) ON DELETE RESTRICT ON UPDATE RESTRICT;
CREATE INDEX "IntegrationKey_organizationId_ownerMemberId_idx" ON "IntegrationKey" ("organizationId", "ownerMemberId");
