-- Consents with their history and evidence, addresses to which nothing is sent, templates of messages, and how a firm sends texts.

-- CreateTable
CREATE TABLE "Consent" (
    "organizationId" TEXT NOT NULL,
    "id" TEXT NOT NULL,
    "clientId" TEXT,
    "leadId" TEXT,
    "contactId" TEXT,
    "channel" TEXT NOT NULL,
    "status" TEXT NOT NULL,
    "source" TEXT,
    "at" TIMESTAMPTZ(3),
    "proof" JSONB,
    "revision" INTEGER NOT NULL DEFAULT 1,
    "createdAt" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "updatedAt" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "Consent_person" CHECK (num_nonnulls("clientId", "leadId", "contactId") = 1),
    CONSTRAINT "Consent_channel" CHECK (channel = ANY ('{text,call,email}'::text[])),
    CONSTRAINT "Consent_status" CHECK (status = ANY ('{opted_in,opted_out,unknown}'::text[])),
    CONSTRAINT "Consent_source" CHECK (source = ANY ('{intake_form,retainer,text_reply,call,in_person,import,other}'::text[])),
    CONSTRAINT "Consent_proof" CHECK (proof IS NULL OR jsonb_typeof(proof) = 'object'),
    CONSTRAINT "Consent_pkey" PRIMARY KEY ("organizationId","id")
);

-- CreateTable
CREATE TABLE "ConsentChange" (
    "organizationId" TEXT NOT NULL,
    "consentId" TEXT NOT NULL,
    "number" INTEGER NOT NULL,
    "status" TEXT NOT NULL,
    "source" TEXT,
    "at" TIMESTAMPTZ(3),
    "proof" JSONB,
    "isOverride" BOOLEAN NOT NULL DEFAULT false,
    "suppressionId" TEXT,
    "actor" JSONB NOT NULL,
    "recordedAt" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "ConsentChange_number" CHECK (number > 0),
    CONSTRAINT "ConsentChange_status" CHECK (status = ANY ('{opted_in,opted_out,unknown}'::text[])),
    CONSTRAINT "ConsentChange_source" CHECK (source = ANY ('{intake_form,retainer,text_reply,call,in_person,import,other}'::text[])),
    CONSTRAINT "ConsentChange_proof" CHECK (proof IS NULL OR jsonb_typeof(proof) = 'object'),
    CONSTRAINT "ConsentChange_pkey" PRIMARY KEY ("organizationId","consentId","number")
);

-- CreateTable
CREATE TABLE "AddressSuppression" (
    "organizationId" TEXT NOT NULL,
    "id" TEXT NOT NULL,
    "channel" TEXT NOT NULL,
    "address" TEXT NOT NULL,
    "reason" TEXT NOT NULL,
    "at" TIMESTAMPTZ(3) NOT NULL,
    "endedAt" TIMESTAMPTZ(3),
    "endReason" TEXT,
    "createdAt" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "updatedAt" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "AddressSuppression_channel" CHECK (channel = ANY ('{text,email}'::text[])),
    CONSTRAINT "AddressSuppression_reason" CHECK (reason = ANY ('{stop_keyword,provider_opt_out,hard_bounce,manual}'::text[])),
    CONSTRAINT "AddressSuppression_address" CHECK (length(address) BETWEEN 3 AND 254),
    CONSTRAINT "AddressSuppression_ended" CHECK (("endedAt" IS NULL) = ("endReason" IS NULL)),
    CONSTRAINT "AddressSuppression_pkey" PRIMARY KEY ("organizationId","id")
);

