-- Events of the calendar, single ones and series with their exceptions; attendees, documents and tags.

-- CreateTable
CREATE TABLE "CalendarEvent" (
    "organizationId" TEXT NOT NULL,
    "id" TEXT NOT NULL,
    "caseId" TEXT,
    "leadId" TEXT,
    "type" TEXT NOT NULL,
    "title" TEXT NOT NULL,
    "feedTitle" TEXT,
    "description" TEXT,
    "location" TEXT,
    "address" JSONB,
    "virtualMeeting" JSONB,
    "allDay" BOOLEAN NOT NULL DEFAULT false,
    "startAt" TIMESTAMPTZ(3) NOT NULL,
    "endAt" TIMESTAMPTZ(3) NOT NULL,
    "startOn" DATE NOT NULL,
    "endOn" DATE NOT NULL,
    "timeZone" TEXT NOT NULL,
    "status" TEXT NOT NULL DEFAULT 'scheduled',
    "statusReason" TEXT,
    "outcome" JSONB,
    "showAs" TEXT NOT NULL DEFAULT 'busy',
    "visibility" TEXT NOT NULL DEFAULT 'default',
    "organizerMemberId" TEXT,
    "rule" TEXT,
    "endsOn" DATE,
    "seriesEndAt" TIMESTAMPTZ(3) NOT NULL,
    "splitFromEventId" TEXT,
    "rescheduledFromEventId" TEXT,
    "rescheduledFromOn" DATE,
    "rescheduledToEventId" TEXT,
    "courtContactId" TEXT,
    "judgeContactId" TEXT,
    "department" TEXT,
    "docketNumber" TEXT,
    "hearingType" TEXT,
    "appearance" TEXT,
    "relatedTaskId" TEXT,
    "createdBy" JSONB NOT NULL,
    "onBehalfOfAttorneyId" TEXT,
    "externalId" TEXT,
    "revision" INTEGER NOT NULL DEFAULT 1,
    "createdAt" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "updatedAt" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "deletedAt" TIMESTAMPTZ(3),
    "isSeries" BOOLEAN NOT NULL GENERATED ALWAYS AS ("rule" IS NOT NULL) STORED,

    CONSTRAINT "CalendarEvent_type" CHECK (type = ANY ('{hearing,trial,court_conference,deposition,mediation,arbitration,ime,medical_appointment,expert_meeting,client_meeting,consultation,intake_call,inspection,internal,out_of_office,other}'::text[])),
    CONSTRAINT "CalendarEvent_status" CHECK (status = ANY ('{scheduled,confirmed,held,no_show,continued,adjourned,cancelled}'::text[])),
    CONSTRAINT "CalendarEvent_showAs" CHECK ("showAs" = ANY ('{busy,tentative,free,out_of_office}'::text[])),
    CONSTRAINT "CalendarEvent_visibility" CHECK (visibility = ANY ('{default,private}'::text[])),
    CONSTRAINT "CalendarEvent_appearance" CHECK (appearance = ANY ('{in_person,remote,hybrid}'::text[])),
    CONSTRAINT "CalendarEvent_times" CHECK ("endAt" > "startAt" AND "endOn" >= "startOn" AND "seriesEndAt" >= "endAt"),
    CONSTRAINT "CalendarEvent_timeZone" CHECK ("timeZone" ~ '^(UTC|[A-Za-z_]+(/[A-Za-z0-9_+-]+)+)$'),
    CONSTRAINT "CalendarEvent_rule" CHECK (rule ~ '^[A-Z]+=[^ ]+$'),
    CONSTRAINT "CalendarEvent_revision" CHECK (revision >= 1),
    CONSTRAINT "CalendarEvent_pkey" PRIMARY KEY ("organizationId","id")
);

