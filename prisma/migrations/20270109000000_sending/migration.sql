-- What a message began with, and when the provider last rejected the firm's credentials.
ALTER TABLE "Message" ADD COLUMN "messageTemplateId" TEXT;
ALTER TABLE "Message" ADD CONSTRAINT "Message_organizationId_messageTemplateId_fkey" FOREIGN KEY ("organizationId", "messageTemplateId") REFERENCES "MessageTemplate"("organizationId", "id") ON DELETE RESTRICT ON UPDATE RESTRICT NOT VALID;
ALTER TABLE "TextConnection" ADD COLUMN "rejectedAt" TIMESTAMPTZ(3);
GRANT UPDATE ("rejectedAt") ON "TextConnection" TO caseport_application;
-- Of a message that is sent, the time at which it was, in place of that of the request.
GRANT UPDATE ("occurredAt") ON "Message" TO caseport_application;
