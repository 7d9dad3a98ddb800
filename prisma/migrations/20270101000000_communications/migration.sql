-- Messages and calls between the firm and its clients, leads and contacts.

-- CreateTable
CREATE TABLE "Conversation" (
    "organizationId" TEXT NOT NULL,
    "id" TEXT NOT NULL,
    "channel" TEXT NOT NULL,
    "caseId" TEXT,
    "leadId" TEXT,
    "firmAddress" TEXT,
    "subject" TEXT,
    "status" TEXT NOT NULL DEFAULT 'open',
    "assignedToMemberId" TEXT,
    "messageCount" INTEGER NOT NULL DEFAULT 0,
    "lastMessageAt" TIMESTAMPTZ(3),
    "lastInboundAt" TIMESTAMPTZ(3),
    "lastOutboundAt" TIMESTAMPTZ(3),
    "unansweredSince" TIMESTAMPTZ(3),
    "optOutSuspectedAt" TIMESTAMPTZ(3),
    "externalId" TEXT,
    "createdBy" JSONB NOT NULL,
    "revision" INTEGER NOT NULL DEFAULT 1,
    "createdAt" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "updatedAt" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "Conversation_channel_known" CHECK (channel = ANY ('{text,email,fax,letter}'::text[])),
    CONSTRAINT "Conversation_status_known" CHECK (status = ANY ('{open,closed}'::text[])),
    CONSTRAINT "Conversation_count" CHECK ("messageCount" BETWEEN 0 AND 10000),
    CONSTRAINT "Conversation_unanswered" CHECK ("unansweredSince" IS NULL OR "lastInboundAt" IS NOT NULL),
    CONSTRAINT "Conversation_pkey" PRIMARY KEY ("organizationId","id")
);

-- CreateTable
CREATE TABLE "ConversationCounterpart" (
    "organizationId" TEXT NOT NULL,
    "conversationId" TEXT NOT NULL,
    "position" INTEGER NOT NULL,
    "name" TEXT,
    "address" TEXT NOT NULL,
    "clientId" TEXT,
    "leadId" TEXT,
    "contactId" TEXT,
    "memberId" TEXT,

    CONSTRAINT "ConversationCounterpart_position" CHECK (position BETWEEN 1 AND 20),
    CONSTRAINT "ConversationCounterpart_address" CHECK (char_length(address) BETWEEN 1 AND 320),
    CONSTRAINT "ConversationCounterpart_one_record" CHECK (num_nonnulls("clientId", "leadId", "contactId", "memberId") <= 1),
    CONSTRAINT "ConversationCounterpart_pkey" PRIMARY KEY ("organizationId","conversationId","position")
);

