-- CreateTable
CREATE TABLE "SearchTerm" (
    "organizationId" TEXT NOT NULL,
    "entity" TEXT NOT NULL,
    "term" TEXT NOT NULL,
    "recordId" TEXT NOT NULL,

    CONSTRAINT "SearchTerm_pkey" PRIMARY KEY ("organizationId","entity","term","recordId")
);

-- CreateIndex
CREATE INDEX "SearchTerm_organizationId_entity_recordId_idx" ON "SearchTerm"("organizationId", "entity", "recordId");

-- AddForeignKey
ALTER TABLE "SearchTerm" ADD CONSTRAINT "SearchTerm_organizationId_fkey" FOREIGN KEY ("organizationId") REFERENCES "Organization"("id") ON DELETE RESTRICT ON UPDATE RESTRICT;

-- ---------------------------------------------------------------------------------------------------------------------------
-- Search: every word of a record is a row, so that an index finds it below row-level security (only comparisons that leak
-- nothing reach an index there; pattern matching and full-text search do not).

-- The words of a text: lower case, without accents, letters and digits only; at most 60 characters each, none twice.
CREATE FUNCTION search_words(given text) RETURNS text[] LANGUAGE sql IMMUTABLE PARALLEL SAFE
RETURN (
  SELECT coalesce(array_agg(DISTINCT left(word, 60)), '{}')
  FROM regexp_split_to_table(
    lower(regexp_replace(normalize(coalesce(given, ''), NFKD), '[\u0300-\u036f]', '', 'g') COLLATE pg_c_utf8), '[^[:alnum:]]+') AS word
  WHERE word <> ''
);

-- Makes the rows of one record those of these words: writes only what differs.
CREATE FUNCTION index_words(organization text, kind text, record text, words text[]) RETURNS void LANGUAGE sql AS $$
  DELETE FROM "SearchTerm" WHERE "organizationId" = organization AND entity = kind AND "recordId" = record AND term <> ALL (words);
  INSERT INTO "SearchTerm" ("organizationId", entity, term, "recordId")
  SELECT organization, kind, word, record FROM unnest(words) AS word
  ON CONFLICT DO NOTHING;
$$;

CREATE FUNCTION index_client() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM index_words(NEW."organizationId", 'client', NEW.id, search_words(concat_ws(' ', NEW."firstName", NEW."lastName", NEW.email, NEW.phone)));
  RETURN NULL;
END $$;
CREATE TRIGGER index_words AFTER INSERT OR UPDATE OF "firstName", "lastName", email, phone ON "Client"
  FOR EACH ROW EXECUTE FUNCTION index_client();

-- A case is found by its own words and by its client's.
CREATE FUNCTION index_case() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM index_words(NEW."organizationId", 'case', NEW.id, (
    SELECT search_words(concat_ws(' ', NEW.title, NEW."sequenceId", NEW."externalId", p."firstName", p."lastName"))
    FROM "Client" p WHERE p."organizationId" = NEW."organizationId" AND p.id = NEW."plaintiffId"));
  RETURN NULL;
END $$;
CREATE TRIGGER index_words AFTER INSERT OR UPDATE OF title, "sequenceId", "externalId", "plaintiffId" ON "Case"
  FOR EACH ROW EXECUTE FUNCTION index_case();
CREATE FUNCTION index_cases_of_client() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM index_words(c."organizationId", 'case', c.id,
    search_words(concat_ws(' ', c.title, c."sequenceId", c."externalId", NEW."firstName", NEW."lastName")))
  FROM "Case" c WHERE c."organizationId" = NEW."organizationId" AND c."plaintiffId" = NEW.id;
  RETURN NULL;
END $$;
CREATE TRIGGER index_cases AFTER UPDATE OF "firstName", "lastName" ON "Client" FOR EACH ROW
  WHEN ((OLD."firstName", OLD."lastName") IS DISTINCT FROM (NEW."firstName", NEW."lastName")) EXECUTE FUNCTION index_cases_of_client();

-- What is there already.
SELECT index_words(p."organizationId", 'client', p.id, search_words(concat_ws(' ', p."firstName", p."lastName", p.email, p.phone))) FROM "Client" p;
SELECT index_words(c."organizationId", 'case', c.id,
    search_words(concat_ws(' ', c.title, c."sequenceId", c."externalId", p."firstName", p."lastName")))
  FROM "Case" c JOIN "Client" p ON p."organizationId" = c."organizationId" AND p.id = c."plaintiffId";

ALTER TABLE "SearchTerm" ENABLE ROW LEVEL SECURITY;
ALTER TABLE "SearchTerm" FORCE ROW LEVEL SECURITY;
CREATE POLICY own_organization ON "SearchTerm" USING ("organizationId" = current_setting('caseport.organization', true))
  WITH CHECK ("organizationId" = current_setting('caseport.organization', true));
GRANT SELECT, INSERT, DELETE ON "SearchTerm" TO caseport_application;

-- numbers
-- CreateTable
CREATE TABLE "NumberSequence" (
    "organizationId" TEXT NOT NULL,
    "kind" TEXT NOT NULL,
    "year" INTEGER NOT NULL,
    "last" INTEGER NOT NULL,

    CONSTRAINT "NumberSequence_pkey" PRIMARY KEY ("organizationId","kind","year")
);

-- AddForeignKey
ALTER TABLE "NumberSequence" ADD CONSTRAINT "NumberSequence_organizationId_fkey" FOREIGN KEY ("organizationId") REFERENCES "Organization"("id") ON DELETE RESTRICT ON UPDATE RESTRICT;

ALTER TABLE "NumberSequence" ENABLE ROW LEVEL SECURITY;
ALTER TABLE "NumberSequence" FORCE ROW LEVEL SECURITY;
CREATE POLICY own_organization ON "NumberSequence" USING ("organizationId" = current_setting('caseport.organization', true))
  WITH CHECK ("organizationId" = current_setting('caseport.organization', true));
GRANT SELECT, INSERT, UPDATE ON "NumberSequence" TO caseport_application;

-- What was numbered before goes on from there.
INSERT INTO "NumberSequence" ("organizationId", kind, year, last)
SELECT "organizationId", 'case', split_part("sequenceId", '-', 1)::integer, max(split_part("sequenceId", '-', 2)::integer)
FROM "Case" WHERE "sequenceId" ~ '^\d{4}-\d{6}$' GROUP BY 1, 3
UNION ALL
SELECT "organizationId", 'invoice', split_part("invoiceNumber", '-', 2)::integer, max(split_part("invoiceNumber", '-', 3)::integer)
FROM "Invoice" WHERE "invoiceNumber" ~ '^INV-\d{4}-\d{5,8}$' GROUP BY 1, 3
UNION ALL
SELECT "organizationId", 'retrieval_request', split_part("requestNumber", '-', 2)::integer, max(split_part("requestNumber", '-', 3)::integer)
FROM "RetrievalRequest" WHERE "requestNumber" ~ '^RR-\d{4}-\d{5,8}$' GROUP BY 1, 3;

-- legacy
-- DropForeignKey
ALTER TABLE "IdempotencyRecord" DROP CONSTRAINT "IdempotencyRecord_organizationId_keyId_fkey";

-- AlterTable
ALTER TABLE "IdempotencyRecord"
  ADD COLUMN "integrationKeyId" TEXT GENERATED ALWAYS AS (CASE WHEN starts_with("keyId", 'key_') THEN "keyId" END) STORED,
  ADD COLUMN "legacyCredentialId" TEXT GENERATED ALWAYS AS (CASE WHEN NOT starts_with("keyId", 'key_') THEN "keyId" END) STORED;

-- CreateTable
CREATE TABLE "LegacyCredential" (
    "organizationId" TEXT NOT NULL,
    "id" TEXT NOT NULL,
    "kind" TEXT NOT NULL,
    "name" TEXT NOT NULL,
    "scopes" TEXT[],
    "prefix" TEXT,
    "digest" BYTEA,
    "issuer" TEXT,
    "claim" TEXT,
    "value" TEXT,
    "expiresAt" TIMESTAMPTZ(3),
    "revokedAt" TIMESTAMPTZ(3),
    "revokeReason" TEXT,
    "revision" INTEGER NOT NULL DEFAULT 1,
    "createdAt" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "updatedAt" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "LegacyCredential_pkey" PRIMARY KEY ("organizationId","id")
);

-- AddForeignKey
ALTER TABLE "LegacyCredential" ADD CONSTRAINT "LegacyCredential_organizationId_fkey" FOREIGN KEY ("organizationId") REFERENCES "Organization"("id") ON DELETE RESTRICT ON UPDATE RESTRICT;

-- AddForeignKey
ALTER TABLE "IdempotencyRecord" ADD CONSTRAINT "IdempotencyRecord_organizationId_integrationKeyId_fkey" FOREIGN KEY ("organizationId", "integrationKeyId") REFERENCES "IntegrationKey"("organizationId", "id") ON DELETE RESTRICT ON UPDATE RESTRICT;

-- AddForeignKey
ALTER TABLE "IdempotencyRecord" ADD CONSTRAINT "IdempotencyRecord_organizationId_legacyCredentialId_fkey" FOREIGN KEY ("organizationId", "legacyCredentialId") REFERENCES "LegacyCredential"("organizationId", "id") ON DELETE RESTRICT ON UPDATE RESTRICT;

ALTER TABLE "LegacyCredential" ENABLE ROW LEVEL SECURITY;
ALTER TABLE "LegacyCredential" FORCE ROW LEVEL SECURITY;
CREATE POLICY own_organization ON "LegacyCredential" USING ("organizationId" = current_setting('caseport.organization', true))
  WITH CHECK ("organizationId" = current_setting('caseport.organization', true));
GRANT SELECT, INSERT, UPDATE ON "LegacyCredential" TO caseport_application;
CREATE TRIGGER touch BEFORE UPDATE ON "LegacyCredential" FOR EACH ROW EXECUTE FUNCTION touch_row();

-- Legacy credentials. A partner's key is found by its digest and a client by its issuer's name for it, before anybody knows whose they are.
ALTER TABLE "LegacyCredential"
  ADD CONSTRAINT "LegacyCredential_kind" CHECK (
    (kind = 'partner_key' AND octet_length(digest) = 32 AND prefix IS NOT NULL AND num_nonnulls(issuer, claim, value) = 0)
    OR (kind = 'oidc_client' AND num_nonnulls(prefix, digest) = 0 AND num_nonnulls(issuer, claim, value) = 3 AND claim IN ('client', 'subject'))),
  ADD CONSTRAINT "LegacyCredential_scopes" CHECK (cardinality(scopes) > 0 AND scopes <@ ARRAY['cases:write', 'leads:write']),
  ADD CONSTRAINT "LegacyCredential_revoked_with_reason" CHECK ("revokedAt" IS NULL OR "revokeReason" IS NOT NULL);
CREATE UNIQUE INDEX "LegacyCredential_digest_key" ON "LegacyCredential" (digest);
CREATE UNIQUE INDEX "LegacyCredential_client_key" ON "LegacyCredential" (issuer, claim, value) WHERE "revokedAt" IS NULL;
CREATE POLICY keeper_reads ON "LegacyCredential" FOR SELECT TO caseport_keeper USING (true);
GRANT SELECT ON "LegacyCredential" TO caseport_keeper;

-- The live credentials behind a partner key's digest, or behind what a verified token calls its client and its subject: two rows mean that
-- nobody can say for whom the token speaks.
CREATE FUNCTION find_legacy_credentials(secret_digest bytea, token_issuer text, token_client text, token_subject text)
RETURNS TABLE (
  "organizationId" text, "keyId" text, kind text, "keyPrefix" text, "actorName" text, scopes text[], "expiresAt" timestamptz,
  "rateLimitRead" integer, "rateLimitWrite" integer, "rateLimitSensitive" integer
)
LANGUAGE sql STABLE SECURITY DEFINER SET search_path = public, pg_temp ROWS 1
AS $$
  SELECT c."organizationId", c.id, c.kind, c.prefix, c.name, c.scopes, c."expiresAt", o."rateLimitRead", o."rateLimitWrite", o."rateLimitSensitive"
  FROM (
    SELECT * FROM "LegacyCredential" WHERE digest = secret_digest
    UNION ALL
    SELECT * FROM "LegacyCredential" WHERE issuer = token_issuer AND claim = 'client' AND value = token_client
    UNION ALL
    SELECT * FROM "LegacyCredential" WHERE issuer = token_issuer AND claim = 'subject' AND value = token_subject
  ) c
  JOIN "Organization" o ON o.id = c."organizationId"
  WHERE c."revokedAt" IS NULL AND (c."expiresAt" IS NULL OR c."expiresAt" > now())
$$;
DO $$
BEGIN
  EXECUTE format('GRANT caseport_keeper TO %I', current_user);
  GRANT CREATE ON SCHEMA public TO caseport_keeper;
  REVOKE ALL ON FUNCTION find_legacy_credentials(bytea, text, text, text) FROM PUBLIC;
  GRANT EXECUTE ON FUNCTION find_legacy_credentials(bytea, text, text, text) TO caseport_application;
  ALTER FUNCTION find_legacy_credentials(bytea, text, text, text) OWNER TO caseport_keeper;
  REVOKE CREATE ON SCHEMA public FROM caseport_keeper;
  EXECUTE format('REVOKE caseport_keeper FROM %I', current_user);
END $$;

-- intake
-- AlterTable
ALTER TABLE "IntakeAnswer" ADD COLUMN     "answeredBy" JSONB,
ADD COLUMN     "confidence" DOUBLE PRECISION,
ADD COLUMN     "formId" TEXT,
ADD COLUMN     "formVersion" INTEGER,
ADD COLUMN     "isMismatch" BOOLEAN NOT NULL DEFAULT false,
ADD COLUMN     "label" TEXT,
ADD COLUMN     "leadId" TEXT,
ADD COLUMN     "questionId" TEXT,
ADD COLUMN     "valueType" TEXT NOT NULL DEFAULT 'string',
ALTER COLUMN "caseId" DROP NOT NULL;

-- CreateTable
CREATE TABLE "AnswerVersion" (
    "organizationId" TEXT NOT NULL,
    "id" TEXT NOT NULL,
    "revision" INTEGER NOT NULL,
    "value" TEXT NOT NULL,
    "valueType" TEXT NOT NULL,
    "label" TEXT,
    "formId" TEXT,
    "formVersion" INTEGER,
    "questionId" TEXT,
    "isMismatch" BOOLEAN NOT NULL,
    "source" TEXT NOT NULL,
    "answeredBy" JSONB,
    "answeredAt" TIMESTAMPTZ(3) NOT NULL,
    "confidence" DOUBLE PRECISION,
    "deletedAt" TIMESTAMPTZ(3),
    "changedAt" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "AnswerVersion_pkey" PRIMARY KEY ("organizationId","id","revision")
);

-- CreateTable
CREATE TABLE "IntakeForm" (
    "organizationId" TEXT NOT NULL,
    "id" TEXT NOT NULL,
    "name" TEXT NOT NULL,
    "description" TEXT,
    "status" TEXT NOT NULL DEFAULT 'draft',
    "questions" JSONB NOT NULL,
    "publishedVersion" INTEGER,
    "publishedAt" TIMESTAMPTZ(3),
    "isChanged" BOOLEAN NOT NULL DEFAULT true,
    "createdBy" JSONB NOT NULL,
    "revision" INTEGER NOT NULL DEFAULT 1,
    "createdAt" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "updatedAt" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "IntakeForm_pkey" PRIMARY KEY ("organizationId","id")
);

-- CreateTable
CREATE TABLE "IntakeFormVersion" (
    "organizationId" TEXT NOT NULL,
    "formId" TEXT NOT NULL,
    "version" INTEGER NOT NULL,
    "name" TEXT NOT NULL,
    "description" TEXT,
    "questions" JSONB NOT NULL,
    "publishedBy" JSONB NOT NULL,
    "publishedAt" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "IntakeFormVersion_pkey" PRIMARY KEY ("organizationId","formId","version")
);

-- CreateTable
CREATE TABLE "FormQuestion" (
    "organizationId" TEXT NOT NULL,
    "accessor" TEXT NOT NULL,
    "formId" TEXT NOT NULL,
    "version" INTEGER NOT NULL,
    "publishedAt" TIMESTAMPTZ(3) NOT NULL,
    "question" JSONB NOT NULL,

    CONSTRAINT "FormQuestion_pkey" PRIMARY KEY ("organizationId","accessor","formId")
);

-- CreateTable
CREATE TABLE "Lead" (
    "organizationId" TEXT NOT NULL,
    "id" TEXT NOT NULL,
    "sequenceId" TEXT NOT NULL,
    "firstName" TEXT,
    "middleName" TEXT,
    "lastName" TEXT,
    "email" TEXT,
    "phone" TEXT,
    "phoneType" TEXT,
    "secondaryPhone" TEXT,
    "preferredContactMethod" TEXT,
    "preferredLanguage" TEXT,
    "bestTimeToCall" TEXT,
    "dateOfBirth" DATE,
    "address" JSONB,
    "isInjuredParty" BOOLEAN,
    "injuredPartyName" TEXT,
    "relationshipToInjured" TEXT,
    "caseType" TEXT,
    "subCaseType" TEXT,
    "caseState" TEXT,
    "dateOfIncident" DATE,
    "incidentLocation" TEXT,
    "description" TEXT,
    "injuryDescription" TEXT,
    "treatmentStatus" TEXT,
    "atFaultParty" TEXT,
    "policeReportFiled" BOOLEAN,
    "insuranceKnown" BOOLEAN,
    "hasPriorAttorney" BOOLEAN,
    "priorAttorneyName" TEXT,
    "statuteOfLimitationsEstimateOn" DATE,
    "source" TEXT,
    "sourceDetail" TEXT,
    "campaign" TEXT,
    "utm" JSONB,
    "clickIds" JSONB,
    "landingPageUrl" TEXT,
    "referringUrl" TEXT,
    "callTrackingNumber" TEXT,
    "vendorId" TEXT,
    "vendorLeadId" TEXT,
    "vendorCostCents" BIGINT,
    "consent" JSONB,
    "score" INTEGER,
    "qualification" TEXT NOT NULL DEFAULT 'unreviewed',
    "status" TEXT NOT NULL DEFAULT 'new',
    "subStatus" TEXT,
    "statusChangedAt" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "assignedToMemberId" TEXT,
    "firstResponseAt" TIMESTAMPTZ(3),
    "lastContactAttemptAt" TIMESTAMPTZ(3),
    "contactAttemptCount" INTEGER NOT NULL DEFAULT 0,
    "nextFollowUpAt" TIMESTAMPTZ(3),
    "appointmentAt" TIMESTAMPTZ(3),
    "retainerSentAt" TIMESTAMPTZ(3),
    "retainerSignedAt" TIMESTAMPTZ(3),
    "declineReason" TEXT,
    "lostReason" TEXT,
    "possibleDuplicateOf" TEXT,
    "duplicateOfLeadId" TEXT,
    "convertedCaseId" TEXT,
    "convertedClientId" TEXT,
    "convertedAt" TIMESTAMPTZ(3),
    "partnerId" TEXT,
    "externalId" TEXT,
    "customFields" JSONB NOT NULL DEFAULT '{}',
    "phoneE164" TEXT,
    "emailKey" TEXT,
    "revision" INTEGER NOT NULL DEFAULT 1,
    "createdAt" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "updatedAt" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "deletedAt" TIMESTAMPTZ(3),

    CONSTRAINT "Lead_pkey" PRIMARY KEY ("organizationId","id")
);

-- CreateTable
CREATE TABLE "LeadStatusChange" (
    "organizationId" TEXT NOT NULL,
    "id" TEXT NOT NULL,
    "leadId" TEXT NOT NULL,
    "fromStatus" TEXT,
    "toStatus" TEXT NOT NULL,
    "reason" TEXT,
    "note" TEXT,
    "actor" JSONB NOT NULL,
    "changedAt" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "LeadStatusChange_pkey" PRIMARY KEY ("organizationId","id")
);

-- CreateTable
CREATE TABLE "LeadContactAttempt" (
    "organizationId" TEXT NOT NULL,
    "id" TEXT NOT NULL,
    "leadId" TEXT NOT NULL,
    "channel" TEXT NOT NULL,
    "direction" TEXT NOT NULL,
    "outcome" TEXT NOT NULL,
    "at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "memberId" TEXT,
    "note" TEXT,
    "createdAt" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "LeadContactAttempt_pkey" PRIMARY KEY ("organizationId","id")
);

-- CreateIndex
CREATE INDEX "IntakeForm_organizationId_updatedAt_id_idx" ON "IntakeForm"("organizationId", "updatedAt", "id");

-- CreateIndex
CREATE INDEX "IntakeForm_organizationId_status_id_idx" ON "IntakeForm"("organizationId", "status", "id");

-- CreateIndex
CREATE INDEX "IntakeForm_organizationId_status_updatedAt_id_idx" ON "IntakeForm"("organizationId", "status", "updatedAt", "id");

-- CreateIndex
CREATE INDEX "FormQuestion_organizationId_formId_idx" ON "FormQuestion"("organizationId", "formId");

-- CreateIndex
CREATE INDEX "Lead_organizationId_updatedAt_id_idx" ON "Lead"("organizationId", "updatedAt", "id");

-- CreateIndex
CREATE INDEX "Lead_organizationId_status_id_idx" ON "Lead"("organizationId", "status", "id");

-- CreateIndex
CREATE INDEX "Lead_organizationId_status_updatedAt_id_idx" ON "Lead"("organizationId", "status", "updatedAt", "id");

-- CreateIndex
CREATE INDEX "Lead_organizationId_qualification_id_idx" ON "Lead"("organizationId", "qualification", "id");

-- CreateIndex
CREATE INDEX "Lead_organizationId_caseType_id_idx" ON "Lead"("organizationId", "caseType", "id");

-- CreateIndex
CREATE INDEX "Lead_organizationId_source_id_idx" ON "Lead"("organizationId", "source", "id");

