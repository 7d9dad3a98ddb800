-- Contracts: the indexes of the migrations before this one find what these find, also for the version before.
DROP INDEX "Note_organizationId_externalId_key";
ALTER INDEX "Note_externalId_given" RENAME TO "Note_organizationId_externalId_key";
DROP INDEX "Note_organizationId_onBehalfOfAttorneyId_id_idx";
ALTER INDEX "Note_onBehalfOfAttorneyId_id_given" RENAME TO "Note_organizationId_onBehalfOfAttorneyId_id_idx";
DROP INDEX "Note_organizationId_leadId_id_idx";
ALTER INDEX "Note_leadId_id_given" RENAME TO "Note_organizationId_leadId_id_idx";
DROP INDEX "Note_organizationId_clientId_id_idx";
ALTER INDEX "Note_clientId_id_given" RENAME TO "Note_organizationId_clientId_id_idx";
DROP INDEX "Note_organizationId_contactId_id_idx";
ALTER INDEX "Note_contactId_id_given" RENAME TO "Note_organizationId_contactId_id_idx";
DROP INDEX "Note_author";
ALTER INDEX "Note_authorId_given" RENAME TO "Note_author";