-- CreateTable
CREATE TABLE "Message" (
    "organizationId" TEXT NOT NULL,
    "id" TEXT NOT NULL,
    "conversationId" TEXT NOT NULL,
    "caseId" TEXT,
    "leadId" TEXT,
    "channel" TEXT NOT NULL,
    "direction" TEXT NOT NULL,
    "status" TEXT NOT NULL,
    "failure" TEXT,
    "block" TEXT,
    "subject" TEXT,
    "bodyText" TEXT,
    "isAutomated" BOOLEAN NOT NULL DEFAULT false,
    "automation" TEXT,
    "optOutKeyword" TEXT,
    "occurredAt" TIMESTAMPTZ(3) NOT NULL,
    "sendAt" TIMESTAMPTZ(3),
    "deferral" JSONB,
    "queuedAt" TIMESTAMPTZ(3),
    "attemptAt" TIMESTAMPTZ(3),
    "sentAt" TIMESTAMPTZ(3),
    "deliveredAt" TIMESTAMPTZ(3),
    "readAt" TIMESTAMPTZ(3),
    "failedAt" TIMESTAMPTZ(3),
    "voidedAt" TIMESTAMPTZ(3),
    "voidReason" TEXT,
    "segments" INTEGER,
    "provider" TEXT,
    "providerMessageId" TEXT,
    "messageIdHeader" TEXT,
    "referencesHeader" TEXT[] DEFAULT ARRAY[]::TEXT[],
    "inReplyToMessageId" TEXT,
    "externalId" TEXT,
    "createdBy" JSONB NOT NULL,
    "onBehalfOfAttorneyId" TEXT,
    "revision" INTEGER NOT NULL DEFAULT 1,
    "createdAt" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "updatedAt" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "Message_channel_known" CHECK (channel = ANY ('{text,email,fax,letter}'::text[])),
    CONSTRAINT "Message_direction_known" CHECK (direction = ANY ('{inbound,outbound}'::text[])),
    CONSTRAINT "Message_status_known" CHECK (status = ANY ('{scheduled,queued,sent,delivered,read,undelivered,bounced,failed,blocked,cancelled,received,logged}'::text[])),
    CONSTRAINT "Message_inbound" CHECK ((status = 'received') = (direction = 'inbound')),
    CONSTRAINT "Message_failure_known" CHECK (failure = ANY ('{address_refused,mailbox_full,number_invalid,not_mobile,not_permitted,carrier_filtered,provider_rejected,not_configured,outcome_unknown,record_closed,too_late,other}'::text[])),
    CONSTRAINT "Message_block_known" CHECK (block = ANY ('{no_consent,opted_out,do_not_contact,deceased,no_address,quiet_hours,record_closed,limit}'::text[])),
    CONSTRAINT "Message_automation_known" CHECK (automation = ANY ('{opt_out_confirmation,help_reply,start_reply,esign}'::text[])),
    CONSTRAINT "Message_automated" CHECK (automation IS NULL OR "isAutomated"),
    CONSTRAINT "Message_keyword_known" CHECK ("optOutKeyword" = ANY ('{stop,start,help,suspected}'::text[])),
    CONSTRAINT "Message_provider_known" CHECK (provider = ANY ('{outbox,smtp,twilio,telnyx,external}'::text[])),
    CONSTRAINT "Message_texts" CHECK (channel <> 'text' OR (subject IS NULL AND "bodyText" IS NOT NULL)),
    CONSTRAINT "Message_lengths" CHECK (char_length(subject) BETWEEN 1 AND 300 AND char_length("bodyText") <= 100000),
    CONSTRAINT "Message_segments" CHECK (segments BETWEEN 1 AND 2000),
    CONSTRAINT "Message_blocked" CHECK ((status = 'blocked') = (block IS NOT NULL)),
    CONSTRAINT "Message_void" CHECK (("voidedAt" IS NULL) = ("voidReason" IS NULL)),
    CONSTRAINT "Message_queued" CHECK (status <> 'queued' OR "queuedAt" IS NOT NULL),
    CONSTRAINT "Message_scheduled" CHECK (status <> 'scheduled' OR "sendAt" IS NOT NULL),
    CONSTRAINT "Message_pkey" PRIMARY KEY ("organizationId","id")
);

-- CreateTable
CREATE TABLE "MessageParty" (
    "organizationId" TEXT NOT NULL,
    "messageId" TEXT NOT NULL,
    "role" TEXT NOT NULL,
    "position" INTEGER NOT NULL,
    "name" TEXT,
    "address" TEXT NOT NULL,
    "clientId" TEXT,
    "leadId" TEXT,
    "contactId" TEXT,
    "memberId" TEXT,

    CONSTRAINT "MessageParty_role_known" CHECK (role = ANY ('{from,to,cc}'::text[])),
    CONSTRAINT "MessageParty_position" CHECK (position BETWEEN 1 AND 20),
    CONSTRAINT "MessageParty_address" CHECK (char_length(address) BETWEEN 1 AND 320),
    CONSTRAINT "MessageParty_one_record" CHECK (num_nonnulls("clientId", "leadId", "contactId", "memberId") <= 1),
    CONSTRAINT "MessageParty_pkey" PRIMARY KEY ("organizationId","messageId","role","position")
);

-- CreateTable
CREATE TABLE "MessageAttachment" (
    "organizationId" TEXT NOT NULL,
    "messageId" TEXT NOT NULL,
    "position" INTEGER NOT NULL,
    "documentId" TEXT,
    "name" TEXT NOT NULL,
    "sizeBytes" BIGINT NOT NULL,
    "contentType" TEXT NOT NULL,

    CONSTRAINT "MessageAttachment_position" CHECK (position BETWEEN 1 AND 50),
    CONSTRAINT "MessageAttachment_size" CHECK ("sizeBytes" >= 0),
    CONSTRAINT "MessageAttachment_pkey" PRIMARY KEY ("organizationId","messageId","position")
);

