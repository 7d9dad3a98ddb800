-- The firm's clients. Social security numbers are in a table of their own, encrypted.

CREATE TABLE "Client" (
  "organizationId"          text           NOT NULL,
  id                        text           NOT NULL,
  "firstName"               text           NOT NULL,
  "middleName"              text,
  "lastName"                text           NOT NULL,
  suffix                    text,
  "preferredName"           text,
  "nameKey"                 text           NOT NULL DEFAULT '',
  pronouns                  text,
  gender                    text,
  "maritalStatus"           text,
  email                     text,
  "emailKey"                text,
  phone                     text,
  "phoneE164"               text,
  "phoneType"               text,
  "secondaryPhone"          text,
  "secondaryPhoneE164"      text,
  "preferredContactMethod"  text,
  "preferredLanguage"       text,
  "interpreterNeeded"       boolean,
  line1                     text,
  line2                     text,
  city                      text,
  state                     text,
  "zipCode"                 text,
  country                   text,
  "mailingAddress"          jsonb,
  "dateOfBirth"             date,
  "dateOfDeath"             date,
  "ssnFourDigits"           text,
  occupation                text,
  "employerContactId"       text,
  "guardianContactId"       text,
  "isIncapacitated"         boolean,
  "representativeContactId" text,
  "emergencyContact"        jsonb,
  "driverLicense"           jsonb,
  "medicareBeneficiary"     text           NOT NULL DEFAULT 'unknown',
  "medicareIdMasked"        text,
  "medicaidBeneficiary"     text           NOT NULL DEFAULT 'unknown',
  "healthInsurer"           text,
  "militaryStatus"          text,
  "bankruptcyFiled"         boolean,
  "priorClaims"             text,
  "priorInjuries"           text,
  "childSupportObligation"  boolean,
  "textConsent"             jsonb,
  "doNotContact"            boolean        NOT NULL DEFAULT false,
  "portalStatus"            text           NOT NULL DEFAULT 'not_invited',
  "mergedIntoClientId"      text,
  "externalId"              text,
  revision                  integer        NOT NULL DEFAULT 1,
  "createdAt"               timestamptz(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
  "updatedAt"               timestamptz(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
  "deletedAt"               timestamptz(3),
  CONSTRAINT "Client_pkey" PRIMARY KEY ("organizationId", id),
  CONSTRAINT "Client_organizationId_fkey" FOREIGN KEY ("organizationId") REFERENCES "Organization" (id) ON DELETE RESTRICT ON UPDATE RESTRICT,
  CONSTRAINT "Client_organizationId_employerContactId_fkey" FOREIGN KEY ("organizationId", "employerContactId")
    REFERENCES "Contact" ("organizationId", id) ON DELETE RESTRICT ON UPDATE RESTRICT,
  CONSTRAINT "Client_organizationId_guardianContactId_fkey" FOREIGN KEY ("organizationId", "guardianContactId")
    REFERENCES "Contact" ("organizationId", id) ON DELETE RESTRICT ON UPDATE RESTRICT,
  CONSTRAINT "Client_organizationId_representativeContactId_fkey" FOREIGN KEY ("organizationId", "representativeContactId")
    REFERENCES "Contact" ("organizationId", id) ON DELETE RESTRICT ON UPDATE RESTRICT,
  CONSTRAINT "Client_organizationId_mergedIntoClientId_fkey" FOREIGN KEY ("organizationId", "mergedIntoClientId")
    REFERENCES "Client" ("organizationId", id) ON DELETE RESTRICT ON UPDATE RESTRICT,
  CONSTRAINT "Client_lengths" CHECK (char_length("firstName") BETWEEN 1 AND 100 AND char_length("lastName") BETWEEN 1 AND 100
  AND char_length(email) <= 254 AND char_length(phone) BETWEEN 1 AND 50),
  CONSTRAINT "Client_marital_status" CHECK ("maritalStatus" IN ('single', 'married', 'domestic_partnership', 'separated', 'divorced', 'widowed', 'unknown')),
  CONSTRAINT "Client_medicare" CHECK ("medicareBeneficiary" IN ('yes', 'no', 'unknown') AND "medicaidBeneficiary" IN ('yes', 'no', 'unknown')),
  CONSTRAINT "Client_portal_status" CHECK ("portalStatus" IN ('not_invited', 'invited', 'active', 'disabled')),
  CONSTRAINT "Client_merged_is_deleted" CHECK ("mergedIntoClientId" IS NULL OR ("deletedAt" IS NOT NULL AND "mergedIntoClientId" <> id)),
  CONSTRAINT "Client_gender" CHECK (gender IN ('female', 'male', 'non_binary', 'other', 'undisclosed')),
  CONSTRAINT "Client_phone_type" CHECK ("phoneType" IN ('mobile', 'home', 'work', 'other')),
  CONSTRAINT "Client_contact_method" CHECK ("preferredContactMethod" IN ('call', 'text', 'email')),
  CONSTRAINT "Client_military_status" CHECK ("militaryStatus" IN ('none', 'active_duty', 'reserve', 'national_guard', 'veteran', 'unknown'))
);
CREATE INDEX "Client_organizationId_updatedAt_id_idx" ON "Client" ("organizationId", "updatedAt", id);
CREATE INDEX "Client_organizationId_nameKey_id_idx" ON "Client" ("organizationId", "nameKey", id);
CREATE INDEX "Client_organizationId_emailKey_id_idx" ON "Client" ("organizationId", "emailKey", id);
CREATE INDEX "Client_organizationId_phoneE164_id_idx" ON "Client" ("organizationId", "phoneE164", id);
CREATE INDEX "Client_organizationId_secondaryPhoneE164_id_idx" ON "Client" ("organizationId", "secondaryPhoneE164", id);
CREATE INDEX "Client_organizationId_employerContactId_idx" ON "Client" ("organizationId", "employerContactId");
CREATE INDEX "Client_organizationId_guardianContactId_idx" ON "Client" ("organizationId", "guardianContactId");
CREATE INDEX "Client_organizationId_representativeContactId_idx" ON "Client" ("organizationId", "representativeContactId");
CREATE INDEX "Client_organizationId_mergedIntoClientId_idx" ON "Client" ("organizationId", "mergedIntoClientId");
CREATE UNIQUE INDEX "Client_organizationId_externalId_key" ON "Client" ("organizationId", "externalId");

CREATE TABLE "ClientTag" (
  "organizationId" text NOT NULL,
  "clientId"       text NOT NULL,
  tag              text NOT NULL,
  CONSTRAINT "ClientTag_pkey" PRIMARY KEY ("organizationId", "clientId", tag),
  CONSTRAINT "ClientTag_organizationId_clientId_fkey" FOREIGN KEY ("organizationId", "clientId")
    REFERENCES "Client" ("organizationId", id) ON DELETE RESTRICT ON UPDATE RESTRICT
);
CREATE INDEX "ClientTag_organizationId_tag_clientId_idx" ON "ClientTag" ("organizationId", tag, "clientId");

CREATE TABLE "ClientSsn" (
  "organizationId" text           NOT NULL,
  "clientId"       text           NOT NULL,
  sealed           bytea          NOT NULL,
  "keyNumber"      integer        NOT NULL,
  "createdAt"      timestamptz(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
  "updatedAt"      timestamptz(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
  CONSTRAINT "ClientSsn_pkey" PRIMARY KEY ("organizationId", "clientId"),
  CONSTRAINT "ClientSsn_organizationId_clientId_fkey" FOREIGN KEY ("organizationId", "clientId")
    REFERENCES "Client" ("organizationId", id) ON DELETE RESTRICT ON UPDATE RESTRICT,
  CONSTRAINT "ClientSsn_key_number" CHECK ("keyNumber" BETWEEN 0 AND 32767)
);
CREATE INDEX "ClientSsn_keyNumber_organizationId_clientId_idx" ON "ClientSsn" ("keyNumber", "organizationId", "clientId");

-- Tenant isolation and grants. Tags are mere links; a social security number can be removed.
CALL isolate_tenants('Client', 'ClientTag', 'ClientSsn');
GRANT SELECT, INSERT, UPDATE ON "Client", "ClientTag", "ClientSsn" TO caseport_application;
GRANT DELETE ON "ClientTag", "ClientSsn" TO caseport_application;
-- For the rotation of encryption keys: ids and key numbers, never a number itself.
CREATE POLICY definer_reads ON "ClientSsn" FOR SELECT TO caseport_definer USING (true);
GRANT SELECT ("organizationId", "clientId", "keyNumber") ON "ClientSsn" TO caseport_definer;

-- The numbers of the encryption keys that are in use. One probe of the index a number, whatever the count of rows.
CREATE FUNCTION list_ssn_key_numbers() RETURNS TABLE ("keyNumber" integer)
LANGUAGE plpgsql STABLE SECURITY DEFINER SET search_path = public, pg_temp
AS $$
#variable_conflict use_column
DECLARE last integer := -1;
BEGIN
  LOOP
    SELECT min(s."keyNumber") INTO last FROM "ClientSsn" s WHERE s."keyNumber" > last;
    EXIT WHEN last IS NULL;
    "keyNumber" := last;
    RETURN NEXT;
  END LOOP;
END $$;
-- Rows that one of these keys has encrypted.
CREATE FUNCTION list_ssns_of_keys(numbers integer[], batch integer) RETURNS TABLE ("organizationId" text, "clientId" text)
LANGUAGE plpgsql STABLE SECURITY DEFINER SET search_path = public, pg_temp
AS $$
#variable_conflict use_column
BEGIN
  RETURN QUERY
    SELECT s."organizationId", s."clientId" FROM "ClientSsn" s WHERE s."keyNumber" = ANY (numbers)
    ORDER BY s."keyNumber", s."organizationId", s."clientId" LIMIT batch;
END $$;
CALL run_as_definer('list_ssn_key_numbers()', 'list_ssns_of_keys(integer[], integer)');

-- What lists sort and find clients by: written by a trigger, so that it holds however a row was written. Phone numbers are normalized by
-- the application (src/platform/phone-number.ts).
CREATE FUNCTION client_name_key(last_name text, first_name text) RETURNS text LANGUAGE sql IMMUTABLE PARALLEL SAFE
RETURN left(lower(regexp_replace(normalize(concat_ws(' ', last_name, first_name), NFKD), '[\u0300-\u036f]', '', 'g') COLLATE pg_c_utf8), 200);
CREATE FUNCTION key_client() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  NEW."nameKey" := client_name_key(NEW."lastName", NEW."firstName");
  NEW."emailKey" := lower(NEW.email COLLATE pg_c_utf8);
  RETURN NEW;
END $$;
CREATE TRIGGER key_client BEFORE INSERT OR UPDATE OF "firstName", "lastName", email ON "Client" FOR EACH ROW EXECUTE FUNCTION key_client();

-- A client is found by all of its names, its phones and the caller's own id.
CREATE FUNCTION index_client() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM index_words(NEW."organizationId", 'client', NEW.id, search_words(concat_ws(' ', NEW."firstName", NEW."middleName", NEW."lastName",
    NEW."preferredName", NEW.email, NEW.phone, NEW."secondaryPhone", NEW."externalId")));
  RETURN NULL;
END $$;
CREATE TRIGGER index_words AFTER INSERT OR UPDATE OF "firstName", "middleName", "lastName", "preferredName", email, phone, "secondaryPhone", "externalId"
  ON "Client" FOR EACH ROW EXECUTE FUNCTION index_client();

CREATE TRIGGER touch BEFORE UPDATE ON "Client" FOR EACH ROW EXECUTE FUNCTION touch_row();
CREATE TRIGGER touch BEFORE UPDATE ON "ClientSsn" FOR EACH ROW EXECUTE FUNCTION touch_row();
