GRANT SELECT ("organizationId", id, "objectId", "sizeBytes") ON "DocumentVersion" TO caseport_definer;

-- For npm run doctor: which objects the storage must have, page by page in the order of the primary key.
CREATE FUNCTION list_stored_versions(after_organization text, after_id text, at_most integer)
RETURNS TABLE ("organizationId" text, id text, "objectId" text, "sizeBytes" bigint)
LANGUAGE plpgsql STABLE SECURITY DEFINER SET search_path = public, pg_temp
AS $$
BEGIN
  RETURN QUERY SELECT v."organizationId", v.id, v."objectId", v."sizeBytes" FROM "DocumentVersion" v
    WHERE (v."organizationId", v.id) > (after_organization, after_id) ORDER BY v."organizationId", v.id LIMIT at_most;
END $$;
CALL run_as_definer('list_stored_versions(text, text, integer)');