-- CreateTable
CREATE TABLE "Call" (
    "organizationId" TEXT NOT NULL,
    "id" TEXT NOT NULL,
    "caseId" TEXT,
    "leadId" TEXT,
    "direction" TEXT NOT NULL,
    "status" TEXT NOT NULL,
    "partyName" TEXT,
    "partyNumber" TEXT,
    "partyClientId" TEXT,
    "partyLeadId" TEXT,
    "partyContactId" TEXT,
    "firmNumber" TEXT,
    "memberId" TEXT,
    "startedAt" TIMESTAMPTZ(3) NOT NULL,
    "answeredAt" TIMESTAMPTZ(3),
    "endedAt" TIMESTAMPTZ(3),
    "durationSeconds" INTEGER,
    "disposition" TEXT,
    "summary" TEXT,
    "recordingConsent" TEXT NOT NULL DEFAULT 'unknown',
    "provider" TEXT,
    "providerCallId" TEXT,
    "voidedAt" TIMESTAMPTZ(3),
    "externalId" TEXT,
    "createdBy" JSONB NOT NULL,
    "onBehalfOfAttorneyId" TEXT,
    "revision" INTEGER NOT NULL DEFAULT 1,
    "createdAt" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "updatedAt" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "Call_direction_known" CHECK (direction = ANY ('{inbound,outbound}'::text[])),
    CONSTRAINT "Call_status_known" CHECK (status = ANY ('{ringing,in_progress,completed,missed,voicemail,no_answer,busy,failed}'::text[])),
    CONSTRAINT "Call_disposition_known" CHECK (disposition = ANY ('{connected,left_voicemail,wrong_number,callback_requested,spoke_with_other,other}'::text[])),
    CONSTRAINT "Call_recording_known" CHECK ("recordingConsent" = ANY ('{one_party,all_party,none,unknown}'::text[])),
    CONSTRAINT "Call_duration" CHECK ("durationSeconds" BETWEEN 0 AND 86400),
    CONSTRAINT "Call_one_record" CHECK (num_nonnulls("partyClientId", "partyLeadId", "partyContactId") <= 1),
    CONSTRAINT "Call_summary" CHECK (char_length(summary) BETWEEN 1 AND 5000),
    CONSTRAINT "Call_pkey" PRIMARY KEY ("organizationId","id")
);

-- CreateTable
CREATE TABLE "CallDocument" (
    "organizationId" TEXT NOT NULL,
    "callId" TEXT NOT NULL,
    "documentId" TEXT NOT NULL,
    "position" INTEGER NOT NULL,

    CONSTRAINT "CallDocument_position" CHECK (position BETWEEN 1 AND 5),
    CONSTRAINT "CallDocument_pkey" PRIMARY KEY ("organizationId","callId","documentId")
);

-- CreateIndex
CREATE INDEX "Conversation_organizationId_updatedAt_id_idx" ON "Conversation"("organizationId", "updatedAt", "id");

-- CreateIndex
CREATE INDEX "Conversation_organizationId_channel_id_idx" ON "Conversation"("organizationId", "channel", "id");

-- CreateIndex
CREATE INDEX "Conversation_organizationId_channel_updatedAt_id_idx" ON "Conversation"("organizationId", "channel", "updatedAt", "id");

-- CreateIndex
CREATE INDEX "Conversation_organizationId_status_id_idx" ON "Conversation"("organizationId", "status", "id");

-- CreateIndex
CREATE INDEX "Conversation_organizationId_status_updatedAt_id_idx" ON "Conversation"("organizationId", "status", "updatedAt", "id");

-- CreateIndex
CREATE INDEX "Conversation_organizationId_caseId_id_idx" ON "Conversation"("organizationId", "caseId", "id");

-- CreateIndex
CREATE INDEX "Conversation_organizationId_caseId_updatedAt_id_idx" ON "Conversation"("organizationId", "caseId", "updatedAt", "id");

-- CreateIndex
CREATE INDEX "Conversation_organizationId_leadId_id_idx" ON "Conversation"("organizationId", "leadId", "id");

-- CreateIndex
CREATE INDEX "Conversation_organizationId_leadId_updatedAt_id_idx" ON "Conversation"("organizationId", "leadId", "updatedAt", "id");

-- CreateIndex
CREATE INDEX "Conversation_organizationId_assignedToMemberId_id_idx" ON "Conversation"("organizationId", "assignedToMemberId", "id");

