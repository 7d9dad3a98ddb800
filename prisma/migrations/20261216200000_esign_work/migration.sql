-- Signature requests whose files wait to be prepared or sealed for longer than any attempt takes: their job was lost.
GRANT caseport_definer TO CURRENT_USER;
CREATE FUNCTION list_lost_esign_requests("lostMinutes" integer, "afterId" text, batch integer)
RETURNS TABLE ("organizationId" text, id text, status text)
LANGUAGE plpgsql STABLE SECURITY DEFINER SET search_path = public, pg_temp
AS $$
#variable_conflict use_column
BEGIN
  RETURN QUERY
    SELECT r."organizationId", r.id, r.status FROM "EsignRequest" r
    WHERE r.status = ANY ('{preparing,sealing}'::text[]) AND r."updatedAt" < now() - make_interval(mins => "lostMinutes")
      AND r."deletedAt" IS NULL AND r.id > "afterId"
    ORDER BY r.id LIMIT batch;
END $$;
REVOKE caseport_definer FROM CURRENT_USER;
CALL run_as_definer('list_lost_esign_requests(integer, text, integer)');

-- The operator's own certificate stands here without its key, which is in a file.
ALTER TABLE "EsignSetting" DROP CONSTRAINT "EsignSetting_sealing";
ALTER TABLE "EsignSetting" ADD CONSTRAINT "EsignSetting_sealing" CHECK ("sealingKey" IS NULL OR "sealingCertificate" IS NOT NULL) NOT VALID;
