-- Cases with their stages, attorneys, tags, parties, policies and custom fields.

CREATE TABLE "CustomFieldDefinition" (
  "organizationId" text           NOT NULL,
  id               text           NOT NULL,
  entity           text           NOT NULL,
  key              text           NOT NULL,
  label            text           NOT NULL,
  type             text           NOT NULL,
  options          jsonb          NOT NULL DEFAULT '[]',
  required         boolean        NOT NULL DEFAULT false,
  section          text,
  "order"          integer        NOT NULL DEFAULT 0,
  "caseTypes"      text[]         DEFAULT ARRAY[]::text[],
  archived         boolean        NOT NULL DEFAULT false,
  revision         integer        NOT NULL DEFAULT 1,
  "createdAt"      timestamptz(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
  "updatedAt"      timestamptz(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
  CONSTRAINT "CustomFieldDefinition_pkey" PRIMARY KEY ("organizationId", id),
  CONSTRAINT "CustomFieldDefinition_organizationId_fkey" FOREIGN KEY ("organizationId")
    REFERENCES "Organization" (id) ON DELETE RESTRICT ON UPDATE RESTRICT,
  CONSTRAINT "CustomFieldDefinition_entity_known" CHECK ("entity" IN ('case', 'lead')),
  CONSTRAINT "CustomFieldDefinition_type_known" CHECK ("type" IN (
    'text', 'long_text', 'number', 'currency', 'percent', 'date', 'datetime', 'boolean', 'select', 'multi_select', 'contact', 'member',
    'case', 'document', 'url', 'email', 'phone'))
);
CREATE INDEX "CustomFieldDefinition_organizationId_updatedAt_id_idx" ON "CustomFieldDefinition" ("organizationId", "updatedAt", id);
CREATE INDEX "CustomFieldDefinition_organizationId_order_id_idx" ON "CustomFieldDefinition" ("organizationId", "order", id);
CREATE INDEX "CustomFieldDefinition_organizationId_archived_id_idx" ON "CustomFieldDefinition" ("organizationId", archived, id);
CREATE UNIQUE INDEX "CustomFieldDefinition_organizationId_entity_key_key" ON "CustomFieldDefinition" ("organizationId", entity, key);

CREATE TABLE "Case" (
  "organizationId"                   text             NOT NULL,
  id                                 text             NOT NULL,
  "sequenceId"                       text             NOT NULL,
  "plaintiffId"                      text             NOT NULL,
  "attorneyId"                       text,
  "externalId"                       text,
  title                              text,
  "practiceArea"                     text,
  description                        text,
  "intakeNotes"                      text,
  "injuryDescription"                text,
  "caseType"                         text             NOT NULL,
  "subCaseType"                      text,
  "caseState"                        text,
  "jurisdictionCounty"               text,
  "leadId"                           text,
  "matterStage"                      text             NOT NULL,
  "matterStatus"                     text             NOT NULL,
  "statusReason"                     text,
  "stageEnteredAt"                   timestamptz(3),
  "caseSource"                       text,
  "caseMatchMode"                    text,
  "caseMatchDate"                    timestamptz(3),
  "caseReviewedDate"                 timestamptz(3),
  "partnerId"                        text,
  "partnerName"                      text,
  "partnerResult"                    text,
  "partnerPriceCents"                bigint,
  "highValue"                        boolean          NOT NULL DEFAULT false,
  vetted                             boolean          NOT NULL DEFAULT false,
  "isCommercial"                     boolean          NOT NULL DEFAULT false,
  "trialBound"                       boolean          NOT NULL DEFAULT false,
  "caseScore"                        double precision,
  "projectedWinRate"                 double precision,
  "projectedFeeAmountCents"          bigint,
  "estimatedSettlementMinCents"      bigint,
  "estimatedSettlementMaxCents"      bigint,
  "settlementAmountCents"            bigint,
  "recoveryAmountCents"              bigint,
  "projectedSettlementDate"          timestamptz(3),
  "projectedSettlementDateLabel"     text,
  "projectedSettlementDatePrecision" text,
  "estimatedTimeToResolution"        double precision,
  "attorneyFeePercentage"            double precision,
  "settlementDate"                   timestamptz(3),
  "recoveryDate"                     timestamptz(3),
  "resolutionDate"                   timestamptz(3),
  "dateOfIncident"                   date,
  "openedOn"                         date,
  "engagedOn"                        date,
  "retainerStatus"                   text,
  "statuteOfLimitationsOn"           date,
  "closedOn"                         date,
  "lastClientContactOn"              date,
  "customFields"                     jsonb            NOT NULL DEFAULT '{}',
  "createdAt"                        timestamptz(3)   NOT NULL DEFAULT CURRENT_TIMESTAMP,
  "updatedAt"                        timestamptz(3)   NOT NULL DEFAULT CURRENT_TIMESTAMP,
  "deletedAt"                        timestamptz(3),
  CONSTRAINT "Case_pkey" PRIMARY KEY ("organizationId", id),
  CONSTRAINT "Case_organizationId_plaintiffId_fkey" FOREIGN KEY ("organizationId", "plaintiffId")
    REFERENCES "Client" ("organizationId", id) ON DELETE RESTRICT ON UPDATE RESTRICT,
  CONSTRAINT "Case_organizationId_attorneyId_fkey" FOREIGN KEY ("organizationId", "attorneyId")
    REFERENCES "Member" ("organizationId", id) ON DELETE RESTRICT ON UPDATE RESTRICT,
  CONSTRAINT "Case_matter_status" CHECK ("matterStatus" IN (
    'pending', 'open', 'on_hold', 'settled', 'referred_out', 'declined', 'withdrawn', 'closed', 'archived')),
  CONSTRAINT "Case_cents" CHECK (coalesce("partnerPriceCents", 0) BETWEEN 0 AND 9007199254740991
    AND coalesce("projectedFeeAmountCents", 0) BETWEEN 0 AND 9007199254740991
    AND coalesce("estimatedSettlementMinCents", 0) BETWEEN 0 AND 9007199254740991
    AND coalesce("estimatedSettlementMaxCents", 0) BETWEEN 0 AND 9007199254740991
    AND coalesce("settlementAmountCents", 0) BETWEEN 0 AND 9007199254740991
    AND coalesce("recoveryAmountCents", 0) BETWEEN 0 AND 9007199254740991),
  CONSTRAINT "Case_matterStage" CHECK ("matterStage" IN ('intake', 'investigation', 'treatment', 'records_collection', 'demand_preparation',
    'demand_sent', 'negotiation', 'pre_suit_mediation', 'litigation_filed', 'service', 'discovery', 'depositions', 'expert_disclosure', 'mediation',
    'arbitration', 'trial_preparation', 'trial', 'appeal', 'settlement_pending', 'lien_resolution', 'disbursement', 'closed'))
);
CREATE INDEX "Case_organizationId_plaintiffId_id_idx" ON "Case" ("organizationId", "plaintiffId", id);
CREATE INDEX "Case_organizationId_attorneyId_idx" ON "Case" ("organizationId", "attorneyId");
CREATE INDEX "Case_organizationId_updatedAt_id_idx" ON "Case" ("organizationId", "updatedAt", id);
CREATE INDEX "Case_organizationId_matterStage_id_idx" ON "Case" ("organizationId", "matterStage", id);
CREATE INDEX "Case_organizationId_matterStage_updatedAt_id_idx" ON "Case" ("organizationId", "matterStage", "updatedAt", id);
CREATE INDEX "Case_organizationId_matterStatus_id_idx" ON "Case" ("organizationId", "matterStatus", id);
CREATE INDEX "Case_organizationId_matterStatus_updatedAt_id_idx" ON "Case" ("organizationId", "matterStatus", "updatedAt", id);
CREATE INDEX "Case_organizationId_caseType_id_idx" ON "Case" ("organizationId", "caseType", id);
CREATE INDEX "Case_organizationId_caseType_updatedAt_id_idx" ON "Case" ("organizationId", "caseType", "updatedAt", id);
CREATE INDEX "Case_organizationId_caseState_id_idx" ON "Case" ("organizationId", "caseState", id);
CREATE INDEX "Case_organizationId_partnerId_id_idx" ON "Case" ("organizationId", "partnerId", id);
CREATE INDEX "Case_organizationId_highValue_id_idx" ON "Case" ("organizationId", "highValue", id);
CREATE INDEX "Case_organizationId_dateOfIncident_id_idx" ON "Case" ("organizationId", "dateOfIncident", id);
CREATE INDEX "Case_organizationId_closedOn_id_idx" ON "Case" ("organizationId", "closedOn", id);
CREATE UNIQUE INDEX "Case_organizationId_sequenceId_key" ON "Case" ("organizationId", "sequenceId");
CREATE UNIQUE INDEX "Case_organizationId_externalId_key" ON "Case" ("organizationId", "externalId");
CREATE UNIQUE INDEX "Case_organizationId_leadId_key" ON "Case" ("organizationId", "leadId");

CREATE TABLE "CaseStageEntry" (
  "organizationId" text           NOT NULL,
  id               text           NOT NULL,
  "caseId"         text           NOT NULL,
  "fromStage"      text,
  "toStage"        text           NOT NULL,
  "fromStatus"     text,
  "toStatus"       text           NOT NULL,
  "enteredAt"      timestamptz(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
  "effectiveOn"    date,
  reason           text,
  note             text,
  "forcedGates"    text[],
  "actorType"      text           NOT NULL,
  "actorId"        text           NOT NULL,
  "actorName"      text           NOT NULL,
  CONSTRAINT "CaseStageEntry_pkey" PRIMARY KEY ("organizationId", id),
  CONSTRAINT "CaseStageEntry_organizationId_caseId_fkey" FOREIGN KEY ("organizationId", "caseId")
    REFERENCES "Case" ("organizationId", id) ON DELETE RESTRICT ON UPDATE RESTRICT
);
CREATE INDEX "CaseStageEntry_organizationId_caseId_id_idx" ON "CaseStageEntry" ("organizationId", "caseId", id);

CREATE TABLE "CaseStageGate" (
  "organizationId" text           NOT NULL,
  id               text           NOT NULL,
  stage            text           NOT NULL,
  "caseType"       text           NOT NULL DEFAULT '',
  gates            text[],
  revision         integer        NOT NULL DEFAULT 1,
  "createdAt"      timestamptz(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
  "updatedAt"      timestamptz(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
  CONSTRAINT "CaseStageGate_pkey" PRIMARY KEY ("organizationId", id),
  CONSTRAINT "CaseStageGate_organizationId_fkey" FOREIGN KEY ("organizationId") REFERENCES "Organization" (id) ON DELETE RESTRICT ON UPDATE RESTRICT
);
CREATE UNIQUE INDEX "CaseStageGate_organizationId_stage_caseType_key" ON "CaseStageGate" ("organizationId", stage, "caseType");

CREATE TABLE "CaseAttorney" (
  "organizationId" text           NOT NULL,
  "caseId"         text           NOT NULL,
  "attorneyId"     text           NOT NULL,
  role             text           NOT NULL,
  "assignedAt"     timestamptz(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
  CONSTRAINT "CaseAttorney_pkey" PRIMARY KEY ("organizationId", "caseId", "attorneyId", role),
  CONSTRAINT "CaseAttorney_organizationId_caseId_fkey" FOREIGN KEY ("organizationId", "caseId")
    REFERENCES "Case" ("organizationId", id) ON DELETE RESTRICT ON UPDATE RESTRICT,
  CONSTRAINT "CaseAttorney_organizationId_attorneyId_fkey" FOREIGN KEY ("organizationId", "attorneyId")
    REFERENCES "Member" ("organizationId", id) ON DELETE RESTRICT ON UPDATE RESTRICT
);
CREATE INDEX "CaseAttorney_organizationId_attorneyId_caseId_idx" ON "CaseAttorney" ("organizationId", "attorneyId", "caseId");

CREATE TABLE "Tag" (
  "organizationId" text           NOT NULL,
  id               text           NOT NULL,
  name             text           NOT NULL,
  "nameKey"        text           NOT NULL DEFAULT '',
  color            text           NOT NULL,
  revision         integer        NOT NULL DEFAULT 1,
  "createdAt"      timestamptz(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
  "updatedAt"      timestamptz(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
  "deletedAt"      timestamptz(3),
  CONSTRAINT "Tag_pkey" PRIMARY KEY ("organizationId", id),
  CONSTRAINT "Tag_organizationId_fkey" FOREIGN KEY ("organizationId") REFERENCES "Organization" (id) ON DELETE RESTRICT ON UPDATE RESTRICT,
  CONSTRAINT "Tag_color_form" CHECK (color ~ '^#[0-9a-f]{6}$')
);
CREATE INDEX "Tag_organizationId_updatedAt_id_idx" ON "Tag" ("organizationId", "updatedAt", id);

CREATE TABLE "CaseTag" (
  "organizationId" text NOT NULL,
  "caseId"         text NOT NULL,
  "tagId"          text NOT NULL,
  CONSTRAINT "CaseTag_pkey" PRIMARY KEY ("organizationId", "caseId", "tagId"),
  CONSTRAINT "CaseTag_organizationId_caseId_fkey" FOREIGN KEY ("organizationId", "caseId")
    REFERENCES "Case" ("organizationId", id) ON DELETE RESTRICT ON UPDATE RESTRICT,
  CONSTRAINT "CaseTag_organizationId_tagId_fkey" FOREIGN KEY ("organizationId", "tagId")
    REFERENCES "Tag" ("organizationId", id) ON DELETE RESTRICT ON UPDATE RESTRICT
);
CREATE INDEX "CaseTag_organizationId_tagId_caseId_idx" ON "CaseTag" ("organizationId", "tagId", "caseId");

CREATE TABLE "CaseParty" (
  "organizationId"         text           NOT NULL,
  id                       text           NOT NULL,
  "caseId"                 text           NOT NULL,
  "contactId"              text           NOT NULL,
  "representedByContactId" text,
  role                     text           NOT NULL,
  side                     text           NOT NULL,
  "isPrimary"              boolean        NOT NULL DEFAULT false,
  "isClient"               boolean        NOT NULL DEFAULT false,
  notes                    text,
  "servedOn"               date,
  "answerDueOn"            date,
  "dismissedOn"            date,
  "externalId"             text,
  revision                 integer        NOT NULL DEFAULT 1,
  "createdAt"              timestamptz(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
  "updatedAt"              timestamptz(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
  "deletedAt"              timestamptz(3),
  CONSTRAINT "CaseParty_pkey" PRIMARY KEY ("organizationId", id),
  CONSTRAINT "CaseParty_organizationId_caseId_fkey" FOREIGN KEY ("organizationId", "caseId")
    REFERENCES "Case" ("organizationId", id) ON DELETE RESTRICT ON UPDATE RESTRICT,
  CONSTRAINT "CaseParty_organizationId_contactId_fkey" FOREIGN KEY ("organizationId", "contactId")
    REFERENCES "Contact" ("organizationId", id) ON DELETE RESTRICT ON UPDATE RESTRICT,
  CONSTRAINT "CaseParty_organizationId_representedByContactId_fkey" FOREIGN KEY ("organizationId", "representedByContactId")
    REFERENCES "Contact" ("organizationId", id) ON DELETE RESTRICT ON UPDATE RESTRICT,
  CONSTRAINT "CaseParty_role_known" CHECK ("role" IN (
    'plaintiff', 'minor_plaintiff', 'guardian_ad_litem', 'decedent', 'personal_representative', 'spouse_consortium', 'defendant',
    'defendant_driver', 'vehicle_owner', 'employer', 'property_owner', 'government_entity', 'insurer', 'adjuster',
    'third_party_administrator', 'opposing_counsel', 'co_counsel', 'referring_attorney', 'witness', 'expert', 'investigator',
    'police_officer', 'medical_provider', 'lienholder', 'judge', 'mediator', 'arbitrator', 'court_reporter', 'court',
    'structured_settlement_broker', 'other')),
  CONSTRAINT "CaseParty_side_known" CHECK ("side" IN ('plaintiff', 'defendant', 'neutral'))
);
CREATE INDEX "CaseParty_organizationId_caseId_id_idx" ON "CaseParty" ("organizationId", "caseId", id);
CREATE INDEX "CaseParty_organizationId_caseId_updatedAt_id_idx" ON "CaseParty" ("organizationId", "caseId", "updatedAt", id);
CREATE INDEX "CaseParty_organizationId_caseId_role_id_idx" ON "CaseParty" ("organizationId", "caseId", role, id);
CREATE INDEX "CaseParty_organizationId_caseId_side_id_idx" ON "CaseParty" ("organizationId", "caseId", side, id);
CREATE INDEX "CaseParty_organizationId_contactId_caseId_idx" ON "CaseParty" ("organizationId", "contactId", "caseId");
CREATE INDEX "CaseParty_organizationId_representedByContactId_caseId_idx" ON "CaseParty" ("organizationId", "representedByContactId", "caseId");

CREATE TABLE "InsurancePolicy" (
  "organizationId"               text           NOT NULL,
  id                             text           NOT NULL,
  "caseId"                       text           NOT NULL,
  side                           text           NOT NULL,
  type                           text           NOT NULL,
  "carrierContactId"             text,
  "adjusterContactId"            text,
  "adjusterClaimRole"            text,
  "thirdPartyAdminContactId"     text,
  "policyNumber"                 text,
  "claimNumber"                  text,
  "insuredName"                  text,
  "limitPerPersonCents"          bigint,
  "limitPerOccurrenceCents"      bigint,
  "deductibleCents"              bigint,
  "umLimitCents"                 bigint,
  "uimLimitCents"                bigint,
  "stackedCount"                 integer,
  "limitsStatus"                 text           NOT NULL DEFAULT 'unknown',
  "limitsRequestedOn"            date,
  "limitsDisclosedOn"            date,
  "coverageStatus"               text           NOT NULL DEFAULT 'pending',
  "carrierHasLien"               boolean        NOT NULL DEFAULT false,
  "isPrimary"                    boolean        NOT NULL DEFAULT false,
  priority                       integer,
  "letterOfRepresentationSentOn" date,
  "acknowledgedOn"               date,
  notes                          text,
  "externalId"                   text,
  revision                       integer        NOT NULL DEFAULT 1,
  "createdAt"                    timestamptz(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
  "updatedAt"                    timestamptz(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
  "deletedAt"                    timestamptz(3),
  CONSTRAINT "InsurancePolicy_pkey" PRIMARY KEY ("organizationId", id),
  CONSTRAINT "InsurancePolicy_organizationId_caseId_fkey" FOREIGN KEY ("organizationId", "caseId")
    REFERENCES "Case" ("organizationId", id) ON DELETE RESTRICT ON UPDATE RESTRICT,
  CONSTRAINT "InsurancePolicy_organizationId_carrierContactId_fkey" FOREIGN KEY ("organizationId", "carrierContactId")
    REFERENCES "Contact" ("organizationId", id) ON DELETE RESTRICT ON UPDATE RESTRICT,
  CONSTRAINT "InsurancePolicy_organizationId_adjusterContactId_fkey" FOREIGN KEY ("organizationId", "adjusterContactId")
    REFERENCES "Contact" ("organizationId", id) ON DELETE RESTRICT ON UPDATE RESTRICT,
  CONSTRAINT "InsurancePolicy_organizationId_thirdPartyAdminContactId_fkey" FOREIGN KEY ("organizationId", "thirdPartyAdminContactId")
    REFERENCES "Contact" ("organizationId", id) ON DELETE RESTRICT ON UPDATE RESTRICT,
  CONSTRAINT "InsurancePolicy_side_known" CHECK ("side" IN ('plaintiff', 'defendant')),
  CONSTRAINT "InsurancePolicy_type_known" CHECK ("type" IN (
    'bodily_injury', 'um', 'uim', 'um_uim', 'pip', 'med_pay', 'property_damage', 'umbrella', 'health', 'workers_comp', 'general_liability',
    'homeowners', 'commercial_auto', 'medical_malpractice', 'other')),
  CONSTRAINT "InsurancePolicy_limitsStatus_known" CHECK ("limitsStatus" IN ('unknown', 'requested', 'disclosed', 'confirmed', 'tendered')),
  CONSTRAINT "InsurancePolicy_coverageStatus_known" CHECK ("coverageStatus" IN ('pending', 'accepted', 'reservation_of_rights', 'denied')),
  CONSTRAINT "InsurancePolicy_money" CHECK (least("limitPerPersonCents", "limitPerOccurrenceCents", "deductibleCents", "umLimitCents", "uimLimitCents") >= 0)
);
CREATE INDEX "InsurancePolicy_organizationId_caseId_id_idx" ON "InsurancePolicy" ("organizationId", "caseId", id);
CREATE INDEX "InsurancePolicy_organizationId_caseId_updatedAt_id_idx" ON "InsurancePolicy" ("organizationId", "caseId", "updatedAt", id);
CREATE INDEX "InsurancePolicy_organizationId_caseId_side_id_idx" ON "InsurancePolicy" ("organizationId", "caseId", side, id);
CREATE INDEX "InsurancePolicy_organizationId_caseId_type_id_idx" ON "InsurancePolicy" ("organizationId", "caseId", type, id);
CREATE INDEX "InsurancePolicy_organizationId_carrierContactId_caseId_idx" ON "InsurancePolicy" ("organizationId", "carrierContactId", "caseId");
CREATE INDEX "InsurancePolicy_organizationId_adjusterContactId_caseId_idx" ON "InsurancePolicy" ("organizationId", "adjusterContactId", "caseId");
CREATE INDEX "InsurancePolicy_organizationId_thirdPartyAdminContactId_cas_idx" ON "InsurancePolicy" ("organizationId", "thirdPartyAdminContactId", "caseId");

-- A tag's name is unique regardless of case, among those that are not deleted.
CREATE UNIQUE INDEX "Tag_live_name" ON "Tag" ("organizationId", "nameKey") WHERE "deletedAt" IS NULL;
CREATE UNIQUE INDEX "CaseParty_primary_role" ON "CaseParty" ("organizationId", "caseId", role) WHERE "isPrimary" AND "deletedAt" IS NULL;
CREATE UNIQUE INDEX "CaseParty_external_id" ON "CaseParty" ("organizationId", "externalId") WHERE "deletedAt" IS NULL;
CREATE UNIQUE INDEX "InsurancePolicy_external_id" ON "InsurancePolicy" ("organizationId", "externalId") WHERE "deletedAt" IS NULL;

-- Tenant isolation and grants. The stage history never changes; attorneys and tags of a case are mere links.
CALL isolate_tenants(
  'CustomFieldDefinition', 'Case', 'CaseStageEntry', 'CaseStageGate', 'CaseAttorney', 'Tag', 'CaseTag', 'CaseParty', 'InsurancePolicy');
GRANT SELECT, INSERT, UPDATE ON
  "CustomFieldDefinition", "Case", "CaseStageGate", "CaseAttorney", "Tag", "CaseTag", "CaseParty", "InsurancePolicy"
TO caseport_application;
GRANT SELECT, INSERT ON "CaseStageEntry" TO caseport_application;
GRANT DELETE ON "CaseAttorney", "CaseTag" TO caseport_application;

CREATE FUNCTION name_tag() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  NEW."nameKey" := lower(normalize(NEW.name, NFC) COLLATE pg_c_utf8);
  RETURN NEW;
END $$;
CREATE TRIGGER name_tag BEFORE INSERT OR UPDATE OF name ON "Tag" FOR EACH ROW EXECUTE FUNCTION name_tag();

-- A case shows its client, its attorneys and its tags. When what it shows of them changes, its "updatedAt" and so its ETag must change:
-- otherwise If-None-Match would respond 304 for a stale copy. The cases are locked in the order of their ids, so that two transactions
-- that touch the same ones wait for each other and do not deadlock.
CREATE FUNCTION touch_cases_of_client() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM 1 FROM "Case" WHERE "organizationId" = NEW."organizationId" AND "plaintiffId" = NEW.id ORDER BY id FOR NO KEY UPDATE;
  UPDATE "Case" SET "updatedAt" = "updatedAt" WHERE "organizationId" = NEW."organizationId" AND "plaintiffId" = NEW.id;
  RETURN NULL;
END $$;
CREATE TRIGGER touch_cases AFTER UPDATE ON "Client" FOR EACH ROW
  WHEN ((OLD."firstName", OLD."lastName", OLD.email, OLD.phone, OLD.city, OLD.state, OLD."zipCode", OLD."dateOfBirth", OLD."ssnFourDigits")
     IS DISTINCT FROM
        (NEW."firstName", NEW."lastName", NEW.email, NEW.phone, NEW.city, NEW.state, NEW."zipCode", NEW."dateOfBirth", NEW."ssnFourDigits"))
  EXECUTE FUNCTION touch_cases_of_client();

CREATE FUNCTION touch_cases_of_member() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM 1 FROM "Case" WHERE "organizationId" = NEW."organizationId" AND id IN (
    SELECT a."caseId" FROM "CaseAttorney" a WHERE a."organizationId" = NEW."organizationId" AND a."attorneyId" = NEW.id) ORDER BY id FOR NO KEY UPDATE;
  UPDATE "Case" SET "updatedAt" = "updatedAt" WHERE "organizationId" = NEW."organizationId" AND id IN (
    SELECT a."caseId" FROM "CaseAttorney" a WHERE a."organizationId" = NEW."organizationId" AND a."attorneyId" = NEW.id);
  RETURN NULL;
END $$;
CREATE TRIGGER touch_cases AFTER UPDATE ON "Member" FOR EACH ROW
  WHEN ((OLD."firstName", OLD."lastName", OLD.email) IS DISTINCT FROM (NEW."firstName", NEW."lastName", NEW.email))
  EXECUTE FUNCTION touch_cases_of_member();

CREATE FUNCTION touch_cases_of_tag() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM 1 FROM "Case" WHERE "organizationId" = NEW."organizationId" AND id IN (
    SELECT t."caseId" FROM "CaseTag" t WHERE t."organizationId" = NEW."organizationId" AND t."tagId" = NEW.id) ORDER BY id FOR NO KEY UPDATE;
  UPDATE "Case" SET "updatedAt" = "updatedAt" WHERE "organizationId" = NEW."organizationId" AND id IN (
    SELECT t."caseId" FROM "CaseTag" t WHERE t."organizationId" = NEW."organizationId" AND t."tagId" = NEW.id);
  RETURN NULL;
END $$;
CREATE TRIGGER touch_cases AFTER UPDATE ON "Tag" FOR EACH ROW
  WHEN ((OLD.name, OLD.color) IS DISTINCT FROM (NEW.name, NEW.color)) EXECUTE FUNCTION touch_cases_of_tag();

-- A case that this transaction has written was shown to nobody since, and is left alone.
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

-- A case is found by its own words and by its client's.
CREATE FUNCTION index_case() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE client_name text;
BEGIN
  SELECT concat_ws(' ', p."firstName", p."lastName") INTO client_name
  FROM "Client" p WHERE p."organizationId" = NEW."organizationId" AND p.id = NEW."plaintiffId";
  PERFORM index_words(NEW."organizationId", 'case', NEW.id,
    search_words(concat_ws(' ', NEW.title, NEW."sequenceId", NEW."externalId", client_name)));
  RETURN NULL;
END $$;
CREATE TRIGGER index_words AFTER INSERT OR UPDATE OF title, "sequenceId", "externalId", "plaintiffId" ON "Case"
  FOR EACH ROW EXECUTE FUNCTION index_case();
-- Triggers fire in the order of their names: this one after touch_cases, which locks the cases. A transaction that renames a case at the
-- same time waits for it, and both names are found.
CREATE FUNCTION index_cases_of_client() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE found_case record;
BEGIN
  FOR found_case IN
    SELECT c.id, c.title, c."sequenceId", c."externalId" FROM "Case" c
    WHERE c."organizationId" = NEW."organizationId" AND c."plaintiffId" = NEW.id
  LOOP
    PERFORM index_words(NEW."organizationId", 'case', found_case.id, search_words(
      concat_ws(' ', found_case.title, found_case."sequenceId", found_case."externalId", NEW."firstName", NEW."lastName")));
  END LOOP;
  RETURN NULL;
END $$;
CREATE TRIGGER words_of_cases AFTER UPDATE OF "firstName", "lastName" ON "Client" FOR EACH ROW
  WHEN ((OLD."firstName", OLD."lastName") IS DISTINCT FROM (NEW."firstName", NEW."lastName")) EXECUTE FUNCTION index_cases_of_client();

CREATE TRIGGER touch BEFORE UPDATE ON "CustomFieldDefinition" FOR EACH ROW EXECUTE FUNCTION touch_row();
CREATE TRIGGER touch BEFORE UPDATE ON "Case" FOR EACH ROW EXECUTE FUNCTION touch_row();
CREATE TRIGGER touch BEFORE UPDATE ON "CaseStageGate" FOR EACH ROW EXECUTE FUNCTION touch_row();
CREATE TRIGGER touch BEFORE UPDATE ON "Tag" FOR EACH ROW EXECUTE FUNCTION touch_row();
CREATE TRIGGER touch BEFORE UPDATE ON "CaseParty" FOR EACH ROW EXECUTE FUNCTION touch_row();
CREATE TRIGGER touch BEFORE UPDATE ON "InsurancePolicy" FOR EACH ROW EXECUTE FUNCTION touch_row();