-- CreateIndex
CREATE INDEX "Conversation_organizationId_assignedToMemberId_updatedAt_id_idx" ON "Conversation"("organizationId", "assignedToMemberId", "updatedAt", "id");

-- CreateIndex
CREATE UNIQUE INDEX "Conversation_organizationId_externalId_key" ON "Conversation"("organizationId", "externalId");

-- CreateIndex
CREATE INDEX "ConversationCounterpart_organizationId_address_conversation_idx" ON "ConversationCounterpart"("organizationId", "address", "conversationId");

-- CreateIndex
CREATE INDEX "ConversationCounterpart_organizationId_clientId_conversatio_idx" ON "ConversationCounterpart"("organizationId", "clientId", "conversationId");

-- CreateIndex
CREATE INDEX "ConversationCounterpart_organizationId_leadId_conversationI_idx" ON "ConversationCounterpart"("organizationId", "leadId", "conversationId");

-- CreateIndex
CREATE INDEX "ConversationCounterpart_organizationId_contactId_conversati_idx" ON "ConversationCounterpart"("organizationId", "contactId", "conversationId");

-- CreateIndex
CREATE INDEX "ConversationCounterpart_organizationId_memberId_conversatio_idx" ON "ConversationCounterpart"("organizationId", "memberId", "conversationId");

-- CreateIndex
CREATE INDEX "Message_organizationId_updatedAt_id_idx" ON "Message"("organizationId", "updatedAt", "id");

-- CreateIndex
CREATE INDEX "Message_organizationId_occurredAt_id_idx" ON "Message"("organizationId", "occurredAt", "id");

-- CreateIndex
CREATE INDEX "Message_organizationId_channel_id_idx" ON "Message"("organizationId", "channel", "id");

-- CreateIndex
CREATE INDEX "Message_organizationId_direction_id_idx" ON "Message"("organizationId", "direction", "id");

-- CreateIndex
CREATE INDEX "Message_organizationId_status_id_idx" ON "Message"("organizationId", "status", "id");

-- CreateIndex
CREATE INDEX "Message_organizationId_conversationId_id_idx" ON "Message"("organizationId", "conversationId", "id");

-- CreateIndex
CREATE INDEX "Message_organizationId_conversationId_occurredAt_id_idx" ON "Message"("organizationId", "conversationId", "occurredAt", "id");

-- CreateIndex
CREATE INDEX "Message_organizationId_conversationId_updatedAt_id_idx" ON "Message"("organizationId", "conversationId", "updatedAt", "id");

-- CreateIndex
CREATE INDEX "Message_organizationId_caseId_id_idx" ON "Message"("organizationId", "caseId", "id");

-- CreateIndex
CREATE INDEX "Message_organizationId_caseId_occurredAt_id_idx" ON "Message"("organizationId", "caseId", "occurredAt", "id");

-- CreateIndex
CREATE INDEX "Message_organizationId_caseId_updatedAt_id_idx" ON "Message"("organizationId", "caseId", "updatedAt", "id");

-- CreateIndex
CREATE INDEX "Message_organizationId_leadId_id_idx" ON "Message"("organizationId", "leadId", "id");

-- CreateIndex
CREATE INDEX "Message_organizationId_leadId_occurredAt_id_idx" ON "Message"("organizationId", "leadId", "occurredAt", "id");

-- CreateIndex
CREATE INDEX "Message_organizationId_inReplyToMessageId_idx" ON "Message"("organizationId", "inReplyToMessageId");

-- CreateIndex
CREATE INDEX "Message_organizationId_onBehalfOfAttorneyId_idx" ON "Message"("organizationId", "onBehalfOfAttorneyId");

-- CreateIndex
CREATE UNIQUE INDEX "Message_organizationId_externalId_key" ON "Message"("organizationId", "externalId");

-- CreateIndex
CREATE UNIQUE INDEX "Message_organizationId_provider_direction_providerMessageId_key" ON "Message"("organizationId", "provider", "direction", "providerMessageId");

-- CreateIndex
CREATE UNIQUE INDEX "Message_organizationId_messageIdHeader_key" ON "Message"("organizationId", "messageIdHeader");

-- CreateIndex
CREATE INDEX "MessageParty_organizationId_address_messageId_idx" ON "MessageParty"("organizationId", "address", "messageId");

-- CreateIndex
CREATE INDEX "MessageParty_organizationId_clientId_messageId_idx" ON "MessageParty"("organizationId", "clientId", "messageId");

