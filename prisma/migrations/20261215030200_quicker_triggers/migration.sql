-- What triggers of usual changes do, with less of PostgreSQL's CPU (src/decisions/0184-price-of-a-write.md).

-- The words of a short text without accents, without the statement that the others need.
CREATE OR REPLACE FUNCTION search_words(given text) RETURNS text[] LANGUAGE plpgsql IMMUTABLE PARALLEL SAFE AS $$
DECLARE word text; words text[] := '{}';
BEGIN
  IF octet_length(given) > 500 OR octet_length(given) > length(given) THEN
    RETURN (SELECT coalesce(array_agg(DISTINCT left(w, 60)), '{}') FROM regexp_split_to_table(
      lower(regexp_replace(normalize(given, NFKD), '[\u0300-\u036f]', '', 'g') COLLATE pg_c_utf8), '[^[:alnum:]]+') w WHERE w <> '');
  END IF;
  FOREACH word IN ARRAY regexp_split_to_array(lower(coalesce(given, '') COLLATE pg_c_utf8), '[^[:alnum:]]+') LOOP
    word := left(word, 60);
    CONTINUE WHEN word = '' OR word = ANY (words);
    words := words || word;
  END LOOP;
  RETURN words;
END $$;

-- The cases that an event points to. Without a query over its list, and without looking whether the row exists: each case is written once.
CREATE OR REPLACE FUNCTION index_event_cases() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE case_id text; written text[] := '{}';
BEGIN
  FOR place IN 0 .. jsonb_array_length(NEW."relatedIds") - 1 LOOP
    case_id := NEW."relatedIds" -> place ->> 'id';
    CONTINUE WHEN NEW."relatedIds" -> place ->> 'entity' IS DISTINCT FROM 'case' OR case_id = ANY (written);
    written := written || case_id;
    INSERT INTO "EventCase" ("organizationId", "caseId", number, entity, "eventId")
    VALUES (NEW."organizationId", case_id, NEW.number, NEW.entity, NEW.id);
  END LOOP;
  RETURN NULL;
END $$;

-- The cases of a client are locked in the order of their IDs by what changes them.
CREATE OR REPLACE FUNCTION touch_cases_of_client() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE case_id text;
BEGIN
  FOR case_id IN SELECT id FROM "Case" WHERE "organizationId" = NEW."organizationId" AND "plaintiffId" = NEW.id ORDER BY id LOOP
    UPDATE "Case" SET "updatedAt" = "updatedAt" WHERE "organizationId" = NEW."organizationId" AND id = case_id;
  END LOOP;
  RETURN NULL;
END $$;
