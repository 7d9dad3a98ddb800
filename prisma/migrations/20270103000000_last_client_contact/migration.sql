-- What a message moved, so that a bounce takes it back; and whether it is a contact attempt of its lead.
ALTER TABLE "Message" ADD COLUMN "contactOn" DATE, ADD COLUMN "contactBefore" DATE, ADD COLUMN "isAttempt" BOOLEAN NOT NULL DEFAULT false;
GRANT UPDATE ("contactOn", "contactBefore", "isAttempt") ON "Message" TO caseport_application;
