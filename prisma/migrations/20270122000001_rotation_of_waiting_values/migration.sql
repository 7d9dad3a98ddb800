-- Values that another secret of the installation encrypted and that somebody still waits for: secrets of texts, requests of bulk jobs,
-- first rows of imported files, and what imported records had before. While CASEPORT_SECRET is rotated, a job encrypts them again.
GRANT SELECT ("sealedSecret") ON "Message" TO caseport_definer;
CREATE FUNCTION list_text_secrets_to_reencrypt(mark bytea, batch integer) RETURNS TABLE ("organizationId" text, id text)
LANGUAGE plpgsql STABLE SECURITY DEFINER SET search_path = public, pg_temp
AS $$
#variable_conflict use_column
BEGIN
  RETURN QUERY
    SELECT m."organizationId", m.id FROM "Message" m WHERE substring(m."sealedSecret" FROM 1 FOR length(mark)) <> mark
    ORDER BY m."organizationId", m.id LIMIT batch;
END $$;

CREATE POLICY definer_reads ON "BulkItem" FOR SELECT TO caseport_definer USING (true);
GRANT SELECT ("organizationId", "jobId", index, request) ON "BulkItem" TO caseport_definer;
CREATE FUNCTION list_bulk_requests_to_reencrypt(mark bytea, batch integer) RETURNS TABLE ("organizationId" text, "jobId" text, index integer)
LANGUAGE plpgsql STABLE SECURITY DEFINER SET search_path = public, pg_temp
AS $$
#variable_conflict use_column
BEGIN
  RETURN QUERY
    SELECT i."organizationId", i."jobId", i.index FROM "BulkItem" i WHERE substring(i.request FROM 1 FOR length(mark)) <> mark
    ORDER BY i."organizationId", i."jobId", i.index LIMIT batch;
END $$;

GRANT SELECT (sample) ON "Import" TO caseport_definer;
CREATE FUNCTION list_import_samples_to_reencrypt(mark bytea, batch integer) RETURNS TABLE ("organizationId" text, id text)
LANGUAGE plpgsql STABLE SECURITY DEFINER SET search_path = public, pg_temp
AS $$
#variable_conflict use_column
BEGIN
  RETURN QUERY
    SELECT i."organizationId", i.id FROM "Import" i WHERE substring(i.sample FROM 1 FOR length(mark)) <> mark
    ORDER BY i."organizationId", i.id LIMIT batch;
END $$;

CREATE POLICY definer_reads ON "ImportRow" FOR SELECT TO caseport_definer USING (true);
GRANT SELECT ("organizationId", "importId", number, before) ON "ImportRow" TO caseport_definer;
CREATE FUNCTION list_import_rows_to_reencrypt(mark bytea, batch integer) RETURNS TABLE ("organizationId" text, "importId" text, number integer)
LANGUAGE plpgsql STABLE SECURITY DEFINER SET search_path = public, pg_temp
AS $$
#variable_conflict use_column
BEGIN
  RETURN QUERY
    SELECT r."organizationId", r."importId", r.number FROM "ImportRow" r WHERE substring(r.before FROM 1 FOR length(mark)) <> mark
    ORDER BY r."organizationId", r."importId", r.number LIMIT batch;
END $$;

CALL run_as_definer(
  'list_text_secrets_to_reencrypt(bytea, integer)', 'list_bulk_requests_to_reencrypt(bytea, integer)',
  'list_import_samples_to_reencrypt(bytea, integer)', 'list_import_rows_to_reencrypt(bytea, integer)');