-- CreateTable
CREATE TABLE "CalendarAttendee" (
    "organizationId" TEXT NOT NULL,
    "id" TEXT NOT NULL,
    "eventId" TEXT NOT NULL,
    "occurrenceOn" DATE,
    "position" INTEGER NOT NULL DEFAULT 0,
    "memberId" TEXT,
    "contactId" TEXT,
    "clientId" TEXT,
    "isOptional" BOOLEAN NOT NULL DEFAULT false,
    "isOrganizer" BOOLEAN NOT NULL DEFAULT false,
    "response" TEXT NOT NULL DEFAULT 'none',
    "respondedAt" TIMESTAMPTZ(3),
    "responseComment" TEXT,

    CONSTRAINT "CalendarAttendee_who" CHECK (num_nonnulls("memberId", "contactId", "clientId") = 1),
    CONSTRAINT "CalendarAttendee_response" CHECK (response = ANY ('{none,accepted,declined,tentative}'::text[])),
    CONSTRAINT "CalendarAttendee_pkey" PRIMARY KEY ("organizationId","id")
);

-- CreateTable
CREATE TABLE "CalendarException" (
    "organizationId" TEXT NOT NULL,
    "eventId" TEXT NOT NULL,
    "occurrenceOn" DATE NOT NULL,
    "isCancelled" BOOLEAN NOT NULL DEFAULT false,
    "status" TEXT,
    "statusReason" TEXT,
    "outcome" JSONB,
    "startAt" TIMESTAMPTZ(3),
    "endAt" TIMESTAMPTZ(3),
    "startOn" DATE,
    "endOn" DATE,
    "title" TEXT,
    "description" TEXT,
    "location" TEXT,
    "virtualMeeting" JSONB,
    "hasAttendees" BOOLEAN NOT NULL DEFAULT false,
    "rescheduledToEventId" TEXT,
    "updatedAt" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "CalendarException_status" CHECK (status = ANY ('{scheduled,confirmed,held,no_show,continued,adjourned,cancelled}'::text[])),
    CONSTRAINT "CalendarException_times" CHECK ("endAt" > "startAt" AND num_nonnulls("startAt", "endAt", "startOn", "endOn") IN (0, 4)),
    CONSTRAINT "CalendarException_pkey" PRIMARY KEY ("organizationId","eventId","occurrenceOn")
);

-- CreateTable
CREATE TABLE "CalendarDocument" (
    "organizationId" TEXT NOT NULL,
    "eventId" TEXT NOT NULL,
    "documentId" TEXT NOT NULL,

    CONSTRAINT "CalendarDocument_pkey" PRIMARY KEY ("organizationId","eventId","documentId")
);

-- CreateTable
CREATE TABLE "CalendarTag" (
    "organizationId" TEXT NOT NULL,
    "eventId" TEXT NOT NULL,
    "tag" TEXT NOT NULL,

    CONSTRAINT "CalendarTag_pkey" PRIMARY KEY ("organizationId","eventId","tag")
);

-- CreateIndex
CREATE INDEX "CalendarEvent_organizationId_updatedAt_id_idx" ON "CalendarEvent"("organizationId", "updatedAt", "id");

-- CreateIndex
CREATE INDEX "CalendarEvent_organizationId_startAt_id_idx" ON "CalendarEvent"("organizationId", "startAt", "id");

-- CreateIndex
CREATE INDEX "CalendarEvent_organizationId_caseId_id_idx" ON "CalendarEvent"("organizationId", "caseId", "id");

-- CreateIndex
CREATE INDEX "CalendarEvent_organizationId_caseId_updatedAt_id_idx" ON "CalendarEvent"("organizationId", "caseId", "updatedAt", "id");

-- CreateIndex
CREATE INDEX "CalendarEvent_organizationId_caseId_startAt_id_idx" ON "CalendarEvent"("organizationId", "caseId", "startAt", "id");

-- CreateIndex
CREATE INDEX "CalendarEvent_organizationId_leadId_id_idx" ON "CalendarEvent"("organizationId", "leadId", "id");

-- CreateIndex
CREATE INDEX "CalendarEvent_organizationId_organizerMemberId_id_idx" ON "CalendarEvent"("organizationId", "organizerMemberId", "id");

-- CreateIndex
CREATE INDEX "CalendarEvent_organizationId_organizerMemberId_startAt_id_idx" ON "CalendarEvent"("organizationId", "organizerMemberId", "startAt", "id");

-- CreateIndex
CREATE INDEX "CalendarEvent_organizationId_type_id_idx" ON "CalendarEvent"("organizationId", "type", "id");

