-- People and companies that cases deal with.

CREATE TABLE "Contact" (
  "organizationId"          text           NOT NULL,
  id                        text           NOT NULL,
  type                      text           NOT NULL,
  name                      text           NOT NULL,
  "firstName"               text,
  "middleName"              text,
  "lastName"                text,
  suffix                    text,
  "preferredName"           text,
  "companyName"             text,
  "doingBusinessAs"         text,
  "companyId"               text,
  "jobTitle"                text,
  department                text,
  specialty                 text,
  "barNumber"               text,
  npi                       text,
  "taxIdMasked"             text,
  "licenseNumber"           text,
  website                   text,
  "preferredDeliveryMethod" text,
  "fieldOfExpertise"        text,
  "hourlyRateCents"         bigint,
  "cvDocumentId"            text,
  notes                     text,
  "doNotContact"            boolean        NOT NULL DEFAULT false,
  tags                      text[]         DEFAULT ARRAY[]::text[],
  email                     text,
  phone                     text,
  fax                       text,
  line1                     text,
  city                      text,
  state                     text,
  "zipCode"                 text,
  "mergedIntoContactId"     text,
  "externalId"              text,
  revision                  integer        NOT NULL DEFAULT 1,
  "createdAt"               timestamptz(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
  "updatedAt"               timestamptz(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
  "deletedAt"               timestamptz(3),
  CONSTRAINT "Contact_pkey" PRIMARY KEY ("organizationId", id),
  CONSTRAINT "Contact_organizationId_fkey" FOREIGN KEY ("organizationId") REFERENCES "Organization" (id) ON DELETE RESTRICT ON UPDATE RESTRICT,
  CONSTRAINT "Contact_organizationId_companyId_fkey" FOREIGN KEY ("organizationId", "companyId")
    REFERENCES "Contact" ("organizationId", id) ON DELETE RESTRICT ON UPDATE RESTRICT,
  CONSTRAINT "Contact_organizationId_mergedIntoContactId_fkey" FOREIGN KEY ("organizationId", "mergedIntoContactId")
    REFERENCES "Contact" ("organizationId", id) ON DELETE RESTRICT ON UPDATE RESTRICT,
  CONSTRAINT "Contact_type" CHECK (type IN ('person', 'company', 'medical_provider', 'court', 'government')),
  CONSTRAINT "Contact_npi" CHECK (npi ~ '^\d{10}$'),
  CONSTRAINT "Contact_merged" CHECK ("mergedIntoContactId" IS NULL OR "deletedAt" IS NOT NULL)
);
CREATE INDEX "Contact_organizationId_companyId_idx" ON "Contact" ("organizationId", "companyId");
CREATE INDEX "Contact_organizationId_mergedIntoContactId_idx" ON "Contact" ("organizationId", "mergedIntoContactId");
CREATE INDEX "Contact_organizationId_cvDocumentId_idx" ON "Contact" ("organizationId", "cvDocumentId");
CREATE UNIQUE INDEX "Contact_organizationId_externalId_key" ON "Contact" ("organizationId", "externalId");

CREATE TABLE "ContactPhone" (
  "organizationId" text    NOT NULL,
  "contactId"      text    NOT NULL,
  "position"       integer NOT NULL,
  label            text    NOT NULL,
  number           text    NOT NULL,
  e164             text,
  extension        text,
  "canText"        boolean NOT NULL DEFAULT false,
  "canFax"         boolean NOT NULL DEFAULT false,
  "isPrimary"      boolean NOT NULL DEFAULT false,
  CONSTRAINT "ContactPhone_pkey" PRIMARY KEY ("organizationId", "contactId", "position"),
  CONSTRAINT "ContactPhone_organizationId_contactId_fkey" FOREIGN KEY ("organizationId", "contactId")
    REFERENCES "Contact" ("organizationId", id) ON DELETE RESTRICT ON UPDATE RESTRICT
);
CREATE INDEX "ContactPhone_organizationId_e164_contactId_idx" ON "ContactPhone" ("organizationId", e164, "contactId");

CREATE TABLE "ContactEmail" (
  "organizationId" text    NOT NULL,
  "contactId"      text    NOT NULL,
  "position"       integer NOT NULL,
  label            text    NOT NULL,
  address          text    NOT NULL,
  "addressKey"     text    NOT NULL,
  "isPrimary"      boolean NOT NULL DEFAULT false,
  CONSTRAINT "ContactEmail_pkey" PRIMARY KEY ("organizationId", "contactId", "position"),
  CONSTRAINT "ContactEmail_organizationId_contactId_fkey" FOREIGN KEY ("organizationId", "contactId")
    REFERENCES "Contact" ("organizationId", id) ON DELETE RESTRICT ON UPDATE RESTRICT
);
CREATE INDEX "ContactEmail_organizationId_addressKey_contactId_idx" ON "ContactEmail" ("organizationId", "addressKey", "contactId");

CREATE TABLE "ContactAddress" (
  "organizationId" text    NOT NULL,
  "contactId"      text    NOT NULL,
  "position"       integer NOT NULL,
  label            text    NOT NULL,
  line1            text,
  line2            text,
  city             text,
  state            text,
  "zipCode"        text,
  country          text    NOT NULL,
  "isPrimary"      boolean NOT NULL DEFAULT false,
  CONSTRAINT "ContactAddress_pkey" PRIMARY KEY ("organizationId", "contactId", "position"),
  CONSTRAINT "ContactAddress_organizationId_contactId_fkey" FOREIGN KEY ("organizationId", "contactId")
    REFERENCES "Contact" ("organizationId", id) ON DELETE RESTRICT ON UPDATE RESTRICT
);

CREATE TABLE "ContactRole" (
  "organizationId" text NOT NULL,
  "contactId"      text NOT NULL,
  role             text NOT NULL,
  CONSTRAINT "ContactRole_pkey" PRIMARY KEY ("organizationId", "contactId", role),
  CONSTRAINT "ContactRole_organizationId_contactId_fkey" FOREIGN KEY ("organizationId", "contactId")
    REFERENCES "Contact" ("organizationId", id) ON DELETE RESTRICT ON UPDATE RESTRICT,
  CONSTRAINT "ContactRole_known" CHECK (role IN (
    'insurer', 'adjuster', 'provider', 'lienholder', 'expert', 'opposing_counsel', 'court', 'judge', 'mediator', 'vendor',
    'referring_attorney', 'co_counsel', 'witness', 'employer', 'family_member', 'other'))
);
CREATE INDEX "ContactRole_organizationId_role_contactId_idx" ON "ContactRole" ("organizationId", role, "contactId");

CREATE TABLE "ContactRelationship" (
  "organizationId"   text           NOT NULL,
  id                 text           NOT NULL,
  "contactId"        text           NOT NULL,
  type               text           NOT NULL,
  "relatedContactId" text           NOT NULL,
  "startOn"          date,
  "endOn"            date,
  "createdAt"        timestamptz(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
  "updatedAt"        timestamptz(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
  CONSTRAINT "ContactRelationship_pkey" PRIMARY KEY ("organizationId", id),
  CONSTRAINT "ContactRelationship_organizationId_contactId_fkey" FOREIGN KEY ("organizationId", "contactId")
    REFERENCES "Contact" ("organizationId", id) ON DELETE RESTRICT ON UPDATE RESTRICT,
  CONSTRAINT "ContactRelationship_organizationId_relatedContactId_fkey" FOREIGN KEY ("organizationId", "relatedContactId")
    REFERENCES "Contact" ("organizationId", id) ON DELETE RESTRICT ON UPDATE RESTRICT,
  CONSTRAINT "ContactRelationship_two" CHECK ("contactId" <> "relatedContactId"),
  CONSTRAINT "ContactRelationship_known" CHECK (type IN (
    'employer_of', 'employee_of', 'spouse_of', 'parent_of', 'child_of', 'guardian_of', 'ward_of', 'adjuster_for', 'adjusted_by',
    'subsidiary_of', 'parent_company_of', 'partner_of', 'represents', 'represented_by'))
);
CREATE INDEX "ContactRelationship_organizationId_contactId_id_idx" ON "ContactRelationship" ("organizationId", "contactId", id);
CREATE INDEX "ContactRelationship_organizationId_contactId_updatedAt_id_idx" ON "ContactRelationship" ("organizationId", "contactId", "updatedAt", id);
CREATE INDEX "ContactRelationship_organizationId_relatedContactId_id_idx" ON "ContactRelationship" ("organizationId", "relatedContactId", id);
CREATE INDEX "ContactRelationship_organizationId_relatedContactId_updated_idx" ON "ContactRelationship" ("organizationId", "relatedContactId", "updatedAt", id);
CREATE UNIQUE INDEX "ContactRelationship_organizationId_contactId_type_relatedCo_key" ON "ContactRelationship" ("organizationId", "contactId", type, "relatedContactId");

CREATE UNIQUE INDEX "ContactPhone_primary" ON "ContactPhone" ("organizationId", "contactId") WHERE "isPrimary";
CREATE UNIQUE INDEX "ContactEmail_primary" ON "ContactEmail" ("organizationId", "contactId") WHERE "isPrimary";
CREATE UNIQUE INDEX "ContactAddress_primary" ON "ContactAddress" ("organizationId", "contactId") WHERE "isPrimary";
-- The list, by each sort and filter.
CREATE INDEX "Contact_live" ON "Contact" ("organizationId", id) WHERE "deletedAt" IS NULL;
CREATE INDEX "Contact_live_updated" ON "Contact" ("organizationId", "updatedAt", id) WHERE "deletedAt" IS NULL;
CREATE INDEX "Contact_live_name" ON "Contact" ("organizationId", name, id) WHERE "deletedAt" IS NULL;
CREATE INDEX "Contact_live_type" ON "Contact" ("organizationId", type, id) WHERE "deletedAt" IS NULL;
CREATE INDEX "Contact_live_type_updated" ON "Contact" ("organizationId", type, "updatedAt", id) WHERE "deletedAt" IS NULL;
CREATE INDEX "Contact_live_type_name" ON "Contact" ("organizationId", type, name, id) WHERE "deletedAt" IS NULL;
CREATE INDEX "Contact_npi_idx" ON "Contact" ("organizationId", npi, id) WHERE npi IS NOT NULL;

-- Tenant isolation and grants. Phones, e-mails and addresses are replaced as a whole; roles and relationships are mere links.
CALL isolate_tenants('Contact', 'ContactPhone', 'ContactEmail', 'ContactAddress', 'ContactRole', 'ContactRelationship');
GRANT SELECT, INSERT, UPDATE ON "Contact", "ContactPhone", "ContactEmail", "ContactAddress", "ContactRole", "ContactRelationship" TO caseport_application;
GRANT DELETE ON "ContactPhone", "ContactEmail", "ContactAddress", "ContactRole", "ContactRelationship" TO caseport_application;

-- A contact is found by its names, e-mails and phones.
CREATE FUNCTION contact_words(organization text, contact text) RETURNS text[] LANGUAGE plpgsql STABLE AS $$
DECLARE own text; phones text; emails text;
BEGIN
  SELECT concat_ws(' ', c.name, c."preferredName", c."companyName", c."doingBusinessAs", c.email, c.phone, c.fax) INTO own
  FROM "Contact" c WHERE c."organizationId" = organization AND c.id = contact;
  SELECT string_agg(concat_ws(' ', p.number, p.e164), ' ') INTO phones
  FROM "ContactPhone" p WHERE p."organizationId" = organization AND p."contactId" = contact;
  SELECT string_agg(e.address, ' ') INTO emails
  FROM "ContactEmail" e WHERE e."organizationId" = organization AND e."contactId" = contact;
  RETURN search_words(concat_ws(' ', own, phones, emails));
END $$;
CREATE FUNCTION index_contact() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM index_words(NEW."organizationId", 'contact', NEW.id, contact_words(NEW."organizationId", NEW.id));
  RETURN NULL;
END $$;
CREATE TRIGGER index_words AFTER INSERT OR UPDATE OF name, "preferredName", "companyName", "doingBusinessAs", email, phone, fax ON "Contact"
  FOR EACH ROW EXECUTE FUNCTION index_contact();

-- A phone or e-mail that is added adds its words. One that is removed has the contact indexed anew: another may hold the same word.
CREATE FUNCTION index_contact_phone() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM add_words(NEW."organizationId", 'contact', NEW."contactId", search_words(concat_ws(' ', NEW.number, NEW.e164)));
  RETURN NULL;
END $$;
CREATE FUNCTION index_contact_email() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM add_words(NEW."organizationId", 'contact', NEW."contactId", search_words(NEW.address));
  RETURN NULL;
END $$;
CREATE FUNCTION reindex_contact() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM index_words(OLD."organizationId", 'contact', OLD."contactId", contact_words(OLD."organizationId", OLD."contactId"));
  RETURN NULL;
END $$;
CREATE TRIGGER index_words AFTER INSERT ON "ContactPhone" FOR EACH ROW EXECUTE FUNCTION index_contact_phone();
CREATE TRIGGER index_words_removed AFTER DELETE ON "ContactPhone" FOR EACH ROW EXECUTE FUNCTION reindex_contact();
CREATE TRIGGER index_words AFTER INSERT ON "ContactEmail" FOR EACH ROW EXECUTE FUNCTION index_contact_email();
CREATE TRIGGER index_words_removed AFTER DELETE ON "ContactEmail" FOR EACH ROW EXECUTE FUNCTION reindex_contact();

CREATE TRIGGER touch BEFORE UPDATE ON "Contact" FOR EACH ROW EXECUTE FUNCTION touch_row();
CREATE TRIGGER touch BEFORE UPDATE ON "ContactRelationship" FOR EACH ROW EXECUTE FUNCTION touch_row();