-- CreateIndex
CREATE INDEX "Lead_organizationId_assignedToMemberId_id_idx" ON "Lead"("organizationId", "assignedToMemberId", "id");

-- CreateIndex
CREATE INDEX "Lead_organizationId_phoneE164_id_idx" ON "Lead"("organizationId", "phoneE164", "id");

-- CreateIndex
CREATE INDEX "Lead_organizationId_emailKey_id_idx" ON "Lead"("organizationId", "emailKey", "id");

-- CreateIndex
CREATE INDEX "Lead_organizationId_nextFollowUpAt_id_idx" ON "Lead"("organizationId", "nextFollowUpAt", "id");

-- CreateIndex
CREATE INDEX "Lead_organizationId_possibleDuplicateOf_idx" ON "Lead"("organizationId", "possibleDuplicateOf");

-- CreateIndex
CREATE INDEX "Lead_organizationId_duplicateOfLeadId_idx" ON "Lead"("organizationId", "duplicateOfLeadId");

-- CreateIndex
CREATE INDEX "Lead_organizationId_convertedClientId_idx" ON "Lead"("organizationId", "convertedClientId");

-- CreateIndex
CREATE UNIQUE INDEX "Lead_organizationId_sequenceId_key" ON "Lead"("organizationId", "sequenceId");

-- CreateIndex
CREATE UNIQUE INDEX "Lead_organizationId_externalId_key" ON "Lead"("organizationId", "externalId");

-- CreateIndex
CREATE UNIQUE INDEX "Lead_organizationId_vendorId_vendorLeadId_key" ON "Lead"("organizationId", "vendorId", "vendorLeadId");

-- CreateIndex
CREATE UNIQUE INDEX "Lead_organizationId_convertedCaseId_key" ON "Lead"("organizationId", "convertedCaseId");

-- CreateIndex
CREATE INDEX "LeadStatusChange_organizationId_leadId_id_idx" ON "LeadStatusChange"("organizationId", "leadId", "id");

-- CreateIndex
CREATE INDEX "LeadContactAttempt_organizationId_leadId_id_idx" ON "LeadContactAttempt"("organizationId", "leadId", "id");

-- CreateIndex
CREATE INDEX "LeadContactAttempt_organizationId_memberId_idx" ON "LeadContactAttempt"("organizationId", "memberId");

-- CreateIndex
CREATE INDEX "IntakeAnswer_organizationId_formId_formVersion_idx" ON "IntakeAnswer"("organizationId", "formId", "formVersion");

-- CreateIndex
CREATE UNIQUE INDEX "IntakeAnswer_organizationId_leadId_accessor_key" ON "IntakeAnswer"("organizationId", "leadId", "accessor");

-- AddForeignKey
ALTER TABLE "IntakeAnswer" ADD CONSTRAINT "IntakeAnswer_organizationId_formId_formVersion_fkey" FOREIGN KEY ("organizationId", "formId", "formVersion") REFERENCES "IntakeFormVersion"("organizationId", "formId", "version") ON DELETE RESTRICT ON UPDATE RESTRICT;

-- AddForeignKey
ALTER TABLE "AnswerVersion" ADD CONSTRAINT "AnswerVersion_organizationId_id_fkey" FOREIGN KEY ("organizationId", "id") REFERENCES "IntakeAnswer"("organizationId", "id") ON DELETE RESTRICT ON UPDATE RESTRICT;

-- AddForeignKey
ALTER TABLE "IntakeForm" ADD CONSTRAINT "IntakeForm_organizationId_fkey" FOREIGN KEY ("organizationId") REFERENCES "Organization"("id") ON DELETE RESTRICT ON UPDATE RESTRICT;

-- AddForeignKey
ALTER TABLE "IntakeFormVersion" ADD CONSTRAINT "IntakeFormVersion_organizationId_formId_fkey" FOREIGN KEY ("organizationId", "formId") REFERENCES "IntakeForm"("organizationId", "id") ON DELETE RESTRICT ON UPDATE RESTRICT;

-- AddForeignKey
ALTER TABLE "FormQuestion" ADD CONSTRAINT "FormQuestion_organizationId_formId_fkey" FOREIGN KEY ("organizationId", "formId") REFERENCES "IntakeForm"("organizationId", "id") ON DELETE RESTRICT ON UPDATE RESTRICT;

-- AddForeignKey
ALTER TABLE "Lead" ADD CONSTRAINT "Lead_organizationId_fkey" FOREIGN KEY ("organizationId") REFERENCES "Organization"("id") ON DELETE RESTRICT ON UPDATE RESTRICT;

-- AddForeignKey
ALTER TABLE "Lead" ADD CONSTRAINT "Lead_organizationId_assignedToMemberId_fkey" FOREIGN KEY ("organizationId", "assignedToMemberId") REFERENCES "Member"("organizationId", "id") ON DELETE RESTRICT ON UPDATE RESTRICT;

-- AddForeignKey
ALTER TABLE "Lead" ADD CONSTRAINT "Lead_organizationId_possibleDuplicateOf_fkey" FOREIGN KEY ("organizationId", "possibleDuplicateOf") REFERENCES "Lead"("organizationId", "id") ON DELETE RESTRICT ON UPDATE RESTRICT;

-- AddForeignKey
ALTER TABLE "Lead" ADD CONSTRAINT "Lead_organizationId_duplicateOfLeadId_fkey" FOREIGN KEY ("organizationId", "duplicateOfLeadId") REFERENCES "Lead"("organizationId", "id") ON DELETE RESTRICT ON UPDATE RESTRICT;

-- AddForeignKey
ALTER TABLE "Lead" ADD CONSTRAINT "Lead_organizationId_convertedCaseId_fkey" FOREIGN KEY ("organizationId", "convertedCaseId") REFERENCES "Case"("organizationId", "id") ON DELETE RESTRICT ON UPDATE RESTRICT;

-- AddForeignKey
ALTER TABLE "Lead" ADD CONSTRAINT "Lead_organizationId_convertedClientId_fkey" FOREIGN KEY ("organizationId", "convertedClientId") REFERENCES "Client"("organizationId", "id") ON DELETE RESTRICT ON UPDATE RESTRICT;

-- AddForeignKey
ALTER TABLE "LeadStatusChange" ADD CONSTRAINT "LeadStatusChange_organizationId_leadId_fkey" FOREIGN KEY ("organizationId", "leadId") REFERENCES "Lead"("organizationId", "id") ON DELETE RESTRICT ON UPDATE RESTRICT;

-- AddForeignKey
ALTER TABLE "LeadContactAttempt" ADD CONSTRAINT "LeadContactAttempt_organizationId_leadId_fkey" FOREIGN KEY ("organizationId", "leadId") REFERENCES "Lead"("organizationId", "id") ON DELETE RESTRICT ON UPDATE RESTRICT;

-- AddForeignKey
ALTER TABLE "LeadContactAttempt" ADD CONSTRAINT "LeadContactAttempt_organizationId_memberId_fkey" FOREIGN KEY ("organizationId", "memberId") REFERENCES "Member"("organizationId", "id") ON DELETE RESTRICT ON UPDATE RESTRICT;

ALTER TABLE "AnswerVersion" ENABLE ROW LEVEL SECURITY;
ALTER TABLE "AnswerVersion" FORCE ROW LEVEL SECURITY;
CREATE POLICY own_organization ON "AnswerVersion" USING ("organizationId" = current_setting('caseport.organization', true))
  WITH CHECK ("organizationId" = current_setting('caseport.organization', true));
GRANT SELECT, INSERT, UPDATE ON "AnswerVersion" TO caseport_application;

ALTER TABLE "IntakeForm" ENABLE ROW LEVEL SECURITY;
ALTER TABLE "IntakeForm" FORCE ROW LEVEL SECURITY;
CREATE POLICY own_organization ON "IntakeForm" USING ("organizationId" = current_setting('caseport.organization', true))
  WITH CHECK ("organizationId" = current_setting('caseport.organization', true));
GRANT SELECT, INSERT, UPDATE ON "IntakeForm" TO caseport_application;
CREATE TRIGGER touch BEFORE UPDATE ON "IntakeForm" FOR EACH ROW EXECUTE FUNCTION touch_row();

ALTER TABLE "IntakeFormVersion" ENABLE ROW LEVEL SECURITY;
ALTER TABLE "IntakeFormVersion" FORCE ROW LEVEL SECURITY;
CREATE POLICY own_organization ON "IntakeFormVersion" USING ("organizationId" = current_setting('caseport.organization', true))
  WITH CHECK ("organizationId" = current_setting('caseport.organization', true));
GRANT SELECT, INSERT, UPDATE ON "IntakeFormVersion" TO caseport_application;

ALTER TABLE "FormQuestion" ENABLE ROW LEVEL SECURITY;
ALTER TABLE "FormQuestion" FORCE ROW LEVEL SECURITY;
CREATE POLICY own_organization ON "FormQuestion" USING ("organizationId" = current_setting('caseport.organization', true))
  WITH CHECK ("organizationId" = current_setting('caseport.organization', true));
GRANT SELECT, INSERT, UPDATE ON "FormQuestion" TO caseport_application;

ALTER TABLE "Lead" ENABLE ROW LEVEL SECURITY;
ALTER TABLE "Lead" FORCE ROW LEVEL SECURITY;
CREATE POLICY own_organization ON "Lead" USING ("organizationId" = current_setting('caseport.organization', true))
  WITH CHECK ("organizationId" = current_setting('caseport.organization', true));
GRANT SELECT, INSERT, UPDATE ON "Lead" TO caseport_application;
CREATE TRIGGER touch BEFORE UPDATE ON "Lead" FOR EACH ROW EXECUTE FUNCTION touch_row();

ALTER TABLE "LeadStatusChange" ENABLE ROW LEVEL SECURITY;
ALTER TABLE "LeadStatusChange" FORCE ROW LEVEL SECURITY;
CREATE POLICY own_organization ON "LeadStatusChange" USING ("organizationId" = current_setting('caseport.organization', true))
  WITH CHECK ("organizationId" = current_setting('caseport.organization', true));
GRANT SELECT, INSERT, UPDATE ON "LeadStatusChange" TO caseport_application;

ALTER TABLE "LeadContactAttempt" ENABLE ROW LEVEL SECURITY;
ALTER TABLE "LeadContactAttempt" FORCE ROW LEVEL SECURITY;
CREATE POLICY own_organization ON "LeadContactAttempt" USING ("organizationId" = current_setting('caseport.organization', true))
  WITH CHECK ("organizationId" = current_setting('caseport.organization', true));
GRANT SELECT, INSERT, UPDATE ON "LeadContactAttempt" TO caseport_application;

-- Answers: of a case or of a lead. Accessors are compared byte by byte, so that a prefix is a range of an index, and a comparison
-- that leaks nothing.
ALTER TABLE "IntakeAnswer" ALTER COLUMN accessor TYPE text COLLATE "C";
-- What was there before said `portal`. The tables' owner is bound by row-level security too, unless it is told otherwise.
ALTER TABLE "IntakeAnswer" NO FORCE ROW LEVEL SECURITY;
ALTER TABLE "AnswerVersion" NO FORCE ROW LEVEL SECURITY;
ALTER TABLE "IntakeAnswer" DISABLE TRIGGER touch;
UPDATE "IntakeAnswer" SET source = CASE source WHEN 'portal' THEN 'client_portal' ELSE 'api' END
  WHERE source NOT IN ('client_portal', 'staff', 'api', 'phone_ai', 'import', 'e_sign');
ALTER TABLE "IntakeAnswer" ENABLE TRIGGER touch;
INSERT INTO "AnswerVersion" ("organizationId", id, revision, value, "valueType", "isMismatch", source, "answeredAt", "deletedAt", "changedAt")
  SELECT "organizationId", id, revision, value, "valueType", "isMismatch", source, "answeredAt", "deletedAt", "updatedAt" FROM "IntakeAnswer";
ALTER TABLE "IntakeAnswer" FORCE ROW LEVEL SECURITY;
ALTER TABLE "AnswerVersion" FORCE ROW LEVEL SECURITY;
ALTER TABLE "IntakeAnswer"
  ADD CONSTRAINT "IntakeAnswer_owner" CHECK (num_nonnulls("caseId", "leadId") = 1),
  ADD CONSTRAINT "IntakeAnswer_source" CHECK (source IN ('client_portal', 'staff', 'api', 'phone_ai', 'import', 'e_sign')),
  ADD CONSTRAINT "IntakeAnswer_value_type" CHECK ("valueType" IN (
    'string', 'number', 'boolean', 'date', 'datetime', 'choice', 'multi_choice', 'phone', 'email', 'currency_cents', 'json')),
  ADD CONSTRAINT "IntakeAnswer_form" CHECK (num_nulls("formId", "formVersion", "questionId") IN (0, 3)),
  ADD CONSTRAINT "IntakeAnswer_confidence" CHECK (confidence BETWEEN 0 AND 1);
CREATE INDEX "IntakeAnswer_of_case" ON "IntakeAnswer" ("organizationId", "caseId", id) WHERE "deletedAt" IS NULL;
CREATE INDEX "IntakeAnswer_of_case_updated" ON "IntakeAnswer" ("organizationId", "caseId", "updatedAt", id) WHERE "deletedAt" IS NULL;
CREATE INDEX "IntakeAnswer_of_lead" ON "IntakeAnswer" ("organizationId", "leadId", id) WHERE "deletedAt" IS NULL;
CREATE INDEX "IntakeAnswer_of_lead_updated" ON "IntakeAnswer" ("organizationId", "leadId", "updatedAt", id) WHERE "deletedAt" IS NULL;

-- Whatever changes an answer, its history has it.
CREATE FUNCTION keep_answer_version() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO "AnswerVersion" ("organizationId", id, revision, value, "valueType", label, "formId", "formVersion", "questionId",
    "isMismatch", source, "answeredBy", "answeredAt", confidence, "deletedAt", "changedAt")
  VALUES (NEW."organizationId", NEW.id, NEW.revision, NEW.value, NEW."valueType", NEW.label, NEW."formId", NEW."formVersion", NEW."questionId",
    NEW."isMismatch", NEW.source, NEW."answeredBy", NEW."answeredAt", NEW.confidence, NEW."deletedAt", NEW."updatedAt");
  RETURN NULL;
END $$;
CREATE TRIGGER keep_first_version AFTER INSERT ON "IntakeAnswer" FOR EACH ROW EXECUTE FUNCTION keep_answer_version();
CREATE TRIGGER keep_version AFTER UPDATE ON "IntakeAnswer" FOR EACH ROW
  WHEN (OLD.revision IS DISTINCT FROM NEW.revision) EXECUTE FUNCTION keep_answer_version();
-- Never changed: nobody but the owner of the tables may.
REVOKE UPDATE ON "AnswerVersion", "IntakeFormVersion" FROM caseport_application;

ALTER TABLE "IntakeForm"
  ADD CONSTRAINT "IntakeForm_status" CHECK (status IN ('draft', 'published')),
  ADD CONSTRAINT "IntakeForm_published" CHECK ((status = 'published') = ("publishedVersion" IS NOT NULL) AND ("publishedVersion" IS NULL) = ("publishedAt" IS NULL));
ALTER TABLE "FormQuestion" ALTER COLUMN accessor TYPE text COLLATE "C";
-- The questions of a form's newest version are mere links.
GRANT DELETE ON "FormQuestion" TO caseport_application;

-- cases
-- DropIndex
DROP INDEX "Case_organizationId_plaintiffId_idx";

-- DropIndex
DROP INDEX "CaseAttorney_organizationId_attorneyId_idx";

-- DropIndex
DROP INDEX "Tag_organizationId_name_key";

-- DropIndex
DROP INDEX "CaseTag_organizationId_tagId_idx";

-- AlterTable
ALTER TABLE "Case" ADD COLUMN     "customFields" JSONB NOT NULL DEFAULT '{}',
ADD COLUMN     "engagedOn" DATE,
ADD COLUMN     "jurisdictionCounty" TEXT,
ADD COLUMN     "leadId" TEXT,
ADD COLUMN     "practiceArea" TEXT,
ADD COLUMN     "retainerStatus" TEXT,
ADD COLUMN     "statuteOfLimitationsOn" DATE;

-- AlterTable
ALTER TABLE "Tag" ADD COLUMN     "createdAt" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
ADD COLUMN     "deletedAt" TIMESTAMPTZ(3),
ADD COLUMN     "nameKey" TEXT NOT NULL DEFAULT '',
ADD COLUMN     "revision" INTEGER NOT NULL DEFAULT 1,
ADD COLUMN     "updatedAt" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP;

-- AlterTable
ALTER TABLE "Contact" ADD COLUMN     "barNumber" TEXT,
ADD COLUMN     "companyId" TEXT,
ADD COLUMN     "companyName" TEXT,
ADD COLUMN     "cvDocumentId" TEXT,
ADD COLUMN     "deletedAt" TIMESTAMPTZ(3),
ADD COLUMN     "department" TEXT,
ADD COLUMN     "doNotContact" BOOLEAN NOT NULL DEFAULT false,
ADD COLUMN     "doingBusinessAs" TEXT,
ADD COLUMN     "externalId" TEXT,
ADD COLUMN     "fieldOfExpertise" TEXT,
ADD COLUMN     "firstName" TEXT,
ADD COLUMN     "hourlyRateCents" BIGINT,
ADD COLUMN     "jobTitle" TEXT,
ADD COLUMN     "lastName" TEXT,
ADD COLUMN     "licenseNumber" TEXT,
ADD COLUMN     "mergedIntoContactId" TEXT,
ADD COLUMN     "middleName" TEXT,
ADD COLUMN     "notes" TEXT,
ADD COLUMN     "preferredDeliveryMethod" TEXT,
ADD COLUMN     "preferredName" TEXT,
ADD COLUMN     "revision" INTEGER NOT NULL DEFAULT 1,
ADD COLUMN     "specialty" TEXT,
ADD COLUMN     "suffix" TEXT,
ADD COLUMN     "tags" TEXT[] DEFAULT ARRAY[]::TEXT[],
ADD COLUMN     "taxIdMasked" TEXT,
ADD COLUMN     "website" TEXT;

-- CreateTable
CREATE TABLE "CaseParty" (
    "organizationId" TEXT NOT NULL,
    "id" TEXT NOT NULL,
    "caseId" TEXT NOT NULL,
    "contactId" TEXT NOT NULL,
    "representedByContactId" TEXT,
    "role" TEXT NOT NULL,
    "side" TEXT NOT NULL,
    "isPrimary" BOOLEAN NOT NULL DEFAULT false,
    "isClient" BOOLEAN NOT NULL DEFAULT false,
    "notes" TEXT,
    "servedOn" DATE,
    "answerDueOn" DATE,
    "dismissedOn" DATE,
    "externalId" TEXT,
    "revision" INTEGER NOT NULL DEFAULT 1,
    "createdAt" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "updatedAt" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "deletedAt" TIMESTAMPTZ(3),

    CONSTRAINT "CaseParty_pkey" PRIMARY KEY ("organizationId","id")
);

-- CreateTable
CREATE TABLE "InsurancePolicy" (
    "organizationId" TEXT NOT NULL,
    "id" TEXT NOT NULL,
    "caseId" TEXT NOT NULL,
    "side" TEXT NOT NULL,
    "type" TEXT NOT NULL,
    "carrierContactId" TEXT,
    "adjusterContactId" TEXT,
    "adjusterClaimRole" TEXT,
    "thirdPartyAdminContactId" TEXT,
    "policyNumber" TEXT,
    "claimNumber" TEXT,
    "insuredName" TEXT,
    "limitPerPersonCents" BIGINT,
    "limitPerOccurrenceCents" BIGINT,
    "deductibleCents" BIGINT,
    "umLimitCents" BIGINT,
    "uimLimitCents" BIGINT,
    "stackedCount" INTEGER,
    "limitsStatus" TEXT NOT NULL DEFAULT 'unknown',
    "limitsRequestedOn" DATE,
    "limitsDisclosedOn" DATE,
    "coverageStatus" TEXT NOT NULL DEFAULT 'pending',
    "carrierHasLien" BOOLEAN NOT NULL DEFAULT false,
    "isPrimary" BOOLEAN NOT NULL DEFAULT false,
    "priority" INTEGER,
    "letterOfRepresentationSentOn" DATE,
    "acknowledgedOn" DATE,
    "notes" TEXT,
    "externalId" TEXT,
    "revision" INTEGER NOT NULL DEFAULT 1,
    "createdAt" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "updatedAt" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "deletedAt" TIMESTAMPTZ(3),

    CONSTRAINT "InsurancePolicy_pkey" PRIMARY KEY ("organizationId","id")
);

-- CreateTable
CREATE TABLE "CustomFieldDefinition" (
    "organizationId" TEXT NOT NULL,
    "id" TEXT NOT NULL,
    "entity" TEXT NOT NULL,
    "key" TEXT NOT NULL,
    "label" TEXT NOT NULL,
    "type" TEXT NOT NULL,
    "options" JSONB NOT NULL DEFAULT '[]',
    "required" BOOLEAN NOT NULL DEFAULT false,
    "section" TEXT,
    "order" INTEGER NOT NULL DEFAULT 0,
    "caseTypes" TEXT[] DEFAULT ARRAY[]::TEXT[],
    "archived" BOOLEAN NOT NULL DEFAULT false,
    "revision" INTEGER NOT NULL DEFAULT 1,
    "createdAt" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "updatedAt" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "CustomFieldDefinition_pkey" PRIMARY KEY ("organizationId","id")
);

-- CreateTable
CREATE TABLE "CaseStageEntry" (
    "organizationId" TEXT NOT NULL,
    "id" TEXT NOT NULL,
    "caseId" TEXT NOT NULL,
    "fromStage" TEXT,
    "toStage" TEXT NOT NULL,
    "fromStatus" TEXT,
    "toStatus" TEXT NOT NULL,
    "enteredAt" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "effectiveOn" DATE,
    "reason" TEXT,
    "note" TEXT,
    "forcedGates" TEXT[],
    "actorType" TEXT NOT NULL,
    "actorId" TEXT NOT NULL,
    "actorName" TEXT NOT NULL,

    CONSTRAINT "CaseStageEntry_pkey" PRIMARY KEY ("organizationId","id")
);

