-- Accounts whose secrets another secret of the installation encrypted: a job encrypts them with the current one.
GRANT SELECT (credentials) ON "TextConnection" TO caseport_definer;
CREATE FUNCTION list_text_connections_to_reencrypt(mark bytea, batch integer)
RETURNS TABLE ("organizationId" text, id text)
LANGUAGE plpgsql STABLE SECURITY DEFINER SET search_path = public, pg_temp
AS $$
#variable_conflict use_column
BEGIN
  RETURN QUERY
    SELECT c."organizationId", c.id FROM "TextConnection" c
    WHERE c."revokedAt" IS NULL AND substring(c.credentials FROM 1 FOR length(mark)) <> mark
    ORDER BY c."organizationId", c.id LIMIT batch;
END $$;
CALL run_as_definer('list_text_connections_to_reencrypt(bytea, integer)');
