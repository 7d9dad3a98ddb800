-- People, organizations, and the members who tie one to the other. A person belongs to no organization, so their tables are not
-- isolated: the application decides who may read and write them.

CREATE TABLE "User" (
  id                 text           NOT NULL,
  name               text           NOT NULL,
  email              text           NOT NULL,
  "emailVerified"    boolean        NOT NULL DEFAULT false,
  image              text,
  "twoFactorEnabled" boolean        NOT NULL DEFAULT false,
  "createdAt"        timestamptz(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
  "updatedAt"        timestamptz(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
  CONSTRAINT "User_pkey" PRIMARY KEY (id),
  CONSTRAINT "User_email_lower" CHECK (email = lower(email))
);
CREATE UNIQUE INDEX "User_email_key" ON "User" (email);

CREATE TABLE "Session" (
  id               text           NOT NULL,
  "userId"         text           NOT NULL,
  token            text           NOT NULL,
  "expiresAt"      timestamptz(3) NOT NULL,
  "ipAddress"      text,
  "userAgent"      text,
  "lastSeenAt"     timestamptz(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
  "secondFactorAt" timestamptz(3),
  "createdAt"      timestamptz(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
  "updatedAt"      timestamptz(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
  CONSTRAINT "Session_pkey" PRIMARY KEY (id),
  CONSTRAINT "Session_userId_fkey" FOREIGN KEY ("userId") REFERENCES "User" (id) ON DELETE CASCADE ON UPDATE RESTRICT
);
CREATE UNIQUE INDEX "Session_token_key" ON "Session" (token);
CREATE INDEX "Session_userId_idx" ON "Session" ("userId");
CREATE INDEX "Session_expiresAt_idx" ON "Session" ("expiresAt");

CREATE TABLE "Account" (
  id                      text           NOT NULL,
  "userId"                text           NOT NULL,
  "accountId"             text           NOT NULL,
  "providerId"            text           NOT NULL,
  "accessToken"           text,
  "refreshToken"          text,
  "idToken"               text,
  "accessTokenExpiresAt"  timestamptz(3),
  "refreshTokenExpiresAt" timestamptz(3),
  scope                   text,
  password                text,
  "createdAt"             timestamptz(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
  "updatedAt"             timestamptz(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
  CONSTRAINT "Account_pkey" PRIMARY KEY (id),
  CONSTRAINT "Account_userId_fkey" FOREIGN KEY ("userId") REFERENCES "User" (id) ON DELETE CASCADE ON UPDATE RESTRICT
);
CREATE INDEX "Account_userId_idx" ON "Account" ("userId");

CREATE TABLE "Verification" (
  id          text           NOT NULL,
  identifier  text           NOT NULL,
  value       text           NOT NULL,
  "expiresAt" timestamptz(3) NOT NULL,
  "createdAt" timestamptz(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
  "updatedAt" timestamptz(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
  CONSTRAINT "Verification_pkey" PRIMARY KEY (id)
);
CREATE INDEX "Verification_identifier_idx" ON "Verification" (identifier);
CREATE INDEX "Verification_expiresAt_idx" ON "Verification" ("expiresAt");

CREATE TABLE "TwoFactor" (
  id                        text           NOT NULL,
  "userId"                  text           NOT NULL,
  secret                    text           NOT NULL,
  "backupCodes"             text           NOT NULL,
  verified                  boolean        DEFAULT true,
  "failedVerificationCount" integer        DEFAULT 0,
  "lockedUntil"             timestamptz(3),
  "lastStep"                bigint,
  CONSTRAINT "TwoFactor_pkey" PRIMARY KEY (id),
  CONSTRAINT "TwoFactor_userId_fkey" FOREIGN KEY ("userId") REFERENCES "User" (id) ON DELETE CASCADE ON UPDATE RESTRICT
);
CREATE INDEX "TwoFactor_userId_idx" ON "TwoFactor" ("userId");

CREATE TABLE "PlatformAdministrator" (
  "userId"    text           NOT NULL,
  "createdAt" timestamptz(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
  CONSTRAINT "PlatformAdministrator_pkey" PRIMARY KEY ("userId"),
  CONSTRAINT "PlatformAdministrator_userId_fkey" FOREIGN KEY ("userId") REFERENCES "User" (id) ON DELETE RESTRICT ON UPDATE RESTRICT
);

CREATE TABLE "Organization" (
  id                      text           NOT NULL,
  name                    text           NOT NULL,
  "legalName"             text           NOT NULL,
  slug                    text           NOT NULL,
  "parentOrganizationId"  text,
  "isHeadquarters"        boolean        NOT NULL DEFAULT false,
  timezone                text           NOT NULL DEFAULT 'America/New_York',
  "reportsToHeadquarters" boolean        NOT NULL DEFAULT true,
  "rateLimitRead"         integer,
  "rateLimitWrite"        integer,
  "rateLimitSensitive"    integer,
  "createdAt"             timestamptz(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
  "updatedAt"             timestamptz(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
  CONSTRAINT "Organization_pkey" PRIMARY KEY (id),
  CONSTRAINT "Organization_parentOrganizationId_fkey" FOREIGN KEY ("parentOrganizationId")
    REFERENCES "Organization" (id) ON DELETE RESTRICT ON UPDATE RESTRICT,
  CONSTRAINT "Organization_rate_limits" CHECK (coalesce("rateLimitRead", 1) BETWEEN 1 AND 1000000 AND coalesce("rateLimitWrite", 1) BETWEEN 1 AND 1000000
  AND coalesce("rateLimitSensitive", 1) BETWEEN 1 AND 1000000)
);
CREATE UNIQUE INDEX "Organization_slug_key" ON "Organization" (slug);
CREATE INDEX "Organization_parentOrganizationId_idx" ON "Organization" ("parentOrganizationId");

CREATE TABLE "Member" (
  "organizationId" text           NOT NULL,
  id               text           NOT NULL,
  "userId"         text,
  "firstName"      text           NOT NULL,
  "lastName"       text           NOT NULL,
  email            text           NOT NULL,
  role             text           NOT NULL,
  status           text           NOT NULL DEFAULT 'active',
  "isAttorney"     boolean        NOT NULL DEFAULT false,
  permissions      text[]         DEFAULT ARRAY[]::text[],
  "deactivatedAt"  timestamptz(3),
  "acceptedAt"     timestamptz(3) DEFAULT CURRENT_TIMESTAMP,
  revision         integer        NOT NULL DEFAULT 1,
  "createdAt"      timestamptz(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
  "updatedAt"      timestamptz(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
  CONSTRAINT "Member_pkey" PRIMARY KEY ("organizationId", id),
  CONSTRAINT "Member_userId_fkey" FOREIGN KEY ("userId") REFERENCES "User" (id) ON DELETE RESTRICT ON UPDATE RESTRICT,
  CONSTRAINT "Member_organizationId_fkey" FOREIGN KEY ("organizationId") REFERENCES "Organization" (id) ON DELETE RESTRICT ON UPDATE RESTRICT,
  CONSTRAINT "Member_status" CHECK (status IN ('invited', 'active', 'suspended', 'deactivated')),
  CONSTRAINT "Member_accepted" CHECK (status <> 'active' OR "acceptedAt" IS NOT NULL)
);
CREATE INDEX "Member_userId_idx" ON "Member" ("userId");
CREATE UNIQUE INDEX "Member_organizationId_email_key" ON "Member" ("organizationId", email);
CREATE UNIQUE INDEX "Member_organizationId_userId_key" ON "Member" ("organizationId", "userId");

-- The portal's list of members, by name regardless of case.
CREATE INDEX "Member_name" ON "Member" ("organizationId", lower("lastName"), lower("firstName"), id);

-- Tenant isolation and grants. The application may delete where a row is a mere link, counter or session, and nowhere else.
GRANT SELECT, INSERT, UPDATE, DELETE ON "User", "Session", "Account", "Verification", "TwoFactor" TO caseport_application;
GRANT SELECT, INSERT ON "PlatformAdministrator" TO caseport_application;
GRANT SELECT, INSERT, UPDATE ON "Organization", "Member" TO caseport_application;
CALL isolate_tenants('Member');
ALTER TABLE "Organization" ENABLE ROW LEVEL SECURITY;
ALTER TABLE "Organization" FORCE ROW LEVEL SECURITY;
CREATE POLICY own_organization ON "Organization" TO caseport_application
  USING (id = current_setting('caseport.organization', true))
  WITH CHECK (id = current_setting('caseport.organization', true));
CREATE POLICY definer_reads ON "Organization" FOR SELECT TO caseport_definer USING (true);
CREATE POLICY definer_reads ON "Member" FOR SELECT TO caseport_definer USING (true);
GRANT SELECT ON "Organization", "Member", "PlatformAdministrator" TO caseport_definer;

-- The organizations in which a person is an active member, by name: for sign-in and "choose organization".
CREATE FUNCTION list_memberships(person text)
RETURNS TABLE (
  "organizationId" text, "organizationName" text, slug text, timezone text, "memberId" text, "firstName" text, "lastName" text,
  role text, permissions text[], "isAttorney" boolean
)
LANGUAGE plpgsql STABLE SECURITY DEFINER SET search_path = public, pg_temp
AS $$
#variable_conflict use_column
BEGIN
  RETURN QUERY
    SELECT o.id, o.name, o.slug, o.timezone, m.id, m."firstName", m."lastName", m.role, m.permissions, m."isAttorney"
    FROM "Member" m JOIN "Organization" o ON o.id = m."organizationId"
    WHERE m."userId" = person AND m.status = 'active'
    ORDER BY o.name, o.id;
END $$;

-- The organizations that have invited a person who has not accepted yet.
CREATE FUNCTION list_invitations(person text)
RETURNS TABLE ("organizationId" text, "organizationName" text, "memberId" text, "firstName" text, "lastName" text)
LANGUAGE plpgsql STABLE SECURITY DEFINER SET search_path = public, pg_temp
AS $$
#variable_conflict use_column
BEGIN
  RETURN QUERY
    SELECT o.id, o.name, m.id, m."firstName", m."lastName"
    FROM "Member" m JOIN "Organization" o ON o.id = m."organizationId"
    WHERE m."userId" = person AND m.status = 'invited'
    ORDER BY o.name, o.id;
END $$;
CALL run_as_definer('list_memberships(text)', 'list_invitations(text)');

CREATE TRIGGER touch BEFORE UPDATE ON "Member" FOR EACH ROW EXECUTE FUNCTION touch_row();
