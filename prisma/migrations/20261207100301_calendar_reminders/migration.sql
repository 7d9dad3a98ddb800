-- Reminders of events. A reminder of a series is for one occurrence at a time; once it is sent, for the next.

-- CreateTable
CREATE TABLE "CalendarReminder" (
    "organizationId" TEXT NOT NULL,
    "id" TEXT NOT NULL,
    "eventId" TEXT NOT NULL,
    "position" INTEGER NOT NULL DEFAULT 0,
    "channel" TEXT NOT NULL,
    "minutesBefore" INTEGER,
    "daysBefore" INTEGER,
    "at" TEXT,
    "occurrenceOn" DATE,
    "remindAt" TIMESTAMPTZ(3) NOT NULL,
    "status" TEXT NOT NULL DEFAULT 'scheduled',
    "sentAt" TIMESTAMPTZ(3),

    CONSTRAINT "CalendarReminder_channel" CHECK (channel = ANY ('{portal,email}'::text[])),
    CONSTRAINT "CalendarReminder_status" CHECK (status = ANY ('{scheduled,sent,skipped,missed,no_recipient,cancelled}'::text[])),
    CONSTRAINT "CalendarReminder_when" CHECK (num_nonnulls("daysBefore", "minutesBefore") = 1 AND ("at" IS NULL) = ("daysBefore" IS NULL)),
    CONSTRAINT "CalendarReminder_at" CHECK ("at" ~ '^([01][0-9]|2[0-3]):[0-5][0-9]$'),
    CONSTRAINT "CalendarReminder_pkey" PRIMARY KEY ("organizationId","id")
);

-- CreateIndex
CREATE INDEX "CalendarReminder_organizationId_eventId_position_idx" ON "CalendarReminder"("organizationId", "eventId", "position");

-- AddForeignKey
ALTER TABLE "CalendarReminder" ADD CONSTRAINT "CalendarReminder_organizationId_eventId_fkey" FOREIGN KEY ("organizationId", "eventId") REFERENCES "CalendarEvent"("organizationId", "id") ON DELETE RESTRICT ON UPDATE RESTRICT;

CREATE INDEX "CalendarReminder_scheduled" ON "CalendarReminder" ("remindAt") WHERE status = 'scheduled';
CALL isolate_tenants('CalendarReminder');
GRANT SELECT, INSERT, UPDATE, DELETE ON "CalendarReminder" TO caseport_application;

-- What the job looks for across organizations: IDs alone. Reminders of archived and deleted cases rest.
CREATE POLICY definer_reads ON "CalendarReminder" FOR SELECT TO caseport_definer USING (true);
CREATE POLICY definer_reads ON "CalendarEvent" FOR SELECT TO caseport_definer USING (true);
GRANT SELECT ("organizationId", id, "eventId", "remindAt", status) ON "CalendarReminder" TO caseport_definer;
GRANT SELECT ("organizationId", id, "caseId", status, "deletedAt") ON "CalendarEvent" TO caseport_definer;

CREATE FUNCTION list_due_calendar_reminders(batch integer)
RETURNS TABLE ("organizationId" text, id text)
LANGUAGE plpgsql STABLE SECURITY DEFINER SET search_path = public, pg_temp
AS $$
#variable_conflict use_column
BEGIN
  RETURN QUERY
    SELECT r."organizationId", r.id FROM "CalendarReminder" r JOIN "CalendarEvent" e ON e."organizationId" = r."organizationId" AND e.id = r."eventId"
    WHERE r.status = 'scheduled' AND r."remindAt" <= now() AND e.status IN ('scheduled', 'confirmed') AND e."deletedAt" IS NULL
      AND NOT EXISTS (SELECT 1 FROM "Case" c WHERE c."organizationId" = e."organizationId" AND c.id = e."caseId" AND (c."matterStatus" = 'archived' OR c."deletedAt" IS NOT NULL))
    ORDER BY r."remindAt" LIMIT batch;
END $$;
CALL run_as_definer('list_due_calendar_reminders(integer)');

-- How members are notified of events: invitations and changes, and reminders.
ALTER TABLE "NotificationPreference" ADD COLUMN "calendarEvent" TEXT NOT NULL DEFAULT 'portal';
ALTER TABLE "NotificationPreference" ADD COLUMN "calendarReminder" TEXT NOT NULL DEFAULT 'email';
ALTER TABLE "NotificationPreference" ADD CONSTRAINT "NotificationPreference_calendar" CHECK ("calendarEvent" = ANY ('{email,portal,none}'::text[]) AND "calendarReminder" = ANY ('{email,portal,none}'::text[])) NOT VALID;
ALTER TABLE "NotificationPreference" VALIDATE CONSTRAINT "NotificationPreference_calendar";
