-- What the database itself keeps true, whatever the code above it does.

-- updatedAt strictly increases, also for two updates within one millisecond: the ETag of a case is made of it.
CREATE FUNCTION touch_row() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  NEW."updatedAt" := greatest(date_trunc('milliseconds', clock_timestamp()), OLD."updatedAt" + interval '1 millisecond');
  RETURN NEW;
END $$;

DO $$
DECLARE touched text;
BEGIN
  FOREACH touched IN ARRAY ARRAY[
    'Member', 'Case', 'Client', 'Contact', 'Folder', 'IntakeAnswer', 'Invoice', 'MedicalFacility', 'RetrievalRequest'
  ] LOOP
    EXECUTE format('CREATE TRIGGER touch BEFORE UPDATE ON %I FOR EACH ROW EXECUTE FUNCTION touch_row()', touched);
  END LOOP;
END $$;

-- The case detail is hydrated with client, attorneys and tags. When one of them changes, the detail changes, and with it
-- its ETag must: otherwise If-None-Match would answer 304 for a stale copy. A case made in this very transaction has been
-- shown to nobody and is left alone.
CREATE FUNCTION touch_cases_of_client() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  UPDATE "Case" SET "updatedAt" = "updatedAt"
  WHERE "organizationId" = NEW."organizationId" AND "plaintiffId" = NEW.id;
  RETURN NULL;
END $$;
CREATE TRIGGER touch_cases AFTER UPDATE ON "Client" FOR EACH ROW
  WHEN ((OLD."firstName", OLD."lastName", OLD.email, OLD.phone, OLD.city, OLD.state, OLD."zipCode", OLD."dateOfBirth", OLD."ssnFourDigits")
     IS DISTINCT FROM
        (NEW."firstName", NEW."lastName", NEW.email, NEW.phone, NEW.city, NEW.state, NEW."zipCode", NEW."dateOfBirth", NEW."ssnFourDigits"))
  EXECUTE FUNCTION touch_cases_of_client();

CREATE FUNCTION touch_cases_of_member() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  UPDATE "Case" c SET "updatedAt" = "updatedAt" FROM "CaseAttorney" a
  WHERE a."organizationId" = NEW."organizationId" AND a."attorneyId" = NEW.id
    AND c."organizationId" = a."organizationId" AND c.id = a."caseId";
  RETURN NULL;
END $$;
CREATE TRIGGER touch_cases AFTER UPDATE ON "Member" FOR EACH ROW
  WHEN ((OLD."firstName", OLD."lastName", OLD.email) IS DISTINCT FROM (NEW."firstName", NEW."lastName", NEW.email))
  EXECUTE FUNCTION touch_cases_of_member();

CREATE FUNCTION touch_cases_of_tag() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  UPDATE "Case" c SET "updatedAt" = "updatedAt" FROM "CaseTag" t
  WHERE t."organizationId" = NEW."organizationId" AND t."tagId" = NEW.id
    AND c."organizationId" = t."organizationId" AND c.id = t."caseId";
  RETURN NULL;
END $$;
CREATE TRIGGER touch_cases AFTER UPDATE ON "Tag" FOR EACH ROW
  WHEN ((OLD.name, OLD.color) IS DISTINCT FROM (NEW.name, NEW.color)) EXECUTE FUNCTION touch_cases_of_tag();

CREATE FUNCTION touch_linked_case() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE link record;
BEGIN
  IF TG_OP = 'DELETE' THEN link := OLD; ELSE link := NEW; END IF;
  UPDATE "Case" SET "updatedAt" = "updatedAt"
  WHERE "organizationId" = link."organizationId" AND id = link."caseId"
    AND xmin::text <> pg_current_xact_id()::xid::text;
  RETURN NULL;
END $$;
CREATE TRIGGER touch_case AFTER INSERT OR UPDATE OR DELETE ON "CaseAttorney" FOR EACH ROW EXECUTE FUNCTION touch_linked_case();
CREATE TRIGGER touch_case AFTER INSERT OR DELETE ON "CaseTag" FOR EACH ROW EXECUTE FUNCTION touch_linked_case();

-- Append-only.
CREATE FUNCTION refuse_change() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  RAISE EXCEPTION '% is append-only', TG_TABLE_NAME USING ERRCODE = 'insufficient_privilege';
END $$;
CREATE TRIGGER append_only BEFORE UPDATE OR DELETE ON "AuditEntry" FOR EACH ROW EXECUTE FUNCTION refuse_change();
CREATE TRIGGER append_only_truncate BEFORE TRUNCATE ON "AuditEntry" FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
CREATE TRIGGER append_only BEFORE UPDATE ON "Event" FOR EACH ROW EXECUTE FUNCTION refuse_change();

-- Keys: the ceilings of the specification, "Authentication" 6. A secret's digest is a SHA-256.
ALTER TABLE "IntegrationKey"
  ADD CONSTRAINT "IntegrationKey_expiry_ceiling" CHECK ("expiresAt" <= "expirySetAt" + interval '2 years'),
  ADD CONSTRAINT "IntegrationKey_elevated_expiry_ceiling" CHECK (
    NOT (scopes && ARRAY['medical:read', 'medical:write', 'clients:pii', 'settlements:write'])
    OR "expiresAt" <= "expirySetAt" + interval '1 year'),
  ADD CONSTRAINT "IntegrationKey_revoked_with_reason" CHECK ("revokedAt" IS NULL OR "revokeReason" IS NOT NULL),
  ADD CONSTRAINT "IntegrationKey_name_length" CHECK (char_length(name) BETWEEN 1 AND 200);
