CREATE UNIQUE INDEX CONCURRENTLY "PartnerFirm_organizationId_partnerOrganizationId_key" ON "PartnerFirm" ("organizationId", "partnerOrganizationId");