-- CreateTable
CREATE TABLE "CaseStageGate" (
    "organizationId" TEXT NOT NULL,
    "id" TEXT NOT NULL,
    "stage" TEXT NOT NULL,
    "caseType" TEXT NOT NULL DEFAULT '',
    "gates" TEXT[],
    "revision" INTEGER NOT NULL DEFAULT 1,
    "createdAt" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "updatedAt" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "CaseStageGate_pkey" PRIMARY KEY ("organizationId","id")
);

-- CreateTable
CREATE TABLE "ContactPhone" (
    "organizationId" TEXT NOT NULL,
    "contactId" TEXT NOT NULL,
    "position" INTEGER NOT NULL,
    "label" TEXT NOT NULL,
    "number" TEXT NOT NULL,
    "e164" TEXT,
    "extension" TEXT,
    "canText" BOOLEAN NOT NULL DEFAULT false,
    "canFax" BOOLEAN NOT NULL DEFAULT false,
    "isPrimary" BOOLEAN NOT NULL DEFAULT false,

    CONSTRAINT "ContactPhone_pkey" PRIMARY KEY ("organizationId","contactId","position")
);

-- CreateTable
CREATE TABLE "ContactEmail" (
    "organizationId" TEXT NOT NULL,
    "contactId" TEXT NOT NULL,
    "position" INTEGER NOT NULL,
    "label" TEXT NOT NULL,
    "address" TEXT NOT NULL,
    "addressKey" TEXT NOT NULL,
    "isPrimary" BOOLEAN NOT NULL DEFAULT false,

    CONSTRAINT "ContactEmail_pkey" PRIMARY KEY ("organizationId","contactId","position")
);

-- CreateTable
CREATE TABLE "ContactAddress" (
    "organizationId" TEXT NOT NULL,
    "contactId" TEXT NOT NULL,
    "position" INTEGER NOT NULL,
    "label" TEXT NOT NULL,
    "line1" TEXT,
    "line2" TEXT,
    "city" TEXT,
    "state" TEXT,
    "zipCode" TEXT,
    "country" TEXT NOT NULL,
    "isPrimary" BOOLEAN NOT NULL DEFAULT false,

    CONSTRAINT "ContactAddress_pkey" PRIMARY KEY ("organizationId","contactId","position")
);

-- CreateTable
CREATE TABLE "ContactRole" (
    "organizationId" TEXT NOT NULL,
    "contactId" TEXT NOT NULL,
    "role" TEXT NOT NULL,

    CONSTRAINT "ContactRole_pkey" PRIMARY KEY ("organizationId","contactId","role")
);

-- CreateTable
CREATE TABLE "ContactRelationship" (
    "organizationId" TEXT NOT NULL,
    "id" TEXT NOT NULL,
    "contactId" TEXT NOT NULL,
    "type" TEXT NOT NULL,
    "relatedContactId" TEXT NOT NULL,
    "startOn" DATE,
    "endOn" DATE,
    "createdAt" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "updatedAt" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "ContactRelationship_pkey" PRIMARY KEY ("organizationId","id")
);

-- CreateTable
CREATE TABLE "ConflictCheck" (
    "organizationId" TEXT NOT NULL,
    "id" TEXT NOT NULL,
    "status" TEXT NOT NULL,
    "decision" TEXT NOT NULL DEFAULT 'pending',
    "terms" JSONB NOT NULL,
    "isCut" BOOLEAN NOT NULL DEFAULT false,
    "leadId" TEXT,
    "caseId" TEXT,
    "requestedBy" JSONB NOT NULL,
    "completedAt" TIMESTAMPTZ(3),
    "decidedBy" JSONB,
    "decidedAt" TIMESTAMPTZ(3),
    "note" TEXT,
    "waiverDocumentId" TEXT,
    "revision" INTEGER NOT NULL DEFAULT 1,
    "createdAt" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "updatedAt" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "ConflictCheck_pkey" PRIMARY KEY ("organizationId","id")
);

-- CreateTable
CREATE TABLE "ConflictResult" (
    "organizationId" TEXT NOT NULL,
    "id" TEXT NOT NULL,
    "checkId" TEXT NOT NULL,
    "position" INTEGER NOT NULL,
    "termIndex" INTEGER NOT NULL,
    "entity" TEXT NOT NULL,
    "entityId" TEXT NOT NULL,
    "displayName" TEXT NOT NULL,
    "matchedOn" TEXT[],
    "matchScore" INTEGER NOT NULL,
    "caseId" TEXT,
    "caseTitle" TEXT,
    "role" TEXT,
    "side" TEXT,
    "matterStatus" TEXT,
    "attorneyName" TEXT,
    "decision" TEXT NOT NULL DEFAULT 'undecided',
    "createdAt" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "updatedAt" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "ConflictResult_pkey" PRIMARY KEY ("organizationId","id")
);

-- CreateTable
CREATE TABLE "Document" (
    "organizationId" TEXT NOT NULL,
    "id" TEXT NOT NULL,
    "caseId" TEXT,
    "leadId" TEXT,
    "folderId" TEXT,
    "name" TEXT NOT NULL,
    "fileName" TEXT NOT NULL,
    "contentType" TEXT NOT NULL,
    "sizeBytes" BIGINT NOT NULL,
    "sha256" TEXT NOT NULL,
    "category" TEXT NOT NULL DEFAULT 'other',
    "subCategory" TEXT,
    "description" TEXT,
    "documentDate" DATE,
    "receivedOn" DATE,
    "source" TEXT NOT NULL DEFAULT 'api',
    "status" TEXT NOT NULL,
    "statusReason" TEXT,
    "version" INTEGER NOT NULL DEFAULT 0,
    "lockedBy" JSONB,
    "lockExpiresAt" TIMESTAMPTZ(3),
    "isPrivileged" BOOLEAN NOT NULL DEFAULT false,
    "isWorkProduct" BOOLEAN NOT NULL DEFAULT false,
    "isConfidential" BOOLEAN NOT NULL DEFAULT false,
    "containsPhi" BOOLEAN NOT NULL DEFAULT false,
    "legalHold" BOOLEAN NOT NULL DEFAULT false,
    "batesPrefix" TEXT,
    "batesStart" INTEGER,
    "batesEnd" INTEGER,
    "externalId" TEXT,
    "ownerAttorneyId" TEXT,
    "uploadedBy" JSONB NOT NULL,
    "revision" INTEGER NOT NULL DEFAULT 1,
    "createdAt" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "updatedAt" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "deletedAt" TIMESTAMPTZ(3),

    CONSTRAINT "Document_pkey" PRIMARY KEY ("organizationId","id")
);

-- CreateTable
CREATE TABLE "DocumentTag" (
    "organizationId" TEXT NOT NULL,
    "documentId" TEXT NOT NULL,
    "tag" TEXT NOT NULL,

    CONSTRAINT "DocumentTag_pkey" PRIMARY KEY ("organizationId","documentId","tag")
);

-- CreateTable
CREATE TABLE "StoredObject" (
    "organizationId" TEXT NOT NULL,
    "id" TEXT NOT NULL,
    "createdAt" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "StoredObject_pkey" PRIMARY KEY ("organizationId","id")
);

-- CreateTable
CREATE TABLE "DocumentVersion" (
    "organizationId" TEXT NOT NULL,
    "id" TEXT NOT NULL,
    "documentId" TEXT NOT NULL,
    "number" INTEGER NOT NULL,
    "objectId" TEXT NOT NULL,
    "fileName" TEXT NOT NULL,
    "contentType" TEXT NOT NULL,
    "sizeBytes" BIGINT NOT NULL,
    "sha256" TEXT NOT NULL,
    "note" TEXT,
    "uploadedBy" JSONB NOT NULL,
    "createdAt" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "DocumentVersion_pkey" PRIMARY KEY ("organizationId","id")
);

-- CreateTable
CREATE TABLE "DocumentUpload" (
    "organizationId" TEXT NOT NULL,
    "id" TEXT NOT NULL,
    "documentId" TEXT NOT NULL,
    "objectId" TEXT,
    "keyId" TEXT,
    "fileName" TEXT NOT NULL,
    "contentType" TEXT NOT NULL,
    "sizeBytes" BIGINT NOT NULL,
    "sha256" TEXT NOT NULL,
    "note" TEXT,
    "partSizeBytes" INTEGER,
    "storageId" TEXT,
    "status" TEXT NOT NULL DEFAULT 'pending',
    "uploadedBy" JSONB NOT NULL,
    "expiresAt" TIMESTAMPTZ(3) NOT NULL,
    "createdAt" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "DocumentUpload_pkey" PRIMARY KEY ("organizationId","id")
);

-- CreateTable
CREATE TABLE "EventCase" (
    "organizationId" TEXT NOT NULL,
    "caseId" TEXT NOT NULL,
    "number" BIGINT NOT NULL,
    "entity" TEXT NOT NULL,

    CONSTRAINT "EventCase_pkey" PRIMARY KEY ("organizationId","caseId","number")
);

-- CreateIndex
CREATE INDEX "CaseParty_organizationId_caseId_id_idx" ON "CaseParty"("organizationId", "caseId", "id");

-- CreateIndex
CREATE INDEX "CaseParty_organizationId_caseId_updatedAt_id_idx" ON "CaseParty"("organizationId", "caseId", "updatedAt", "id");

-- CreateIndex
CREATE INDEX "CaseParty_organizationId_contactId_idx" ON "CaseParty"("organizationId", "contactId");

-- CreateIndex
CREATE INDEX "CaseParty_organizationId_representedByContactId_idx" ON "CaseParty"("organizationId", "representedByContactId");

-- CreateIndex
CREATE INDEX "InsurancePolicy_organizationId_caseId_id_idx" ON "InsurancePolicy"("organizationId", "caseId", "id");

-- CreateIndex
CREATE INDEX "InsurancePolicy_organizationId_caseId_updatedAt_id_idx" ON "InsurancePolicy"("organizationId", "caseId", "updatedAt", "id");

-- CreateIndex
CREATE INDEX "InsurancePolicy_organizationId_carrierContactId_idx" ON "InsurancePolicy"("organizationId", "carrierContactId");

-- CreateIndex
CREATE INDEX "InsurancePolicy_organizationId_adjusterContactId_idx" ON "InsurancePolicy"("organizationId", "adjusterContactId");

-- CreateIndex
CREATE INDEX "InsurancePolicy_organizationId_thirdPartyAdminContactId_idx" ON "InsurancePolicy"("organizationId", "thirdPartyAdminContactId");

-- CreateIndex
CREATE INDEX "CustomFieldDefinition_organizationId_updatedAt_id_idx" ON "CustomFieldDefinition"("organizationId", "updatedAt", "id");

-- CreateIndex
CREATE INDEX "CustomFieldDefinition_organizationId_order_id_idx" ON "CustomFieldDefinition"("organizationId", "order", "id");

-- CreateIndex
CREATE UNIQUE INDEX "CustomFieldDefinition_organizationId_entity_key_key" ON "CustomFieldDefinition"("organizationId", "entity", "key");

-- CreateIndex
CREATE INDEX "CaseStageEntry_organizationId_caseId_id_idx" ON "CaseStageEntry"("organizationId", "caseId", "id");

-- CreateIndex
CREATE UNIQUE INDEX "CaseStageGate_organizationId_stage_caseType_key" ON "CaseStageGate"("organizationId", "stage", "caseType");

-- CreateIndex
CREATE INDEX "ContactPhone_organizationId_e164_contactId_idx" ON "ContactPhone"("organizationId", "e164", "contactId");

-- CreateIndex
CREATE INDEX "ContactEmail_organizationId_addressKey_contactId_idx" ON "ContactEmail"("organizationId", "addressKey", "contactId");

-- CreateIndex
CREATE INDEX "ContactRole_organizationId_role_contactId_idx" ON "ContactRole"("organizationId", "role", "contactId");

-- CreateIndex
CREATE INDEX "ContactRelationship_organizationId_contactId_id_idx" ON "ContactRelationship"("organizationId", "contactId", "id");

-- CreateIndex
CREATE INDEX "ContactRelationship_organizationId_contactId_updatedAt_id_idx" ON "ContactRelationship"("organizationId", "contactId", "updatedAt", "id");

-- CreateIndex
CREATE INDEX "ContactRelationship_organizationId_relatedContactId_id_idx" ON "ContactRelationship"("organizationId", "relatedContactId", "id");

-- CreateIndex
CREATE INDEX "ContactRelationship_organizationId_relatedContactId_updated_idx" ON "ContactRelationship"("organizationId", "relatedContactId", "updatedAt", "id");

-- CreateIndex
CREATE UNIQUE INDEX "ContactRelationship_organizationId_contactId_type_relatedCo_key" ON "ContactRelationship"("organizationId", "contactId", "type", "relatedContactId");

-- CreateIndex
CREATE INDEX "ConflictCheck_organizationId_updatedAt_id_idx" ON "ConflictCheck"("organizationId", "updatedAt", "id");

-- CreateIndex
CREATE INDEX "ConflictCheck_organizationId_decision_id_idx" ON "ConflictCheck"("organizationId", "decision", "id");

-- CreateIndex
CREATE INDEX "ConflictCheck_organizationId_decision_updatedAt_id_idx" ON "ConflictCheck"("organizationId", "decision", "updatedAt", "id");

-- CreateIndex
CREATE INDEX "ConflictCheck_organizationId_caseId_id_idx" ON "ConflictCheck"("organizationId", "caseId", "id");

-- CreateIndex
CREATE INDEX "ConflictCheck_organizationId_caseId_updatedAt_id_idx" ON "ConflictCheck"("organizationId", "caseId", "updatedAt", "id");

-- CreateIndex
CREATE INDEX "ConflictCheck_organizationId_leadId_id_idx" ON "ConflictCheck"("organizationId", "leadId", "id");

-- CreateIndex
CREATE INDEX "ConflictCheck_organizationId_leadId_updatedAt_id_idx" ON "ConflictCheck"("organizationId", "leadId", "updatedAt", "id");

-- CreateIndex
CREATE UNIQUE INDEX "ConflictResult_organizationId_checkId_position_key" ON "ConflictResult"("organizationId", "checkId", "position");

-- CreateIndex
CREATE INDEX "Document_organizationId_caseId_folderId_idx" ON "Document"("organizationId", "caseId", "folderId");

-- CreateIndex
CREATE INDEX "Document_organizationId_leadId_id_idx" ON "Document"("organizationId", "leadId", "id");

-- CreateIndex
CREATE INDEX "Document_organizationId_ownerAttorneyId_idx" ON "Document"("organizationId", "ownerAttorneyId");

-- CreateIndex
CREATE UNIQUE INDEX "Document_organizationId_externalId_key" ON "Document"("organizationId", "externalId");

-- CreateIndex
CREATE INDEX "DocumentTag_organizationId_tag_documentId_idx" ON "DocumentTag"("organizationId", "tag", "documentId");

-- CreateIndex
CREATE INDEX "StoredObject_createdAt_idx" ON "StoredObject"("createdAt");

-- CreateIndex
CREATE INDEX "DocumentVersion_organizationId_objectId_idx" ON "DocumentVersion"("organizationId", "objectId");

-- CreateIndex
CREATE UNIQUE INDEX "DocumentVersion_organizationId_documentId_number_key" ON "DocumentVersion"("organizationId", "documentId", "number");

-- CreateIndex
CREATE INDEX "DocumentUpload_organizationId_documentId_id_idx" ON "DocumentUpload"("organizationId", "documentId", "id");

-- CreateIndex
CREATE INDEX "DocumentUpload_organizationId_objectId_idx" ON "DocumentUpload"("organizationId", "objectId");

-- CreateIndex
CREATE INDEX "DocumentUpload_organizationId_keyId_idx" ON "DocumentUpload"("organizationId", "keyId");

-- CreateIndex
CREATE INDEX "Case_organizationId_plaintiffId_id_idx" ON "Case"("organizationId", "plaintiffId", "id");

-- CreateIndex
CREATE INDEX "Case_organizationId_updatedAt_id_idx" ON "Case"("organizationId", "updatedAt", "id");

-- CreateIndex
CREATE INDEX "Case_organizationId_matterStage_id_idx" ON "Case"("organizationId", "matterStage", "id");

-- CreateIndex
CREATE INDEX "Case_organizationId_matterStage_updatedAt_id_idx" ON "Case"("organizationId", "matterStage", "updatedAt", "id");

-- CreateIndex
CREATE INDEX "Case_organizationId_matterStatus_id_idx" ON "Case"("organizationId", "matterStatus", "id");

-- CreateIndex
CREATE INDEX "Case_organizationId_matterStatus_updatedAt_id_idx" ON "Case"("organizationId", "matterStatus", "updatedAt", "id");

-- CreateIndex
CREATE INDEX "Case_organizationId_caseType_id_idx" ON "Case"("organizationId", "caseType", "id");

-- CreateIndex
CREATE INDEX "Case_organizationId_caseType_updatedAt_id_idx" ON "Case"("organizationId", "caseType", "updatedAt", "id");

-- CreateIndex
CREATE INDEX "Case_organizationId_caseState_id_idx" ON "Case"("organizationId", "caseState", "id");

-- CreateIndex
CREATE INDEX "Case_organizationId_partnerId_id_idx" ON "Case"("organizationId", "partnerId", "id");

-- CreateIndex
CREATE INDEX "Case_organizationId_highValue_id_idx" ON "Case"("organizationId", "highValue", "id");

-- CreateIndex
CREATE INDEX "Case_organizationId_dateOfIncident_id_idx" ON "Case"("organizationId", "dateOfIncident", "id");

-- CreateIndex
CREATE INDEX "Case_organizationId_closedOn_id_idx" ON "Case"("organizationId", "closedOn", "id");

-- CreateIndex
CREATE INDEX "CaseAttorney_organizationId_attorneyId_caseId_idx" ON "CaseAttorney"("organizationId", "attorneyId", "caseId");

-- CreateIndex
CREATE INDEX "Tag_organizationId_updatedAt_id_idx" ON "Tag"("organizationId", "updatedAt", "id");

-- CreateIndex
CREATE INDEX "CaseTag_organizationId_tagId_caseId_idx" ON "CaseTag"("organizationId", "tagId", "caseId");

-- CreateIndex
CREATE INDEX "Contact_organizationId_companyId_idx" ON "Contact"("organizationId", "companyId");

-- CreateIndex
CREATE INDEX "Contact_organizationId_mergedIntoContactId_idx" ON "Contact"("organizationId", "mergedIntoContactId");

-- CreateIndex
CREATE UNIQUE INDEX "Contact_organizationId_externalId_key" ON "Contact"("organizationId", "externalId");

-- AddForeignKey
ALTER TABLE "CaseParty" ADD CONSTRAINT "CaseParty_organizationId_caseId_fkey" FOREIGN KEY ("organizationId", "caseId") REFERENCES "Case"("organizationId", "id") ON DELETE RESTRICT ON UPDATE RESTRICT;

-- AddForeignKey
ALTER TABLE "CaseParty" ADD CONSTRAINT "CaseParty_organizationId_contactId_fkey" FOREIGN KEY ("organizationId", "contactId") REFERENCES "Contact"("organizationId", "id") ON DELETE RESTRICT ON UPDATE RESTRICT;

-- AddForeignKey
ALTER TABLE "CaseParty" ADD CONSTRAINT "CaseParty_organizationId_representedByContactId_fkey" FOREIGN KEY ("organizationId", "representedByContactId") REFERENCES "Contact"("organizationId", "id") ON DELETE RESTRICT ON UPDATE RESTRICT;

-- AddForeignKey
ALTER TABLE "InsurancePolicy" ADD CONSTRAINT "InsurancePolicy_organizationId_caseId_fkey" FOREIGN KEY ("organizationId", "caseId") REFERENCES "Case"("organizationId", "id") ON DELETE RESTRICT ON UPDATE RESTRICT;

-- AddForeignKey
ALTER TABLE "InsurancePolicy" ADD CONSTRAINT "InsurancePolicy_organizationId_carrierContactId_fkey" FOREIGN KEY ("organizationId", "carrierContactId") REFERENCES "Contact"("organizationId", "id") ON DELETE RESTRICT ON UPDATE RESTRICT;

-- AddForeignKey
ALTER TABLE "InsurancePolicy" ADD CONSTRAINT "InsurancePolicy_organizationId_adjusterContactId_fkey" FOREIGN KEY ("organizationId", "adjusterContactId") REFERENCES "Contact"("organizationId", "id") ON DELETE RESTRICT ON UPDATE RESTRICT;

-- AddForeignKey
ALTER TABLE "InsurancePolicy" ADD CONSTRAINT "InsurancePolicy_organizationId_thirdPartyAdminContactId_fkey" FOREIGN KEY ("organizationId", "thirdPartyAdminContactId") REFERENCES "Contact"("organizationId", "id") ON DELETE RESTRICT ON UPDATE RESTRICT;

-- AddForeignKey
ALTER TABLE "CustomFieldDefinition" ADD CONSTRAINT "CustomFieldDefinition_organizationId_fkey" FOREIGN KEY ("organizationId") REFERENCES "Organization"("id") ON DELETE RESTRICT ON UPDATE RESTRICT;

-- AddForeignKey
ALTER TABLE "CaseStageEntry" ADD CONSTRAINT "CaseStageEntry_organizationId_caseId_fkey" FOREIGN KEY ("organizationId", "caseId") REFERENCES "Case"("organizationId", "id") ON DELETE RESTRICT ON UPDATE RESTRICT;

-- AddForeignKey
ALTER TABLE "CaseStageGate" ADD CONSTRAINT "CaseStageGate_organizationId_fkey" FOREIGN KEY ("organizationId") REFERENCES "Organization"("id") ON DELETE RESTRICT ON UPDATE RESTRICT;

-- AddForeignKey
ALTER TABLE "Contact" ADD CONSTRAINT "Contact_organizationId_companyId_fkey" FOREIGN KEY ("organizationId", "companyId") REFERENCES "Contact"("organizationId", "id") ON DELETE RESTRICT ON UPDATE RESTRICT;