-- CreateTable
CREATE TABLE "MessageTemplate" (
    "organizationId" TEXT NOT NULL,
    "id" TEXT NOT NULL,
    "name" TEXT NOT NULL,
    "nameKey" TEXT GENERATED ALWAYS AS (fold_name(name)) STORED,
    "channel" TEXT NOT NULL,
    "language" TEXT NOT NULL DEFAULT 'en',
    "subject" TEXT,
    "body" TEXT NOT NULL,
    "mergeSources" TEXT[] DEFAULT ARRAY[]::TEXT[],
    "archived" BOOLEAN NOT NULL DEFAULT false,
    "externalId" TEXT,
    "revision" INTEGER NOT NULL DEFAULT 1,
    "createdAt" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "updatedAt" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "MessageTemplate_channel" CHECK (channel = ANY ('{text,email}'::text[])),
    CONSTRAINT "MessageTemplate_language" CHECK (language = ANY ('{en,es}'::text[])),
    CONSTRAINT "MessageTemplate_subject" CHECK ((channel = 'email') = (subject IS NOT NULL)),
    CONSTRAINT "MessageTemplate_body" CHECK (length(body) BETWEEN 1 AND 20000),
    CONSTRAINT "MessageTemplate_pkey" PRIMARY KEY ("organizationId","id")
);

-- CreateTable
CREATE TABLE "CommunicationSetting" (
    "organizationId" TEXT NOT NULL,
    "provider" TEXT NOT NULL DEFAULT 'outbox',
    "replyTo" TEXT,
    "senderName" TEXT,
    "stopReply" TEXT,
    "startReply" TEXT,
    "helpReply" TEXT,
    "quietHours" TEXT NOT NULL DEFAULT 'defer',
    "textsFrom" INTEGER NOT NULL DEFAULT 480,
    "textsUntil" INTEGER NOT NULL DEFAULT 1260,
    "dailyLimit" INTEGER NOT NULL DEFAULT 1000,
    "revision" INTEGER NOT NULL DEFAULT 1,
    "createdAt" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "updatedAt" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "CommunicationSetting_provider" CHECK (provider = ANY ('{outbox,twilio,telnyx}'::text[])),
    CONSTRAINT "CommunicationSetting_quietHours" CHECK ("quietHours" = ANY ('{defer,refuse,off}'::text[])),
    CONSTRAINT "CommunicationSetting_window" CHECK ("textsFrom" >= 480 AND "textsUntil" <= 1260 AND "textsUntil" - "textsFrom" >= 180),
    CONSTRAINT "CommunicationSetting_limit" CHECK ("dailyLimit" BETWEEN 1 AND 100000),
    CONSTRAINT "CommunicationSetting_pkey" PRIMARY KEY ("organizationId")
);

-- CreateTable
CREATE TABLE "TextConnection" (
    "organizationId" TEXT NOT NULL,
    "id" TEXT NOT NULL,
    "provider" TEXT NOT NULL,
    "tokenDigest" BYTEA NOT NULL,
    "credentials" BYTEA NOT NULL,
    "numbers" TEXT[],
    "handlesStop" BOOLEAN NOT NULL DEFAULT true,
    "lastWebhookAt" TIMESTAMPTZ(3),
    "revokedAt" TIMESTAMPTZ(3),
    "createdAt" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "updatedAt" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "TextConnection_provider" CHECK (provider = ANY ('{twilio,telnyx}'::text[])),
    CONSTRAINT "TextConnection_tokenDigest" CHECK (octet_length("tokenDigest") = 32),
    CONSTRAINT "TextConnection_numbers" CHECK (cardinality(numbers) BETWEEN 1 AND 50),
    CONSTRAINT "TextConnection_pkey" PRIMARY KEY ("organizationId","id")
);

-- CreateIndex
CREATE INDEX "Consent_organizationId_updatedAt_id_idx" ON "Consent"("organizationId", "updatedAt", "id");

-- CreateIndex
CREATE INDEX "Consent_organizationId_channel_id_idx" ON "Consent"("organizationId", "channel", "id");

-- CreateIndex
CREATE INDEX "Consent_organizationId_status_id_idx" ON "Consent"("organizationId", "status", "id");

-- CreateIndex
CREATE UNIQUE INDEX "Consent_organizationId_clientId_channel_key" ON "Consent"("organizationId", "clientId", "channel");

