CREATE INDEX CONCURRENTLY "HipaaAuthorization_organizationId_esignRequestId_idx" ON "HipaaAuthorization" ("organizationId", "esignRequestId");
