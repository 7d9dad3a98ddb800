-- Every change of a client or a case writes "updatedAt", which is indexed, and so an entry in each index of the table. Rows without a
-- value have no entry in the index of an optional column: of Client's eleven indexes a usual change writes five, of Case's eighteen
-- twelve. A comparison with a value implies that there is one, so plans use these indexes as before.
DROP INDEX
  "Client_organizationId_emailKey_id_idx", "Client_organizationId_phoneE164_id_idx", "Client_organizationId_secondaryPhoneE164_id_idx",
  "Client_organizationId_employerContactId_idx", "Client_organizationId_guardianContactId_idx",
  "Client_organizationId_representativeContactId_idx", "Client_organizationId_mergedIntoClientId_idx", "Client_organizationId_externalId_key",
  "Case_organizationId_caseState_id_idx", "Case_organizationId_partnerId_id_idx", "Case_organizationId_dateOfIncident_id_idx",
  "Case_organizationId_closedOn_id_idx", "Case_organizationId_highValue_id_idx", "Case_organizationId_externalId_key",
  "Case_organizationId_leadId_key";
CREATE INDEX "Client_emailKey" ON "Client" ("organizationId", "emailKey", id) WHERE "emailKey" IS NOT NULL;
CREATE INDEX "Client_phoneE164" ON "Client" ("organizationId", "phoneE164", id) WHERE "phoneE164" IS NOT NULL;
CREATE INDEX "Client_secondaryPhoneE164" ON "Client" ("organizationId", "secondaryPhoneE164", id) WHERE "secondaryPhoneE164" IS NOT NULL;
CREATE INDEX "Client_employer" ON "Client" ("organizationId", "employerContactId") WHERE "employerContactId" IS NOT NULL;
CREATE INDEX "Client_guardian" ON "Client" ("organizationId", "guardianContactId") WHERE "guardianContactId" IS NOT NULL;
CREATE INDEX "Client_representative" ON "Client" ("organizationId", "representativeContactId") WHERE "representativeContactId" IS NOT NULL;
CREATE INDEX "Client_mergedInto" ON "Client" ("organizationId", "mergedIntoClientId") WHERE "mergedIntoClientId" IS NOT NULL;
CREATE UNIQUE INDEX "Client_organizationId_externalId_key" ON "Client" ("organizationId", "externalId") WHERE "externalId" IS NOT NULL;
CREATE INDEX "Case_caseState" ON "Case" ("organizationId", "caseState", id) WHERE "caseState" IS NOT NULL;
CREATE INDEX "Case_partner" ON "Case" ("organizationId", "partnerId", id) WHERE "partnerId" IS NOT NULL;
CREATE INDEX "Case_dateOfIncident" ON "Case" ("organizationId", "dateOfIncident", id) WHERE "dateOfIncident" IS NOT NULL;
CREATE INDEX "Case_closedOn" ON "Case" ("organizationId", "closedOn", id) WHERE "closedOn" IS NOT NULL;
CREATE INDEX "Case_highValue" ON "Case" ("organizationId", id) WHERE "highValue";
CREATE UNIQUE INDEX "Case_organizationId_externalId_key" ON "Case" ("organizationId", "externalId") WHERE "externalId" IS NOT NULL;
CREATE UNIQUE INDEX "Case_organizationId_leadId_key" ON "Case" ("organizationId", "leadId") WHERE "leadId" IS NOT NULL;
-- No statement finds cases by it: lists find an attorney's cases in CaseAttorney, and no member is ever deleted.
DROP INDEX "Case_organizationId_attorneyId_idx";
