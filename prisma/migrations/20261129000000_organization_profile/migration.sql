-- The organization's profile, and its revision, which each change raises.
ALTER TABLE "Organization"
  ADD COLUMN "workdayStartsAt" text NOT NULL DEFAULT '09:00' CHECK ("workdayStartsAt" ~ '^([01][0-9]|2[0-3]):[0-5][0-9]$'),
  ADD COLUMN "workdayEndsAt" text NOT NULL DEFAULT '17:00' CHECK ("workdayEndsAt" ~ '^([01][0-9]|2[0-3]):[0-5][0-9]$'),
  ADD COLUMN "practiceAreas" text[] NOT NULL DEFAULT '{}',
  ADD COLUMN jurisdictions text[] NOT NULL DEFAULT '{}',
  ADD COLUMN phone text,
  ADD COLUMN fax text,
  ADD COLUMN email text,
  ADD COLUMN website text,
  ADD COLUMN address jsonb,
  ADD COLUMN "defaultFeeBasisPoints" integer CHECK ("defaultFeeBasisPoints" BETWEEN 0 AND 10000),
  ADD COLUMN "memberEmailDomains" text[] NOT NULL DEFAULT '{}',
  ADD COLUMN revision integer NOT NULL DEFAULT 1;
ALTER TABLE "Organization" ADD CONSTRAINT "Organization_workday" CHECK ("workdayEndsAt" > "workdayStartsAt") NOT VALID;

CREATE TRIGGER touch BEFORE UPDATE ON "Organization" FOR EACH ROW EXECUTE FUNCTION touch_row();

-- A name that a key was given before the scope existed grants nothing when it begins to exist: a member adds the scope in the portal.
ALTER TABLE "IntegrationKey" NO FORCE ROW LEVEL SECURITY;
UPDATE "IntegrationKey" SET scopes = array_remove(scopes, 'org:write') WHERE 'org:write' = ANY (scopes);
ALTER TABLE "IntegrationKey" FORCE ROW LEVEL SECURITY;