-- CreateIndex
CREATE UNIQUE INDEX "Consent_organizationId_leadId_channel_key" ON "Consent"("organizationId", "leadId", "channel");

-- CreateIndex
CREATE UNIQUE INDEX "Consent_organizationId_contactId_channel_key" ON "Consent"("organizationId", "contactId", "channel");

-- CreateIndex
CREATE INDEX "ConsentChange_organizationId_suppressionId_idx" ON "ConsentChange"("organizationId", "suppressionId");

-- CreateIndex
CREATE INDEX "AddressSuppression_organizationId_address_id_idx" ON "AddressSuppression"("organizationId", "address", "id");

-- CreateIndex
CREATE INDEX "MessageTemplate_organizationId_updatedAt_id_idx" ON "MessageTemplate"("organizationId", "updatedAt", "id");

-- CreateIndex
CREATE INDEX "MessageTemplate_organizationId_channel_id_idx" ON "MessageTemplate"("organizationId", "channel", "id");

-- CreateIndex
CREATE INDEX "MessageTemplate_organizationId_language_id_idx" ON "MessageTemplate"("organizationId", "language", "id");

-- CreateIndex
CREATE INDEX "MessageTemplate_organizationId_archived_id_idx" ON "MessageTemplate"("organizationId", "archived", "id");

-- CreateIndex
CREATE UNIQUE INDEX "MessageTemplate_organizationId_externalId_key" ON "MessageTemplate"("organizationId", "externalId");

-- CreateIndex
CREATE UNIQUE INDEX "TextConnection_tokenDigest_key" ON "TextConnection"("tokenDigest");

-- AddForeignKey
ALTER TABLE "Consent" ADD CONSTRAINT "Consent_organizationId_fkey" FOREIGN KEY ("organizationId") REFERENCES "Organization"("id") ON DELETE RESTRICT ON UPDATE RESTRICT;

-- AddForeignKey
ALTER TABLE "Consent" ADD CONSTRAINT "Consent_organizationId_clientId_fkey" FOREIGN KEY ("organizationId", "clientId") REFERENCES "Client"("organizationId", "id") ON DELETE RESTRICT ON UPDATE RESTRICT;

-- AddForeignKey
ALTER TABLE "Consent" ADD CONSTRAINT "Consent_organizationId_leadId_fkey" FOREIGN KEY ("organizationId", "leadId") REFERENCES "Lead"("organizationId", "id") ON DELETE RESTRICT ON UPDATE RESTRICT;

-- AddForeignKey
ALTER TABLE "Consent" ADD CONSTRAINT "Consent_organizationId_contactId_fkey" FOREIGN KEY ("organizationId", "contactId") REFERENCES "Contact"("organizationId", "id") ON DELETE RESTRICT ON UPDATE RESTRICT;

-- AddForeignKey
ALTER TABLE "ConsentChange" ADD CONSTRAINT "ConsentChange_organizationId_consentId_fkey" FOREIGN KEY ("organizationId", "consentId") REFERENCES "Consent"("organizationId", "id") ON DELETE RESTRICT ON UPDATE RESTRICT;

-- AddForeignKey
ALTER TABLE "ConsentChange" ADD CONSTRAINT "ConsentChange_organizationId_suppressionId_fkey" FOREIGN KEY ("organizationId", "suppressionId") REFERENCES "AddressSuppression"("organizationId", "id") ON DELETE RESTRICT ON UPDATE RESTRICT;

-- AddForeignKey
ALTER TABLE "AddressSuppression" ADD CONSTRAINT "AddressSuppression_organizationId_fkey" FOREIGN KEY ("organizationId") REFERENCES "Organization"("id") ON DELETE RESTRICT ON UPDATE RESTRICT;

-- AddForeignKey
ALTER TABLE "MessageTemplate" ADD CONSTRAINT "MessageTemplate_organizationId_fkey" FOREIGN KEY ("organizationId") REFERENCES "Organization"("id") ON DELETE RESTRICT ON UPDATE RESTRICT;

