-- What a member hides from their own attention line for a day.
CREATE TABLE "AttentionSnooze" (
  "organizationId" text           NOT NULL,
  "memberId"       text           NOT NULL,
  item             text           NOT NULL,
  until            timestamptz(3) NOT NULL,
  CONSTRAINT "AttentionSnooze_pkey" PRIMARY KEY ("organizationId", "memberId", item),
  CONSTRAINT "AttentionSnooze_organizationId_memberId_fkey" FOREIGN KEY ("organizationId", "memberId")
    REFERENCES "Member" ("organizationId", id) ON DELETE RESTRICT ON UPDATE RESTRICT
);
CALL isolate_tenants('AttentionSnooze');
GRANT SELECT, INSERT, UPDATE, DELETE ON "AttentionSnooze" TO caseport_application;

-- The organizations in which a person is an active member, by name, now with their places in the hierarchy.
-- A function's columns cannot be replaced, and only its owner may drop it.
GRANT caseport_definer TO CURRENT_USER;
DROP FUNCTION list_memberships(text);
REVOKE caseport_definer FROM CURRENT_USER;
CREATE FUNCTION list_memberships(person text)
RETURNS TABLE (
  "organizationId" text, "organizationName" text, slug text, timezone text, "isHeadquarters" boolean, "isOffice" boolean, "memberId" text,
  "firstName" text, "lastName" text, role text, permissions text[], "isAttorney" boolean
)
LANGUAGE plpgsql STABLE SECURITY DEFINER SET search_path = public, pg_temp
AS $$
#variable_conflict use_column
BEGIN
  RETURN QUERY
    SELECT o.id, o.name, o.slug, o.timezone, o."isHeadquarters", o."parentOrganizationId" IS NOT NULL, m.id, m."firstName", m."lastName",
      m.role, m.permissions, m."isAttorney"
    FROM "Member" m JOIN "Organization" o ON o.id = m."organizationId"
    WHERE m."userId" = person AND m.status = 'active'
    ORDER BY o.name, o.id;
END $$;
CALL run_as_definer('list_memberships(text)');
