-- What a sandbox would have sent to people, kept for seven days. An email or a text is captured once for each recipient, however often its
-- job runs.
CREATE TABLE "CapturedMessage" (
  "organizationId" text           NOT NULL,
  id               text           NOT NULL,
  -- The ID of the email or the text.
  "sourceId"       text           NOT NULL,
  channel          text           NOT NULL,
  "to"             text           NOT NULL,
  subject          text,
  text             text           NOT NULL,
  attachments      jsonb          NOT NULL DEFAULT '[]',
  entity           text,
  "entityId"       text,
  "createdAt"      timestamptz(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
  CONSTRAINT "CapturedMessage_pkey" PRIMARY KEY ("organizationId", id),
  CONSTRAINT "CapturedMessage_organizationId_fkey" FOREIGN KEY ("organizationId") REFERENCES "Organization" (id) ON DELETE RESTRICT ON UPDATE RESTRICT,
  CONSTRAINT "CapturedMessage_channel" CHECK (channel = ANY ('{email,sms}'::text[]))
);
CREATE UNIQUE INDEX "CapturedMessage_organizationId_sourceId_to_key" ON "CapturedMessage" ("organizationId", "sourceId", "to");
CREATE INDEX "CapturedMessage_organizationId_channel_id_idx" ON "CapturedMessage" ("organizationId", channel, id);
CREATE INDEX "CapturedMessage_organizationId_to_id_idx" ON "CapturedMessage" ("organizationId", "to", id);
CREATE INDEX "CapturedMessage_organizationId_entityId_id_idx" ON "CapturedMessage" ("organizationId", "entityId", id);
CREATE INDEX "CapturedMessage_createdAt_idx" ON "CapturedMessage" ("createdAt");

CALL isolate_tenants('CapturedMessage');
GRANT SELECT, INSERT ON "CapturedMessage" TO caseport_application;
CREATE POLICY definer_reads ON "CapturedMessage" FOR SELECT TO caseport_definer USING (true);
CREATE POLICY definer_deletes ON "CapturedMessage" FOR DELETE TO caseport_definer USING (true);
GRANT SELECT, DELETE ON "CapturedMessage" TO caseport_definer;

CREATE FUNCTION purge_captured_messages(batch integer) RETURNS integer
LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp
AS $$
DECLARE kept_from timestamptz := now() - interval '7 days'; deleted integer;
BEGIN
  DELETE FROM "CapturedMessage" m USING (
    SELECT c."organizationId", c.id FROM "CapturedMessage" c WHERE c."createdAt" < kept_from ORDER BY c."createdAt" LIMIT batch
  ) due WHERE m."organizationId" = due."organizationId" AND m.id = due.id;
  GET DIAGNOSTICS deleted = ROW_COUNT;
  RETURN deleted;
END $$;
CALL run_as_definer('purge_captured_messages(integer)');
