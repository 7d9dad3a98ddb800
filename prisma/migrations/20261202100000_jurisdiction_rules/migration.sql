-- What a firm made of a rule of a jurisdiction. Shipped rules are code; a row exists once a firm wrote its own text, verified or disabled one.
CREATE TABLE "JurisdictionRule" (
  "organizationId"     text           NOT NULL,
  id                   text           NOT NULL,
  key                  text           NOT NULL,
  kind                 text           NOT NULL,
  jurisdiction         text           NOT NULL,
  rule                 jsonb          NOT NULL,
  citation             text           NOT NULL,
  source               text           NOT NULL,
  verification         text           NOT NULL DEFAULT 'unverified',
  "verifiedByMemberId" text,
  "verifiedAt"         timestamptz(3),
  "asOf"               text           NOT NULL,
  note                 text,
  revision             integer        NOT NULL DEFAULT 1,
  "createdAt"          timestamptz(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
  "updatedAt"          timestamptz(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
  CONSTRAINT "JurisdictionRule_pkey" PRIMARY KEY ("organizationId", id),
  CONSTRAINT "JurisdictionRule_organizationId_fkey" FOREIGN KEY ("organizationId") REFERENCES "Organization" (id) ON DELETE RESTRICT ON UPDATE RESTRICT,
  CONSTRAINT "JurisdictionRule_organizationId_verifiedByMemberId_fkey" FOREIGN KEY ("organizationId", "verifiedByMemberId")
    REFERENCES "Member" ("organizationId", id) ON DELETE RESTRICT ON UPDATE RESTRICT,
  CONSTRAINT "JurisdictionRule_kind" CHECK (kind = ANY ('{limitation,claim_notice,minority}')),
  CONSTRAINT "JurisdictionRule_jurisdiction" CHECK (jurisdiction ~ '^[A-Z]{2}$'),
  CONSTRAINT "JurisdictionRule_citation" CHECK (citation <> ''),
  CONSTRAINT "JurisdictionRule_source" CHECK (source = ANY ('{default,organization}')),
  CONSTRAINT "JurisdictionRule_verification" CHECK (verification = ANY ('{unverified,verified,disabled}')
    AND (verification = 'verified') = ("verifiedByMemberId" IS NOT NULL) AND (verification = 'verified') = ("verifiedAt" IS NOT NULL))
);
CREATE UNIQUE INDEX "JurisdictionRule_organizationId_key_key" ON "JurisdictionRule" ("organizationId", key);
CREATE INDEX "JurisdictionRule_organizationId_verifiedByMemberId_idx" ON "JurisdictionRule" ("organizationId", "verifiedByMemberId");

CALL isolate_tenants('JurisdictionRule');
GRANT SELECT, INSERT, UPDATE ON "JurisdictionRule" TO caseport_application;
CREATE TRIGGER touch BEFORE UPDATE ON "JurisdictionRule" FOR EACH ROW EXECUTE FUNCTION touch_row();