ALTER TABLE "IntegrationKeySecret" ADD CONSTRAINT "IntegrationKeySecret_digest" CHECK (octet_length(digest) = 32);
ALTER TABLE "Member" ADD CONSTRAINT "Member_status" CHECK (status IN ('invited', 'active', 'suspended', 'deactivated'));

-- Folders: no two siblings of one name, also directly below the case, where there is no parent.
CREATE UNIQUE INDEX "Folder_sibling_name" ON "Folder" ("organizationId", "caseId", "parentFolderId", "nameKey") NULLS NOT DISTINCT;
ALTER TABLE "Folder" ADD CONSTRAINT "Folder_depth" CHECK (depth BETWEEN 1 AND 20);

-- The documents-only feed reads its own numbers alone, however many other events lie between them.
CREATE INDEX "Event_documents" ON "Event" ("organizationId", number) WHERE entity IN ('document', 'folder');

ALTER TABLE "Invoice"
  ADD CONSTRAINT "Invoice_status" CHECK (status IN ('draft', 'sent', 'paid', 'partial', 'overdue', 'to_be_paid')),
  ADD CONSTRAINT "Invoice_cents" CHECK (
    "totalCents" BETWEEN 0 AND 9007199254740991 AND "paidCents" BETWEEN 0 AND "totalCents"
    AND "subtotalCents" BETWEEN 0 AND 9007199254740991 AND "discountCents" BETWEEN 0 AND "subtotalCents"
    AND "taxCents" BETWEEN 0 AND 9007199254740991 AND "totalCents" = "subtotalCents" - "discountCents" + "taxCents");
ALTER TABLE "InvoiceLineItem" ADD CONSTRAINT "InvoiceLineItem_cents" CHECK (
  "rateCents" BETWEEN -9007199254740991 AND 9007199254740991 AND "amountCents" BETWEEN -9007199254740991 AND 9007199254740991);
ALTER TABLE "Case"
  ADD CONSTRAINT "Case_matter_status" CHECK ("matterStatus" IN (
    'pending', 'open', 'on_hold', 'settled', 'referred_out', 'declined', 'withdrawn', 'closed', 'archived')),
  ADD CONSTRAINT "Case_cents" CHECK (
    coalesce("partnerPriceCents", 0) BETWEEN 0 AND 9007199254740991
    AND coalesce("projectedFeeAmountCents", 0) BETWEEN 0 AND 9007199254740991
    AND coalesce("estimatedSettlementMinCents", 0) BETWEEN 0 AND 9007199254740991
    AND coalesce("estimatedSettlementMaxCents", 0) BETWEEN 0 AND 9007199254740991
    AND coalesce("settlementAmountCents", 0) BETWEEN 0 AND 9007199254740991
    AND coalesce("recoveryAmountCents", 0) BETWEEN 0 AND 9007199254740991);
ALTER TABLE "MedicalFacility"
  ADD CONSTRAINT "MedicalFacility_type" CHECK ("facilityType" IN (
    'hospital', 'clinic', 'imaging_center', 'physical_therapy', 'pharmacy', 'laboratory', 'specialist_office',
    'emergency_room', 'urgent_care', 'chiropractor', 'other')),
  ADD CONSTRAINT "MedicalFacility_version" CHECK (version >= 1),
  ADD CONSTRAINT "MedicalFacility_cents" CHECK (
    "totalBilledCents" BETWEEN 0 AND 9007199254740991 AND "totalPaidCents" BETWEEN 0 AND 9007199254740991);
ALTER TABLE "RetrievalRequest"
  ADD CONSTRAINT "RetrievalRequest_status" CHECK (status IN (
    'draft', 'awaiting_authorization', 'ready', 'submitted', 'acknowledged', 'in_progress', 'fee_requested', 'fee_approved',
    'fee_disputed', 'no_response', 'escalated', 'rejected', 'on_hold', 'partially_received', 'received', 'under_review',
    'incomplete', 'certified', 'completed', 'no_records', 'cancelled', 'expired')),
  ADD CONSTRAINT "RetrievalRequest_cents" CHECK (
    coalesce("feeQuotedCents", 0) BETWEEN 0 AND 9007199254740991 AND coalesce("feeApprovedCents", 0) BETWEEN 0 AND 9007199254740991);
ALTER TABLE "Client" ADD CONSTRAINT "Client_lengths" CHECK (
  char_length("firstName") BETWEEN 1 AND 100 AND char_length("lastName") BETWEEN 1 AND 100
  AND char_length(email) <= 254 AND char_length(phone) BETWEEN 1 AND 50);
ALTER TABLE "IntakeAnswer" ADD CONSTRAINT "IntakeAnswer_lengths" CHECK (
  char_length(value) <= 10000 AND char_length(accessor) BETWEEN 1 AND 200);

-- For CASEPORT_RATE_LIMIT_STORE=postgres. Columns, types and their ORDER are what rate-limiter-flexible 11.4.0
-- expects (its INSERT names no columns); the name is `rateLimitTable` in src/platform/rate-limiter.ts.
-- UNLOGGED: counters of one minute are worth no write-ahead log; a crash may forget them.
-- fillfactor 50: every request rewrites one row; with room on the page (and no index on "expire") these are
-- HOT updates that touch no index. The library deletes rows an hour old, every 5 minutes.
CREATE UNLOGGED TABLE "RateLimitCounter" (
  "key" varchar(255) PRIMARY KEY,
  "points" integer NOT NULL DEFAULT 0,
  "expire" bigint
) WITH (fillfactor = 50, autovacuum_vacuum_scale_factor = 0.05);
GRANT SELECT, INSERT, UPDATE, DELETE ON "RateLimitCounter" TO caseport_application;
