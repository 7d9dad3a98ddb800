-- Whether members who manage keys can connect assistants that others host. Off until an administrator of the firm turns it on.
ALTER TABLE "Organization" ADD COLUMN "hostedAssistantsAllowed" BOOLEAN NOT NULL DEFAULT false;

-- An assistant that a member connected. The key has its name, scopes and expiry; the tokens of the connection act as the key.
CREATE TABLE "AssistantConnection" (
    "organizationId" TEXT NOT NULL,
    "id" TEXT NOT NULL,
    "keyId" TEXT NOT NULL,
    "memberId" TEXT NOT NULL,
    "prefix" TEXT NOT NULL,
    "clientDigest" BYTEA NOT NULL,
    "redirectUri" TEXT NOT NULL,
    "codeChallenge" TEXT NOT NULL,
    "resourcePath" TEXT NOT NULL,
    "createdAt" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "AssistantConnection_clientDigest_length" CHECK (octet_length("clientDigest") = 32),
    CONSTRAINT "AssistantConnection_codeChallenge" CHECK ("codeChallenge" ~ '^[A-Za-z0-9_-]{43}$'),
    CONSTRAINT "AssistantConnection_pkey" PRIMARY KEY ("organizationId","id")
);

-- Codes, access tokens and refresh tokens, as digests alone.
CREATE TABLE "AssistantToken" (
    "organizationId" TEXT NOT NULL,
    "id" TEXT NOT NULL,
    "connectionId" TEXT NOT NULL,
    "kind" TEXT NOT NULL,
    "digest" BYTEA NOT NULL,
    "expiresAt" TIMESTAMPTZ(3) NOT NULL,
    "usedAt" TIMESTAMPTZ(3),
    "createdAt" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "AssistantToken_kind_known" CHECK (kind = ANY ('{code,access,refresh}'::text[])),
    CONSTRAINT "AssistantToken_digest_length" CHECK (octet_length(digest) = 32),
    CONSTRAINT "AssistantToken_pkey" PRIMARY KEY ("organizationId","id")
);

-- CreateIndex
CREATE UNIQUE INDEX "AssistantConnection_organizationId_keyId_key" ON "AssistantConnection"("organizationId", "keyId");

-- CreateIndex
CREATE INDEX "AssistantConnection_organizationId_memberId_idx" ON "AssistantConnection"("organizationId", "memberId");

-- CreateIndex
CREATE UNIQUE INDEX "AssistantToken_digest_key" ON "AssistantToken"("digest");

-- CreateIndex
CREATE INDEX "AssistantToken_organizationId_connectionId_idx" ON "AssistantToken"("organizationId", "connectionId");

-- CreateIndex
CREATE INDEX "AssistantToken_expiresAt_idx" ON "AssistantToken"("expiresAt");

-- AddForeignKey
ALTER TABLE "AssistantConnection" ADD CONSTRAINT "AssistantConnection_organizationId_keyId_fkey" FOREIGN KEY ("organizationId", "keyId") REFERENCES "IntegrationKey"("organizationId", "id") ON DELETE RESTRICT ON UPDATE RESTRICT;

-- AddForeignKey
ALTER TABLE "AssistantConnection" ADD CONSTRAINT "AssistantConnection_organizationId_memberId_fkey" FOREIGN KEY ("organizationId", "memberId") REFERENCES "Member"("organizationId", "id") ON DELETE RESTRICT ON UPDATE RESTRICT;

-- AddForeignKey
ALTER TABLE "AssistantToken" ADD CONSTRAINT "AssistantToken_organizationId_connectionId_fkey" FOREIGN KEY ("organizationId", "connectionId") REFERENCES "AssistantConnection"("organizationId", "id") ON DELETE RESTRICT ON UPDATE RESTRICT;

CALL isolate_tenants('AssistantConnection', 'AssistantToken');
GRANT SELECT, INSERT ON "AssistantConnection", "AssistantToken" TO caseport_application;
GRANT UPDATE ("usedAt") ON "AssistantToken" TO caseport_application;

-- A token is found before anybody knows whose it is, and purged in all organizations.
CREATE POLICY definer_reads ON "AssistantConnection" FOR SELECT TO caseport_definer USING (true);
CREATE POLICY definer_reads ON "AssistantToken" FOR SELECT TO caseport_definer USING (true);
CREATE POLICY definer_deletes ON "AssistantToken" FOR DELETE TO caseport_definer USING (true);
GRANT SELECT ON "AssistantConnection", "AssistantToken" TO caseport_definer;
GRANT DELETE ON "AssistantToken" TO caseport_definer;

-- A secret of an assistant says as well whether it is of a sandbox.
CREATE OR REPLACE FUNCTION check_secret_prefix() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF (NEW.prefix ~ '^cp[ko]_test_') <> EXISTS (
    SELECT 1 FROM "Organization" o WHERE o.id = NEW."organizationId" AND o."sandboxOfOrganizationId" IS NOT NULL)
  THEN RAISE EXCEPTION 'The prefix of a secret is not that of its organization' USING ERRCODE = 'check_violation', CONSTRAINT = 'IntegrationKeySecret_prefix';
  END IF;
  RETURN NEW;
END $$;

