-- Days on which a firm or a court is closed. Rules and exceptions are judged when they are written (holiday-calendars/schema.ts).
CREATE TABLE "HolidayCalendar" (
  "organizationId"     text           NOT NULL,
  id                   text           NOT NULL,
  name                 text           NOT NULL,
  "nameKey"            text           NOT NULL DEFAULT '',
  kind                 text           NOT NULL,
  jurisdiction         text,
  "templateKey"        text,
  "workWeek"           integer[]      NOT NULL DEFAULT '{1,2,3,4,5}',
  rules                jsonb          NOT NULL,
  exceptions           jsonb          NOT NULL DEFAULT '[]',
  "verifiedThroughOn"  date,
  "verifiedByMemberId" text,
  "verifiedAt"         timestamptz(3),
  "verificationNote"   text,
  "warnedThroughOn"    date,
  revision             integer        NOT NULL DEFAULT 1,
  "createdAt"          timestamptz(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
  "updatedAt"          timestamptz(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
  "deletedAt"          timestamptz(3),
  CONSTRAINT "HolidayCalendar_pkey" PRIMARY KEY ("organizationId", id),
  CONSTRAINT "HolidayCalendar_organizationId_fkey" FOREIGN KEY ("organizationId") REFERENCES "Organization" (id) ON DELETE RESTRICT ON UPDATE RESTRICT,
  CONSTRAINT "HolidayCalendar_organizationId_verifiedByMemberId_fkey" FOREIGN KEY ("organizationId", "verifiedByMemberId")
    REFERENCES "Member" ("organizationId", id) ON DELETE RESTRICT ON UPDATE RESTRICT,
  CONSTRAINT "HolidayCalendar_jurisdiction" CHECK (jurisdiction ~ '^[A-Z]{2}$'),
  CONSTRAINT "HolidayCalendar_kind" CHECK (kind = ANY ('{business,court}')),
  CONSTRAINT "HolidayCalendar_verification" CHECK (num_nulls("verifiedThroughOn", "verifiedByMemberId", "verifiedAt") IN (0, 3) AND ("verifiedAt" IS NOT NULL OR "verificationNote" IS NULL))
);
CREATE INDEX "HolidayCalendar_organizationId_updatedAt_id_idx" ON "HolidayCalendar" ("organizationId", "updatedAt", id);
CREATE INDEX "HolidayCalendar_organizationId_nameKey_id_idx" ON "HolidayCalendar" ("organizationId", "nameKey", id);
CREATE INDEX "HolidayCalendar_organizationId_verifiedByMemberId_idx" ON "HolidayCalendar" ("organizationId", "verifiedByMemberId");
CREATE INDEX "HolidayCalendar_verifiedThroughOn_idx" ON "HolidayCalendar" ("verifiedThroughOn");
CREATE UNIQUE INDEX "HolidayCalendar_live_name" ON "HolidayCalendar" ("organizationId", "nameKey") WHERE "deletedAt" IS NULL;

CALL isolate_tenants('HolidayCalendar');
GRANT SELECT, INSERT, UPDATE ON "HolidayCalendar" TO caseport_application;
CREATE POLICY definer_reads ON "HolidayCalendar" FOR SELECT TO caseport_definer USING (true);
GRANT SELECT ON "HolidayCalendar" TO caseport_definer;
CREATE TRIGGER fold_name BEFORE INSERT OR UPDATE OF name ON "HolidayCalendar" FOR EACH ROW EXECUTE FUNCTION fold_row_name();
CREATE TRIGGER touch BEFORE UPDATE ON "HolidayCalendar" FOR EACH ROW EXECUTE FUNCTION touch_row();

-- Which calendar the firm's business days follow; null for the shipped federal one. Calendars are never removed, and this one cannot be
-- deleted, so that no foreign key is needed, which would make the two tables refer to each other.
ALTER TABLE "Organization" ADD COLUMN "holidayCalendarId" text;

-- Calendars whose verification ends within 60 days, and of which nobody was told.
CREATE FUNCTION list_ending_verifications(batch integer) RETURNS TABLE ("organizationId" text, id text)
LANGUAGE plpgsql STABLE SECURITY DEFINER SET search_path = public, pg_temp
AS $$
#variable_conflict use_column
BEGIN
  RETURN QUERY
    SELECT c."organizationId", c.id FROM "HolidayCalendar" c
    WHERE c."verifiedThroughOn" <= (now() + interval '60 days')::date AND c."verifiedThroughOn" IS DISTINCT FROM c."warnedThroughOn" AND c."deletedAt" IS NULL
    ORDER BY c."verifiedThroughOn", c.id LIMIT batch;
END $$;
CALL run_as_definer('list_ending_verifications(integer)');
