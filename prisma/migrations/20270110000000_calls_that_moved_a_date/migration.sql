-- What a call moved the date of last client contact to, so that a void one takes it back.
ALTER TABLE "Call" ADD COLUMN "contactOn" DATE, ADD COLUMN "contactBefore" DATE;
GRANT UPDATE ("contactOn", "contactBefore") ON "Call" TO caseport_application;
