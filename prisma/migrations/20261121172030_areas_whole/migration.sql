-- CreateTable
CREATE TABLE "SearchTerm" (
    "organizationId" TEXT NOT NULL,
    "entity" TEXT NOT NULL,
    "term" TEXT NOT NULL,
    "recordId" TEXT NOT NULL,

    CONSTRAINT "SearchTerm_pkey" PRIMARY KEY ("organizationId","entity","term","recordId")
);

-- CreateIndex
CREATE INDEX "SearchTerm_organizationId_entity_recordId_idx" ON "SearchTerm"("organizationId", "entity", "recordId");

-- AddForeignKey
ALTER TABLE "SearchTerm" ADD CONSTRAINT "SearchTerm_organizationId_fkey" FOREIGN KEY ("organizationId") REFERENCES "Organization"("id") ON DELETE RESTRICT ON UPDATE RESTRICT;

-- ---------------------------------------------------------------------------------------------------------------------------
-- Search: every word of a record is a row, so that an index finds it below row-level security (only comparisons that leak
-- nothing reach an index there; pattern matching and full-text search do not).

-- The words of a text: lower case, without accents, letters and digits only; at most 60 characters each, none twice.
CREATE FUNCTION search_words(given text) RETURNS text[] LANGUAGE sql IMMUTABLE PARALLEL SAFE
RETURN (
  SELECT coalesce(array_agg(DISTINCT left(word, 60)), '{}')
  FROM regexp_split_to_table(
    lower(regexp_replace(normalize(coalesce(given, ''), NFKD), '[\u0300-\u036f]', '', 'g') COLLATE pg_c_utf8), '[^[:alnum:]]+') AS word
  WHERE word <> ''
);

-- Makes the rows of one record those of these words: writes only what differs.
CREATE FUNCTION index_words(organization text, kind text, record text, words text[]) RETURNS void LANGUAGE sql AS $$
  DELETE FROM "SearchTerm" WHERE "organizationId" = organization AND entity = kind AND "recordId" = record AND term <> ALL (words);
  INSERT INTO "SearchTerm" ("organizationId", entity, term, "recordId")
  SELECT organization, kind, word, record FROM unnest(words) AS word
  ON CONFLICT DO NOTHING;
$$;

CREATE FUNCTION index_client() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM index_words(NEW."organizationId", 'client', NEW.id, search_words(concat_ws(' ', NEW."firstName", NEW."lastName", NEW.email, NEW.phone)));
  RETURN NULL;
END $$;
CREATE TRIGGER index_words AFTER INSERT OR UPDATE OF "firstName", "lastName", email, phone ON "Client"
  FOR EACH ROW EXECUTE FUNCTION index_client();

-- A case is found by its own words and by its client's.
CREATE FUNCTION index_case() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM index_words(NEW."organizationId", 'case', NEW.id, (
    SELECT search_words(concat_ws(' ', NEW.title, NEW."sequenceId", NEW."externalId", p."firstName", p."lastName"))
    FROM "Client" p WHERE p."organizationId" = NEW."organizationId" AND p.id = NEW."plaintiffId"));
  RETURN NULL;
END $$;
CREATE TRIGGER index_words AFTER INSERT OR UPDATE OF title, "sequenceId", "externalId", "plaintiffId" ON "Case"
  FOR EACH ROW EXECUTE FUNCTION index_case();
CREATE FUNCTION index_cases_of_client() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM index_words(c."organizationId", 'case', c.id,
    search_words(concat_ws(' ', c.title, c."sequenceId", c."externalId", NEW."firstName", NEW."lastName")))
  FROM "Case" c WHERE c."organizationId" = NEW."organizationId" AND c."plaintiffId" = NEW.id;
  RETURN NULL;
END $$;
CREATE TRIGGER index_cases AFTER UPDATE OF "firstName", "lastName" ON "Client" FOR EACH ROW
  WHEN ((OLD."firstName", OLD."lastName") IS DISTINCT FROM (NEW."firstName", NEW."lastName")) EXECUTE FUNCTION index_cases_of_client();

-- What is there already.
SELECT index_words(p."organizationId", 'client', p.id, search_words(concat_ws(' ', p."firstName", p."lastName", p.email, p.phone))) FROM "Client" p;
SELECT index_words(c."organizationId", 'case', c.id,
    search_words(concat_ws(' ', c.title, c."sequenceId", c."externalId", p."firstName", p."lastName")))
  FROM "Case" c JOIN "Client" p ON p."organizationId" = c."organizationId" AND p.id = c."plaintiffId";

ALTER TABLE "SearchTerm" ENABLE ROW LEVEL SECURITY;
ALTER TABLE "SearchTerm" FORCE ROW LEVEL SECURITY;
CREATE POLICY own_organization ON "SearchTerm" USING ("organizationId" = current_setting('caseport.organization', true))
  WITH CHECK ("organizationId" = current_setting('caseport.organization', true));
GRANT SELECT, INSERT, DELETE ON "SearchTerm" TO caseport_application;

-- numbers
-- CreateTable
CREATE TABLE "NumberSequence" (
    "organizationId" TEXT NOT NULL,
    "kind" TEXT NOT NULL,
    "year" INTEGER NOT NULL,
    "last" INTEGER NOT NULL,

    CONSTRAINT "NumberSequence_pkey" PRIMARY KEY ("organizationId","kind","year")
);

-- AddForeignKey
ALTER TABLE "NumberSequence" ADD CONSTRAINT "NumberSequence_organizationId_fkey" FOREIGN KEY ("organizationId") REFERENCES "Organization"("id") ON DELETE RESTRICT ON UPDATE RESTRICT;

ALTER TABLE "NumberSequence" ENABLE ROW LEVEL SECURITY;
ALTER TABLE "NumberSequence" FORCE ROW LEVEL SECURITY;
CREATE POLICY own_organization ON "NumberSequence" USING ("organizationId" = current_setting('caseport.organization', true))
  WITH CHECK ("organizationId" = current_setting('caseport.organization', true));
GRANT SELECT, INSERT, UPDATE ON "NumberSequence" TO caseport_application;

-- What was numbered before goes on from there.
INSERT INTO "NumberSequence" ("organizationId", kind, year, last)
SELECT "organizationId", 'case', split_part("sequenceId", '-', 1)::integer, max(split_part("sequenceId", '-', 2)::integer)
FROM "Case" WHERE "sequenceId" ~ '^\d{4}-\d{6}$' GROUP BY 1, 3
UNION ALL
SELECT "organizationId", 'invoice', split_part("invoiceNumber", '-', 2)::integer, max(split_part("invoiceNumber", '-', 3)::integer)
FROM "Invoice" WHERE "invoiceNumber" ~ '^INV-\d{4}-\d{5,8}$' GROUP BY 1, 3
UNION ALL
SELECT "organizationId", 'retrieval_request', split_part("requestNumber", '-', 2)::integer, max(split_part("requestNumber", '-', 3)::integer)
FROM "RetrievalRequest" WHERE "requestNumber" ~ '^RR-\d{4}-\d{5,8}$' GROUP BY 1, 3;
