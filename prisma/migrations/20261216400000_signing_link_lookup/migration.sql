-- Whose link a token is: found before anybody knows the organization. One that has ended, expired, or was opened and opens once, is as one that never was.
CREATE FUNCTION find_signing_link(token_digest bytea)
RETURNS TABLE ("organizationId" text, "linkId" text, kind text, "requestId" text, "recipientId" text)
LANGUAGE plpgsql STABLE SECURITY DEFINER SET search_path = public, pg_temp
AS $$
#variable_conflict use_column
BEGIN
  RETURN QUERY
    SELECT l."organizationId", l.id, l.kind, l."requestId", l."recipientId" FROM "EsignLink" l
    WHERE l."tokenDigest" = token_digest AND l."endedAt" IS NULL AND l."expiresAt" > now();
END $$;
CALL run_as_definer('find_signing_link(bytea)');
