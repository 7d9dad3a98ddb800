-- Whether the transaction's organization is a sandbox: false outside of an organization. What it sends does not leave the installation.
CREATE FUNCTION is_in_sandbox() RETURNS boolean LANGUAGE plpgsql STABLE
AS $$
BEGIN
  RETURN EXISTS (
    SELECT 1 FROM "Organization" o
    WHERE o.id = nullif(current_setting('caseport.organization', true), '') AND o."sandboxOfOrganizationId" IS NOT NULL);
END $$;