-- AddForeignKey
ALTER TABLE "Contact" ADD CONSTRAINT "Contact_organizationId_mergedIntoContactId_fkey" FOREIGN KEY ("organizationId", "mergedIntoContactId") REFERENCES "Contact"("organizationId", "id") ON DELETE RESTRICT ON UPDATE RESTRICT;

-- AddForeignKey
ALTER TABLE "ContactPhone" ADD CONSTRAINT "ContactPhone_organizationId_contactId_fkey" FOREIGN KEY ("organizationId", "contactId") REFERENCES "Contact"("organizationId", "id") ON DELETE RESTRICT ON UPDATE RESTRICT;

-- AddForeignKey
ALTER TABLE "ContactEmail" ADD CONSTRAINT "ContactEmail_organizationId_contactId_fkey" FOREIGN KEY ("organizationId", "contactId") REFERENCES "Contact"("organizationId", "id") ON DELETE RESTRICT ON UPDATE RESTRICT;

-- AddForeignKey
ALTER TABLE "ContactAddress" ADD CONSTRAINT "ContactAddress_organizationId_contactId_fkey" FOREIGN KEY ("organizationId", "contactId") REFERENCES "Contact"("organizationId", "id") ON DELETE RESTRICT ON UPDATE RESTRICT;

-- AddForeignKey
ALTER TABLE "ContactRole" ADD CONSTRAINT "ContactRole_organizationId_contactId_fkey" FOREIGN KEY ("organizationId", "contactId") REFERENCES "Contact"("organizationId", "id") ON DELETE RESTRICT ON UPDATE RESTRICT;

-- AddForeignKey
ALTER TABLE "ContactRelationship" ADD CONSTRAINT "ContactRelationship_organizationId_contactId_fkey" FOREIGN KEY ("organizationId", "contactId") REFERENCES "Contact"("organizationId", "id") ON DELETE RESTRICT ON UPDATE RESTRICT;

-- AddForeignKey
ALTER TABLE "ContactRelationship" ADD CONSTRAINT "ContactRelationship_organizationId_relatedContactId_fkey" FOREIGN KEY ("organizationId", "relatedContactId") REFERENCES "Contact"("organizationId", "id") ON DELETE RESTRICT ON UPDATE RESTRICT;

-- AddForeignKey
ALTER TABLE "ConflictCheck" ADD CONSTRAINT "ConflictCheck_organizationId_fkey" FOREIGN KEY ("organizationId") REFERENCES "Organization"("id") ON DELETE RESTRICT ON UPDATE RESTRICT;

-- AddForeignKey
ALTER TABLE "ConflictCheck" ADD CONSTRAINT "ConflictCheck_organizationId_caseId_fkey" FOREIGN KEY ("organizationId", "caseId") REFERENCES "Case"("organizationId", "id") ON DELETE RESTRICT ON UPDATE RESTRICT;

-- AddForeignKey
ALTER TABLE "ConflictResult" ADD CONSTRAINT "ConflictResult_organizationId_checkId_fkey" FOREIGN KEY ("organizationId", "checkId") REFERENCES "ConflictCheck"("organizationId", "id") ON DELETE RESTRICT ON UPDATE RESTRICT;

-- AddForeignKey
ALTER TABLE "Document" ADD CONSTRAINT "Document_organizationId_fkey" FOREIGN KEY ("organizationId") REFERENCES "Organization"("id") ON DELETE RESTRICT ON UPDATE RESTRICT;

-- AddForeignKey
ALTER TABLE "Document" ADD CONSTRAINT "Document_organizationId_caseId_fkey" FOREIGN KEY ("organizationId", "caseId") REFERENCES "Case"("organizationId", "id") ON DELETE RESTRICT ON UPDATE RESTRICT;

-- AddForeignKey
ALTER TABLE "Document" ADD CONSTRAINT "Document_organizationId_leadId_fkey" FOREIGN KEY ("organizationId", "leadId") REFERENCES "Lead"("organizationId", "id") ON DELETE RESTRICT ON UPDATE RESTRICT;

-- AddForeignKey
ALTER TABLE "Document" ADD CONSTRAINT "Document_organizationId_caseId_folderId_fkey" FOREIGN KEY ("organizationId", "caseId", "folderId") REFERENCES "Folder"("organizationId", "caseId", "id") ON DELETE RESTRICT ON UPDATE RESTRICT;

-- AddForeignKey
ALTER TABLE "Document" ADD CONSTRAINT "Document_organizationId_ownerAttorneyId_fkey" FOREIGN KEY ("organizationId", "ownerAttorneyId") REFERENCES "Member"("organizationId", "id") ON DELETE RESTRICT ON UPDATE RESTRICT;

-- AddForeignKey
ALTER TABLE "DocumentTag" ADD CONSTRAINT "DocumentTag_organizationId_documentId_fkey" FOREIGN KEY ("organizationId", "documentId") REFERENCES "Document"("organizationId", "id") ON DELETE RESTRICT ON UPDATE RESTRICT;

-- AddForeignKey
ALTER TABLE "StoredObject" ADD CONSTRAINT "StoredObject_organizationId_fkey" FOREIGN KEY ("organizationId") REFERENCES "Organization"("id") ON DELETE RESTRICT ON UPDATE RESTRICT;

-- AddForeignKey
ALTER TABLE "DocumentVersion" ADD CONSTRAINT "DocumentVersion_organizationId_documentId_fkey" FOREIGN KEY ("organizationId", "documentId") REFERENCES "Document"("organizationId", "id") ON DELETE RESTRICT ON UPDATE RESTRICT;

-- AddForeignKey
ALTER TABLE "DocumentVersion" ADD CONSTRAINT "DocumentVersion_organizationId_objectId_fkey" FOREIGN KEY ("organizationId", "objectId") REFERENCES "StoredObject"("organizationId", "id") ON DELETE RESTRICT ON UPDATE RESTRICT;

-- AddForeignKey
ALTER TABLE "DocumentUpload" ADD CONSTRAINT "DocumentUpload_organizationId_documentId_fkey" FOREIGN KEY ("organizationId", "documentId") REFERENCES "Document"("organizationId", "id") ON DELETE RESTRICT ON UPDATE RESTRICT;

-- AddForeignKey
ALTER TABLE "DocumentUpload" ADD CONSTRAINT "DocumentUpload_organizationId_objectId_fkey" FOREIGN KEY ("organizationId", "objectId") REFERENCES "StoredObject"("organizationId", "id") ON DELETE RESTRICT ON UPDATE RESTRICT;

-- AddForeignKey
ALTER TABLE "DocumentUpload" ADD CONSTRAINT "DocumentUpload_organizationId_keyId_fkey" FOREIGN KEY ("organizationId", "keyId") REFERENCES "IntegrationKey"("organizationId", "id") ON DELETE RESTRICT ON UPDATE RESTRICT;

-- AddForeignKey
ALTER TABLE "IntakeAnswer" ADD CONSTRAINT "IntakeAnswer_organizationId_leadId_fkey" FOREIGN KEY ("organizationId", "leadId") REFERENCES "Lead"("organizationId", "id") ON DELETE RESTRICT ON UPDATE RESTRICT;

-- AddForeignKey
ALTER TABLE "EventCase" ADD CONSTRAINT "EventCase_organizationId_fkey" FOREIGN KEY ("organizationId") REFERENCES "Organization"("id") ON DELETE RESTRICT ON UPDATE RESTRICT;

ALTER TABLE "CaseParty" ENABLE ROW LEVEL SECURITY;
ALTER TABLE "CaseParty" FORCE ROW LEVEL SECURITY;
CREATE POLICY own_organization ON "CaseParty" USING ("organizationId" = current_setting('caseport.organization', true))
  WITH CHECK ("organizationId" = current_setting('caseport.organization', true));
GRANT SELECT, INSERT, UPDATE ON "CaseParty" TO caseport_application;
CREATE TRIGGER touch BEFORE UPDATE ON "CaseParty" FOR EACH ROW EXECUTE FUNCTION touch_row();

ALTER TABLE "InsurancePolicy" ENABLE ROW LEVEL SECURITY;
ALTER TABLE "InsurancePolicy" FORCE ROW LEVEL SECURITY;
CREATE POLICY own_organization ON "InsurancePolicy" USING ("organizationId" = current_setting('caseport.organization', true))
  WITH CHECK ("organizationId" = current_setting('caseport.organization', true));
GRANT SELECT, INSERT, UPDATE ON "InsurancePolicy" TO caseport_application;
CREATE TRIGGER touch BEFORE UPDATE ON "InsurancePolicy" FOR EACH ROW EXECUTE FUNCTION touch_row();

ALTER TABLE "CustomFieldDefinition" ENABLE ROW LEVEL SECURITY;
ALTER TABLE "CustomFieldDefinition" FORCE ROW LEVEL SECURITY;
CREATE POLICY own_organization ON "CustomFieldDefinition" USING ("organizationId" = current_setting('caseport.organization', true))
  WITH CHECK ("organizationId" = current_setting('caseport.organization', true));
GRANT SELECT, INSERT, UPDATE ON "CustomFieldDefinition" TO caseport_application;
CREATE TRIGGER touch BEFORE UPDATE ON "CustomFieldDefinition" FOR EACH ROW EXECUTE FUNCTION touch_row();

ALTER TABLE "CaseStageEntry" ENABLE ROW LEVEL SECURITY;
ALTER TABLE "CaseStageEntry" FORCE ROW LEVEL SECURITY;
CREATE POLICY own_organization ON "CaseStageEntry" USING ("organizationId" = current_setting('caseport.organization', true))
  WITH CHECK ("organizationId" = current_setting('caseport.organization', true));
GRANT SELECT, INSERT, UPDATE ON "CaseStageEntry" TO caseport_application;

ALTER TABLE "CaseStageGate" ENABLE ROW LEVEL SECURITY;
ALTER TABLE "CaseStageGate" FORCE ROW LEVEL SECURITY;
CREATE POLICY own_organization ON "CaseStageGate" USING ("organizationId" = current_setting('caseport.organization', true))
  WITH CHECK ("organizationId" = current_setting('caseport.organization', true));
GRANT SELECT, INSERT, UPDATE ON "CaseStageGate" TO caseport_application;
CREATE TRIGGER touch BEFORE UPDATE ON "CaseStageGate" FOR EACH ROW EXECUTE FUNCTION touch_row();

ALTER TABLE "ContactPhone" ENABLE ROW LEVEL SECURITY;
ALTER TABLE "ContactPhone" FORCE ROW LEVEL SECURITY;
CREATE POLICY own_organization ON "ContactPhone" USING ("organizationId" = current_setting('caseport.organization', true))
  WITH CHECK ("organizationId" = current_setting('caseport.organization', true));
GRANT SELECT, INSERT, UPDATE ON "ContactPhone" TO caseport_application;

ALTER TABLE "ContactEmail" ENABLE ROW LEVEL SECURITY;
ALTER TABLE "ContactEmail" FORCE ROW LEVEL SECURITY;
CREATE POLICY own_organization ON "ContactEmail" USING ("organizationId" = current_setting('caseport.organization', true))
  WITH CHECK ("organizationId" = current_setting('caseport.organization', true));
GRANT SELECT, INSERT, UPDATE ON "ContactEmail" TO caseport_application;

ALTER TABLE "ContactAddress" ENABLE ROW LEVEL SECURITY;
ALTER TABLE "ContactAddress" FORCE ROW LEVEL SECURITY;
CREATE POLICY own_organization ON "ContactAddress" USING ("organizationId" = current_setting('caseport.organization', true))
  WITH CHECK ("organizationId" = current_setting('caseport.organization', true));
GRANT SELECT, INSERT, UPDATE ON "ContactAddress" TO caseport_application;

ALTER TABLE "ContactRole" ENABLE ROW LEVEL SECURITY;
ALTER TABLE "ContactRole" FORCE ROW LEVEL SECURITY;
CREATE POLICY own_organization ON "ContactRole" USING ("organizationId" = current_setting('caseport.organization', true))
  WITH CHECK ("organizationId" = current_setting('caseport.organization', true));
GRANT SELECT, INSERT, UPDATE ON "ContactRole" TO caseport_application;

ALTER TABLE "ContactRelationship" ENABLE ROW LEVEL SECURITY;
ALTER TABLE "ContactRelationship" FORCE ROW LEVEL SECURITY;
CREATE POLICY own_organization ON "ContactRelationship" USING ("organizationId" = current_setting('caseport.organization', true))
  WITH CHECK ("organizationId" = current_setting('caseport.organization', true));
GRANT SELECT, INSERT, UPDATE ON "ContactRelationship" TO caseport_application;
CREATE TRIGGER touch BEFORE UPDATE ON "ContactRelationship" FOR EACH ROW EXECUTE FUNCTION touch_row();

ALTER TABLE "ConflictCheck" ENABLE ROW LEVEL SECURITY;
ALTER TABLE "ConflictCheck" FORCE ROW LEVEL SECURITY;
CREATE POLICY own_organization ON "ConflictCheck" USING ("organizationId" = current_setting('caseport.organization', true))
  WITH CHECK ("organizationId" = current_setting('caseport.organization', true));
GRANT SELECT, INSERT, UPDATE ON "ConflictCheck" TO caseport_application;
CREATE TRIGGER touch BEFORE UPDATE ON "ConflictCheck" FOR EACH ROW EXECUTE FUNCTION touch_row();

ALTER TABLE "ConflictResult" ENABLE ROW LEVEL SECURITY;
ALTER TABLE "ConflictResult" FORCE ROW LEVEL SECURITY;
CREATE POLICY own_organization ON "ConflictResult" USING ("organizationId" = current_setting('caseport.organization', true))
  WITH CHECK ("organizationId" = current_setting('caseport.organization', true));
GRANT SELECT, INSERT, UPDATE ON "ConflictResult" TO caseport_application;
CREATE TRIGGER touch BEFORE UPDATE ON "ConflictResult" FOR EACH ROW EXECUTE FUNCTION touch_row();

ALTER TABLE "Document" ENABLE ROW LEVEL SECURITY;
ALTER TABLE "Document" FORCE ROW LEVEL SECURITY;
CREATE POLICY own_organization ON "Document" USING ("organizationId" = current_setting('caseport.organization', true))
  WITH CHECK ("organizationId" = current_setting('caseport.organization', true));
GRANT SELECT, INSERT, UPDATE ON "Document" TO caseport_application;
CREATE TRIGGER touch BEFORE UPDATE ON "Document" FOR EACH ROW EXECUTE FUNCTION touch_row();

ALTER TABLE "DocumentTag" ENABLE ROW LEVEL SECURITY;
ALTER TABLE "DocumentTag" FORCE ROW LEVEL SECURITY;
CREATE POLICY own_organization ON "DocumentTag" USING ("organizationId" = current_setting('caseport.organization', true))
  WITH CHECK ("organizationId" = current_setting('caseport.organization', true));
GRANT SELECT, INSERT, UPDATE ON "DocumentTag" TO caseport_application;

ALTER TABLE "StoredObject" ENABLE ROW LEVEL SECURITY;
ALTER TABLE "StoredObject" FORCE ROW LEVEL SECURITY;
CREATE POLICY own_organization ON "StoredObject" USING ("organizationId" = current_setting('caseport.organization', true))
  WITH CHECK ("organizationId" = current_setting('caseport.organization', true));
GRANT SELECT, INSERT, UPDATE ON "StoredObject" TO caseport_application;

ALTER TABLE "DocumentVersion" ENABLE ROW LEVEL SECURITY;
ALTER TABLE "DocumentVersion" FORCE ROW LEVEL SECURITY;
CREATE POLICY own_organization ON "DocumentVersion" USING ("organizationId" = current_setting('caseport.organization', true))
  WITH CHECK ("organizationId" = current_setting('caseport.organization', true));
GRANT SELECT, INSERT, UPDATE ON "DocumentVersion" TO caseport_application;

ALTER TABLE "DocumentUpload" ENABLE ROW LEVEL SECURITY;
ALTER TABLE "DocumentUpload" FORCE ROW LEVEL SECURITY;
CREATE POLICY own_organization ON "DocumentUpload" USING ("organizationId" = current_setting('caseport.organization', true))
  WITH CHECK ("organizationId" = current_setting('caseport.organization', true));
GRANT SELECT, INSERT, UPDATE ON "DocumentUpload" TO caseport_application;

ALTER TABLE "EventCase" ENABLE ROW LEVEL SECURITY;
ALTER TABLE "EventCase" FORCE ROW LEVEL SECURITY;
CREATE POLICY own_organization ON "EventCase" USING ("organizationId" = current_setting('caseport.organization', true))
  WITH CHECK ("organizationId" = current_setting('caseport.organization', true));
GRANT SELECT, INSERT, UPDATE ON "EventCase" TO caseport_application;

-- Cases: stages and statuses are closed sets; what is closed is closed in both, and says when.
ALTER TABLE "Case"
  ADD CONSTRAINT "Case_matterStage" CHECK ("matterStage" IN ('intake', 'investigation', 'treatment', 'records_collection', 'demand_preparation',
    'demand_sent', 'negotiation', 'pre_suit_mediation', 'litigation_filed', 'service', 'discovery', 'depositions', 'expert_disclosure', 'mediation',
    'arbitration', 'trial_preparation', 'trial', 'appeal', 'settlement_pending', 'lien_resolution', 'disbursement', 'closed')),
  ADD CONSTRAINT "Case_matterStatus" CHECK ("matterStatus" IN ('pending', 'open', 'on_hold', 'settled', 'referred_out', 'declined', 'withdrawn',
    'closed', 'archived'));
-- Moves of a case are never changed.
REVOKE UPDATE ON "CaseStageEntry" FROM caseport_application;
-- Attorneys and tags of a case are mere links.
GRANT DELETE ON "CaseAttorney", "CaseTag" TO caseport_application;

-- The cases that an event points to, written with it and purged with it.
CREATE FUNCTION index_event_cases() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO "EventCase" ("organizationId", "caseId", number, entity)
  SELECT DISTINCT e."organizationId", r->>'id', e.number, e.entity
  FROM added e CROSS JOIN LATERAL jsonb_array_elements(e."relatedIds") r WHERE r->>'entity' = 'case'
  ON CONFLICT DO NOTHING;
  RETURN NULL;
END $$;
CREATE TRIGGER index_cases AFTER INSERT ON "Event" REFERENCING NEW TABLE AS added FOR EACH STATEMENT EXECUTE FUNCTION index_event_cases();
INSERT INTO "EventCase" ("organizationId", "caseId", number, entity)
SELECT DISTINCT e."organizationId", r->>'id', e.number, e.entity
FROM "Event" e CROSS JOIN LATERAL jsonb_array_elements(e."relatedIds") r WHERE r->>'entity' = 'case';
REVOKE UPDATE ON "EventCase" FROM caseport_application;
CREATE POLICY keeper_reads ON "EventCase" FOR SELECT TO caseport_keeper USING (true);
CREATE POLICY keeper_deletes ON "EventCase" FOR DELETE TO caseport_keeper USING (true);
GRANT SELECT, DELETE ON "EventCase" TO caseport_keeper;
DO $$ BEGIN EXECUTE format('GRANT caseport_keeper TO %I', current_user); END $$;
CREATE OR REPLACE FUNCTION purge_events(batch integer) RETURNS integer
LANGUAGE sql SECURITY DEFINER SET search_path = public, pg_temp
AS $$
  WITH gone AS (
    DELETE FROM "Event" WHERE ctid = ANY (ARRAY(
      SELECT e.place FROM "EventCounter" c CROSS JOIN LATERAL (
        SELECT ctid AS place FROM "Event"
        WHERE "organizationId" = c."organizationId" AND "occurredAt" < now() - interval '90 days'
        ORDER BY "occurredAt", number LIMIT batch
      ) e LIMIT batch)) RETURNING "organizationId", number, "relatedIds"
  ), unlinked AS (
    DELETE FROM "EventCase" l USING gone g, LATERAL jsonb_array_elements(g."relatedIds") r
    WHERE r->>'entity' = 'case' AND l."organizationId" = g."organizationId" AND l."caseId" = r->>'id' AND l.number = g.number
  )
  SELECT count(*)::integer FROM gone
$$;
DO $$ BEGIN EXECUTE format('REVOKE caseport_keeper FROM %I', current_user); END $$;

-- contacts: what they may hold, who may take lines away, how they are found
ALTER TABLE "Contact"
  ADD CONSTRAINT "Contact_type" CHECK (type IN ('person', 'company', 'medical_provider', 'court', 'government')),
  ADD CONSTRAINT "Contact_npi" CHECK (npi ~ '^\d{10}$'),
  ADD CONSTRAINT "Contact_merged" CHECK ("mergedIntoContactId" IS NULL OR "deletedAt" IS NOT NULL);
ALTER TABLE "ContactRelationship" ADD CONSTRAINT "ContactRelationship_two" CHECK ("contactId" <> "relatedContactId");
ALTER TABLE "ConflictCheck"
  ADD CONSTRAINT "ConflictCheck_status" CHECK (status IN ('running', 'completed')),
  ADD CONSTRAINT "ConflictCheck_decision" CHECK (decision IN ('pending', 'clear', 'conflict', 'waived')),
  ADD CONSTRAINT "ConflictCheck_waived" CHECK (decision <> 'waived' OR "waiverDocumentId" IS NOT NULL);
ALTER TABLE "ConflictResult"
  ADD CONSTRAINT "ConflictResult_decision" CHECK (decision IN ('undecided', 'no_conflict', 'potential', 'conflict', 'waived')),
  ADD CONSTRAINT "ConflictResult_score" CHECK ("matchScore" BETWEEN 0 AND 100);