-- CreateIndex
CREATE INDEX "CalendarEvent_organizationId_type_startAt_id_idx" ON "CalendarEvent"("organizationId", "type", "startAt", "id");

-- CreateIndex
CREATE INDEX "CalendarEvent_organizationId_status_id_idx" ON "CalendarEvent"("organizationId", "status", "id");

-- CreateIndex
CREATE INDEX "CalendarEvent_organizationId_courtContactId_id_idx" ON "CalendarEvent"("organizationId", "courtContactId", "id");

-- CreateIndex
CREATE INDEX "CalendarEvent_organizationId_judgeContactId_id_idx" ON "CalendarEvent"("organizationId", "judgeContactId", "id");

-- CreateIndex
CREATE INDEX "CalendarEvent_organizationId_docketNumber_id_idx" ON "CalendarEvent"("organizationId", "docketNumber", "id");

-- CreateIndex
CREATE INDEX "CalendarEvent_organizationId_onBehalfOfAttorneyId_idx" ON "CalendarEvent"("organizationId", "onBehalfOfAttorneyId");

-- CreateIndex
CREATE INDEX "CalendarEvent_organizationId_relatedTaskId_idx" ON "CalendarEvent"("organizationId", "relatedTaskId");

-- CreateIndex
CREATE INDEX "CalendarEvent_organizationId_splitFromEventId_idx" ON "CalendarEvent"("organizationId", "splitFromEventId");

-- CreateIndex
CREATE INDEX "CalendarEvent_organizationId_rescheduledFromEventId_idx" ON "CalendarEvent"("organizationId", "rescheduledFromEventId");

-- CreateIndex
CREATE INDEX "CalendarEvent_organizationId_rescheduledToEventId_idx" ON "CalendarEvent"("organizationId", "rescheduledToEventId");

-- CreateIndex
CREATE UNIQUE INDEX "CalendarEvent_organizationId_externalId_key" ON "CalendarEvent"("organizationId", "externalId");

-- CreateIndex
CREATE INDEX "CalendarAttendee_organizationId_eventId_position_idx" ON "CalendarAttendee"("organizationId", "eventId", "position");

-- CreateIndex
CREATE INDEX "CalendarAttendee_organizationId_memberId_eventId_idx" ON "CalendarAttendee"("organizationId", "memberId", "eventId");

-- CreateIndex
CREATE INDEX "CalendarAttendee_organizationId_contactId_eventId_idx" ON "CalendarAttendee"("organizationId", "contactId", "eventId");

-- CreateIndex
CREATE INDEX "CalendarAttendee_organizationId_clientId_eventId_idx" ON "CalendarAttendee"("organizationId", "clientId", "eventId");

-- CreateIndex
CREATE INDEX "CalendarException_organizationId_rescheduledToEventId_idx" ON "CalendarException"("organizationId", "rescheduledToEventId");

-- CreateIndex
CREATE INDEX "CalendarDocument_organizationId_documentId_idx" ON "CalendarDocument"("organizationId", "documentId");

-- CreateIndex
CREATE INDEX "CalendarTag_organizationId_tag_eventId_idx" ON "CalendarTag"("organizationId", "tag", "eventId");

-- AddForeignKey
ALTER TABLE "CalendarEvent" ADD CONSTRAINT "CalendarEvent_organizationId_fkey" FOREIGN KEY ("organizationId") REFERENCES "Organization"("id") ON DELETE RESTRICT ON UPDATE RESTRICT;

-- AddForeignKey
ALTER TABLE "CalendarEvent" ADD CONSTRAINT "CalendarEvent_organizationId_caseId_fkey" FOREIGN KEY ("organizationId", "caseId") REFERENCES "Case"("organizationId", "id") ON DELETE RESTRICT ON UPDATE RESTRICT;

-- AddForeignKey
ALTER TABLE "CalendarEvent" ADD CONSTRAINT "CalendarEvent_organizationId_leadId_fkey" FOREIGN KEY ("organizationId", "leadId") REFERENCES "Lead"("organizationId", "id") ON DELETE RESTRICT ON UPDATE RESTRICT;

