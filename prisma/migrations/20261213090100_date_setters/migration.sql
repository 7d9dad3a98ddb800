-- Who set a date from which deadlines are counted, on whatever record: they cannot be the second person who verifies such a deadline.
-- None are known of dates that were set before. Without a foreign key to the record, which is of one of several tables.
CREATE TABLE "DateSetter" (
    "organizationId" TEXT NOT NULL,
    "recordId" TEXT NOT NULL,
    "field" TEXT NOT NULL,
    "actorType" TEXT NOT NULL,
    "actorId" TEXT NOT NULL,
    "onBehalfOfAttorneyId" TEXT NOT NULL,

    CONSTRAINT "DateSetter_pkey" PRIMARY KEY ("organizationId","recordId","field","actorId","onBehalfOfAttorneyId")
);

ALTER TABLE "DateSetter" ADD CONSTRAINT "DateSetter_organizationId_fkey" FOREIGN KEY ("organizationId") REFERENCES "Organization"("id") ON DELETE RESTRICT ON UPDATE RESTRICT;

CALL isolate_tenants('DateSetter');
GRANT SELECT, INSERT, DELETE ON "DateSetter" TO caseport_application;
