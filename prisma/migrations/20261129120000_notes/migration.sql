-- Notes with their wordings, comments, tags, mentions and attached documents.

CREATE TABLE "Note" (
  "organizationId"       text           NOT NULL,
  id                     text           NOT NULL,
  "caseId"               text,
  "leadId"               text,
  "clientId"             text,
  "contactId"            text,
  type                   text           NOT NULL,
  subject                text,
  body                   text           NOT NULL,
  "bodyText"             text           NOT NULL,
  "occurredAt"           timestamptz(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
  visibility             text           NOT NULL DEFAULT 'internal',
  "isPinned"             boolean        NOT NULL DEFAULT false,
  "pinnedAt"             timestamptz(3),
  "pinnedBy"             jsonb,
  author                 jsonb          NOT NULL,
  "onBehalfOfAttorneyId" text,
  "commentCount"         integer        NOT NULL DEFAULT 0,
  "revisionCount"        integer        NOT NULL DEFAULT 1,
  "editedAt"             timestamptz(3),
  "externalId"           text,
  revision               integer        NOT NULL DEFAULT 1,
  "createdAt"            timestamptz(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
  "updatedAt"            timestamptz(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
  "deletedAt"            timestamptz(3),
  "authorId"             text           GENERATED ALWAYS AS (author->>'id') STORED,
  CONSTRAINT "Note_pkey" PRIMARY KEY ("organizationId", id),
  CONSTRAINT "Note_organizationId_fkey" FOREIGN KEY ("organizationId") REFERENCES "Organization" (id) ON DELETE RESTRICT ON UPDATE RESTRICT,
  CONSTRAINT "Note_organizationId_caseId_fkey" FOREIGN KEY ("organizationId", "caseId") REFERENCES "Case" ("organizationId", id) ON DELETE RESTRICT ON UPDATE RESTRICT,
  CONSTRAINT "Note_organizationId_leadId_fkey" FOREIGN KEY ("organizationId", "leadId") REFERENCES "Lead" ("organizationId", id) ON DELETE RESTRICT ON UPDATE RESTRICT,
  CONSTRAINT "Note_organizationId_clientId_fkey" FOREIGN KEY ("organizationId", "clientId") REFERENCES "Client" ("organizationId", id) ON DELETE RESTRICT ON UPDATE RESTRICT,
  CONSTRAINT "Note_organizationId_contactId_fkey" FOREIGN KEY ("organizationId", "contactId") REFERENCES "Contact" ("organizationId", id) ON DELETE RESTRICT ON UPDATE RESTRICT,
  CONSTRAINT "Note_organizationId_onBehalfOfAttorneyId_fkey" FOREIGN KEY ("organizationId", "onBehalfOfAttorneyId")
    REFERENCES "Member" ("organizationId", id) ON DELETE RESTRICT ON UPDATE RESTRICT,
  CONSTRAINT "Note_owner" CHECK (num_nonnulls(coalesce("caseId", "leadId"), "clientId", "contactId") = 1),
  CONSTRAINT "Note_type" CHECK (type = ANY ('{general,phone_call,client_update,attorney_note,medical_update,insurance_update,negotiation,litigation,settlement,intake,investigation,strategy,status_update}'::text[])),
  CONSTRAINT "Note_visibility" CHECK (visibility = ANY ('{internal,privileged,client_visible}'::text[])),
  CONSTRAINT "Note_pinned" CHECK ("isPinned" = ("pinnedAt" IS NOT NULL)),
  CONSTRAINT "Note_counts" CHECK ("commentCount" BETWEEN 0 AND 500 AND "revisionCount" BETWEEN 1 AND 200),
  CONSTRAINT "Note_revision" CHECK (revision >= 1)
);
CREATE UNIQUE INDEX "Note_organizationId_externalId_key" ON "Note" ("organizationId", "externalId");
CREATE INDEX "Note_organizationId_updatedAt_id_idx" ON "Note" ("organizationId", "updatedAt", id);
CREATE INDEX "Note_organizationId_occurredAt_id_idx" ON "Note" ("organizationId", "occurredAt", id);
CREATE INDEX "Note_organizationId_type_id_idx" ON "Note" ("organizationId", type, id);
CREATE INDEX "Note_organizationId_visibility_id_idx" ON "Note" ("organizationId", visibility, id);
CREATE INDEX "Note_organizationId_onBehalfOfAttorneyId_id_idx" ON "Note" ("organizationId", "onBehalfOfAttorneyId", id);
CREATE INDEX "Note_organizationId_caseId_id_idx" ON "Note" ("organizationId", "caseId", id);
CREATE INDEX "Note_organizationId_caseId_updatedAt_id_idx" ON "Note" ("organizationId", "caseId", "updatedAt", id);
CREATE INDEX "Note_organizationId_caseId_occurredAt_id_idx" ON "Note" ("organizationId", "caseId", "occurredAt", id);
CREATE INDEX "Note_organizationId_caseId_isPinned_id_idx" ON "Note" ("organizationId", "caseId", "isPinned", id);
CREATE INDEX "Note_organizationId_leadId_id_idx" ON "Note" ("organizationId", "leadId", id);
CREATE INDEX "Note_organizationId_clientId_id_idx" ON "Note" ("organizationId", "clientId", id);
CREATE INDEX "Note_organizationId_contactId_id_idx" ON "Note" ("organizationId", "contactId", id);
CREATE INDEX "Note_author" ON "Note" ("organizationId", "authorId", id);
CREATE INDEX "Note_pinned" ON "Note" ("organizationId", id) WHERE "isPinned";
-- Deleted notes in lists that include them (deleted-records.ts).
CREATE INDEX "Note_deleted" ON "Note" ("organizationId", "updatedAt", id) WHERE "deletedAt" IS NOT NULL;
CREATE INDEX "Note_case_deleted" ON "Note" ("organizationId", "caseId", "updatedAt", id) WHERE "deletedAt" IS NOT NULL;

CREATE TABLE "NoteRevision" (
  "organizationId" text           NOT NULL,
  id               text           NOT NULL,
  "noteId"         text           NOT NULL,
  number           integer        NOT NULL,
  subject          text,
  body             text           NOT NULL,
  type             text           NOT NULL,
  visibility       text           NOT NULL,
  "occurredAt"     timestamptz(3) NOT NULL,
  tags             text[]         NOT NULL,
  "editedBy"       jsonb          NOT NULL,
  "editedAt"       timestamptz(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
  reason           text,
  CONSTRAINT "NoteRevision_pkey" PRIMARY KEY ("organizationId", id),
  CONSTRAINT "NoteRevision_organizationId_noteId_fkey" FOREIGN KEY ("organizationId", "noteId") REFERENCES "Note" ("organizationId", id) ON DELETE RESTRICT ON UPDATE RESTRICT,
  CONSTRAINT "NoteRevision_number" CHECK (number >= 1)
);
CREATE UNIQUE INDEX "NoteRevision_organizationId_noteId_number_key" ON "NoteRevision" ("organizationId", "noteId", number);

CREATE TABLE "NoteComment" (
  "organizationId"       text           NOT NULL,
  id                     text           NOT NULL,
  "noteId"               text           NOT NULL,
  body                   text           NOT NULL,
  "bodyText"             text           NOT NULL,
  author                 jsonb          NOT NULL,
  "onBehalfOfAttorneyId" text,
  "createdAt"            timestamptz(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
  "deletedAt"            timestamptz(3),
  CONSTRAINT "NoteComment_pkey" PRIMARY KEY ("organizationId", id),
  CONSTRAINT "NoteComment_organizationId_noteId_fkey" FOREIGN KEY ("organizationId", "noteId") REFERENCES "Note" ("organizationId", id) ON DELETE RESTRICT ON UPDATE RESTRICT,
  CONSTRAINT "NoteComment_organizationId_onBehalfOfAttorneyId_fkey" FOREIGN KEY ("organizationId", "onBehalfOfAttorneyId")
    REFERENCES "Member" ("organizationId", id) ON DELETE RESTRICT ON UPDATE RESTRICT
);
CREATE INDEX "NoteComment_organizationId_noteId_id_idx" ON "NoteComment" ("organizationId", "noteId", id);
CREATE INDEX "NoteComment_organizationId_onBehalfOfAttorneyId_idx" ON "NoteComment" ("organizationId", "onBehalfOfAttorneyId");

CREATE TABLE "NoteTag" (
  "organizationId" text NOT NULL,
  "noteId"         text NOT NULL,
  tag              text NOT NULL,
  CONSTRAINT "NoteTag_pkey" PRIMARY KEY ("organizationId", "noteId", tag),
  CONSTRAINT "NoteTag_organizationId_noteId_fkey" FOREIGN KEY ("organizationId", "noteId") REFERENCES "Note" ("organizationId", id) ON DELETE RESTRICT ON UPDATE RESTRICT
);
CREATE INDEX "NoteTag_organizationId_tag_noteId_idx" ON "NoteTag" ("organizationId", tag, "noteId");

CREATE TABLE "NoteMention" (
  "organizationId" text NOT NULL,
  "noteId"         text NOT NULL,
  "memberId"       text NOT NULL,
  CONSTRAINT "NoteMention_pkey" PRIMARY KEY ("organizationId", "noteId", "memberId"),
  CONSTRAINT "NoteMention_organizationId_noteId_fkey" FOREIGN KEY ("organizationId", "noteId") REFERENCES "Note" ("organizationId", id) ON DELETE RESTRICT ON UPDATE RESTRICT,
  CONSTRAINT "NoteMention_organizationId_memberId_fkey" FOREIGN KEY ("organizationId", "memberId") REFERENCES "Member" ("organizationId", id) ON DELETE RESTRICT ON UPDATE RESTRICT
);
CREATE INDEX "NoteMention_organizationId_memberId_noteId_idx" ON "NoteMention" ("organizationId", "memberId", "noteId");

CREATE TABLE "NoteDocument" (
  "organizationId" text NOT NULL,
  "noteId"         text NOT NULL,
  "documentId"     text NOT NULL,
  CONSTRAINT "NoteDocument_pkey" PRIMARY KEY ("organizationId", "noteId", "documentId"),
  CONSTRAINT "NoteDocument_organizationId_noteId_fkey" FOREIGN KEY ("organizationId", "noteId") REFERENCES "Note" ("organizationId", id) ON DELETE RESTRICT ON UPDATE RESTRICT,
  CONSTRAINT "NoteDocument_organizationId_documentId_fkey" FOREIGN KEY ("organizationId", "documentId") REFERENCES "Document" ("organizationId", id) ON DELETE RESTRICT ON UPDATE RESTRICT
);
CREATE INDEX "NoteDocument_organizationId_documentId_idx" ON "NoteDocument" ("organizationId", "documentId");

-- Tenant isolation and grants. Reports read notes without their content.
CALL isolate_tenants('Note', 'NoteRevision', 'NoteComment', 'NoteTag', 'NoteMention', 'NoteDocument');
GRANT SELECT, INSERT, UPDATE ON "Note", "NoteComment" TO caseport_application;
GRANT SELECT, INSERT ON "NoteRevision" TO caseport_application;
GRANT SELECT, INSERT, DELETE ON "NoteTag", "NoteMention", "NoteDocument" TO caseport_application;
CREATE TRIGGER touch BEFORE UPDATE ON "Note" FOR EACH ROW EXECUTE FUNCTION touch_row();
CREATE TRIGGER append_only BEFORE UPDATE OR DELETE ON "NoteRevision" FOR EACH ROW EXECUTE FUNCTION reject_change('NoteRevision');

-- Words of privileged notes are found under an entity of their own, so that a search does not tell what such a note contains.
CREATE FUNCTION index_note() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  kind CONSTANT text := CASE NEW.visibility WHEN 'privileged' THEN 'note_privileged' ELSE 'note' END;
  kind_before text := kind;
  words CONSTANT text[] := search_words(concat_ws(' ', NEW.subject, NEW."bodyText"));
  before text[] := '{}';
BEGIN
  IF TG_OP = 'UPDATE' THEN
    kind_before := CASE OLD.visibility WHEN 'privileged' THEN 'note_privileged' ELSE 'note' END;
    before := search_words(concat_ws(' ', OLD.subject, OLD."bodyText"));
  END IF;
  IF kind = kind_before THEN
    PERFORM change_words(NEW."organizationId", kind, NEW.id, before, words);
  ELSE
    PERFORM change_words(NEW."organizationId", kind_before, NEW.id, before, '{}');
    PERFORM change_words(NEW."organizationId", kind, NEW.id, '{}', words);
  END IF;
  RETURN NULL;
END $$;
CREATE TRIGGER index_words AFTER INSERT OR UPDATE OF subject, "bodyText", visibility ON "Note" FOR EACH ROW EXECUTE FUNCTION index_note();
