-- Recipients of signature requests get links and codes by text. The link or code of a text that waits is encrypted, and
-- deleted once the text has gone or ended: its words never have it.
ALTER TABLE "Message" ADD COLUMN "sealedSecret" BYTEA;
GRANT UPDATE ("sealedSecret", segments) ON "Message" TO caseport_application;

-- The text with which a recipient last got their link.
ALTER TABLE "EsignRecipient" ADD COLUMN "textMessageId" TEXT;
ALTER TABLE "EsignRecipient" ADD CONSTRAINT "EsignRecipient_organizationId_textMessageId_fkey" FOREIGN KEY ("organizationId", "textMessageId") REFERENCES "Message"("organizationId", "id") ON DELETE RESTRICT ON UPDATE RESTRICT NOT VALID;
ALTER TABLE "EsignRecipient" DROP CONSTRAINT "EsignRecipient_delivery_known";
ALTER TABLE "EsignRecipient" ADD CONSTRAINT "EsignRecipient_delivery_known" CHECK ("delivery" = ANY ('{email,text,link}'::text[])) NOT VALID;
ALTER TABLE "EsignRecipient" DROP CONSTRAINT "EsignRecipient_authentication_known";
ALTER TABLE "EsignRecipient" ADD CONSTRAINT "EsignRecipient_authentication_known" CHECK ("authentication" = ANY ('{none,email_code,text_code,passcode}'::text[])) NOT VALID;

GRANT SELECT ("requestId", delivery, status, "textMessageId") ON "EsignRecipient" TO caseport_definer;
-- Recipients whose turn it is and whom the last text did not reach, or for whom none could be written.
CREATE FUNCTION list_unreached_signers(batch integer)
RETURNS TABLE ("organizationId" text, id text)
LANGUAGE plpgsql STABLE SECURITY DEFINER SET search_path = public, pg_temp
AS $$
#variable_conflict use_column
BEGIN
  RETURN QUERY
    SELECT r."organizationId", r.id FROM "EsignRecipient" r
    LEFT JOIN "Message" m ON m."organizationId" = r."organizationId" AND m.id = r."textMessageId"
    WHERE r.delivery = 'text' AND r.status IN ('sent', 'viewed')
      AND (m.id IS NULL OR m.status IN ('failed', 'blocked', 'cancelled', 'undelivered'))
    ORDER BY r."organizationId", r.id LIMIT batch;
END $$;

-- As list_stuck_messages(integer), in pages: those that have a job are not in the way of those whose job was lost.
CREATE FUNCTION list_messages_at_rest(after text, batch integer)
RETURNS TABLE ("organizationId" text, id text)
LANGUAGE plpgsql STABLE SECURITY DEFINER SET search_path = public, pg_temp
AS $$
#variable_conflict use_column
BEGIN
  RETURN QUERY
    SELECT m."organizationId", m.id FROM "Message" m
    WHERE m.status = 'queued' AND m."queuedAt" <= now() - interval '5 minutes' AND m.id > after
      AND (m."attemptAt" IS NULL OR m."attemptAt" <= now() - interval '1 minute')
    ORDER BY m.id LIMIT batch;
END $$;
CALL run_as_definer('list_unreached_signers(integer)', 'list_messages_at_rest(text, integer)');
