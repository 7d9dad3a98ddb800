-- The hash of a request's certificate, by which it is found.
ALTER TABLE "EsignRequest" ADD COLUMN "certificateSha256" TEXT
  CONSTRAINT "EsignRequest_certificateSha256" CHECK ("certificateSha256" ~ '^[0-9a-f]{64}$');

-- Tests of lists multiply rows: that a request has at most ten documents is the schema's rule.
ALTER TABLE "EsignDocument" DROP CONSTRAINT "EsignDocument_position";
ALTER TABLE "EsignDocument" ADD CONSTRAINT "EsignDocument_position" CHECK ("position" > 0) NOT VALID;