-- CreateIndex
CREATE INDEX "MessageParty_organizationId_leadId_messageId_idx" ON "MessageParty"("organizationId", "leadId", "messageId");

-- CreateIndex
CREATE INDEX "MessageParty_organizationId_contactId_messageId_idx" ON "MessageParty"("organizationId", "contactId", "messageId");

-- CreateIndex
CREATE INDEX "MessageParty_organizationId_memberId_messageId_idx" ON "MessageParty"("organizationId", "memberId", "messageId");

-- CreateIndex
CREATE INDEX "MessageAttachment_organizationId_documentId_idx" ON "MessageAttachment"("organizationId", "documentId");

-- CreateIndex
CREATE INDEX "Call_organizationId_updatedAt_id_idx" ON "Call"("organizationId", "updatedAt", "id");

-- CreateIndex
CREATE INDEX "Call_organizationId_startedAt_id_idx" ON "Call"("organizationId", "startedAt", "id");

-- CreateIndex
CREATE INDEX "Call_organizationId_direction_id_idx" ON "Call"("organizationId", "direction", "id");

-- CreateIndex
CREATE INDEX "Call_organizationId_status_id_idx" ON "Call"("organizationId", "status", "id");

-- CreateIndex
CREATE INDEX "Call_organizationId_caseId_id_idx" ON "Call"("organizationId", "caseId", "id");

-- CreateIndex
CREATE INDEX "Call_organizationId_caseId_startedAt_id_idx" ON "Call"("organizationId", "caseId", "startedAt", "id");

-- CreateIndex
CREATE INDEX "Call_organizationId_leadId_id_idx" ON "Call"("organizationId", "leadId", "id");

-- CreateIndex
CREATE INDEX "Call_organizationId_leadId_startedAt_id_idx" ON "Call"("organizationId", "leadId", "startedAt", "id");

-- CreateIndex
CREATE INDEX "Call_organizationId_memberId_id_idx" ON "Call"("organizationId", "memberId", "id");

-- CreateIndex
CREATE INDEX "Call_organizationId_memberId_startedAt_id_idx" ON "Call"("organizationId", "memberId", "startedAt", "id");

-- CreateIndex
CREATE INDEX "Call_organizationId_partyClientId_id_idx" ON "Call"("organizationId", "partyClientId", "id");

-- CreateIndex
CREATE INDEX "Call_organizationId_partyLeadId_id_idx" ON "Call"("organizationId", "partyLeadId", "id");

-- CreateIndex
CREATE INDEX "Call_organizationId_partyContactId_id_idx" ON "Call"("organizationId", "partyContactId", "id");

-- CreateIndex
CREATE INDEX "Call_organizationId_onBehalfOfAttorneyId_idx" ON "Call"("organizationId", "onBehalfOfAttorneyId");

-- CreateIndex
CREATE UNIQUE INDEX "Call_organizationId_externalId_key" ON "Call"("organizationId", "externalId");

-- CreateIndex
CREATE UNIQUE INDEX "Call_organizationId_provider_providerCallId_key" ON "Call"("organizationId", "provider", "providerCallId");

-- CreateIndex
CREATE INDEX "CallDocument_organizationId_documentId_idx" ON "CallDocument"("organizationId", "documentId");

-- AddForeignKey
ALTER TABLE "Conversation" ADD CONSTRAINT "Conversation_organizationId_fkey" FOREIGN KEY ("organizationId") REFERENCES "Organization"("id") ON DELETE RESTRICT ON UPDATE RESTRICT;

-- AddForeignKey
ALTER TABLE "Conversation" ADD CONSTRAINT "Conversation_organizationId_caseId_fkey" FOREIGN KEY ("organizationId", "caseId") REFERENCES "Case"("organizationId", "id") ON DELETE RESTRICT ON UPDATE RESTRICT;

-- AddForeignKey
ALTER TABLE "Conversation" ADD CONSTRAINT "Conversation_organizationId_leadId_fkey" FOREIGN KEY ("organizationId", "leadId") REFERENCES "Lead"("organizationId", "id") ON DELETE RESTRICT ON UPDATE RESTRICT;

-- AddForeignKey
ALTER TABLE "Conversation" ADD CONSTRAINT "Conversation_organizationId_assignedToMemberId_fkey" FOREIGN KEY ("organizationId", "assignedToMemberId") REFERENCES "Member"("organizationId", "id") ON DELETE RESTRICT ON UPDATE RESTRICT;