-- AddForeignKey
ALTER TABLE "CommunicationSetting" ADD CONSTRAINT "CommunicationSetting_organizationId_fkey" FOREIGN KEY ("organizationId") REFERENCES "Organization"("id") ON DELETE RESTRICT ON UPDATE RESTRICT;

-- AddForeignKey
ALTER TABLE "TextConnection" ADD CONSTRAINT "TextConnection_organizationId_fkey" FOREIGN KEY ("organizationId") REFERENCES "Organization"("id") ON DELETE RESTRICT ON UPDATE RESTRICT;

CREATE UNIQUE INDEX "MessageTemplate_name" ON "MessageTemplate" ("organizationId", "nameKey");
-- An address is suppressed once.
CREATE UNIQUE INDEX "AddressSuppression_live" ON "AddressSuppression" ("organizationId", channel, address) WHERE "endedAt" IS NULL;
-- A firm sends with one account.
CREATE UNIQUE INDEX "TextConnection_live" ON "TextConnection" ("organizationId") WHERE "revokedAt" IS NULL;

CALL isolate_tenants('Consent', 'ConsentChange', 'AddressSuppression', 'MessageTemplate', 'CommunicationSetting', 'TextConnection');
GRANT SELECT, INSERT, UPDATE ON "Consent", "MessageTemplate", "CommunicationSetting" TO caseport_application;
-- Evidence is added to, never changed.
GRANT SELECT, INSERT ON "ConsentChange", "AddressSuppression", "TextConnection" TO caseport_application;
GRANT UPDATE ("endedAt", "endReason") ON "AddressSuppression" TO caseport_application;
GRANT UPDATE (credentials, numbers, "handlesStop", "lastWebhookAt", "revokedAt") ON "TextConnection" TO caseport_application;
CREATE TRIGGER touch BEFORE UPDATE ON "Consent" FOR EACH ROW EXECUTE FUNCTION touch_row();
CREATE TRIGGER touch BEFORE UPDATE ON "AddressSuppression" FOR EACH ROW EXECUTE FUNCTION touch_row();
CREATE TRIGGER touch BEFORE UPDATE ON "MessageTemplate" FOR EACH ROW EXECUTE FUNCTION touch_row();
CREATE TRIGGER touch BEFORE UPDATE ON "CommunicationSetting" FOR EACH ROW EXECUTE FUNCTION touch_row();
CREATE TRIGGER touch BEFORE UPDATE ON "TextConnection" FOR EACH ROW EXECUTE FUNCTION touch_row();

-- Whose webhook a token is: found before anybody knows the organization. A connection that is revoked is as one that never was.
CREATE POLICY definer_reads ON "TextConnection" FOR SELECT TO caseport_definer USING (true);
GRANT SELECT ("organizationId", id, "revokedAt", "tokenDigest") ON "TextConnection" TO caseport_definer;
CREATE FUNCTION find_text_connection(token_digest bytea)
RETURNS TABLE ("organizationId" text, "connectionId" text)
LANGUAGE plpgsql STABLE SECURITY DEFINER SET search_path = public, pg_temp
AS $$
#variable_conflict use_column
BEGIN
  RETURN QUERY
    SELECT c."organizationId", c.id FROM "TextConnection" c WHERE c."tokenDigest" = token_digest AND c."revokedAt" IS NULL;
END $$;
CALL run_as_definer('find_text_connection(bytea)');

-- When texts may be sent: rules of states, with the kinds of before.
ALTER TABLE "JurisdictionRule" DROP CONSTRAINT "JurisdictionRule_kind";
ALTER TABLE "JurisdictionRule" ADD CONSTRAINT "JurisdictionRule_kind" CHECK (kind = ANY ('{limitation,claim_notice,minority,service,fee_cap,lien_reduction,fee_division,text_hours}')) NOT VALID;