CREATE UNIQUE INDEX "ContactPhone_primary" ON "ContactPhone" ("organizationId", "contactId") WHERE "isPrimary";
CREATE UNIQUE INDEX "ContactEmail_primary" ON "ContactEmail" ("organizationId", "contactId") WHERE "isPrimary";
CREATE UNIQUE INDEX "ContactAddress_primary" ON "ContactAddress" ("organizationId", "contactId") WHERE "isPrimary";
CREATE INDEX "Contact_live" ON "Contact" ("organizationId", id) WHERE "deletedAt" IS NULL;
CREATE INDEX "Contact_live_updated" ON "Contact" ("organizationId", "updatedAt", id) WHERE "deletedAt" IS NULL;
CREATE INDEX "Contact_live_name" ON "Contact" ("organizationId", name, id) WHERE "deletedAt" IS NULL;
CREATE INDEX "Contact_live_type" ON "Contact" ("organizationId", type, id) WHERE "deletedAt" IS NULL;
CREATE INDEX "Contact_live_type_updated" ON "Contact" ("organizationId", type, "updatedAt", id) WHERE "deletedAt" IS NULL;
CREATE INDEX "Contact_live_type_name" ON "Contact" ("organizationId", type, name, id) WHERE "deletedAt" IS NULL;
CREATE INDEX "Contact_npi_idx" ON "Contact" ("organizationId", npi, id) WHERE npi IS NOT NULL;
-- Lines of a contact are replaced as a whole; a relationship is a mere link.
GRANT DELETE ON "ContactPhone", "ContactEmail", "ContactAddress", "ContactRole", "ContactRelationship" TO caseport_application;

-- A contact is found by its names, e-mails and phones.
CREATE FUNCTION contact_words(organization text, contact text) RETURNS text[] LANGUAGE sql STABLE AS $$
  SELECT search_words(concat_ws(' ', c.name, c."preferredName", c."companyName", c."doingBusinessAs", c.email, c.phone, c.fax,
    (SELECT string_agg(concat_ws(' ', p.number, p.e164), ' ') FROM "ContactPhone" p WHERE p."organizationId" = c."organizationId" AND p."contactId" = c.id),
    (SELECT string_agg(e.address, ' ') FROM "ContactEmail" e WHERE e."organizationId" = c."organizationId" AND e."contactId" = c.id)))
  FROM "Contact" c WHERE c."organizationId" = organization AND c.id = contact
$$;
CREATE FUNCTION index_contact() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM index_words(NEW."organizationId", 'contact', NEW.id, contact_words(NEW."organizationId", NEW.id));
  RETURN NULL;
END $$;
CREATE TRIGGER index_words AFTER INSERT OR UPDATE OF name, "preferredName", "companyName", "doingBusinessAs", email, phone, fax ON "Contact"
  FOR EACH ROW EXECUTE FUNCTION index_contact();
-- Once a statement, not once a line: a seed writes thousands.
CREATE FUNCTION index_contacts_of_lines() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM index_words(l."organizationId", 'contact', l."contactId", contact_words(l."organizationId", l."contactId"))
  FROM (SELECT DISTINCT "organizationId", "contactId" FROM lines) l;
  RETURN NULL;
END $$;
CREATE TRIGGER index_words AFTER INSERT ON "ContactPhone" REFERENCING NEW TABLE AS lines FOR EACH STATEMENT EXECUTE FUNCTION index_contacts_of_lines();
CREATE TRIGGER index_words_removed AFTER DELETE ON "ContactPhone" REFERENCING OLD TABLE AS lines FOR EACH STATEMENT EXECUTE FUNCTION index_contacts_of_lines();
CREATE TRIGGER index_words AFTER INSERT ON "ContactEmail" REFERENCING NEW TABLE AS lines FOR EACH STATEMENT EXECUTE FUNCTION index_contacts_of_lines();
CREATE TRIGGER index_words_removed AFTER DELETE ON "ContactEmail" REFERENCING OLD TABLE AS lines FOR EACH STATEMENT EXECUTE FUNCTION index_contacts_of_lines();

-- What is there already gets its lines; a number of ten digits is American.
INSERT INTO "ContactPhone" ("organizationId", "contactId", position, label, number, e164, "canFax", "isPrimary")
SELECT "organizationId", id, row_number() OVER (PARTITION BY "organizationId", id ORDER BY kind DESC), kind, number,
  CASE WHEN regexp_replace(number, '\D', '', 'g') ~ '^1?[2-9]\d{9}$' THEN '+1' || right(regexp_replace(number, '\D', '', 'g'), 10) END, kind = 'fax', kind = 'main'
FROM (SELECT "organizationId", id, 'main' AS kind, phone AS number FROM "Contact" WHERE phone IS NOT NULL
  UNION ALL SELECT "organizationId", id, 'fax', fax FROM "Contact" WHERE fax IS NOT NULL) AS given;
UPDATE "ContactPhone" p SET "isPrimary" = true
WHERE position = 1 AND NOT EXISTS (SELECT FROM "ContactPhone" o WHERE o."organizationId" = p."organizationId" AND o."contactId" = p."contactId" AND o."isPrimary");
INSERT INTO "ContactEmail" ("organizationId", "contactId", position, label, address, "addressKey", "isPrimary")
SELECT "organizationId", id, 1, 'main', email, lower(email), true FROM "Contact" WHERE email IS NOT NULL;
INSERT INTO "ContactAddress" ("organizationId", "contactId", position, label, line1, city, state, "zipCode", country, "isPrimary")
SELECT "organizationId", id, 1, 'main', line1, city, state, "zipCode", 'US', true FROM "Contact"
WHERE coalesce(line1, city, state, "zipCode") IS NOT NULL;
UPDATE "Contact" SET "companyName" = name WHERE type <> 'person';
SELECT index_words("organizationId", 'contact', id, contact_words("organizationId", id)) FROM "Contact";

ALTER TABLE "Document"
  ADD CONSTRAINT "Document_status" CHECK (status IN ('pending_upload', 'scanning', 'available', 'quarantined', 'expired')),
  ADD CONSTRAINT "Document_status_reason" CHECK ((status IN ('quarantined', 'expired')) = ("statusReason" IS NOT NULL)),
  ADD CONSTRAINT "Document_belongs" CHECK ("caseId" IS NOT NULL OR "leadId" IS NOT NULL),
  ADD CONSTRAINT "Document_folder" CHECK ("folderId" IS NULL OR "caseId" IS NOT NULL),
  ADD CONSTRAINT "Document_has_bytes" CHECK ((version >= 1) = (status = 'available')),
  ADD CONSTRAINT "Document_size" CHECK ("sizeBytes" BETWEEN 0 AND 5368709120),
  ADD CONSTRAINT "Document_sha256" CHECK (sha256 ~ '^[0-9a-f]{64}$'),
  ADD CONSTRAINT "Document_lock" CHECK (("lockedBy" IS NULL) = ("lockExpiresAt" IS NULL)),
  ADD CONSTRAINT "Document_hold" CHECK (NOT "legalHold" OR "deletedAt" IS NULL),
  ADD CONSTRAINT "Document_revision" CHECK (revision >= 1);
ALTER TABLE "DocumentVersion"
  ADD CONSTRAINT "DocumentVersion_number" CHECK (number >= 1),
  ADD CONSTRAINT "DocumentVersion_sha256" CHECK (sha256 ~ '^[0-9a-f]{64}$');
ALTER TABLE "DocumentUpload"
  ADD CONSTRAINT "DocumentUpload_status" CHECK (status IN ('pending', 'verifying', 'completed', 'failed', 'expired')),
  ADD CONSTRAINT "DocumentUpload_object" CHECK ((status IN ('pending', 'verifying')) = ("objectId" IS NOT NULL)),
  ADD CONSTRAINT "DocumentUpload_size" CHECK ("sizeBytes" BETWEEN 1 AND 5368709120),
  ADD CONSTRAINT "DocumentUpload_sha256" CHECK (sha256 ~ '^[0-9a-f]{64}$');
CREATE TRIGGER append_only BEFORE UPDATE OR DELETE ON "DocumentVersion" FOR EACH ROW EXECUTE FUNCTION refuse_change();
REVOKE UPDATE ON "DocumentVersion" FROM caseport_application;
GRANT DELETE ON "DocumentTag", "StoredObject" TO caseport_application;

-- What each list walks: every sort, and behind each filter that may show many, the order of creation and the order of changes.
CREATE INDEX "Document_live" ON "Document" ("organizationId", id) WHERE "deletedAt" IS NULL;
CREATE INDEX "Document_updated" ON "Document" ("organizationId", "updatedAt", id) WHERE "deletedAt" IS NULL;
CREATE INDEX "Document_created" ON "Document" ("organizationId", "createdAt", id) WHERE "deletedAt" IS NULL;
CREATE INDEX "Document_name" ON "Document" ("organizationId", name, id) WHERE "deletedAt" IS NULL;
CREATE INDEX "Document_case" ON "Document" ("organizationId", "caseId", id) WHERE "deletedAt" IS NULL;
CREATE INDEX "Document_case_updated" ON "Document" ("organizationId", "caseId", "updatedAt", id) WHERE "deletedAt" IS NULL;
CREATE INDEX "Document_case_name" ON "Document" ("organizationId", "caseId", name, id) WHERE "deletedAt" IS NULL;
CREATE INDEX "Document_folder_id" ON "Document" ("organizationId", "folderId", id) WHERE "deletedAt" IS NULL;
CREATE INDEX "Document_category_id" ON "Document" ("organizationId", category, id) WHERE "deletedAt" IS NULL;
CREATE INDEX "Document_category_updated" ON "Document" ("organizationId", category, "updatedAt", id) WHERE "deletedAt" IS NULL;
CREATE INDEX "Document_status_id" ON "Document" ("organizationId", status, id) WHERE "deletedAt" IS NULL;
CREATE INDEX "Document_status_updated" ON "Document" ("organizationId", status, "updatedAt", id) WHERE "deletedAt" IS NULL;
-- What is waited for, and what may be garbage.
CREATE INDEX "DocumentUpload_open" ON "DocumentUpload" ("createdAt", id) WHERE status IN ('pending', 'verifying');
-- What is promised to an organization, and by which key.
CREATE INDEX "DocumentUpload_promised" ON "DocumentUpload" ("organizationId", "keyId", "sizeBytes") WHERE status IN ('pending', 'verifying');

CREATE FUNCTION index_document() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM index_words(NEW."organizationId", 'document', NEW.id,
    search_words(concat_ws(' ', NEW.name, NEW."fileName", NEW.description, NEW."externalId")));
  RETURN NULL;
END $$;
CREATE TRIGGER index_words AFTER INSERT OR UPDATE OF name, "fileName", description, "externalId" ON "Document"
  FOR EACH ROW EXECUTE FUNCTION index_document();

-- What the keeper's functions need beyond what it has.
CREATE POLICY keeper_reads ON "StoredObject" FOR SELECT TO caseport_keeper USING (true);
CREATE POLICY keeper_reads ON "DocumentVersion" FOR SELECT TO caseport_keeper USING (true);
CREATE POLICY keeper_reads ON "DocumentUpload" FOR SELECT TO caseport_keeper USING (true);
GRANT SELECT ON "StoredObject", "DocumentVersion", "DocumentUpload" TO caseport_keeper;

-- Objects that were named a while ago and that no version and no upload names: page by page, behind the last of the one before.
CREATE FUNCTION list_unnamed_objects(hours integer, "afterCreated" timestamptz, "afterId" text, batch integer)
RETURNS TABLE ("organizationId" text, id text, "createdAt" timestamptz)
LANGUAGE sql STABLE SECURITY DEFINER SET search_path = public, pg_temp
AS $$
  SELECT o."organizationId", o.id, o."createdAt" FROM "StoredObject" o
  WHERE o."createdAt" < now() - make_interval(hours => hours) AND (o."createdAt", o.id) > ("afterCreated", "afterId")
    AND NOT EXISTS (SELECT FROM "DocumentVersion" v WHERE v."organizationId" = o."organizationId" AND v."objectId" = o.id)
    AND NOT EXISTS (SELECT FROM "DocumentUpload" u WHERE u."organizationId" = o."organizationId" AND u."objectId" = o.id)
  ORDER BY o."createdAt", o.id LIMIT batch
$$;
-- Uploads that somebody promised and that are not over: the oldest first, behind the last of the page before.
CREATE FUNCTION list_open_uploads("afterCreated" timestamptz, "afterId" text, batch integer)
RETURNS TABLE ("organizationId" text, id text, "createdAt" timestamptz)
LANGUAGE sql STABLE SECURITY DEFINER SET search_path = public, pg_temp
AS $$
  SELECT u."organizationId", u.id, u."createdAt" FROM "DocumentUpload" u
  WHERE u.status IN ('pending', 'verifying') AND (u."createdAt", u.id) > ("afterCreated", "afterId")
  ORDER BY u."createdAt", u.id LIMIT batch
$$;
DO $$
DECLARE signature text;
BEGIN
  EXECUTE format('GRANT caseport_keeper TO %I', current_user);
  GRANT CREATE ON SCHEMA public TO caseport_keeper;
  FOREACH signature IN ARRAY ARRAY['list_unnamed_objects(integer, timestamptz, text, integer)', 'list_open_uploads(timestamptz, text, integer)'] LOOP
    EXECUTE format('REVOKE ALL ON FUNCTION %s FROM PUBLIC', signature);
    EXECUTE format('GRANT EXECUTE ON FUNCTION %s TO caseport_application', signature);
    EXECUTE format('ALTER FUNCTION %s OWNER TO caseport_keeper', signature);
  END LOOP;
  REVOKE CREATE ON SCHEMA public FROM caseport_keeper;
  EXECUTE format('REVOKE caseport_keeper FROM %I', current_user);
END $$;

-- case-records
-- AlterTable
ALTER TABLE "Client" ADD COLUMN     "bankruptcyFiled" BOOLEAN,
ADD COLUMN     "childSupportObligation" BOOLEAN,
ADD COLUMN     "country" TEXT,
ADD COLUMN     "dateOfDeath" DATE,
ADD COLUMN     "doNotContact" BOOLEAN NOT NULL DEFAULT false,
ADD COLUMN     "driverLicense" JSONB,
ADD COLUMN     "emailKey" TEXT,
ADD COLUMN     "emergencyContact" JSONB,
ADD COLUMN     "employerContactId" TEXT,
ADD COLUMN     "gender" TEXT,
ADD COLUMN     "guardianContactId" TEXT,
ADD COLUMN     "healthInsurer" TEXT,
ADD COLUMN     "interpreterNeeded" BOOLEAN,
ADD COLUMN     "isIncapacitated" BOOLEAN,
ADD COLUMN     "line1" TEXT,
ADD COLUMN     "line2" TEXT,
ADD COLUMN     "mailingAddress" JSONB,
ADD COLUMN     "maritalStatus" TEXT,
ADD COLUMN     "medicaidBeneficiary" TEXT NOT NULL DEFAULT 'unknown',
ADD COLUMN     "medicareBeneficiary" TEXT NOT NULL DEFAULT 'unknown',
ADD COLUMN     "medicareIdMasked" TEXT,
ADD COLUMN     "mergedIntoClientId" TEXT,
ADD COLUMN     "middleName" TEXT,
ADD COLUMN     "militaryStatus" TEXT,
ADD COLUMN     "nameKey" TEXT NOT NULL DEFAULT '',
ADD COLUMN     "occupation" TEXT,
ADD COLUMN     "phoneE164" TEXT,
ADD COLUMN     "phoneType" TEXT,
ADD COLUMN     "portalStatus" TEXT NOT NULL DEFAULT 'not_invited',
ADD COLUMN     "preferredContactMethod" TEXT,
ADD COLUMN     "preferredLanguage" TEXT,
ADD COLUMN     "preferredName" TEXT,
ADD COLUMN     "priorClaims" TEXT,
ADD COLUMN     "priorInjuries" TEXT,
ADD COLUMN     "pronouns" TEXT,
ADD COLUMN     "representativeContactId" TEXT,
ADD COLUMN     "secondaryPhone" TEXT,
ADD COLUMN     "secondaryPhoneE164" TEXT,
ADD COLUMN     "suffix" TEXT,
ADD COLUMN     "textConsent" JSONB;

-- AlterTable
ALTER TABLE "Folder" ADD COLUMN     "deletedAt" TIMESTAMPTZ(3);

-- CreateTable
CREATE TABLE "ClientTag" (
    "organizationId" TEXT NOT NULL,
    "clientId" TEXT NOT NULL,
    "tag" TEXT NOT NULL,

    CONSTRAINT "ClientTag_pkey" PRIMARY KEY ("organizationId","clientId","tag")
);

-- CreateTable
CREATE TABLE "ClientSsn" (
    "organizationId" TEXT NOT NULL,
    "clientId" TEXT NOT NULL,
    "sealed" BYTEA NOT NULL,
    "keyNumber" INTEGER NOT NULL,
    "createdAt" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "updatedAt" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "ClientSsn_pkey" PRIMARY KEY ("organizationId","clientId")
);

-- CreateIndex
CREATE INDEX "ClientTag_organizationId_tag_clientId_idx" ON "ClientTag"("organizationId", "tag", "clientId");

-- CreateIndex
CREATE INDEX "ClientSsn_keyNumber_organizationId_clientId_idx" ON "ClientSsn"("keyNumber", "organizationId", "clientId");

-- CreateIndex
CREATE INDEX "Client_organizationId_updatedAt_id_idx" ON "Client"("organizationId", "updatedAt", "id");

-- CreateIndex
CREATE INDEX "Client_organizationId_nameKey_id_idx" ON "Client"("organizationId", "nameKey", "id");

-- CreateIndex
CREATE INDEX "Client_organizationId_emailKey_id_idx" ON "Client"("organizationId", "emailKey", "id");

-- CreateIndex
CREATE INDEX "Client_organizationId_phoneE164_id_idx" ON "Client"("organizationId", "phoneE164", "id");

-- CreateIndex
CREATE INDEX "Client_organizationId_secondaryPhoneE164_id_idx" ON "Client"("organizationId", "secondaryPhoneE164", "id");

-- CreateIndex
CREATE INDEX "Client_organizationId_employerContactId_idx" ON "Client"("organizationId", "employerContactId");

-- CreateIndex
CREATE INDEX "Client_organizationId_guardianContactId_idx" ON "Client"("organizationId", "guardianContactId");

-- CreateIndex
CREATE INDEX "Client_organizationId_representativeContactId_idx" ON "Client"("organizationId", "representativeContactId");

-- CreateIndex
CREATE INDEX "Client_organizationId_mergedIntoClientId_idx" ON "Client"("organizationId", "mergedIntoClientId");

-- CreateIndex
CREATE INDEX "Folder_organizationId_caseId_updatedAt_id_idx" ON "Folder"("organizationId", "caseId", "updatedAt", "id");

-- CreateIndex
CREATE INDEX "Folder_organizationId_caseId_nameKey_id_idx" ON "Folder"("organizationId", "caseId", "nameKey", "id");

-- CreateIndex
CREATE INDEX "Folder_organizationId_caseId_parentFolderId_id_idx" ON "Folder"("organizationId", "caseId", "parentFolderId", "id");

-- CreateIndex
CREATE INDEX "Folder_organizationId_caseId_parentFolderId_updatedAt_id_idx" ON "Folder"("organizationId", "caseId", "parentFolderId", "updatedAt", "id");

-- CreateIndex
CREATE INDEX "Folder_organizationId_ownerAttorneyId_idx" ON "Folder"("organizationId", "ownerAttorneyId");

-- AddForeignKey
ALTER TABLE "Client" ADD CONSTRAINT "Client_organizationId_employerContactId_fkey" FOREIGN KEY ("organizationId", "employerContactId") REFERENCES "Contact"("organizationId", "id") ON DELETE RESTRICT ON UPDATE RESTRICT;

-- AddForeignKey
ALTER TABLE "Client" ADD CONSTRAINT "Client_organizationId_guardianContactId_fkey" FOREIGN KEY ("organizationId", "guardianContactId") REFERENCES "Contact"("organizationId", "id") ON DELETE RESTRICT ON UPDATE RESTRICT;

-- AddForeignKey
ALTER TABLE "Client" ADD CONSTRAINT "Client_organizationId_representativeContactId_fkey" FOREIGN KEY ("organizationId", "representativeContactId") REFERENCES "Contact"("organizationId", "id") ON DELETE RESTRICT ON UPDATE RESTRICT;

-- AddForeignKey
ALTER TABLE "Client" ADD CONSTRAINT "Client_organizationId_mergedIntoClientId_fkey" FOREIGN KEY ("organizationId", "mergedIntoClientId") REFERENCES "Client"("organizationId", "id") ON DELETE RESTRICT ON UPDATE RESTRICT;

-- AddForeignKey
ALTER TABLE "ClientTag" ADD CONSTRAINT "ClientTag_organizationId_clientId_fkey" FOREIGN KEY ("organizationId", "clientId") REFERENCES "Client"("organizationId", "id") ON DELETE RESTRICT ON UPDATE RESTRICT;

-- AddForeignKey
ALTER TABLE "ClientSsn" ADD CONSTRAINT "ClientSsn_organizationId_clientId_fkey" FOREIGN KEY ("organizationId", "clientId") REFERENCES "Client"("organizationId", "id") ON DELETE RESTRICT ON UPDATE RESTRICT;

ALTER TABLE "ClientTag" ENABLE ROW LEVEL SECURITY;
ALTER TABLE "ClientTag" FORCE ROW LEVEL SECURITY;
CREATE POLICY own_organization ON "ClientTag" USING ("organizationId" = current_setting('caseport.organization', true))
  WITH CHECK ("organizationId" = current_setting('caseport.organization', true));
GRANT SELECT, INSERT, UPDATE ON "ClientTag" TO caseport_application;

ALTER TABLE "ClientSsn" ENABLE ROW LEVEL SECURITY;
ALTER TABLE "ClientSsn" FORCE ROW LEVEL SECURITY;
CREATE POLICY own_organization ON "ClientSsn" USING ("organizationId" = current_setting('caseport.organization', true))
  WITH CHECK ("organizationId" = current_setting('caseport.organization', true));
GRANT SELECT, INSERT, UPDATE ON "ClientSsn" TO caseport_application;
CREATE TRIGGER touch BEFORE UPDATE ON "ClientSsn" FOR EACH ROW EXECUTE FUNCTION touch_row();