-- AddForeignKey
ALTER TABLE "ConversationCounterpart" ADD CONSTRAINT "ConversationCounterpart_organizationId_conversationId_fkey" FOREIGN KEY ("organizationId", "conversationId") REFERENCES "Conversation"("organizationId", "id") ON DELETE RESTRICT ON UPDATE RESTRICT;

-- AddForeignKey
ALTER TABLE "ConversationCounterpart" ADD CONSTRAINT "ConversationCounterpart_organizationId_clientId_fkey" FOREIGN KEY ("organizationId", "clientId") REFERENCES "Client"("organizationId", "id") ON DELETE RESTRICT ON UPDATE RESTRICT;

-- AddForeignKey
ALTER TABLE "ConversationCounterpart" ADD CONSTRAINT "ConversationCounterpart_organizationId_leadId_fkey" FOREIGN KEY ("organizationId", "leadId") REFERENCES "Lead"("organizationId", "id") ON DELETE RESTRICT ON UPDATE RESTRICT;

-- AddForeignKey
ALTER TABLE "ConversationCounterpart" ADD CONSTRAINT "ConversationCounterpart_organizationId_contactId_fkey" FOREIGN KEY ("organizationId", "contactId") REFERENCES "Contact"("organizationId", "id") ON DELETE RESTRICT ON UPDATE RESTRICT;

-- AddForeignKey
ALTER TABLE "ConversationCounterpart" ADD CONSTRAINT "ConversationCounterpart_organizationId_memberId_fkey" FOREIGN KEY ("organizationId", "memberId") REFERENCES "Member"("organizationId", "id") ON DELETE RESTRICT ON UPDATE RESTRICT;

-- AddForeignKey
ALTER TABLE "Message" ADD CONSTRAINT "Message_organizationId_conversationId_fkey" FOREIGN KEY ("organizationId", "conversationId") REFERENCES "Conversation"("organizationId", "id") ON DELETE RESTRICT ON UPDATE RESTRICT;

-- AddForeignKey
ALTER TABLE "Message" ADD CONSTRAINT "Message_organizationId_caseId_fkey" FOREIGN KEY ("organizationId", "caseId") REFERENCES "Case"("organizationId", "id") ON DELETE RESTRICT ON UPDATE RESTRICT;

-- AddForeignKey
ALTER TABLE "Message" ADD CONSTRAINT "Message_organizationId_leadId_fkey" FOREIGN KEY ("organizationId", "leadId") REFERENCES "Lead"("organizationId", "id") ON DELETE RESTRICT ON UPDATE RESTRICT;

-- AddForeignKey
ALTER TABLE "Message" ADD CONSTRAINT "Message_organizationId_onBehalfOfAttorneyId_fkey" FOREIGN KEY ("organizationId", "onBehalfOfAttorneyId") REFERENCES "Member"("organizationId", "id") ON DELETE RESTRICT ON UPDATE RESTRICT;

-- AddForeignKey
ALTER TABLE "Message" ADD CONSTRAINT "Message_organizationId_inReplyToMessageId_fkey" FOREIGN KEY ("organizationId", "inReplyToMessageId") REFERENCES "Message"("organizationId", "id") ON DELETE RESTRICT ON UPDATE RESTRICT;

-- AddForeignKey
ALTER TABLE "MessageParty" ADD CONSTRAINT "MessageParty_organizationId_messageId_fkey" FOREIGN KEY ("organizationId", "messageId") REFERENCES "Message"("organizationId", "id") ON DELETE RESTRICT ON UPDATE RESTRICT;

-- AddForeignKey
ALTER TABLE "MessageParty" ADD CONSTRAINT "MessageParty_organizationId_clientId_fkey" FOREIGN KEY ("organizationId", "clientId") REFERENCES "Client"("organizationId", "id") ON DELETE RESTRICT ON UPDATE RESTRICT;

-- AddForeignKey
ALTER TABLE "MessageParty" ADD CONSTRAINT "MessageParty_organizationId_leadId_fkey" FOREIGN KEY ("organizationId", "leadId") REFERENCES "Lead"("organizationId", "id") ON DELETE RESTRICT ON UPDATE RESTRICT;

