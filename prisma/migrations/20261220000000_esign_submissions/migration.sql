-- What recipients of signature requests fill in and how they sign, encrypted.

-- CreateTable
CREATE TABLE "EsignSubmission" (
    "organizationId" TEXT NOT NULL,
    "recipientId" TEXT NOT NULL,
    "sealed" BYTEA NOT NULL,
    "keyNumber" INTEGER NOT NULL,
    "createdAt" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "updatedAt" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "EsignSubmission_key_number" CHECK ("keyNumber" BETWEEN 0 AND 32767),
    CONSTRAINT "EsignSubmission_pkey" PRIMARY KEY ("organizationId","recipientId")
);

-- CreateIndex
CREATE INDEX "EsignSubmission_keyNumber_organizationId_recipientId_idx" ON "EsignSubmission"("keyNumber", "organizationId", "recipientId");

-- AddForeignKey
ALTER TABLE "EsignSubmission" ADD CONSTRAINT "EsignSubmission_organizationId_recipientId_fkey" FOREIGN KEY ("organizationId", "recipientId") REFERENCES "EsignRecipient"("organizationId", "id") ON DELETE RESTRICT ON UPDATE RESTRICT;

CALL isolate_tenants('EsignSubmission');
-- A recipient signs once; a rotation of keys encrypts anew.
GRANT SELECT, INSERT, UPDATE ON "EsignSubmission" TO caseport_application;
CREATE TRIGGER touch BEFORE UPDATE ON "EsignSubmission" FOR EACH ROW EXECUTE FUNCTION touch_row();

-- For the rotation of encryption keys: IDs and key numbers, never what is encrypted.
CREATE POLICY definer_reads ON "EsignSubmission" FOR SELECT TO caseport_definer USING (true);
GRANT SELECT ("organizationId", "recipientId", "keyNumber") ON "EsignSubmission" TO caseport_definer;

-- The numbers of the encryption keys that are in use. One probe of the index a number, whatever the count of rows.
CREATE FUNCTION list_esign_submission_key_numbers() RETURNS TABLE ("keyNumber" integer)
LANGUAGE plpgsql STABLE SECURITY DEFINER SET search_path = public, pg_temp
AS $$
#variable_conflict use_column
DECLARE last integer := -1;
BEGIN
  LOOP
    SELECT min(s."keyNumber") INTO last FROM "EsignSubmission" s WHERE s."keyNumber" > last;
    EXIT WHEN last IS NULL;
    "keyNumber" := last;
    RETURN NEXT;
  END LOOP;
END $$;
-- Rows that one of these keys has encrypted.
CREATE FUNCTION list_esign_submissions_of_keys(numbers integer[], batch integer) RETURNS TABLE ("organizationId" text, "recipientId" text)
LANGUAGE plpgsql STABLE SECURITY DEFINER SET search_path = public, pg_temp
AS $$
#variable_conflict use_column
BEGIN
  RETURN QUERY
    SELECT s."organizationId", s."recipientId" FROM "EsignSubmission" s WHERE s."keyNumber" = ANY (numbers)
    ORDER BY s."keyNumber", s."organizationId", s."recipientId" LIMIT batch;
END $$;

-- Recipients whose signature servers of the version before stored as text. Whether it is one needs the column to be read.
CREATE POLICY definer_reads ON "EsignRecipient" FOR SELECT TO caseport_definer USING (true);
GRANT SELECT ("organizationId", id, signature) ON "EsignRecipient" TO caseport_definer;
CREATE FUNCTION list_plain_esign_signatures(batch integer) RETURNS TABLE ("organizationId" text, "recipientId" text)
LANGUAGE plpgsql STABLE SECURITY DEFINER SET search_path = public, pg_temp
AS $$
#variable_conflict use_column
BEGIN
  RETURN QUERY
    SELECT r."organizationId", r.id FROM "EsignRecipient" r WHERE r.signature <> 'encrypted'
    ORDER BY r."organizationId", r.id LIMIT batch;
END $$;

-- Private keys that seal files and do not begin with the mark of the current CASEPORT_SECRET.
CREATE POLICY definer_reads ON "EsignSetting" FOR SELECT TO caseport_definer USING (true);
GRANT SELECT ("organizationId", "sealingKey") ON "EsignSetting" TO caseport_definer;
CREATE FUNCTION list_esign_keys_to_reencrypt(mark bytea, batch integer) RETURNS TABLE ("organizationId" text)
LANGUAGE plpgsql STABLE SECURITY DEFINER SET search_path = public, pg_temp
AS $$
#variable_conflict use_column
BEGIN
  RETURN QUERY
    SELECT s."organizationId" FROM "EsignSetting" s WHERE substring(s."sealingKey" FROM 1 FOR length(mark)) <> mark
    ORDER BY s."organizationId" LIMIT batch;
END $$;

CALL run_as_definer(
  'list_esign_submission_key_numbers()', 'list_esign_submissions_of_keys(integer[], integer)', 'list_plain_esign_signatures(integer)',
  'list_esign_keys_to_reencrypt(bytea, integer)');