-- case records: a tag's name is unique regardless of case, among those that are not deleted.
CREATE FUNCTION name_tag() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  NEW."nameKey" := lower(normalize(NEW.name, NFC) COLLATE pg_c_utf8);
  RETURN NEW;
END $$;
CREATE TRIGGER name_tag BEFORE INSERT OR UPDATE OF name ON "Tag" FOR EACH ROW EXECUTE FUNCTION name_tag();
UPDATE "Tag" SET name = name;
CREATE UNIQUE INDEX "Tag_live_name" ON "Tag" ("organizationId", "nameKey") WHERE "deletedAt" IS NULL;
ALTER TABLE "Tag" ADD CONSTRAINT "Tag_color_form" CHECK (color ~ '^#[0-9a-f]{6}$');
CREATE TRIGGER touch BEFORE UPDATE ON "Tag" FOR EACH ROW EXECUTE FUNCTION touch_row();

ALTER TABLE "CaseParty" ADD CONSTRAINT "CaseParty_role_known" CHECK ("role" IN ('plaintiff', 'minor_plaintiff', 'guardian_ad_litem', 'decedent', 'personal_representative', 'spouse_consortium', 'defendant', 'defendant_driver', 'vehicle_owner', 'employer', 'property_owner', 'government_entity', 'insurer', 'adjuster', 'third_party_administrator', 'opposing_counsel', 'co_counsel', 'referring_attorney', 'witness', 'expert', 'investigator', 'police_officer', 'medical_provider', 'lienholder', 'judge', 'mediator', 'arbitrator', 'court_reporter', 'court', 'structured_settlement_broker', 'other'));
ALTER TABLE "CaseParty" ADD CONSTRAINT "CaseParty_side_known" CHECK ("side" IN ('plaintiff', 'defendant', 'neutral'));
CREATE UNIQUE INDEX "CaseParty_primary_role" ON "CaseParty" ("organizationId", "caseId", role) WHERE "isPrimary" AND "deletedAt" IS NULL;
CREATE UNIQUE INDEX "CaseParty_external_id" ON "CaseParty" ("organizationId", "externalId") WHERE "deletedAt" IS NULL;

ALTER TABLE "InsurancePolicy" ADD CONSTRAINT "InsurancePolicy_side_known" CHECK ("side" IN ('plaintiff', 'defendant'));
ALTER TABLE "InsurancePolicy" ADD CONSTRAINT "InsurancePolicy_type_known" CHECK ("type" IN ('bodily_injury', 'um', 'uim', 'um_uim', 'pip', 'med_pay', 'property_damage', 'umbrella', 'health', 'workers_comp', 'general_liability', 'homeowners', 'commercial_auto', 'medical_malpractice', 'other'));
ALTER TABLE "InsurancePolicy" ADD CONSTRAINT "InsurancePolicy_limitsStatus_known" CHECK ("limitsStatus" IN ('unknown', 'requested', 'disclosed', 'confirmed', 'tendered'));
ALTER TABLE "InsurancePolicy" ADD CONSTRAINT "InsurancePolicy_coverageStatus_known" CHECK ("coverageStatus" IN ('pending', 'accepted', 'reservation_of_rights', 'denied'));
ALTER TABLE "InsurancePolicy" ADD CONSTRAINT "InsurancePolicy_money" CHECK (least("limitPerPersonCents", "limitPerOccurrenceCents", "deductibleCents", "umLimitCents", "uimLimitCents") >= 0);
CREATE UNIQUE INDEX "InsurancePolicy_external_id" ON "InsurancePolicy" ("organizationId", "externalId") WHERE "deletedAt" IS NULL;

ALTER TABLE "CustomFieldDefinition" ADD CONSTRAINT "CustomFieldDefinition_entity_known" CHECK ("entity" IN ('case', 'lead'));
ALTER TABLE "CustomFieldDefinition" ADD CONSTRAINT "CustomFieldDefinition_type_known" CHECK ("type" IN ('text', 'long_text', 'number', 'currency', 'percent', 'date', 'datetime', 'boolean', 'select', 'multi_select', 'contact', 'member', 'case', 'document', 'url', 'email', 'phone'));

-- A status says where the lead stands, and what must go with it.
ALTER TABLE "Lead"
  ADD CONSTRAINT "Lead_status_check" CHECK (status IN ('new', 'attempting_contact', 'contacted', 'qualified', 'under_review', 'appointment_set',
    'retainer_sent', 'retainer_signed', 'unreachable', 'referred_out', 'converted', 'declined', 'lost', 'duplicate', 'spam')),
  ADD CONSTRAINT "Lead_qualification_check" CHECK (qualification IN ('unreviewed', 'qualified', 'unqualified', 'borderline')),
  ADD CONSTRAINT "Lead_converted_check" CHECK (CASE WHEN status = 'converted' THEN num_nonnulls("convertedCaseId", "convertedClientId", "convertedAt") = 3
    ELSE num_nonnulls("convertedCaseId", "convertedClientId", "convertedAt") = 0 END),
  ADD CONSTRAINT "Lead_duplicate_check" CHECK ((status = 'duplicate') = ("duplicateOfLeadId" IS NOT NULL)),
  ADD CONSTRAINT "Lead_declined_check" CHECK ((status = 'declined') = ("declineReason" IS NOT NULL)),
  ADD CONSTRAINT "Lead_lost_check" CHECK ((status = 'lost') = ("lostReason" IS NOT NULL)),
  ADD CONSTRAINT "Lead_other_lead_check" CHECK (id <> "duplicateOfLeadId" AND id <> "possibleDuplicateOf"),
  ADD CONSTRAINT "Lead_score_check" CHECK (score BETWEEN 0 AND 100),
  ADD CONSTRAINT "Lead_contactAttemptCount_check" CHECK ("contactAttemptCount" >= 0);
ALTER TABLE "LeadContactAttempt"
  ADD CONSTRAINT "LeadContactAttempt_channel_check" CHECK (channel IN ('call', 'text', 'email', 'chat', 'in_person', 'mail')),
  ADD CONSTRAINT "LeadContactAttempt_direction_check" CHECK (direction IN ('inbound', 'outbound')),
  ADD CONSTRAINT "LeadContactAttempt_outcome_check" CHECK (outcome IN ('connected', 'voicemail', 'no_answer', 'busy', 'wrong_number', 'text_sent', 'email_sent'));

-- What was done stays as it was written.
REVOKE UPDATE ON "LeadStatusChange", "LeadContactAttempt" FROM caseport_application;

-- A lead is found by its names, its number, and what it is reached by.
CREATE FUNCTION index_lead() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM index_words(NEW."organizationId", 'lead', NEW.id, search_words(
    concat_ws(' ', NEW."firstName", NEW."middleName", NEW."lastName", NEW.email, NEW.phone, NEW."sequenceId")));
  RETURN NULL;
END $$;
CREATE TRIGGER index_words AFTER INSERT OR UPDATE OF "firstName", "middleName", "lastName", email, phone, "sequenceId" ON "Lead"
  FOR EACH ROW EXECUTE FUNCTION index_lead();

-- Clients.
GRANT DELETE ON "ClientTag", "ClientSsn" TO caseport_application;

-- What lists sort and find clients by: written by a trigger, so that it holds however a row was written. The numbers of phones are
-- normalised by the program (platform/phone-number.ts).
CREATE FUNCTION client_name_key(last_name text, first_name text) RETURNS text LANGUAGE sql IMMUTABLE PARALLEL SAFE
RETURN left(lower(regexp_replace(normalize(concat_ws(' ', last_name, first_name), NFKD), '[\u0300-\u036f]', '', 'g') COLLATE pg_c_utf8), 200);
CREATE FUNCTION key_client() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  NEW."nameKey" := client_name_key(NEW."lastName", NEW."firstName");
  NEW."emailKey" := lower(NEW.email COLLATE pg_c_utf8);
  RETURN NEW;
END $$;

-- What is there already: nothing of it changed for anybody, so neither revision nor updatedAt moves. American numbers alone are normalised here.
ALTER TABLE "Client" NO FORCE ROW LEVEL SECURITY;
ALTER TABLE "Client" DISABLE TRIGGER USER;
UPDATE "Client" SET "nameKey" = client_name_key("lastName", "firstName"), "emailKey" = lower(email COLLATE pg_c_utf8),
  "phoneE164" = CASE
    WHEN regexp_replace(phone, '\D', '', 'g') ~ '^1?[2-9]\d{9}$' THEN '+1' || right(regexp_replace(phone, '\D', '', 'g'), 10) END;
ALTER TABLE "Client" ENABLE TRIGGER USER;
ALTER TABLE "Client" FORCE ROW LEVEL SECURITY;
CREATE TRIGGER key_client BEFORE INSERT OR UPDATE OF "firstName", "lastName", email ON "Client" FOR EACH ROW EXECUTE FUNCTION key_client();

-- A client is found by all of its names, its numbers and the caller's own id.
CREATE OR REPLACE FUNCTION index_client() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM index_words(NEW."organizationId", 'client', NEW.id, search_words(concat_ws(' ', NEW."firstName", NEW."middleName", NEW."lastName",
    NEW."preferredName", NEW.email, NEW.phone, NEW."secondaryPhone", NEW."externalId")));
  RETURN NULL;
END $$;
DROP TRIGGER index_words ON "Client";
CREATE TRIGGER index_words AFTER INSERT OR UPDATE OF "firstName", "middleName", "lastName", "preferredName", email, phone, "secondaryPhone", "externalId"
  ON "Client" FOR EACH ROW EXECUTE FUNCTION index_client();

ALTER TABLE "Client"
  ADD CONSTRAINT "Client_marital_status" CHECK ("maritalStatus" IN ('single', 'married', 'domestic_partnership', 'separated', 'divorced', 'widowed', 'unknown')),
  ADD CONSTRAINT "Client_medicare" CHECK ("medicareBeneficiary" IN ('yes', 'no', 'unknown') AND "medicaidBeneficiary" IN ('yes', 'no', 'unknown')),
  ADD CONSTRAINT "Client_portal_status" CHECK ("portalStatus" IN ('not_invited', 'invited', 'active', 'disabled')),
  ADD CONSTRAINT "Client_merged_is_deleted" CHECK ("mergedIntoClientId" IS NULL OR ("deletedAt" IS NOT NULL AND "mergedIntoClientId" <> id)),
  ADD CONSTRAINT "Client_gender" CHECK (gender IN ('female', 'male', 'non_binary', 'other', 'undisclosed')),
  ADD CONSTRAINT "Client_phone_type" CHECK ("phoneType" IN ('mobile', 'home', 'work', 'other')),
  ADD CONSTRAINT "Client_contact_method" CHECK ("preferredContactMethod" IN ('call', 'text', 'email')),
  ADD CONSTRAINT "Client_military_status" CHECK ("militaryStatus" IN ('none', 'active_duty', 'reserve', 'national_guard', 'veteran', 'unknown'));
ALTER TABLE "ClientSsn" ADD CONSTRAINT "ClientSsn_key_number" CHECK ("keyNumber" BETWEEN 0 AND 32767);

-- Rotation of the keys that seal social security numbers: which rows another key than the current one sealed. The keeper sees ids, no number.
CREATE POLICY keeper_reads ON "ClientSsn" FOR SELECT TO caseport_keeper USING (true);
GRANT SELECT ("organizationId", "clientId", "keyNumber") ON "ClientSsn" TO caseport_keeper;
CREATE FUNCTION list_ssn_key_numbers() RETURNS TABLE ("keyNumber" integer)
LANGUAGE sql STABLE SECURITY DEFINER SET search_path = public, pg_temp
AS $$
  WITH RECURSIVE used AS (
    SELECT min(s."keyNumber") AS number FROM "ClientSsn" s
    UNION ALL
    SELECT (SELECT min(s."keyNumber") FROM "ClientSsn" s WHERE s."keyNumber" > used.number) FROM used WHERE used.number IS NOT NULL
  )
  SELECT number FROM used WHERE number IS NOT NULL
$$;
CREATE FUNCTION list_ssns_of_keys(numbers integer[], batch integer) RETURNS TABLE ("organizationId" text, "clientId" text)
LANGUAGE sql STABLE SECURITY DEFINER SET search_path = public, pg_temp
AS $$
  SELECT s."organizationId", s."clientId" FROM "ClientSsn" s WHERE s."keyNumber" = ANY (numbers)
  ORDER BY s."keyNumber", s."organizationId", s."clientId" LIMIT batch
$$;
DO $$
DECLARE signature text;
BEGIN
  EXECUTE format('GRANT caseport_keeper TO %I', current_user);
  GRANT CREATE ON SCHEMA public TO caseport_keeper;
  FOREACH signature IN ARRAY ARRAY['list_ssn_key_numbers()', 'list_ssns_of_keys(integer[], integer)'] LOOP
    EXECUTE format('REVOKE ALL ON FUNCTION %s FROM PUBLIC', signature);
    EXECUTE format('GRANT EXECUTE ON FUNCTION %s TO caseport_application', signature);
    EXECUTE format('ALTER FUNCTION %s OWNER TO caseport_keeper', signature);
  END LOOP;
  REVOKE CREATE ON SCHEMA public FROM caseport_keeper;
  EXECUTE format('REVOKE caseport_keeper FROM %I', current_user);
END $$;

-- Folders: a deleted one frees its name.
DROP INDEX "Folder_sibling_name";
CREATE UNIQUE INDEX "Folder_sibling_name" ON "Folder" ("organizationId", "caseId", "parentFolderId", "nameKey") NULLS NOT DISTINCT WHERE "deletedAt" IS NULL;

-- billing
-- DropIndex
DROP INDEX "Invoice_organizationId_caseId_idx";

-- AlterTable
ALTER TABLE "Invoice" ADD COLUMN     "deletedAt" TIMESTAMPTZ(3),
ADD COLUMN     "direction" TEXT NOT NULL DEFAULT 'receivable',
ADD COLUMN     "payFromSettlement" BOOLEAN NOT NULL DEFAULT false,
ADD COLUMN     "periodEndOn" DATE,
ADD COLUMN     "periodStartOn" DATE;

-- AlterTable
ALTER TABLE "InvoiceLineItem" ADD COLUMN     "code" TEXT,
ADD COLUMN     "unit" TEXT,
ALTER COLUMN "quantity" SET DATA TYPE DECIMAL(14,4);

-- CreateTable
CREATE TABLE "Payment" (
    "organizationId" TEXT NOT NULL,
    "id" TEXT NOT NULL,
    "invoiceId" TEXT NOT NULL,
    "amountCents" BIGINT NOT NULL,
    "refundedCents" BIGINT NOT NULL DEFAULT 0,
    "method" TEXT NOT NULL,
    "status" TEXT NOT NULL DEFAULT 'cleared',
    "statusReason" TEXT,
    "receivedOn" DATE NOT NULL,
    "clearedOn" DATE,
    "reference" TEXT,
    "checkNumber" TEXT,
    "note" TEXT,
    "externalId" TEXT,
    "createdBy" JSONB NOT NULL,
    "revision" INTEGER NOT NULL DEFAULT 1,
    "createdAt" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "updatedAt" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "Payment_pkey" PRIMARY KEY ("organizationId","id")
);

-- CreateIndex
CREATE INDEX "Payment_organizationId_invoiceId_id_idx" ON "Payment"("organizationId", "invoiceId", "id");

-- CreateIndex
CREATE INDEX "Payment_organizationId_invoiceId_updatedAt_id_idx" ON "Payment"("organizationId", "invoiceId", "updatedAt", "id");

-- CreateIndex
CREATE UNIQUE INDEX "Payment_organizationId_externalId_key" ON "Payment"("organizationId", "externalId");

-- CreateIndex
CREATE INDEX "Invoice_organizationId_caseId_id_idx" ON "Invoice"("organizationId", "caseId", "id");

-- CreateIndex
CREATE INDEX "Invoice_organizationId_caseId_updatedAt_id_idx" ON "Invoice"("organizationId", "caseId", "updatedAt", "id");

-- CreateIndex
CREATE INDEX "Invoice_organizationId_clientId_id_idx" ON "Invoice"("organizationId", "clientId", "id");

-- CreateIndex
CREATE INDEX "Invoice_organizationId_clientId_updatedAt_id_idx" ON "Invoice"("organizationId", "clientId", "updatedAt", "id");

-- AddForeignKey
ALTER TABLE "Payment" ADD CONSTRAINT "Payment_organizationId_invoiceId_fkey" FOREIGN KEY ("organizationId", "invoiceId") REFERENCES "Invoice"("organizationId", "id") ON DELETE RESTRICT ON UPDATE RESTRICT;

ALTER TABLE "Payment" ENABLE ROW LEVEL SECURITY;
ALTER TABLE "Payment" FORCE ROW LEVEL SECURITY;
CREATE POLICY own_organization ON "Payment" USING ("organizationId" = current_setting('caseport.organization', true))
  WITH CHECK ("organizationId" = current_setting('caseport.organization', true));
GRANT SELECT, INSERT, UPDATE ON "Payment" TO caseport_application;
CREATE TRIGGER touch BEFORE UPDATE ON "Payment" FOR EACH ROW EXECUTE FUNCTION touch_row();

-- Billing. The tables' owner is bound by row-level security too, unless it is told otherwise.
ALTER TABLE "Invoice" NO FORCE ROW LEVEL SECURITY;
ALTER TABLE "InvoiceLineItem" NO FORCE ROW LEVEL SECURITY;
ALTER TABLE "Payment" NO FORCE ROW LEVEL SECURITY;
UPDATE "InvoiceLineItem" SET kind = CASE kind WHEN 'fee' THEN 'flat_fee' ELSE 'adjustment' END
  WHERE kind NOT IN ('time', 'expense', 'flat_fee', 'contingency_fee', 'adjustment', 'credit', 'interest');
-- What was paid before payments were kept is one payment: paidCents is what payments add up to.
INSERT INTO "Payment" ("organizationId", id, "invoiceId", "amountCents", method, status, "receivedOn", "clearedOn", note, "createdBy", "createdAt", "updatedAt")
  SELECT "organizationId", 'pay_' || substr(id, 5), id, "paidCents", 'other', 'cleared', coalesce("paidAt", "updatedAt")::date, coalesce("paidAt", "updatedAt")::date,
    'Carried over: paid before payments were kept one by one.', '{"type": "system", "id": "system", "name": "Caseport"}', coalesce("paidAt", "updatedAt"), coalesce("paidAt", "updatedAt")
  FROM "Invoice" WHERE "paidCents" > 0;
ALTER TABLE "Invoice" FORCE ROW LEVEL SECURITY;
ALTER TABLE "InvoiceLineItem" FORCE ROW LEVEL SECURITY;
ALTER TABLE "Payment" FORCE ROW LEVEL SECURITY;

ALTER TABLE "Invoice"
  ADD CONSTRAINT "Invoice_direction" CHECK (direction IN ('receivable', 'payable')),
  ADD CONSTRAINT "Invoice_period" CHECK ("periodStartOn" <= "periodEndOn"),
  ADD CONSTRAINT "Invoice_terms" CHECK ("paymentTermsDays" BETWEEN 0 AND 3650),
  ADD CONSTRAINT "Invoice_settled" CHECK (status <> 'paid' OR "paidCents" = "totalCents"),
  ADD CONSTRAINT "Invoice_untouched" CHECK (status <> 'draft' OR "paidCents" = 0),
  ADD CONSTRAINT "Invoice_deleted_draft" CHECK ("deletedAt" IS NULL OR status = 'draft');
ALTER TABLE "InvoiceLineItem"
  ADD CONSTRAINT "InvoiceLineItem_kind" CHECK (kind IN ('time', 'expense', 'flat_fee', 'contingency_fee', 'adjustment', 'credit', 'interest')),
  -- round(numeric) takes halves away from zero.
  ADD CONSTRAINT "InvoiceLineItem_amount" CHECK (quantity >= 0 AND "amountCents" = round(quantity * "rateCents"));
ALTER TABLE "Payment"
  ADD CONSTRAINT "Payment_method" CHECK (method IN (
    'check', 'ach', 'card', 'wire', 'trust_transfer', 'cash', 'settlement_proceeds', 'write_off', 'other')),
  ADD CONSTRAINT "Payment_status" CHECK (status IN ('pending', 'cleared', 'failed', 'refunded', 'voided')),
  ADD CONSTRAINT "Payment_cents" CHECK (
    "amountCents" BETWEEN 1 AND 9007199254740991 AND "refundedCents" BETWEEN 0 AND "amountCents"
    AND ("refundedCents" = 0 OR status IN ('cleared', 'refunded')) AND (status = 'refunded') = ("refundedCents" = "amountCents")),
  ADD CONSTRAINT "Payment_cleared" CHECK (status NOT IN ('cleared', 'refunded') OR "clearedOn" IS NOT NULL);

-- Money never drifts, whatever the code does: at the end of each transaction an invoice's lines add up to its subtotal, and its
-- payments to what is paid.
CREATE FUNCTION check_invoice_adds_up() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  concerned text := CASE TG_TABLE_NAME WHEN 'Invoice' THEN to_jsonb(NEW)->>'id' ELSE to_jsonb(NEW)->>'invoiceId' END;
BEGIN
  IF EXISTS (
    SELECT FROM "Invoice" i
    WHERE i."organizationId" = NEW."organizationId" AND i.id = concerned AND (
      i."paidCents" <> (
        SELECT coalesce(sum(p."amountCents" - p."refundedCents"), 0) FROM "Payment" p
        WHERE p."organizationId" = i."organizationId" AND p."invoiceId" = i.id AND p.status IN ('cleared', 'refunded'))
      OR i."subtotalCents" <> (
        SELECT coalesce(sum(l."amountCents"), 0) FROM "InvoiceLineItem" l
        WHERE l."organizationId" = i."organizationId" AND l."invoiceId" = i.id))
  ) THEN
    RAISE EXCEPTION 'an invoice does not add up' USING ERRCODE = 'check_violation', CONSTRAINT = 'Invoice_adds_up';
  END IF;
  RETURN NULL;