-- AddForeignKey
ALTER TABLE "MessageParty" ADD CONSTRAINT "MessageParty_organizationId_contactId_fkey" FOREIGN KEY ("organizationId", "contactId") REFERENCES "Contact"("organizationId", "id") ON DELETE RESTRICT ON UPDATE RESTRICT;

-- AddForeignKey
ALTER TABLE "MessageParty" ADD CONSTRAINT "MessageParty_organizationId_memberId_fkey" FOREIGN KEY ("organizationId", "memberId") REFERENCES "Member"("organizationId", "id") ON DELETE RESTRICT ON UPDATE RESTRICT;

-- AddForeignKey
ALTER TABLE "MessageAttachment" ADD CONSTRAINT "MessageAttachment_organizationId_messageId_fkey" FOREIGN KEY ("organizationId", "messageId") REFERENCES "Message"("organizationId", "id") ON DELETE RESTRICT ON UPDATE RESTRICT;

-- AddForeignKey
ALTER TABLE "MessageAttachment" ADD CONSTRAINT "MessageAttachment_organizationId_documentId_fkey" FOREIGN KEY ("organizationId", "documentId") REFERENCES "Document"("organizationId", "id") ON DELETE RESTRICT ON UPDATE RESTRICT;

-- AddForeignKey
ALTER TABLE "Call" ADD CONSTRAINT "Call_organizationId_fkey" FOREIGN KEY ("organizationId") REFERENCES "Organization"("id") ON DELETE RESTRICT ON UPDATE RESTRICT;

-- AddForeignKey
ALTER TABLE "Call" ADD CONSTRAINT "Call_organizationId_caseId_fkey" FOREIGN KEY ("organizationId", "caseId") REFERENCES "Case"("organizationId", "id") ON DELETE RESTRICT ON UPDATE RESTRICT;

-- AddForeignKey
ALTER TABLE "Call" ADD CONSTRAINT "Call_organizationId_leadId_fkey" FOREIGN KEY ("organizationId", "leadId") REFERENCES "Lead"("organizationId", "id") ON DELETE RESTRICT ON UPDATE RESTRICT;

-- AddForeignKey
ALTER TABLE "Call" ADD CONSTRAINT "Call_organizationId_partyClientId_fkey" FOREIGN KEY ("organizationId", "partyClientId") REFERENCES "Client"("organizationId", "id") ON DELETE RESTRICT ON UPDATE RESTRICT;

-- AddForeignKey
ALTER TABLE "Call" ADD CONSTRAINT "Call_organizationId_partyLeadId_fkey" FOREIGN KEY ("organizationId", "partyLeadId") REFERENCES "Lead"("organizationId", "id") ON DELETE RESTRICT ON UPDATE RESTRICT;

-- AddForeignKey
ALTER TABLE "Call" ADD CONSTRAINT "Call_organizationId_partyContactId_fkey" FOREIGN KEY ("organizationId", "partyContactId") REFERENCES "Contact"("organizationId", "id") ON DELETE RESTRICT ON UPDATE RESTRICT;

-- AddForeignKey
ALTER TABLE "Call" ADD CONSTRAINT "Call_organizationId_memberId_fkey" FOREIGN KEY ("organizationId", "memberId") REFERENCES "Member"("organizationId", "id") ON DELETE RESTRICT ON UPDATE RESTRICT;

-- AddForeignKey
ALTER TABLE "Call" ADD CONSTRAINT "Call_organizationId_onBehalfOfAttorneyId_fkey" FOREIGN KEY ("organizationId", "onBehalfOfAttorneyId") REFERENCES "Member"("organizationId", "id") ON DELETE RESTRICT ON UPDATE RESTRICT;

-- AddForeignKey
ALTER TABLE "CallDocument" ADD CONSTRAINT "CallDocument_organizationId_callId_fkey" FOREIGN KEY ("organizationId", "callId") REFERENCES "Call"("organizationId", "id") ON DELETE RESTRICT ON UPDATE RESTRICT;

-- AddForeignKey
ALTER TABLE "CallDocument" ADD CONSTRAINT "CallDocument_organizationId_documentId_fkey" FOREIGN KEY ("organizationId", "documentId") REFERENCES "Document"("organizationId", "id") ON DELETE RESTRICT ON UPDATE RESTRICT;

