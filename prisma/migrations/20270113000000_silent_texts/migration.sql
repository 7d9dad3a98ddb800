-- A text whose provider reports nothing counts as contact with the client after an hour. When it was looked at.
ALTER TABLE "Message" ADD COLUMN "silenceCountedAt" TIMESTAMPTZ(3);
GRANT UPDATE ("silenceCountedAt") ON "Message" TO caseport_application;
GRANT SELECT ("caseId", direction, "isAutomated", "voidedAt", "sentAt", "silenceCountedAt") ON "Message" TO caseport_definer;

CREATE FUNCTION list_silent_texts(batch integer)
RETURNS TABLE ("organizationId" text, id text)
LANGUAGE plpgsql STABLE SECURITY DEFINER SET search_path = public, pg_temp
AS $$
#variable_conflict use_column
BEGIN
  RETURN QUERY
    SELECT m."organizationId", m.id FROM "Message" m
    WHERE m."caseId" IS NOT NULL AND m.channel = 'text' AND m.direction = 'outbound' AND m.status = 'sent' AND NOT m."isAutomated"
      AND m."voidedAt" IS NULL AND m."silenceCountedAt" IS NULL AND m."sentAt" <= now() - interval '1 hour'
    ORDER BY m."sentAt" LIMIT batch;
END $$;
CALL run_as_definer('list_silent_texts(integer)');