-- Whether a connection works: its key is live, the firm allows hosted assistants, and the member who made it is active and still manages
-- keys, in a sandbox by their rights in its firm. Statements of their own, because on a cluster the rows of two organizations, and a firm's
-- beside those on every node, are not joined.
CREATE FUNCTION is_assistant_connected(organization text, connection text, managers text[]) RETURNS boolean
LANGUAGE plpgsql STABLE SECURITY DEFINER SET search_path = public, pg_temp
AS $$
DECLARE member text; person text; home text;
BEGIN
  SELECT c."memberId", coalesce(o."sandboxOfOrganizationId", o.id) INTO member, home
  FROM "AssistantConnection" c
  JOIN "IntegrationKey" k ON k."organizationId" = c."organizationId" AND k.id = c."keyId"
  JOIN "Organization" o ON o.id = c."organizationId"
  WHERE c."organizationId" = organization AND c.id = connection AND o."hostedAssistantsAllowed"
    AND k."expiresAt" > now() AND k."pausedAt" IS NULL AND k."revokedAt" IS NULL;
  IF NOT FOUND THEN RETURN false; END IF;
  SELECT m."userId" INTO person FROM "Member" m WHERE m."organizationId" = organization AND m.id = member AND m.status = 'active';
  RETURN EXISTS (
    SELECT 1 FROM "Member" m
    WHERE m."organizationId" = home AND m."userId" = person AND m.status = 'active'
      AND (m.role = ANY (managers) OR m.permissions @> '{integrations:manage}'));
END $$;

-- The key as which an access token acts, in the form of find_integration_key(), with the path for which the token was issued.
CREATE FUNCTION find_assistant_key(token_digest bytea, managers text[]) RETURNS text
LANGUAGE plpgsql STABLE SECURITY DEFINER SET search_path = public, pg_temp
AS $$
DECLARE key record;
BEGIN
  SELECT k."organizationId", k.id AS "keyId", c.prefix, k.name, k."actorName", k.scopes, k."allowedNetworks",
         k."expiresAt"::timestamptz, k."vendorContactId", k."mcpSensitiveRecords", k."actingAttorneyId", false AS "actingAttorneyActive",
         o."rateLimitRead", o."rateLimitWrite", o."rateLimitSensitive",
         coalesce(o."sandboxState" = 'resetting', false) AS "isResetting", c."resourcePath"
  INTO key
  FROM "AssistantToken" t
  JOIN "AssistantConnection" c ON c."organizationId" = t."organizationId" AND c.id = t."connectionId"
  JOIN "IntegrationKey" k ON k."organizationId" = c."organizationId" AND k.id = c."keyId"
  JOIN "Organization" o ON o.id = k."organizationId"
  WHERE t.digest = token_digest AND t.kind = 'access' AND t."expiresAt" > now()
    AND is_assistant_connected(t."organizationId", t."connectionId", managers);
  IF NOT FOUND THEN RETURN NULL; END IF;
  IF key."actingAttorneyId" IS NOT NULL THEN
    key."actingAttorneyActive" := EXISTS (
      SELECT 1 FROM "Member" m
      WHERE m."organizationId" = key."organizationId" AND m.id = key."actingAttorneyId" AND m."canActForKeys");
  END IF;
  RETURN row_to_json(key);
END $$;

-- Whose a code or a token is, also one that has expired or was used.
CREATE FUNCTION find_assistant_token(token_digest bytea) RETURNS TABLE ("organizationId" text, "connectionId" text)
LANGUAGE plpgsql STABLE SECURITY DEFINER SET search_path = public, pg_temp ROWS 1
AS $$
#variable_conflict use_column
BEGIN
  RETURN QUERY SELECT t."organizationId", t."connectionId" FROM "AssistantToken" t WHERE t.digest = token_digest;
END $$;

-- Connections whose code was never collected, with a key that nobody has.
CREATE FUNCTION list_uncollected_assistants(batch integer) RETURNS TABLE ("organizationId" text, id text)
LANGUAGE plpgsql STABLE SECURITY DEFINER SET search_path = public, pg_temp
AS $$
#variable_conflict use_column
BEGIN
  RETURN QUERY
    SELECT t."organizationId", k.id FROM "AssistantToken" t
    JOIN "AssistantConnection" c ON c."organizationId" = t."organizationId" AND c.id = t."connectionId"
    JOIN "IntegrationKey" k ON k."organizationId" = c."organizationId" AND k.id = c."keyId"
    WHERE t.kind = 'code' AND t."usedAt" IS NULL AND t."expiresAt" < now() - interval '5 minutes' AND k."revokedAt" IS NULL
    ORDER BY t."expiresAt", k.id LIMIT batch;
END $$;

-- A used refresh token is kept until it would have expired: until then, using it again ends the connection.
CREATE FUNCTION purge_assistant_tokens(batch integer) RETURNS integer
LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp
AS $$
DECLARE kept_from timestamptz := now() - interval '1 day'; deleted integer;
BEGIN
  DELETE FROM "AssistantToken" t USING (
    SELECT d."organizationId", d.id FROM "AssistantToken" d WHERE d."expiresAt" < kept_from ORDER BY d."expiresAt" LIMIT batch
  ) due WHERE t."organizationId" = due."organizationId" AND t.id = due.id;
  GET DIAGNOSTICS deleted = ROW_COUNT;
  RETURN deleted;
END $$;
CALL run_as_definer(
  'is_assistant_connected(text, text, text[])', 'find_assistant_key(bytea, text[])', 'find_assistant_token(bytea)',
  'list_uncollected_assistants(integer)', 'purge_assistant_tokens(integer)');