END $$;
CREATE CONSTRAINT TRIGGER adds_up AFTER INSERT OR UPDATE ON "Invoice" DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION check_invoice_adds_up();
CREATE CONSTRAINT TRIGGER adds_up AFTER INSERT OR UPDATE ON "Payment" DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION check_invoice_adds_up();

-- The lines of a draft are replaced as a whole. Those of an invoice that went out stay.
GRANT DELETE ON "InvoiceLineItem" TO caseport_application;
CREATE FUNCTION keep_sent_lines() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF EXISTS (SELECT FROM "Invoice" i WHERE i."organizationId" = OLD."organizationId" AND i.id = OLD."invoiceId" AND i.status <> 'draft') THEN
    RAISE EXCEPTION 'the lines of an invoice that is no draft stay' USING ERRCODE = 'insufficient_privilege';
  END IF;
  RETURN OLD;
END $$;
CREATE TRIGGER keep_sent_lines BEFORE DELETE ON "InvoiceLineItem" FOR EACH ROW EXECUTE FUNCTION keep_sent_lines();

CREATE INDEX "Invoice_updated" ON "Invoice" ("organizationId", "updatedAt", id) WHERE "deletedAt" IS NULL;
CREATE INDEX "Invoice_due" ON "Invoice" ("organizationId", "dueOn", id) WHERE "deletedAt" IS NULL AND "dueOn" IS NOT NULL;
CREATE INDEX "Invoice_issued" ON "Invoice" ("organizationId", "issuedOn", id) WHERE "deletedAt" IS NULL;
CREATE INDEX "Invoice_status_newest" ON "Invoice" ("organizationId", status, id) WHERE "deletedAt" IS NULL;
CREATE INDEX "Invoice_status_updated" ON "Invoice" ("organizationId", status, "updatedAt", id) WHERE "deletedAt" IS NULL;
CREATE INDEX "Invoice_status_due" ON "Invoice" ("organizationId", status, "dueOn", id) WHERE "deletedAt" IS NULL;
CREATE INDEX "Invoice_direction_newest" ON "Invoice" ("organizationId", direction, id) WHERE "deletedAt" IS NULL;
-- What is owed, by its due day.
CREATE INDEX "Invoice_open" ON "Invoice" ("organizationId", direction, "dueOn") INCLUDE ("totalCents", "paidCents", "caseId", "clientId")
  WHERE "deletedAt" IS NULL AND status IN ('sent', 'partial', 'overdue', 'to_be_paid');
-- What the daily job looks through, in all organizations.
CREATE INDEX "Invoice_falling_due" ON "Invoice" ("dueOn") WHERE "deletedAt" IS NULL AND status IN ('sent', 'partial');

-- Invoices that are past their due day by their firm's calendar, a batch at a time: the transaction that moves one judges again.
CREATE FUNCTION list_invoices_past_due(batch integer)
RETURNS TABLE ("organizationId" text, id text)
LANGUAGE sql STABLE SECURITY DEFINER SET search_path = public, pg_temp
AS $$
  SELECT i."organizationId", i.id FROM "Invoice" i JOIN "Organization" o ON o.id = i."organizationId"
  WHERE i."deletedAt" IS NULL AND i.status IN ('sent', 'partial') AND i."totalCents" > i."paidCents" AND NOT i."payFromSettlement"
    -- No calendar is further ahead than fourteen hours.
    AND i."dueOn" < (now() AT TIME ZONE 'UTC' + interval '14 hours')::date AND i."dueOn" < (now() AT TIME ZONE o.timezone)::date
  ORDER BY i."dueOn" LIMIT batch
$$;
CREATE POLICY keeper_reads ON "Invoice" FOR SELECT TO caseport_keeper USING (true);
GRANT SELECT ON "Invoice" TO caseport_keeper;
DO $$
BEGIN
  EXECUTE format('GRANT caseport_keeper TO %I', current_user);
  GRANT CREATE ON SCHEMA public TO caseport_keeper;
  REVOKE ALL ON FUNCTION list_invoices_past_due(integer) FROM PUBLIC;
  GRANT EXECUTE ON FUNCTION list_invoices_past_due(integer) TO caseport_application;
  ALTER FUNCTION list_invoices_past_due(integer) OWNER TO caseport_keeper;
  REVOKE CREATE ON SCHEMA public FROM caseport_keeper;
  EXECUTE format('REVOKE caseport_keeper FROM %I', current_user);
END $$;

-- medical
-- DropIndex
DROP INDEX "MedicalFacility_organizationId_caseId_idx";

-- DropIndex
DROP INDEX "MedicalFacility_organizationId_contactId_idx";

-- DropIndex
DROP INDEX "RetrievalRequest_organizationId_caseId_idx";

-- DropIndex
DROP INDEX "RetrievalRequest_organizationId_clientId_idx";

-- DropIndex
DROP INDEX "RetrievalRequest_organizationId_facilityId_idx";

-- DropIndex
DROP INDEX "RetrievalRequest_organizationId_vendorId_idx";

-- AlterTable
ALTER TABLE "MedicalFacility" ADD COLUMN     "deletedAt" TIMESTAMPTZ(3),
ADD COLUMN     "externalId" TEXT,
ADD COLUMN     "totalAdjustedCents" BIGINT NOT NULL DEFAULT 0;

-- AlterTable
ALTER TABLE "RetrievalRequest" ADD COLUMN     "affidavitRequired" BOOLEAN NOT NULL DEFAULT false,
ADD COLUMN     "authorizationId" TEXT,
ADD COLUMN     "includesHiv" BOOLEAN NOT NULL DEFAULT false,
ADD COLUMN     "includesMentalHealth" BOOLEAN NOT NULL DEFAULT false,
ADD COLUMN     "includesSubstanceUse" BOOLEAN NOT NULL DEFAULT false,
ADD COLUMN     "leaseToken" TEXT,
ADD COLUMN     "leasedUntil" TIMESTAMPTZ(3),
ADD COLUMN     "notarized" BOOLEAN NOT NULL DEFAULT false,
ALTER COLUMN "authorizationStatus" SET DEFAULT 'missing';

-- CreateTable
CREATE TABLE "MedicalTreatment" (
    "organizationId" TEXT NOT NULL,
    "id" TEXT NOT NULL,
    "facilityId" TEXT NOT NULL,
    "caseId" TEXT NOT NULL,
    "providerContactId" TEXT,
    "treatmentType" TEXT NOT NULL,
    "startOn" DATE NOT NULL,
    "endOn" DATE,
    "diagnosisCodes" TEXT[] DEFAULT ARRAY[]::TEXT[],
    "procedureCodes" TEXT[] DEFAULT ARRAY[]::TEXT[],
    "notes" TEXT,
    "nextAppointmentAt" TIMESTAMPTZ(3),
    "externalId" TEXT,
    "revision" INTEGER NOT NULL DEFAULT 1,
    "createdAt" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "updatedAt" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "deletedAt" TIMESTAMPTZ(3),

    CONSTRAINT "MedicalTreatment_pkey" PRIMARY KEY ("organizationId","id")
);

-- CreateTable
CREATE TABLE "MedicalBill" (
    "organizationId" TEXT NOT NULL,
    "id" TEXT NOT NULL,
    "facilityId" TEXT NOT NULL,
    "caseId" TEXT NOT NULL,
    "accountNumber" TEXT,
    "billDate" DATE,
    "receivedOn" DATE,
    "serviceStartOn" DATE,
    "serviceEndOn" DATE,
    "billedCents" BIGINT NOT NULL,
    "adjustmentCents" BIGINT NOT NULL DEFAULT 0,
    "insurancePaidCents" BIGINT NOT NULL DEFAULT 0,
    "clientPaidCents" BIGINT NOT NULL DEFAULT 0,
    "medPayPaidCents" BIGINT NOT NULL DEFAULT 0,
    "writeOffCents" BIGINT NOT NULL DEFAULT 0,
    "reductionNegotiatedCents" BIGINT NOT NULL DEFAULT 0,
    "isLien" BOOLEAN NOT NULL DEFAULT false,
    "cptCodes" TEXT[] DEFAULT ARRAY[]::TEXT[],
    "documentId" TEXT,
    "status" TEXT NOT NULL DEFAULT 'received',
    "notes" TEXT,
    "externalId" TEXT,
    "revision" INTEGER NOT NULL DEFAULT 1,
    "createdAt" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "updatedAt" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "deletedAt" TIMESTAMPTZ(3),

    CONSTRAINT "MedicalBill_pkey" PRIMARY KEY ("organizationId","id")
);

-- CreateTable
CREATE TABLE "MedicalRecord" (
    "organizationId" TEXT NOT NULL,
    "id" TEXT NOT NULL,
    "facilityId" TEXT NOT NULL,
    "caseId" TEXT NOT NULL,
    "requestId" TEXT,
    "documentId" TEXT,
    "recordType" TEXT NOT NULL,
    "serviceStartOn" DATE,
    "serviceEndOn" DATE,
    "pageCount" INTEGER,
    "isCertified" BOOLEAN NOT NULL DEFAULT false,
    "reviewedById" TEXT,
    "reviewedAt" TIMESTAMPTZ(3),
    "summary" TEXT,
    "chronologyStatus" TEXT NOT NULL DEFAULT 'not_started',
    "externalId" TEXT,
    "revision" INTEGER NOT NULL DEFAULT 1,
    "createdAt" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "updatedAt" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "deletedAt" TIMESTAMPTZ(3),

    CONSTRAINT "MedicalRecord_pkey" PRIMARY KEY ("organizationId","id")
);

-- CreateTable
CREATE TABLE "HipaaAuthorization" (
    "organizationId" TEXT NOT NULL,
    "id" TEXT NOT NULL,
    "caseId" TEXT NOT NULL,
    "scope" TEXT NOT NULL,
    "facilityIds" TEXT[] DEFAULT ARRAY[]::TEXT[],
    "signedOn" DATE,
    "expiresOn" DATE,
    "expirationEvent" TEXT,
    "coversFromOn" DATE,
    "coversToOn" DATE,
    "includesMentalHealth" BOOLEAN NOT NULL DEFAULT false,
    "includesSubstanceUse" BOOLEAN NOT NULL DEFAULT false,
    "includesHiv" BOOLEAN NOT NULL DEFAULT false,
    "revokedOn" DATE,
    "revokeReason" TEXT,
    "documentId" TEXT,
    "externalId" TEXT,
    "revision" INTEGER NOT NULL DEFAULT 1,
    "createdAt" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "updatedAt" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "HipaaAuthorization_pkey" PRIMARY KEY ("organizationId","id")
);

-- CreateTable
CREATE TABLE "RetrievalFollowUp" (
    "organizationId" TEXT NOT NULL,
    "id" TEXT NOT NULL,
    "requestId" TEXT NOT NULL,
    "method" TEXT NOT NULL,
    "note" TEXT,
    "nextFollowUpOn" DATE,
    "actorName" TEXT NOT NULL,
    "createdAt" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "RetrievalFollowUp_pkey" PRIMARY KEY ("organizationId","id")
);

-- CreateTable
CREATE TABLE "RetrievalRequestDocument" (
    "organizationId" TEXT NOT NULL,
    "requestId" TEXT NOT NULL,
    "documentId" TEXT NOT NULL,
    "attachedAt" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "RetrievalRequestDocument_pkey" PRIMARY KEY ("organizationId","requestId","documentId")
);

-- CreateIndex
CREATE INDEX "MedicalTreatment_organizationId_facilityId_id_idx" ON "MedicalTreatment"("organizationId", "facilityId", "id");

-- CreateIndex
CREATE INDEX "MedicalTreatment_organizationId_facilityId_updatedAt_id_idx" ON "MedicalTreatment"("organizationId", "facilityId", "updatedAt", "id");

-- CreateIndex
CREATE INDEX "MedicalTreatment_organizationId_caseId_id_idx" ON "MedicalTreatment"("organizationId", "caseId", "id");

-- CreateIndex
CREATE INDEX "MedicalTreatment_organizationId_caseId_updatedAt_id_idx" ON "MedicalTreatment"("organizationId", "caseId", "updatedAt", "id");

-- CreateIndex
CREATE INDEX "MedicalTreatment_organizationId_caseId_startOn_id_idx" ON "MedicalTreatment"("organizationId", "caseId", "startOn", "id");

-- CreateIndex
CREATE INDEX "MedicalTreatment_organizationId_providerContactId_idx" ON "MedicalTreatment"("organizationId", "providerContactId");

-- CreateIndex
CREATE UNIQUE INDEX "MedicalTreatment_organizationId_externalId_key" ON "MedicalTreatment"("organizationId", "externalId");

-- CreateIndex
CREATE INDEX "MedicalBill_organizationId_facilityId_id_idx" ON "MedicalBill"("organizationId", "facilityId", "id");

-- CreateIndex
CREATE INDEX "MedicalBill_organizationId_facilityId_updatedAt_id_idx" ON "MedicalBill"("organizationId", "facilityId", "updatedAt", "id");

-- CreateIndex
CREATE INDEX "MedicalBill_organizationId_caseId_id_idx" ON "MedicalBill"("organizationId", "caseId", "id");

-- CreateIndex
CREATE INDEX "MedicalBill_organizationId_caseId_updatedAt_id_idx" ON "MedicalBill"("organizationId", "caseId", "updatedAt", "id");

-- CreateIndex
CREATE INDEX "MedicalBill_organizationId_documentId_idx" ON "MedicalBill"("organizationId", "documentId");

-- CreateIndex
CREATE UNIQUE INDEX "MedicalBill_organizationId_externalId_key" ON "MedicalBill"("organizationId", "externalId");

-- CreateIndex
CREATE INDEX "MedicalRecord_organizationId_facilityId_id_idx" ON "MedicalRecord"("organizationId", "facilityId", "id");

-- CreateIndex
CREATE INDEX "MedicalRecord_organizationId_facilityId_updatedAt_id_idx" ON "MedicalRecord"("organizationId", "facilityId", "updatedAt", "id");

-- CreateIndex
CREATE INDEX "MedicalRecord_organizationId_caseId_idx" ON "MedicalRecord"("organizationId", "caseId");

-- CreateIndex
CREATE INDEX "MedicalRecord_organizationId_requestId_idx" ON "MedicalRecord"("organizationId", "requestId");

-- CreateIndex
CREATE INDEX "MedicalRecord_organizationId_documentId_idx" ON "MedicalRecord"("organizationId", "documentId");

-- CreateIndex
CREATE INDEX "MedicalRecord_organizationId_reviewedById_idx" ON "MedicalRecord"("organizationId", "reviewedById");

-- CreateIndex
CREATE UNIQUE INDEX "MedicalRecord_organizationId_externalId_key" ON "MedicalRecord"("organizationId", "externalId");

-- CreateIndex
CREATE INDEX "HipaaAuthorization_organizationId_caseId_id_idx" ON "HipaaAuthorization"("organizationId", "caseId", "id");

-- CreateIndex
CREATE INDEX "HipaaAuthorization_organizationId_caseId_updatedAt_id_idx" ON "HipaaAuthorization"("organizationId", "caseId", "updatedAt", "id");

-- CreateIndex
CREATE INDEX "HipaaAuthorization_organizationId_documentId_idx" ON "HipaaAuthorization"("organizationId", "documentId");

-- CreateIndex
CREATE UNIQUE INDEX "HipaaAuthorization_organizationId_externalId_key" ON "HipaaAuthorization"("organizationId", "externalId");

-- CreateIndex
CREATE INDEX "RetrievalFollowUp_organizationId_requestId_id_idx" ON "RetrievalFollowUp"("organizationId", "requestId", "id");

-- CreateIndex
CREATE INDEX "RetrievalRequestDocument_organizationId_documentId_idx" ON "RetrievalRequestDocument"("organizationId", "documentId");

-- CreateIndex
CREATE INDEX "MedicalFacility_organizationId_updatedAt_id_idx" ON "MedicalFacility"("organizationId", "updatedAt", "id");

-- CreateIndex
CREATE INDEX "MedicalFacility_organizationId_caseId_id_idx" ON "MedicalFacility"("organizationId", "caseId", "id");

-- CreateIndex
CREATE INDEX "MedicalFacility_organizationId_clientId_id_idx" ON "MedicalFacility"("organizationId", "clientId", "id");

-- CreateIndex
CREATE INDEX "MedicalFacility_organizationId_contactId_id_idx" ON "MedicalFacility"("organizationId", "contactId", "id");

-- CreateIndex
CREATE INDEX "MedicalFacility_organizationId_facilityType_id_idx" ON "MedicalFacility"("organizationId", "facilityType", "id");

-- CreateIndex
CREATE INDEX "MedicalFacility_organizationId_recordsNeeded_id_idx" ON "MedicalFacility"("organizationId", "recordsNeeded", "id");

-- CreateIndex
CREATE INDEX "MedicalFacility_organizationId_billsNeeded_id_idx" ON "MedicalFacility"("organizationId", "billsNeeded", "id");

-- CreateIndex
CREATE UNIQUE INDEX "MedicalFacility_organizationId_externalId_key" ON "MedicalFacility"("organizationId", "externalId");

-- CreateIndex
CREATE INDEX "RetrievalRequest_organizationId_updatedAt_id_idx" ON "RetrievalRequest"("organizationId", "updatedAt", "id");

-- CreateIndex
CREATE INDEX "RetrievalRequest_organizationId_status_id_idx" ON "RetrievalRequest"("organizationId", "status", "id");

-- CreateIndex
CREATE INDEX "RetrievalRequest_organizationId_status_updatedAt_id_idx" ON "RetrievalRequest"("organizationId", "status", "updatedAt", "id");

-- CreateIndex
CREATE INDEX "RetrievalRequest_organizationId_dueOn_id_idx" ON "RetrievalRequest"("organizationId", "dueOn", "id");

-- CreateIndex
CREATE INDEX "RetrievalRequest_organizationId_caseId_id_idx" ON "RetrievalRequest"("organizationId", "caseId", "id");

-- CreateIndex
CREATE INDEX "RetrievalRequest_organizationId_clientId_id_idx" ON "RetrievalRequest"("organizationId", "clientId", "id");

-- CreateIndex
CREATE INDEX "RetrievalRequest_organizationId_facilityId_id_idx" ON "RetrievalRequest"("organizationId", "facilityId", "id");

-- CreateIndex
CREATE INDEX "RetrievalRequest_organizationId_vendorId_id_idx" ON "RetrievalRequest"("organizationId", "vendorId", "id");

-- CreateIndex
CREATE INDEX "RetrievalRequest_organizationId_vendorId_updatedAt_id_idx" ON "RetrievalRequest"("organizationId", "vendorId", "updatedAt", "id");

-- CreateIndex
CREATE INDEX "RetrievalRequest_organizationId_authorizationId_idx" ON "RetrievalRequest"("organizationId", "authorizationId");

-- AddForeignKey
ALTER TABLE "MedicalTreatment" ADD CONSTRAINT "MedicalTreatment_organizationId_facilityId_fkey" FOREIGN KEY ("organizationId", "facilityId") REFERENCES "MedicalFacility"("organizationId", "id") ON DELETE RESTRICT ON UPDATE RESTRICT;

-- AddForeignKey
ALTER TABLE "MedicalTreatment" ADD CONSTRAINT "MedicalTreatment_organizationId_caseId_fkey" FOREIGN KEY ("organizationId", "caseId") REFERENCES "Case"("organizationId", "id") ON DELETE RESTRICT ON UPDATE RESTRICT;

-- AddForeignKey
ALTER TABLE "MedicalTreatment" ADD CONSTRAINT "MedicalTreatment_organizationId_providerContactId_fkey" FOREIGN KEY ("organizationId", "providerContactId") REFERENCES "Contact"("organizationId", "id") ON DELETE RESTRICT ON UPDATE RESTRICT;

-- AddForeignKey
ALTER TABLE "MedicalBill" ADD CONSTRAINT "MedicalBill_organizationId_facilityId_fkey" FOREIGN KEY ("organizationId", "facilityId") REFERENCES "MedicalFacility"("organizationId", "id") ON DELETE RESTRICT ON UPDATE RESTRICT;

-- AddForeignKey
ALTER TABLE "MedicalBill" ADD CONSTRAINT "MedicalBill_organizationId_caseId_fkey" FOREIGN KEY ("organizationId", "caseId") REFERENCES "Case"("organizationId", "id") ON DELETE RESTRICT ON UPDATE RESTRICT;

-- AddForeignKey
ALTER TABLE "MedicalBill" ADD CONSTRAINT "MedicalBill_organizationId_documentId_fkey" FOREIGN KEY ("organizationId", "documentId") REFERENCES "Document"("organizationId", "id") ON DELETE RESTRICT ON UPDATE RESTRICT;

-- AddForeignKey
ALTER TABLE "MedicalRecord" ADD CONSTRAINT "MedicalRecord_organizationId_facilityId_fkey" FOREIGN KEY ("organizationId", "facilityId") REFERENCES "MedicalFacility"("organizationId", "id") ON DELETE RESTRICT ON UPDATE RESTRICT;

-- AddForeignKey
ALTER TABLE "MedicalRecord" ADD CONSTRAINT "MedicalRecord_organizationId_caseId_fkey" FOREIGN KEY ("organizationId", "caseId") REFERENCES "Case"("organizationId", "id") ON DELETE RESTRICT ON UPDATE RESTRICT;

-- AddForeignKey
ALTER TABLE "MedicalRecord" ADD CONSTRAINT "MedicalRecord_organizationId_requestId_fkey" FOREIGN KEY ("organizationId", "requestId") REFERENCES "RetrievalRequest"("organizationId", "id") ON DELETE RESTRICT ON UPDATE RESTRICT;

-- AddForeignKey
ALTER TABLE "MedicalRecord" ADD CONSTRAINT "MedicalRecord_organizationId_documentId_fkey" FOREIGN KEY ("organizationId", "documentId") REFERENCES "Document"("organizationId", "id") ON DELETE RESTRICT ON UPDATE RESTRICT;

