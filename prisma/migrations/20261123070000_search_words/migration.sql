-- A change of a client, lead or document writes the words that it adds and removes. Comparing all of a record's words with their rows
-- took 0.6 ms of a change of a phone number that took 1.4.
CREATE FUNCTION change_words(organization text, kind text, record text, before text[], after text[]) RETURNS void LANGUAGE plpgsql AS $$
DECLARE word text;
BEGIN
  FOREACH word IN ARRAY before LOOP
    CONTINUE WHEN word = ANY (after);
    DELETE FROM "SearchTerm" WHERE "organizationId" = organization AND entity = kind AND term = word AND "recordId" = record;
  END LOOP;
  FOREACH word IN ARRAY after LOOP
    CONTINUE WHEN word = ANY (before);
    INSERT INTO "SearchTerm" ("organizationId", entity, term, "recordId") VALUES (organization, kind, word, record) ON CONFLICT DO NOTHING;
  END LOOP;
END $$;

CREATE OR REPLACE FUNCTION index_client() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE before text[] := '{}';
BEGIN
  IF TG_OP = 'UPDATE' THEN
    before := search_words(concat_ws(' ', OLD."firstName", OLD."middleName", OLD."lastName",
      OLD."preferredName", OLD.email, OLD.phone, OLD."secondaryPhone", OLD."externalId"));
  END IF;
  PERFORM change_words(NEW."organizationId", 'client', NEW.id, before, search_words(concat_ws(' ', NEW."firstName", NEW."middleName", NEW."lastName",
    NEW."preferredName", NEW.email, NEW.phone, NEW."secondaryPhone", NEW."externalId")));
  RETURN NULL;
END $$;

CREATE OR REPLACE FUNCTION index_lead() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE before text[] := '{}';
BEGIN
  IF TG_OP = 'UPDATE' THEN
    before := search_words(concat_ws(' ', OLD."firstName", OLD."middleName", OLD."lastName", OLD.email, OLD.phone, OLD."sequenceId"));
  END IF;
  PERFORM change_words(NEW."organizationId", 'lead', NEW.id, before, search_words(
    concat_ws(' ', NEW."firstName", NEW."middleName", NEW."lastName", NEW.email, NEW.phone, NEW."sequenceId")));
  RETURN NULL;
END $$;

CREATE OR REPLACE FUNCTION index_document() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE before text[] := '{}';
BEGIN
  IF TG_OP = 'UPDATE' THEN
    before := search_words(concat_ws(' ', OLD.name, OLD."fileName", OLD.description, OLD."externalId"));
  END IF;
  PERFORM change_words(NEW."organizationId", 'document', NEW.id, before,
    search_words(concat_ws(' ', NEW.name, NEW."fileName", NEW.description, NEW."externalId")));
  RETURN NULL;
END $$;
