-- The signature request that was last sent for the client to sign a HIPAA authorization (0194).
ALTER TABLE "HipaaAuthorization" ADD COLUMN "esignRequestId" text;
ALTER TABLE "HipaaAuthorization" ADD CONSTRAINT "HipaaAuthorization_organizationId_esignRequestId_fkey" FOREIGN KEY ("organizationId", "esignRequestId")
  REFERENCES "EsignRequest" ("organizationId", id) ON DELETE RESTRICT ON UPDATE RESTRICT NOT VALID;