-- AddForeignKey
ALTER TABLE "MedicalRecord" ADD CONSTRAINT "MedicalRecord_organizationId_reviewedById_fkey" FOREIGN KEY ("organizationId", "reviewedById") REFERENCES "Member"("organizationId", "id") ON DELETE RESTRICT ON UPDATE RESTRICT;

-- AddForeignKey
ALTER TABLE "HipaaAuthorization" ADD CONSTRAINT "HipaaAuthorization_organizationId_caseId_fkey" FOREIGN KEY ("organizationId", "caseId") REFERENCES "Case"("organizationId", "id") ON DELETE RESTRICT ON UPDATE RESTRICT;

-- AddForeignKey
ALTER TABLE "HipaaAuthorization" ADD CONSTRAINT "HipaaAuthorization_organizationId_documentId_fkey" FOREIGN KEY ("organizationId", "documentId") REFERENCES "Document"("organizationId", "id") ON DELETE RESTRICT ON UPDATE RESTRICT;

-- AddForeignKey
ALTER TABLE "RetrievalRequest" ADD CONSTRAINT "RetrievalRequest_organizationId_authorizationId_fkey" FOREIGN KEY ("organizationId", "authorizationId") REFERENCES "HipaaAuthorization"("organizationId", "id") ON DELETE RESTRICT ON UPDATE RESTRICT;

-- AddForeignKey
ALTER TABLE "RetrievalFollowUp" ADD CONSTRAINT "RetrievalFollowUp_organizationId_requestId_fkey" FOREIGN KEY ("organizationId", "requestId") REFERENCES "RetrievalRequest"("organizationId", "id") ON DELETE RESTRICT ON UPDATE RESTRICT;

-- AddForeignKey
ALTER TABLE "RetrievalRequestDocument" ADD CONSTRAINT "RetrievalRequestDocument_organizationId_requestId_fkey" FOREIGN KEY ("organizationId", "requestId") REFERENCES "RetrievalRequest"("organizationId", "id") ON DELETE RESTRICT ON UPDATE RESTRICT;

-- AddForeignKey
ALTER TABLE "RetrievalRequestDocument" ADD CONSTRAINT "RetrievalRequestDocument_organizationId_documentId_fkey" FOREIGN KEY ("organizationId", "documentId") REFERENCES "Document"("organizationId", "id") ON DELETE RESTRICT ON UPDATE RESTRICT;

ALTER TABLE "MedicalTreatment" ENABLE ROW LEVEL SECURITY;
ALTER TABLE "MedicalTreatment" FORCE ROW LEVEL SECURITY;
CREATE POLICY own_organization ON "MedicalTreatment" USING ("organizationId" = current_setting('caseport.organization', true))
  WITH CHECK ("organizationId" = current_setting('caseport.organization', true));
GRANT SELECT, INSERT, UPDATE ON "MedicalTreatment" TO caseport_application;
CREATE TRIGGER touch BEFORE UPDATE ON "MedicalTreatment" FOR EACH ROW EXECUTE FUNCTION touch_row();

ALTER TABLE "MedicalBill" ENABLE ROW LEVEL SECURITY;
ALTER TABLE "MedicalBill" FORCE ROW LEVEL SECURITY;
CREATE POLICY own_organization ON "MedicalBill" USING ("organizationId" = current_setting('caseport.organization', true))
  WITH CHECK ("organizationId" = current_setting('caseport.organization', true));
GRANT SELECT, INSERT, UPDATE ON "MedicalBill" TO caseport_application;
CREATE TRIGGER touch BEFORE UPDATE ON "MedicalBill" FOR EACH ROW EXECUTE FUNCTION touch_row();

ALTER TABLE "MedicalRecord" ENABLE ROW LEVEL SECURITY;
ALTER TABLE "MedicalRecord" FORCE ROW LEVEL SECURITY;
CREATE POLICY own_organization ON "MedicalRecord" USING ("organizationId" = current_setting('caseport.organization', true))
  WITH CHECK ("organizationId" = current_setting('caseport.organization', true));
GRANT SELECT, INSERT, UPDATE ON "MedicalRecord" TO caseport_application;
CREATE TRIGGER touch BEFORE UPDATE ON "MedicalRecord" FOR EACH ROW EXECUTE FUNCTION touch_row();

ALTER TABLE "HipaaAuthorization" ENABLE ROW LEVEL SECURITY;
ALTER TABLE "HipaaAuthorization" FORCE ROW LEVEL SECURITY;
CREATE POLICY own_organization ON "HipaaAuthorization" USING ("organizationId" = current_setting('caseport.organization', true))
  WITH CHECK ("organizationId" = current_setting('caseport.organization', true));
GRANT SELECT, INSERT, UPDATE ON "HipaaAuthorization" TO caseport_application;
CREATE TRIGGER touch BEFORE UPDATE ON "HipaaAuthorization" FOR EACH ROW EXECUTE FUNCTION touch_row();

ALTER TABLE "RetrievalFollowUp" ENABLE ROW LEVEL SECURITY;
ALTER TABLE "RetrievalFollowUp" FORCE ROW LEVEL SECURITY;
CREATE POLICY own_organization ON "RetrievalFollowUp" USING ("organizationId" = current_setting('caseport.organization', true))
  WITH CHECK ("organizationId" = current_setting('caseport.organization', true));
GRANT SELECT, INSERT, UPDATE ON "RetrievalFollowUp" TO caseport_application;

ALTER TABLE "RetrievalRequestDocument" ENABLE ROW LEVEL SECURITY;
ALTER TABLE "RetrievalRequestDocument" FORCE ROW LEVEL SECURITY;
CREATE POLICY own_organization ON "RetrievalRequestDocument" USING ("organizationId" = current_setting('caseport.organization', true))
  WITH CHECK ("organizationId" = current_setting('caseport.organization', true));
GRANT SELECT, INSERT, UPDATE ON "RetrievalRequestDocument" TO caseport_application;

-- Medical: what the columns may hold. Money is in whole cents within the safe integers.
ALTER TABLE "MedicalFacility"
  ADD CONSTRAINT "MedicalFacility_adjusted" CHECK ("totalAdjustedCents" BETWEEN 0 AND 9007199254740991),
  ADD CONSTRAINT "MedicalFacility_treatment" CHECK ("treatmentStatus" IN ('treating', 'discharged', 'maximum_medical_improvement', 'unknown'));
ALTER TABLE "MedicalTreatment"
  ADD CONSTRAINT "MedicalTreatment_type" CHECK ("treatmentType" IN (
    'emergency', 'inpatient', 'surgery', 'physical_therapy', 'chiropractic', 'imaging', 'injection', 'consultation', 'medication',
    'mental_health', 'other')),
  ADD CONSTRAINT "MedicalTreatment_days" CHECK ("endOn" >= "startOn");

ALTER TABLE "MedicalBill"
  ADD CONSTRAINT "MedicalBill_status" CHECK (status IN ('received', 'itemized', 'disputed', 'reduced', 'paid', 'waived')),
  ADD CONSTRAINT "MedicalBill_days" CHECK ("serviceEndOn" >= "serviceStartOn"),
  ADD CONSTRAINT "MedicalBill_cents" CHECK (
    "billedCents" BETWEEN 0 AND 100000000000 AND "adjustmentCents" >= 0 AND "insurancePaidCents" >= 0 AND "clientPaidCents" >= 0
    AND "medPayPaidCents" >= 0 AND "writeOffCents" >= 0 AND "reductionNegotiatedCents" BETWEEN 0 AND "adjustmentCents"),
  -- What is left of a bill is never less than nothing.
  ADD CONSTRAINT "MedicalBill_balance" CHECK (
    "adjustmentCents" + "insurancePaidCents" + "clientPaidCents" + "medPayPaidCents" + "writeOffCents" <= "billedCents");

ALTER TABLE "MedicalRecord"
  ADD CONSTRAINT "MedicalRecord_chronology" CHECK ("chronologyStatus" IN ('not_started', 'in_progress', 'completed')),
  ADD CONSTRAINT "MedicalRecord_days" CHECK ("serviceEndOn" >= "serviceStartOn"),
  ADD CONSTRAINT "MedicalRecord_pages" CHECK ("pageCount" >= 0);

ALTER TABLE "HipaaAuthorization"
  ADD CONSTRAINT "HipaaAuthorization_scope" CHECK (scope IN ('all', 'specific') AND (scope = 'all') = (cardinality("facilityIds") = 0)),
  ADD CONSTRAINT "HipaaAuthorization_days" CHECK ("expiresOn" >= "signedOn" AND "coversToOn" >= "coversFromOn");

ALTER TABLE "RetrievalRequest"
  ADD CONSTRAINT "RetrievalRequest_type" CHECK ("requestType" IN (
    'records', 'bills', 'records_and_bills', 'imaging', 'films', 'certification', 'itemized_statement', 'pathology', 'prescription_history')),
  ADD CONSTRAINT "RetrievalRequest_priority" CHECK (priority IN ('standard', 'rush')),
  ADD CONSTRAINT "RetrievalRequest_delivery" CHECK ("deliveryMethod" IN ('email', 'fax', 'mail', 'portal')),
  ADD CONSTRAINT "RetrievalRequest_authorization" CHECK ("authorizationStatus" IN ('missing', 'pending', 'signed', 'rejected', 'expired', 'revoked')),
  ADD CONSTRAINT "RetrievalRequest_counts" CHECK ("followUpCount" >= 0 AND "pagesReceived" >= 0),
  ADD CONSTRAINT "RetrievalRequest_lease" CHECK (
    ("leaseToken" IS NULL) = ("leasedUntil" IS NULL) AND ("leaseToken" IS NULL OR status = 'ready'));
-- The vendor queue: rush before standard, and the longest ready first.
CREATE INDEX "RetrievalRequest_queue" ON "RetrievalRequest" ("organizationId", priority, "statusChangedAt", id) WHERE status = 'ready';
CREATE INDEX "RetrievalRequest_vendor_queue" ON "RetrievalRequest" ("organizationId", "vendorId", priority, "statusChangedAt", id) WHERE status = 'ready';
ALTER TABLE "RetrievalFollowUp" ADD CONSTRAINT "RetrievalFollowUp_method" CHECK (method IN ('email', 'fax', 'mail', 'portal', 'phone'));

-- The detail of a request shows its documents by name, without deleted ones: its revision rises when what it shows of them changes.
CREATE FUNCTION touch_requests_of_document() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  UPDATE "RetrievalRequest" r SET revision = r.revision + 1 FROM "RetrievalRequestDocument" d
  WHERE d."organizationId" = NEW."organizationId" AND d."documentId" = NEW.id
    AND r."organizationId" = d."organizationId" AND r.id = d."requestId";
  RETURN NULL;
END $$;
CREATE TRIGGER touch_requests AFTER UPDATE ON "Document" FOR EACH ROW
  WHEN ((OLD.name, OLD."deletedAt") IS DISTINCT FROM (NEW.name, NEW."deletedAt")) EXECUTE FUNCTION touch_requests_of_document();

-- documents
-- AlterTable
ALTER TABLE "DocumentUpload" ADD COLUMN     "verifyingSince" TIMESTAMPTZ(3);

-- documents
-- CreateTable
CREATE TABLE "DocumentUploadPart" (
    "organizationId" TEXT NOT NULL,
    "uploadId" TEXT NOT NULL,
    "partNumber" INTEGER NOT NULL,
    "etag" TEXT NOT NULL,

    CONSTRAINT "DocumentUploadPart_pkey" PRIMARY KEY ("organizationId","uploadId","partNumber")
);

-- AddForeignKey
ALTER TABLE "DocumentUploadPart" ADD CONSTRAINT "DocumentUploadPart_organizationId_uploadId_fkey" FOREIGN KEY ("organizationId", "uploadId") REFERENCES "DocumentUpload"("organizationId", "id") ON DELETE RESTRICT ON UPDATE RESTRICT;

ALTER TABLE "DocumentUploadPart" ENABLE ROW LEVEL SECURITY;
ALTER TABLE "DocumentUploadPart" FORCE ROW LEVEL SECURITY;
CREATE POLICY own_organization ON "DocumentUploadPart" USING ("organizationId" = current_setting('caseport.organization', true))
  WITH CHECK ("organizationId" = current_setting('caseport.organization', true));
GRANT SELECT, INSERT, UPDATE ON "DocumentUploadPart" TO caseport_application;

-- contacts
-- CreateIndex
CREATE INDEX "Contact_organizationId_cvDocumentId_idx" ON "Contact"("organizationId", "cvDocumentId");

-- CreateIndex
CREATE INDEX "ConflictCheck_organizationId_waiverDocumentId_idx" ON "ConflictCheck"("organizationId", "waiverDocumentId");

-- AddForeignKey
ALTER TABLE "Contact" ADD CONSTRAINT "Contact_organizationId_cvDocumentId_fkey" FOREIGN KEY ("organizationId", "cvDocumentId") REFERENCES "Document"("organizationId", "id") ON DELETE RESTRICT ON UPDATE RESTRICT;

-- AddForeignKey
ALTER TABLE "ConflictCheck" ADD CONSTRAINT "ConflictCheck_organizationId_leadId_fkey" FOREIGN KEY ("organizationId", "leadId") REFERENCES "Lead"("organizationId", "id") ON DELETE RESTRICT ON UPDATE RESTRICT;

-- AddForeignKey
ALTER TABLE "ConflictCheck" ADD CONSTRAINT "ConflictCheck_organizationId_waiverDocumentId_fkey" FOREIGN KEY ("organizationId", "waiverDocumentId") REFERENCES "Document"("organizationId", "id") ON DELETE RESTRICT ON UPDATE RESTRICT;

-- contacts
-- AlterTable
ALTER TABLE "ConflictResult" ADD COLUMN     "note" TEXT;

-- medical
-- AlterTable
ALTER TABLE "MedicalFacility" ADD COLUMN     "boundContactId" TEXT NOT NULL DEFAULT '';

-- A contact is bound to a case once; what was unbound may be bound again, and a merge of two contacts that are bound leaves both bindings.
CREATE FUNCTION keep_bound_contact() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  NEW."boundContactId" := NEW."contactId";
  RETURN NEW;
END $$;
CREATE TRIGGER keep_bound_contact BEFORE INSERT ON "MedicalFacility" FOR EACH ROW EXECUTE FUNCTION keep_bound_contact();
UPDATE "MedicalFacility" SET "boundContactId" = "contactId";
CREATE UNIQUE INDEX "MedicalFacility_bound" ON "MedicalFacility" ("organizationId", "caseId", "boundContactId")
  WHERE "deletedAt" IS NULL AND "boundContactId" <> '';

-- medical
-- DropIndex
DROP INDEX "MedicalTreatment_organizationId_caseId_startOn_id_idx";

-- CreateIndex
CREATE INDEX "CaseParty_organizationId_caseId_role_id_idx" ON "CaseParty"("organizationId", "caseId", "role", "id");

-- CreateIndex
CREATE INDEX "CaseParty_organizationId_caseId_side_id_idx" ON "CaseParty"("organizationId", "caseId", "side", "id");

-- CreateIndex
CREATE INDEX "InsurancePolicy_organizationId_caseId_side_id_idx" ON "InsurancePolicy"("organizationId", "caseId", "side", "id");

-- CreateIndex
CREATE INDEX "InsurancePolicy_organizationId_caseId_type_id_idx" ON "InsurancePolicy"("organizationId", "caseId", "type", "id");

-- The last end before a treatment, and what overlaps it.
CREATE INDEX "MedicalTreatment_ends" ON "MedicalTreatment" ("organizationId", "caseId", greatest("endOn", "startOn"), "startOn", id) WHERE "deletedAt" IS NULL;

-- case-records
-- CreateIndex
CREATE INDEX "CustomFieldDefinition_organizationId_archived_id_idx" ON "CustomFieldDefinition"("organizationId", "archived", "id");

-- What a contact may be called, and how two may be related: closed sets, as the contract has them.
ALTER TABLE "ContactRole" ADD CONSTRAINT "ContactRole_known" CHECK (role IN ('insurer', 'adjuster', 'provider', 'lienholder', 'expert', 'opposing_counsel', 'court', 'judge', 'mediator', 'vendor', 'referring_attorney', 'co_counsel', 'witness', 'employer', 'family_member', 'other'));
ALTER TABLE "ContactRelationship" ADD CONSTRAINT "ContactRelationship_known" CHECK (type IN ('employer_of', 'employee_of', 'spouse_of', 'parent_of', 'child_of', 'guardian_of', 'ward_of', 'adjuster_for', 'adjusted_by', 'subsidiary_of', 'parent_company_of', 'partner_of', 'represents', 'represented_by'));

-- Which words are common, in each organization and kind of record: by this a search for one walks the list's own index and stops, and one
-- for a rare word begins with the words. Taken apart, the columns' statistics make every word look rare.
CREATE STATISTICS "SearchTerm_words" (mcv) ON "organizationId", entity, term FROM "SearchTerm";
ALTER STATISTICS "SearchTerm_words" SET STATISTICS 1000;

-- What can be paid and is not yet marked as overdue, by its due day: past it there is what the daily job has not come to.
CREATE INDEX "Invoice_awaited" ON "Invoice" ("organizationId", "dueOn", id)
  WHERE "deletedAt" IS NULL AND status IN ('sent', 'partial') AND NOT "payFromSettlement" AND "totalCents" > "paidCents";

-- contacts
-- DropIndex
DROP INDEX "CaseParty_organizationId_contactId_idx";

-- DropIndex
DROP INDEX "CaseParty_organizationId_representedByContactId_idx";

-- DropIndex
DROP INDEX "InsurancePolicy_organizationId_carrierContactId_idx";

-- DropIndex
DROP INDEX "InsurancePolicy_organizationId_adjusterContactId_idx";

-- DropIndex
DROP INDEX "InsurancePolicy_organizationId_thirdPartyAdminContactId_idx";

-- CreateIndex
CREATE INDEX "CaseParty_organizationId_contactId_caseId_idx" ON "CaseParty"("organizationId", "contactId", "caseId");

-- CreateIndex
CREATE INDEX "CaseParty_organizationId_representedByContactId_caseId_idx" ON "CaseParty"("organizationId", "representedByContactId", "caseId");

-- CreateIndex
CREATE INDEX "InsurancePolicy_organizationId_carrierContactId_caseId_idx" ON "InsurancePolicy"("organizationId", "carrierContactId", "caseId");

-- CreateIndex
CREATE INDEX "InsurancePolicy_organizationId_adjusterContactId_caseId_idx" ON "InsurancePolicy"("organizationId", "adjusterContactId", "caseId");

-- CreateIndex
CREATE INDEX "InsurancePolicy_organizationId_thirdPartyAdminContactId_cas_idx" ON "InsurancePolicy"("organizationId", "thirdPartyAdminContactId", "caseId");

-- CreateIndex
CREATE INDEX "MedicalFacility_organizationId_contactId_caseId_idx" ON "MedicalFacility"("organizationId", "contactId", "caseId");

-- What a case shows of its client, its attorneys and its tags: the cases are held in the order of their ids, so that two who touch the
-- same ones wait in line.
CREATE OR REPLACE FUNCTION touch_cases_of_client() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM FROM "Case" WHERE "organizationId" = NEW."organizationId" AND "plaintiffId" = NEW.id ORDER BY id FOR NO KEY UPDATE;
  UPDATE "Case" SET "updatedAt" = "updatedAt"
  WHERE "organizationId" = NEW."organizationId" AND "plaintiffId" = NEW.id;
  RETURN NULL;
END $$;
CREATE OR REPLACE FUNCTION touch_cases_of_member() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM FROM "Case" WHERE "organizationId" = NEW."organizationId" AND id IN (
    SELECT a."caseId" FROM "CaseAttorney" a WHERE a."organizationId" = NEW."organizationId" AND a."attorneyId" = NEW.id) ORDER BY id FOR NO KEY UPDATE;
  UPDATE "Case" c SET "updatedAt" = "updatedAt" FROM "CaseAttorney" a
  WHERE a."organizationId" = NEW."organizationId" AND a."attorneyId" = NEW.id
    AND c."organizationId" = a."organizationId" AND c.id = a."caseId";
  RETURN NULL;
END $$;
CREATE OR REPLACE FUNCTION touch_cases_of_tag() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM FROM "Case" WHERE "organizationId" = NEW."organizationId" AND id IN (
    SELECT t."caseId" FROM "CaseTag" t WHERE t."organizationId" = NEW."organizationId" AND t."tagId" = NEW.id) ORDER BY id FOR NO KEY UPDATE;
  UPDATE "Case" c SET "updatedAt" = "updatedAt" FROM "CaseTag" t
  WHERE t."organizationId" = NEW."organizationId" AND t."tagId" = NEW.id
    AND c."organizationId" = t."organizationId" AND c.id = t."caseId";
  RETURN NULL;
END $$;
-- A client's cases are found by the client's words. Triggers fire in the order of their names: this one after the touch, which holds the
-- cases, so that one who renames a case at the same time is waited for, and both names are found.
DROP TRIGGER index_cases ON "Client";
CREATE TRIGGER words_of_cases AFTER UPDATE OF "firstName", "lastName" ON "Client" FOR EACH ROW
  WHEN ((OLD."firstName", OLD."lastName") IS DISTINCT FROM (NEW."firstName", NEW."lastName")) EXECUTE FUNCTION index_cases_of_client();

-- leads
-- CreateIndex
CREATE UNIQUE INDEX "Case_organizationId_leadId_key" ON "Case"("organizationId", "leadId");

-- AddForeignKey
ALTER TABLE "Case" ADD CONSTRAINT "Case_organizationId_leadId_fkey" FOREIGN KEY ("organizationId", "leadId") REFERENCES "Lead"("organizationId", "id") ON DELETE RESTRICT ON UPDATE RESTRICT;

-- Lead and case point to each other: who writes both at once, as the seed does, defers this one.
ALTER TABLE "Case" ALTER CONSTRAINT "Case_organizationId_leadId_fkey" DEFERRABLE INITIALLY IMMEDIATE;