-- AddForeignKey
ALTER TABLE "CalendarEvent" ADD CONSTRAINT "CalendarEvent_organizationId_organizerMemberId_fkey" FOREIGN KEY ("organizationId", "organizerMemberId") REFERENCES "Member"("organizationId", "id") ON DELETE RESTRICT ON UPDATE RESTRICT;

-- AddForeignKey
ALTER TABLE "CalendarEvent" ADD CONSTRAINT "CalendarEvent_organizationId_onBehalfOfAttorneyId_fkey" FOREIGN KEY ("organizationId", "onBehalfOfAttorneyId") REFERENCES "Member"("organizationId", "id") ON DELETE RESTRICT ON UPDATE RESTRICT;

-- AddForeignKey
ALTER TABLE "CalendarEvent" ADD CONSTRAINT "CalendarEvent_organizationId_courtContactId_fkey" FOREIGN KEY ("organizationId", "courtContactId") REFERENCES "Contact"("organizationId", "id") ON DELETE RESTRICT ON UPDATE RESTRICT;

-- AddForeignKey
ALTER TABLE "CalendarEvent" ADD CONSTRAINT "CalendarEvent_organizationId_judgeContactId_fkey" FOREIGN KEY ("organizationId", "judgeContactId") REFERENCES "Contact"("organizationId", "id") ON DELETE RESTRICT ON UPDATE RESTRICT;

-- AddForeignKey
ALTER TABLE "CalendarEvent" ADD CONSTRAINT "CalendarEvent_organizationId_relatedTaskId_fkey" FOREIGN KEY ("organizationId", "relatedTaskId") REFERENCES "Task"("organizationId", "id") ON DELETE RESTRICT ON UPDATE RESTRICT;

-- AddForeignKey
ALTER TABLE "CalendarEvent" ADD CONSTRAINT "CalendarEvent_organizationId_splitFromEventId_fkey" FOREIGN KEY ("organizationId", "splitFromEventId") REFERENCES "CalendarEvent"("organizationId", "id") ON DELETE RESTRICT ON UPDATE RESTRICT;

-- AddForeignKey
ALTER TABLE "CalendarEvent" ADD CONSTRAINT "CalendarEvent_organizationId_rescheduledFromEventId_fkey" FOREIGN KEY ("organizationId", "rescheduledFromEventId") REFERENCES "CalendarEvent"("organizationId", "id") ON DELETE RESTRICT ON UPDATE RESTRICT;

-- AddForeignKey
ALTER TABLE "CalendarEvent" ADD CONSTRAINT "CalendarEvent_organizationId_rescheduledToEventId_fkey" FOREIGN KEY ("organizationId", "rescheduledToEventId") REFERENCES "CalendarEvent"("organizationId", "id") ON DELETE RESTRICT ON UPDATE RESTRICT;

-- AddForeignKey
ALTER TABLE "CalendarAttendee" ADD CONSTRAINT "CalendarAttendee_organizationId_eventId_fkey" FOREIGN KEY ("organizationId", "eventId") REFERENCES "CalendarEvent"("organizationId", "id") ON DELETE RESTRICT ON UPDATE RESTRICT;

-- AddForeignKey
ALTER TABLE "CalendarAttendee" ADD CONSTRAINT "CalendarAttendee_organizationId_memberId_fkey" FOREIGN KEY ("organizationId", "memberId") REFERENCES "Member"("organizationId", "id") ON DELETE RESTRICT ON UPDATE RESTRICT;

-- AddForeignKey
ALTER TABLE "CalendarAttendee" ADD CONSTRAINT "CalendarAttendee_organizationId_contactId_fkey" FOREIGN KEY ("organizationId", "contactId") REFERENCES "Contact"("organizationId", "id") ON DELETE RESTRICT ON UPDATE RESTRICT;

-- AddForeignKey
ALTER TABLE "CalendarAttendee" ADD CONSTRAINT "CalendarAttendee_organizationId_clientId_fkey" FOREIGN KEY ("organizationId", "clientId") REFERENCES "Client"("organizationId", "id") ON DELETE RESTRICT ON UPDATE RESTRICT;

-- AddForeignKey
ALTER TABLE "CalendarException" ADD CONSTRAINT "CalendarException_organizationId_eventId_fkey" FOREIGN KEY ("organizationId", "eventId") REFERENCES "CalendarEvent"("organizationId", "id") ON DELETE RESTRICT ON UPDATE RESTRICT;