-- What the lists filter and jobs look for, in rows that are few among many.
CREATE INDEX "Conversation_unanswered" ON "Conversation" ("organizationId", id) WHERE "unansweredSince" IS NOT NULL;
CREATE INDEX "Conversation_unanswered_updatedAt" ON "Conversation" ("organizationId", "updatedAt", id) WHERE "unansweredSince" IS NOT NULL;
CREATE INDEX "Conversation_unlinked" ON "Conversation" ("organizationId", id) WHERE "caseId" IS NULL AND "leadId" IS NULL;
CREATE INDEX "Conversation_unlinked_updatedAt" ON "Conversation" ("organizationId", "updatedAt", id) WHERE "caseId" IS NULL AND "leadId" IS NULL;
CREATE INDEX "Message_due" ON "Message" ("sendAt") WHERE status = 'scheduled';
CREATE INDEX "Message_queued" ON "Message" ("queuedAt") WHERE status = 'queued';
CREATE INDEX "Message_sent_day" ON "Message" ("organizationId", "queuedAt") WHERE direction = 'outbound' AND "queuedAt" IS NOT NULL;

CALL isolate_tenants('Conversation', 'ConversationCounterpart', 'Message', 'MessageParty', 'MessageAttachment', 'Call', 'CallDocument');
GRANT SELECT, INSERT, UPDATE ON "Conversation" TO caseport_application;
-- What was said is written once: of its rows only what becomes of them changes.
GRANT SELECT, INSERT ON "ConversationCounterpart", "Message", "MessageParty", "MessageAttachment", "CallDocument" TO caseport_application;
GRANT UPDATE ("clientId", "leadId", "contactId", "memberId") ON "ConversationCounterpart", "MessageParty" TO caseport_application;
GRANT UPDATE ("caseId", "leadId", status, failure, block, "optOutKeyword", "sendAt", deferral, "queuedAt", "attemptAt", "sentAt", "deliveredAt", "readAt", "failedAt", "voidedAt", "voidReason", provider, "providerMessageId", revision)
  ON "Message" TO caseport_application;
-- Calls change while they go on, and only in what is known later.
GRANT SELECT, INSERT ON "Call" TO caseport_application;
GRANT UPDATE ("caseId", "leadId", "partyClientId", "partyLeadId", "partyContactId", "memberId", status, "answeredAt", "endedAt", "durationSeconds", disposition, summary, "recordingConsent", "voidedAt", revision)
  ON "Call" TO caseport_application;
GRANT DELETE ON "CallDocument" TO caseport_application;
CREATE TRIGGER touch BEFORE UPDATE ON "Conversation" FOR EACH ROW EXECUTE FUNCTION touch_row();
CREATE TRIGGER touch BEFORE UPDATE ON "Message" FOR EACH ROW EXECUTE FUNCTION touch_row();
CREATE TRIGGER touch BEFORE UPDATE ON "Call" FOR EACH ROW EXECUTE FUNCTION touch_row();

-- What jobs look for across organizations: IDs alone.
CREATE POLICY definer_reads ON "Message" FOR SELECT TO caseport_definer USING (true);
GRANT SELECT ("organizationId", id, channel, status, "sendAt", "queuedAt", "attemptAt") ON "Message" TO caseport_definer;

CREATE FUNCTION list_due_messages(batch integer)
RETURNS TABLE ("organizationId" text, id text)
LANGUAGE plpgsql STABLE SECURITY DEFINER SET search_path = public, pg_temp
AS $$
#variable_conflict use_column
BEGIN
  RETURN QUERY
    SELECT m."organizationId", m.id FROM "Message" m
    WHERE m.status = 'scheduled' AND m."sendAt" <= now() ORDER BY m."sendAt" LIMIT batch;
END $$;

-- Those whose provider was called and never answered, or whose job was lost.
CREATE FUNCTION list_stuck_messages(batch integer)
RETURNS TABLE ("organizationId" text, id text, "isAttempted" boolean)
LANGUAGE plpgsql STABLE SECURITY DEFINER SET search_path = public, pg_temp
AS $$
#variable_conflict use_column
BEGIN
  RETURN QUERY
    SELECT m."organizationId", m.id, m."attemptAt" IS NOT NULL FROM "Message" m
    WHERE m.status = 'queued' AND m."queuedAt" <= now() - interval '5 minutes'
      AND (m."attemptAt" IS NULL OR m."attemptAt" <= now() - interval '1 minute')
    ORDER BY m."queuedAt" LIMIT batch;
END $$;
CALL run_as_definer('list_due_messages(integer)', 'list_stuck_messages(integer)');
