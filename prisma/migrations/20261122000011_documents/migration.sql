-- Folders and documents, and the stored objects that hold their bytes.

CREATE TABLE "Folder" (
  "organizationId"  text           NOT NULL,
  id                text           NOT NULL,
  "caseId"          text           NOT NULL,
  "parentFolderId"  text,
  name              text           NOT NULL,
  "nameKey"         text           NOT NULL,
  depth             integer        NOT NULL,
  "ownerAttorneyId" text,
  revision          integer        NOT NULL DEFAULT 1,
  "createdAt"       timestamptz(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
  "updatedAt"       timestamptz(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
  "deletedAt"       timestamptz(3),
  CONSTRAINT "Folder_pkey" PRIMARY KEY ("organizationId", id),
  CONSTRAINT "Folder_organizationId_caseId_fkey" FOREIGN KEY ("organizationId", "caseId")
    REFERENCES "Case" ("organizationId", id) ON DELETE RESTRICT ON UPDATE RESTRICT,
  CONSTRAINT "Folder_organizationId_ownerAttorneyId_fkey" FOREIGN KEY ("organizationId", "ownerAttorneyId")
    REFERENCES "Member" ("organizationId", id) ON DELETE RESTRICT ON UPDATE RESTRICT,
  CONSTRAINT "Folder_depth" CHECK (depth BETWEEN 1 AND 20)
);
CREATE INDEX "Folder_organizationId_caseId_updatedAt_id_idx" ON "Folder" ("organizationId", "caseId", "updatedAt", id);
CREATE INDEX "Folder_organizationId_caseId_nameKey_id_idx" ON "Folder" ("organizationId", "caseId", "nameKey", id);
CREATE INDEX "Folder_organizationId_caseId_parentFolderId_id_idx" ON "Folder" ("organizationId", "caseId", "parentFolderId", id);
CREATE INDEX "Folder_organizationId_caseId_parentFolderId_updatedAt_id_idx" ON "Folder" ("organizationId", "caseId", "parentFolderId", "updatedAt", id);
CREATE INDEX "Folder_organizationId_ownerAttorneyId_idx" ON "Folder" ("organizationId", "ownerAttorneyId");
CREATE UNIQUE INDEX "Folder_organizationId_caseId_id_key" ON "Folder" ("organizationId", "caseId", id);
ALTER TABLE "Folder" ADD CONSTRAINT "Folder_organizationId_caseId_parentFolderId_fkey" FOREIGN KEY ("organizationId", "caseId", "parentFolderId")
    REFERENCES "Folder" ("organizationId", "caseId", id) ON DELETE RESTRICT ON UPDATE RESTRICT;

CREATE TABLE "Document" (
  "organizationId"  text           NOT NULL,
  id                text           NOT NULL,
  "caseId"          text,
  "leadId"          text,
  "folderId"        text,
  name              text           NOT NULL,
  "fileName"        text           NOT NULL,
  "contentType"     text           NOT NULL,
  "sizeBytes"       bigint         NOT NULL,
  sha256            text           NOT NULL,
  category          text           NOT NULL DEFAULT 'other',
  "subCategory"     text,
  description       text,
  "documentDate"    date,
  "receivedOn"      date,
  source            text           NOT NULL DEFAULT 'api',
  status            text           NOT NULL,
  "statusReason"    text,
  version           integer        NOT NULL DEFAULT 0,
  "lockedBy"        jsonb,
  "lockExpiresAt"   timestamptz(3),
  "isPrivileged"    boolean        NOT NULL DEFAULT false,
  "isWorkProduct"   boolean        NOT NULL DEFAULT false,
  "isConfidential"  boolean        NOT NULL DEFAULT false,
  "containsPhi"     boolean        NOT NULL DEFAULT false,
  "legalHold"       boolean        NOT NULL DEFAULT false,
  "batesPrefix"     text,
  "batesStart"      integer,
  "batesEnd"        integer,
  "externalId"      text,
  "ownerAttorneyId" text,
  "uploadedBy"      jsonb          NOT NULL,
  revision          integer        NOT NULL DEFAULT 1,
  "createdAt"       timestamptz(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
  "updatedAt"       timestamptz(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
  "deletedAt"       timestamptz(3),
  CONSTRAINT "Document_pkey" PRIMARY KEY ("organizationId", id),
  CONSTRAINT "Document_organizationId_fkey" FOREIGN KEY ("organizationId") REFERENCES "Organization" (id) ON DELETE RESTRICT ON UPDATE RESTRICT,
  CONSTRAINT "Document_organizationId_caseId_fkey" FOREIGN KEY ("organizationId", "caseId")
    REFERENCES "Case" ("organizationId", id) ON DELETE RESTRICT ON UPDATE RESTRICT,
  CONSTRAINT "Document_organizationId_leadId_fkey" FOREIGN KEY ("organizationId", "leadId")
    REFERENCES "Lead" ("organizationId", id) ON DELETE RESTRICT ON UPDATE RESTRICT,
  CONSTRAINT "Document_organizationId_caseId_folderId_fkey" FOREIGN KEY ("organizationId", "caseId", "folderId")
    REFERENCES "Folder" ("organizationId", "caseId", id) ON DELETE RESTRICT ON UPDATE RESTRICT,
  CONSTRAINT "Document_organizationId_ownerAttorneyId_fkey" FOREIGN KEY ("organizationId", "ownerAttorneyId")
    REFERENCES "Member" ("organizationId", id) ON DELETE RESTRICT ON UPDATE RESTRICT,
  CONSTRAINT "Document_status" CHECK (status IN ('pending_upload', 'scanning', 'available', 'quarantined', 'expired')),
  CONSTRAINT "Document_status_reason" CHECK ((status IN ('quarantined', 'expired')) = ("statusReason" IS NOT NULL)),
  CONSTRAINT "Document_belongs" CHECK ("caseId" IS NOT NULL OR "leadId" IS NOT NULL),
  CONSTRAINT "Document_folder" CHECK ("folderId" IS NULL OR "caseId" IS NOT NULL),
  CONSTRAINT "Document_has_bytes" CHECK ((version >= 1) = (status = 'available')),
  CONSTRAINT "Document_size" CHECK ("sizeBytes" BETWEEN 0 AND 5368709120),
  CONSTRAINT "Document_sha256" CHECK (sha256 ~ '^[0-9a-f]{64}$'),
  CONSTRAINT "Document_lock" CHECK (("lockedBy" IS NULL) = ("lockExpiresAt" IS NULL)),
  CONSTRAINT "Document_hold" CHECK (NOT "legalHold" OR "deletedAt" IS NULL),
  CONSTRAINT "Document_revision" CHECK (revision >= 1)
);
CREATE INDEX "Document_organizationId_caseId_folderId_idx" ON "Document" ("organizationId", "caseId", "folderId");
CREATE INDEX "Document_organizationId_leadId_id_idx" ON "Document" ("organizationId", "leadId", id);
CREATE INDEX "Document_organizationId_ownerAttorneyId_idx" ON "Document" ("organizationId", "ownerAttorneyId");
CREATE UNIQUE INDEX "Document_organizationId_externalId_key" ON "Document" ("organizationId", "externalId");

CREATE TABLE "DocumentTag" (
  "organizationId" text NOT NULL,
  "documentId"     text NOT NULL,
  tag              text NOT NULL,
  CONSTRAINT "DocumentTag_pkey" PRIMARY KEY ("organizationId", "documentId", tag),
  CONSTRAINT "DocumentTag_organizationId_documentId_fkey" FOREIGN KEY ("organizationId", "documentId")
    REFERENCES "Document" ("organizationId", id) ON DELETE RESTRICT ON UPDATE RESTRICT
);
CREATE INDEX "DocumentTag_organizationId_tag_documentId_idx" ON "DocumentTag" ("organizationId", tag, "documentId");

CREATE TABLE "StoredObject" (
  "organizationId" text           NOT NULL,
  id               text           NOT NULL,
  "createdAt"      timestamptz(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
  CONSTRAINT "StoredObject_pkey" PRIMARY KEY ("organizationId", id),
  CONSTRAINT "StoredObject_organizationId_fkey" FOREIGN KEY ("organizationId") REFERENCES "Organization" (id) ON DELETE RESTRICT ON UPDATE RESTRICT
);
CREATE INDEX "StoredObject_createdAt_idx" ON "StoredObject" ("createdAt");

CREATE TABLE "DocumentVersion" (
  "organizationId" text           NOT NULL,
  id               text           NOT NULL,
  "documentId"     text           NOT NULL,
  number           integer        NOT NULL,
  "objectId"       text           NOT NULL,
  "fileName"       text           NOT NULL,
  "contentType"    text           NOT NULL,
  "sizeBytes"      bigint         NOT NULL,
  sha256           text           NOT NULL,
  note             text,
  "uploadedBy"     jsonb          NOT NULL,
  "createdAt"      timestamptz(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
  CONSTRAINT "DocumentVersion_pkey" PRIMARY KEY ("organizationId", id),
  CONSTRAINT "DocumentVersion_organizationId_documentId_fkey" FOREIGN KEY ("organizationId", "documentId")
    REFERENCES "Document" ("organizationId", id) ON DELETE RESTRICT ON UPDATE RESTRICT,
  CONSTRAINT "DocumentVersion_organizationId_objectId_fkey" FOREIGN KEY ("organizationId", "objectId")
    REFERENCES "StoredObject" ("organizationId", id) ON DELETE RESTRICT ON UPDATE RESTRICT,
  CONSTRAINT "DocumentVersion_number" CHECK (number >= 1),
  CONSTRAINT "DocumentVersion_sha256" CHECK (sha256 ~ '^[0-9a-f]{64}$')
);
CREATE INDEX "DocumentVersion_organizationId_objectId_idx" ON "DocumentVersion" ("organizationId", "objectId");
CREATE UNIQUE INDEX "DocumentVersion_organizationId_documentId_number_key" ON "DocumentVersion" ("organizationId", "documentId", number);

CREATE TABLE "DocumentUpload" (
  "organizationId" text           NOT NULL,
  id               text           NOT NULL,
  "documentId"     text           NOT NULL,
  "objectId"       text,
  "keyId"          text,
  "fileName"       text           NOT NULL,
  "contentType"    text           NOT NULL,
  "sizeBytes"      bigint         NOT NULL,
  sha256           text           NOT NULL,
  note             text,
  "partSizeBytes"  integer,
  "storageId"      text,
  status           text           NOT NULL DEFAULT 'pending',
  "verifyingSince" timestamptz(3),
  "uploadedBy"     jsonb          NOT NULL,
  "expiresAt"      timestamptz(3) NOT NULL,
  "createdAt"      timestamptz(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
  CONSTRAINT "DocumentUpload_pkey" PRIMARY KEY ("organizationId", id),
  CONSTRAINT "DocumentUpload_organizationId_documentId_fkey" FOREIGN KEY ("organizationId", "documentId")
    REFERENCES "Document" ("organizationId", id) ON DELETE RESTRICT ON UPDATE RESTRICT,
  CONSTRAINT "DocumentUpload_organizationId_objectId_fkey" FOREIGN KEY ("organizationId", "objectId")
    REFERENCES "StoredObject" ("organizationId", id) ON DELETE RESTRICT ON UPDATE RESTRICT,
  CONSTRAINT "DocumentUpload_organizationId_keyId_fkey" FOREIGN KEY ("organizationId", "keyId")
    REFERENCES "IntegrationKey" ("organizationId", id) ON DELETE RESTRICT ON UPDATE RESTRICT,
  CONSTRAINT "DocumentUpload_status" CHECK (status IN ('pending', 'verifying', 'completed', 'failed', 'expired')),
  CONSTRAINT "DocumentUpload_object" CHECK ((status IN ('pending', 'verifying')) = ("objectId" IS NOT NULL)),
  CONSTRAINT "DocumentUpload_size" CHECK ("sizeBytes" BETWEEN 1 AND 5368709120),
  CONSTRAINT "DocumentUpload_sha256" CHECK (sha256 ~ '^[0-9a-f]{64}$')
);
CREATE INDEX "DocumentUpload_organizationId_documentId_id_idx" ON "DocumentUpload" ("organizationId", "documentId", id);
CREATE INDEX "DocumentUpload_organizationId_objectId_idx" ON "DocumentUpload" ("organizationId", "objectId");
CREATE INDEX "DocumentUpload_organizationId_keyId_idx" ON "DocumentUpload" ("organizationId", "keyId");

CREATE TABLE "DocumentUploadPart" (
  "organizationId" text    NOT NULL,
  "uploadId"       text    NOT NULL,
  "partNumber"     integer NOT NULL,
  etag             text    NOT NULL,
  CONSTRAINT "DocumentUploadPart_pkey" PRIMARY KEY ("organizationId", "uploadId", "partNumber"),
  CONSTRAINT "DocumentUploadPart_organizationId_uploadId_fkey" FOREIGN KEY ("organizationId", "uploadId")
    REFERENCES "DocumentUpload" ("organizationId", id) ON DELETE RESTRICT ON UPDATE RESTRICT
);

-- References from tables above.
ALTER TABLE "Contact" ADD CONSTRAINT "Contact_organizationId_cvDocumentId_fkey" FOREIGN KEY ("organizationId", "cvDocumentId")
    REFERENCES "Document" ("organizationId", id) ON DELETE RESTRICT ON UPDATE RESTRICT;

-- No two siblings of one name, also directly below the case, where there is no parent. A deleted folder frees its name.
CREATE UNIQUE INDEX "Folder_sibling_name" ON "Folder" ("organizationId", "caseId", "parentFolderId", "nameKey")
  NULLS NOT DISTINCT WHERE "deletedAt" IS NULL;
-- The list: every sort, and behind each filter that may leave many, the order of creation and the order of changes.
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
-- For the job that completes or expires uploads.
CREATE INDEX "DocumentUpload_open" ON "DocumentUpload" ("createdAt", id) WHERE status IN ('pending', 'verifying');
-- What is promised to an organization, and by which key.
CREATE INDEX "DocumentUpload_promised" ON "DocumentUpload" ("organizationId", "keyId", "sizeBytes") WHERE status IN ('pending', 'verifying');

-- Tenant isolation and grants. Versions never change.
CALL isolate_tenants('Folder', 'Document', 'DocumentTag', 'StoredObject', 'DocumentVersion', 'DocumentUpload', 'DocumentUploadPart');
GRANT SELECT, INSERT, UPDATE ON "Folder", "Document", "DocumentTag", "StoredObject", "DocumentUpload", "DocumentUploadPart" TO caseport_application;
GRANT SELECT, INSERT ON "DocumentVersion" TO caseport_application;
GRANT DELETE ON "DocumentTag", "StoredObject" TO caseport_application;
CREATE POLICY definer_reads ON "StoredObject" FOR SELECT TO caseport_definer USING (true);
CREATE POLICY definer_reads ON "DocumentVersion" FOR SELECT TO caseport_definer USING (true);
CREATE POLICY definer_reads ON "DocumentUpload" FOR SELECT TO caseport_definer USING (true);
GRANT SELECT ON "StoredObject", "DocumentVersion", "DocumentUpload" TO caseport_definer;

-- Uploads that were promised and are not over: the oldest first, behind the last of the page before.
CREATE FUNCTION list_open_uploads("afterCreated" timestamptz, "afterId" text, batch integer)
RETURNS TABLE ("organizationId" text, id text, "createdAt" timestamptz)
LANGUAGE plpgsql STABLE SECURITY DEFINER SET search_path = public, pg_temp
AS $$
#variable_conflict use_column
BEGIN
  RETURN QUERY
    SELECT u."organizationId", u.id, u."createdAt"::timestamptz FROM "DocumentUpload" u
    WHERE u.status IN ('pending', 'verifying') AND (u."createdAt", u.id) > ("afterCreated", "afterId")
    ORDER BY u."createdAt", u.id LIMIT batch;
END $$;
CALL run_as_definer('list_open_uploads(timestamptz, text, integer)');

CREATE FUNCTION index_document() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM index_words(NEW."organizationId", 'document', NEW.id,
    search_words(concat_ws(' ', NEW.name, NEW."fileName", NEW.description, NEW."externalId")));
  RETURN NULL;
END $$;
CREATE TRIGGER index_words AFTER INSERT OR UPDATE OF name, "fileName", description, "externalId" ON "Document"
  FOR EACH ROW EXECUTE FUNCTION index_document();
CREATE TRIGGER append_only BEFORE UPDATE OR DELETE ON "DocumentVersion" FOR EACH ROW EXECUTE FUNCTION reject_change('DocumentVersion');

CREATE TRIGGER touch BEFORE UPDATE ON "Folder" FOR EACH ROW EXECUTE FUNCTION touch_row();
CREATE TRIGGER touch BEFORE UPDATE ON "Document" FOR EACH ROW EXECUTE FUNCTION touch_row();
