-- CreateIndex
CREATE INDEX CONCURRENTLY "EsignRequest_organizationId_certificateSha256_idx" ON "EsignRequest"("organizationId", "certificateSha256");
