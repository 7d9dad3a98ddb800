-- Calendar feeds: a member's agenda at a secret URL. Of its token only the digest is stored.

-- CreateTable
CREATE TABLE "CalendarFeed" (
    "organizationId" TEXT NOT NULL,
    "id" TEXT NOT NULL,
    "memberId" TEXT NOT NULL,
    "name" TEXT NOT NULL,
    "includeDeadlines" BOOLEAN NOT NULL DEFAULT true,
    "status" TEXT NOT NULL DEFAULT 'active',
    "tokenPrefix" TEXT NOT NULL,
    "tokenDigest" BYTEA NOT NULL,
    "createdAt" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "rotatedAt" TIMESTAMPTZ(3),
    "revokedAt" TIMESTAMPTZ(3),
    "revokedBy" JSONB,
    "lastFetchedAt" TIMESTAMPTZ(3),
    "lastUserAgent" TEXT,

    CONSTRAINT "CalendarFeed_status" CHECK (status = ANY ('{active,revoked}'::text[]) AND (status = 'revoked') = ("revokedAt" IS NOT NULL AND "revokedBy" IS NOT NULL)),
    CONSTRAINT "CalendarFeed_tokenDigest" CHECK (octet_length("tokenDigest") = 32),
    CONSTRAINT "CalendarFeed_pkey" PRIMARY KEY ("organizationId","id")
);

-- CreateIndex
CREATE UNIQUE INDEX "CalendarFeed_tokenDigest_key" ON "CalendarFeed"("tokenDigest");

-- CreateIndex
CREATE INDEX "CalendarFeed_organizationId_memberId_id_idx" ON "CalendarFeed"("organizationId", "memberId", "id");

-- AddForeignKey
ALTER TABLE "CalendarFeed" ADD CONSTRAINT "CalendarFeed_organizationId_memberId_fkey" FOREIGN KEY ("organizationId", "memberId") REFERENCES "Member"("organizationId", "id") ON DELETE RESTRICT ON UPDATE RESTRICT;

CALL isolate_tenants('CalendarFeed');
GRANT SELECT, INSERT, UPDATE ON "CalendarFeed" TO caseport_application;

-- Whose feed a token is: found before anybody knows the organization. A feed that is revoked, and one whose member is not active, is as one that never was.
CREATE POLICY definer_reads ON "CalendarFeed" FOR SELECT TO caseport_definer USING (true);
GRANT SELECT ("organizationId", id, "memberId", status, "tokenDigest") ON "CalendarFeed" TO caseport_definer;
CREATE FUNCTION find_calendar_feed(token_digest bytea)
RETURNS TABLE ("organizationId" text, "feedId" text, "memberId" text)
LANGUAGE plpgsql STABLE SECURITY DEFINER SET search_path = public, pg_temp
AS $$
#variable_conflict use_column
BEGIN
  RETURN QUERY
    SELECT f."organizationId", f.id, f."memberId" FROM "CalendarFeed" f JOIN "Member" m ON m."organizationId" = f."organizationId" AND m.id = f."memberId"
    WHERE f."tokenDigest" = token_digest AND f.status = 'active' AND m.status = 'active';
END $$;
CALL run_as_definer('find_calendar_feed(bytea)');