-- AddForeignKey
ALTER TABLE "CalendarException" ADD CONSTRAINT "CalendarException_organizationId_rescheduledToEventId_fkey" FOREIGN KEY ("organizationId", "rescheduledToEventId") REFERENCES "CalendarEvent"("organizationId", "id") ON DELETE RESTRICT ON UPDATE RESTRICT;

-- AddForeignKey
ALTER TABLE "CalendarDocument" ADD CONSTRAINT "CalendarDocument_organizationId_eventId_fkey" FOREIGN KEY ("organizationId", "eventId") REFERENCES "CalendarEvent"("organizationId", "id") ON DELETE RESTRICT ON UPDATE RESTRICT;

-- AddForeignKey
ALTER TABLE "CalendarDocument" ADD CONSTRAINT "CalendarDocument_organizationId_documentId_fkey" FOREIGN KEY ("organizationId", "documentId") REFERENCES "Document"("organizationId", "id") ON DELETE RESTRICT ON UPDATE RESTRICT;

-- AddForeignKey
ALTER TABLE "CalendarTag" ADD CONSTRAINT "CalendarTag_organizationId_eventId_fkey" FOREIGN KEY ("organizationId", "eventId") REFERENCES "CalendarEvent"("organizationId", "id") ON DELETE RESTRICT ON UPDATE RESTRICT;

CREATE INDEX "CalendarEvent_series" ON "CalendarEvent" ("organizationId", "seriesEndAt", id) WHERE "isSeries" AND "deletedAt" IS NULL;
CREATE INDEX "CalendarEvent_series_id" ON "CalendarEvent" ("organizationId", "isSeries", id);
-- Occurrences that were moved into a window.
CREATE INDEX "CalendarException_moved" ON "CalendarException" ("organizationId", "startAt") WHERE "startAt" IS NOT NULL;
-- Of the window of one case, and of what still lies ahead of it.
CREATE INDEX "CalendarEvent_case_ahead" ON "CalendarEvent" ("organizationId", "caseId", "seriesEndAt") WHERE "deletedAt" IS NULL;
-- Deleted events in lists that include them (deleted-records.ts).
CREATE INDEX "CalendarEvent_deleted" ON "CalendarEvent" ("organizationId", "updatedAt", id) WHERE "deletedAt" IS NOT NULL;
CREATE INDEX "CalendarEvent_case_deleted" ON "CalendarEvent" ("organizationId", "caseId", "updatedAt", id) WHERE "deletedAt" IS NOT NULL;

CALL isolate_tenants('CalendarEvent', 'CalendarAttendee', 'CalendarException', 'CalendarDocument', 'CalendarTag');
GRANT SELECT, INSERT, UPDATE ON "CalendarEvent" TO caseport_application;
GRANT SELECT, INSERT, UPDATE, DELETE ON "CalendarAttendee", "CalendarException" TO caseport_application;
GRANT SELECT, INSERT, DELETE ON "CalendarDocument", "CalendarTag" TO caseport_application;
CREATE TRIGGER touch BEFORE UPDATE ON "CalendarEvent" FOR EACH ROW EXECUTE FUNCTION touch_row();

-- Private events and medical ones are not found by words: who searches may not be who reads them.
CREATE FUNCTION calendar_words(event "CalendarEvent") RETURNS text[] LANGUAGE sql IMMUTABLE AS $$
  SELECT CASE WHEN event.visibility = 'private' OR event.type IN ('ime', 'medical_appointment') THEN '{}' ELSE search_words(event.title) END
$$;
CREATE FUNCTION index_calendar_event() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE before text[] := '{}';
BEGIN
  IF TG_OP = 'UPDATE' THEN
    before := calendar_words(OLD);
  END IF;
  PERFORM change_words(NEW."organizationId", 'calendar_event', NEW.id, before, calendar_words(NEW));
  RETURN NULL;
END $$;
CREATE TRIGGER index_words AFTER INSERT OR UPDATE OF title, visibility, type ON "CalendarEvent" FOR EACH ROW EXECUTE FUNCTION index_calendar_event();
