-- Intake forms, and the answers of cases and leads with their history. Accessors are compared byte by byte (COLLATE "C"): a prefix is a
-- range of an index, and the comparison leaks nothing.

CREATE TABLE "IntakeForm" (
  "organizationId"   text           NOT NULL,
  id                 text           NOT NULL,
  name               text           NOT NULL,
  description        text,
  status             text           NOT NULL DEFAULT 'draft',
  questions          jsonb          NOT NULL,
  "publishedVersion" integer,
  "publishedAt"      timestamptz(3),
  "isChanged"        boolean        NOT NULL DEFAULT true,
  "createdBy"        jsonb          NOT NULL,
  revision           integer        NOT NULL DEFAULT 1,
  "createdAt"        timestamptz(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
  "updatedAt"        timestamptz(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
  CONSTRAINT "IntakeForm_pkey" PRIMARY KEY ("organizationId", id),
  CONSTRAINT "IntakeForm_organizationId_fkey" FOREIGN KEY ("organizationId") REFERENCES "Organization" (id) ON DELETE RESTRICT ON UPDATE RESTRICT,
  CONSTRAINT "IntakeForm_status" CHECK (status IN ('draft', 'published')),
  CONSTRAINT "IntakeForm_published" CHECK ((status = 'published') = ("publishedVersion" IS NOT NULL) AND ("publishedVersion" IS NULL) = ("publishedAt" IS NULL))
);
CREATE INDEX "IntakeForm_organizationId_updatedAt_id_idx" ON "IntakeForm" ("organizationId", "updatedAt", id);
CREATE INDEX "IntakeForm_organizationId_status_id_idx" ON "IntakeForm" ("organizationId", status, id);
CREATE INDEX "IntakeForm_organizationId_status_updatedAt_id_idx" ON "IntakeForm" ("organizationId", status, "updatedAt", id);

CREATE TABLE "IntakeFormVersion" (
  "organizationId" text           NOT NULL,
  "formId"         text           NOT NULL,
  version          integer        NOT NULL,
  name             text           NOT NULL,
  description      text,
  questions        jsonb          NOT NULL,
  "publishedBy"    jsonb          NOT NULL,
  "publishedAt"    timestamptz(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
  CONSTRAINT "IntakeFormVersion_pkey" PRIMARY KEY ("organizationId", "formId", version),
  CONSTRAINT "IntakeFormVersion_organizationId_formId_fkey" FOREIGN KEY ("organizationId", "formId")
    REFERENCES "IntakeForm" ("organizationId", id) ON DELETE RESTRICT ON UPDATE RESTRICT
);

CREATE TABLE "FormQuestion" (
  "organizationId" text           NOT NULL,
  accessor         text           COLLATE "C" NOT NULL,
  "formId"         text           NOT NULL,
  version          integer        NOT NULL,
  "publishedAt"    timestamptz(3) NOT NULL,
  question         jsonb          NOT NULL,
  CONSTRAINT "FormQuestion_pkey" PRIMARY KEY ("organizationId", accessor, "formId"),
  CONSTRAINT "FormQuestion_organizationId_formId_fkey" FOREIGN KEY ("organizationId", "formId")
    REFERENCES "IntakeForm" ("organizationId", id) ON DELETE RESTRICT ON UPDATE RESTRICT
);
CREATE INDEX "FormQuestion_organizationId_formId_idx" ON "FormQuestion" ("organizationId", "formId");

CREATE TABLE "IntakeAnswer" (
  "organizationId" text             NOT NULL,
  id               text             NOT NULL,
  "caseId"         text,
  "leadId"         text,
  accessor         text             COLLATE "C" NOT NULL,
  value            text             NOT NULL,
  "valueType"      text             NOT NULL DEFAULT 'string',
  label            text,
  "formId"         text,
  "formVersion"    integer,
  "questionId"     text,
  "isMismatch"     boolean          NOT NULL DEFAULT false,
  source           text             NOT NULL DEFAULT 'api',
  "answeredBy"     jsonb,
  "answeredAt"     timestamptz(3)   NOT NULL DEFAULT CURRENT_TIMESTAMP,
  confidence       double precision,
  revision         integer          NOT NULL DEFAULT 1,
  "createdAt"      timestamptz(3)   NOT NULL DEFAULT CURRENT_TIMESTAMP,
  "updatedAt"      timestamptz(3)   NOT NULL DEFAULT CURRENT_TIMESTAMP,
  "deletedAt"      timestamptz(3),
  CONSTRAINT "IntakeAnswer_pkey" PRIMARY KEY ("organizationId", id),
  CONSTRAINT "IntakeAnswer_organizationId_caseId_fkey" FOREIGN KEY ("organizationId", "caseId")
    REFERENCES "Case" ("organizationId", id) ON DELETE RESTRICT ON UPDATE RESTRICT,
  CONSTRAINT "IntakeAnswer_organizationId_leadId_fkey" FOREIGN KEY ("organizationId", "leadId")
    REFERENCES "Lead" ("organizationId", id) ON DELETE RESTRICT ON UPDATE RESTRICT,
  CONSTRAINT "IntakeAnswer_organizationId_formId_formVersion_fkey" FOREIGN KEY ("organizationId", "formId", "formVersion")
    REFERENCES "IntakeFormVersion" ("organizationId", "formId", version) ON DELETE RESTRICT ON UPDATE RESTRICT,
  CONSTRAINT "IntakeAnswer_lengths" CHECK (char_length(value) <= 10000 AND char_length(accessor) BETWEEN 1 AND 200),
  CONSTRAINT "IntakeAnswer_owner" CHECK (num_nonnulls("caseId", "leadId") = 1),
  CONSTRAINT "IntakeAnswer_source" CHECK (source IN ('client_portal', 'staff', 'api', 'phone_ai', 'import', 'e_sign')),
  CONSTRAINT "IntakeAnswer_value_type" CHECK ("valueType" IN (
    'string', 'number', 'boolean', 'date', 'datetime', 'choice', 'multi_choice', 'phone', 'email', 'currency_cents', 'json')),
  CONSTRAINT "IntakeAnswer_form" CHECK (num_nulls("formId", "formVersion", "questionId") IN (0, 3)),
  CONSTRAINT "IntakeAnswer_confidence" CHECK (confidence BETWEEN 0 AND 1)
);
CREATE INDEX "IntakeAnswer_organizationId_formId_formVersion_idx" ON "IntakeAnswer" ("organizationId", "formId", "formVersion");
CREATE UNIQUE INDEX "IntakeAnswer_organizationId_caseId_accessor_key" ON "IntakeAnswer" ("organizationId", "caseId", accessor);
CREATE UNIQUE INDEX "IntakeAnswer_organizationId_leadId_accessor_key" ON "IntakeAnswer" ("organizationId", "leadId", accessor);

CREATE TABLE "AnswerVersion" (
  "organizationId" text             NOT NULL,
  id               text             NOT NULL,
  revision         integer          NOT NULL,
  value            text             NOT NULL,
  "valueType"      text             NOT NULL,
  label            text,
  "formId"         text,
  "formVersion"    integer,
  "questionId"     text,
  "isMismatch"     boolean          NOT NULL,
  source           text             NOT NULL,
  "answeredBy"     jsonb,
  "answeredAt"     timestamptz(3)   NOT NULL,
  confidence       double precision,
  "deletedAt"      timestamptz(3),
  "changedAt"      timestamptz(3)   NOT NULL,
  CONSTRAINT "AnswerVersion_pkey" PRIMARY KEY ("organizationId", id, revision),
  CONSTRAINT "AnswerVersion_organizationId_id_fkey" FOREIGN KEY ("organizationId", id)
    REFERENCES "IntakeAnswer" ("organizationId", id) ON DELETE RESTRICT ON UPDATE RESTRICT
);

CREATE INDEX "IntakeAnswer_of_case" ON "IntakeAnswer" ("organizationId", "caseId", id) WHERE "deletedAt" IS NULL;
CREATE INDEX "IntakeAnswer_of_case_updated" ON "IntakeAnswer" ("organizationId", "caseId", "updatedAt", id) WHERE "deletedAt" IS NULL;
CREATE INDEX "IntakeAnswer_of_lead" ON "IntakeAnswer" ("organizationId", "leadId", id) WHERE "deletedAt" IS NULL;
CREATE INDEX "IntakeAnswer_of_lead_updated" ON "IntakeAnswer" ("organizationId", "leadId", "updatedAt", id) WHERE "deletedAt" IS NULL;

-- Tenant isolation and grants. Versions never change; the questions of a form's newest version are mere links.
CALL isolate_tenants('IntakeForm', 'IntakeFormVersion', 'FormQuestion', 'IntakeAnswer', 'AnswerVersion');
GRANT SELECT, INSERT, UPDATE ON "IntakeForm", "FormQuestion", "IntakeAnswer" TO caseport_application;
GRANT SELECT, INSERT ON "IntakeFormVersion", "AnswerVersion" TO caseport_application;
GRANT DELETE ON "FormQuestion" TO caseport_application;

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

CREATE TRIGGER touch BEFORE UPDATE ON "IntakeForm" FOR EACH ROW EXECUTE FUNCTION touch_row();
CREATE TRIGGER touch BEFORE UPDATE ON "IntakeAnswer" FOR EACH ROW EXECUTE FUNCTION touch_row();
