-- Names that searches passed over: O'Brien by "obrien", Łukasz by "lukasz", and names of particles alone, such as Van Le. From here on records
-- have the words and keys by which they will be found, beside those of before. Searches ask as before until all rows have them (0252).

-- A text in lower case, its letters as those of names (name_ascii), and every sign that people write for an apostrophe as one. An acute accent
-- that stands alone would become a blank. ASCII is the fast case.
CREATE FUNCTION fold_letters(given text) RETURNS text LANGUAGE sql IMMUTABLE PARALLEL SAFE
RETURN CASE WHEN octet_length(given) = length(given) THEN replace(lower(given COLLATE pg_c_utf8), '`', '''') ELSE
  translate(name_ascii(normalize(translate(given, '´', ''''), NFKD)), '`‘’‛ʻʼʹʽʾʿ′', '''''''''''''''''''''''') END;

-- The words of a text as they are written: lower case, without accents, letters and digits only; at most 60 characters each, none twice.
CREATE FUNCTION split_words(given text) RETURNS text[] LANGUAGE plpgsql IMMUTABLE PARALLEL SAFE AS $$
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

-- The words by which a record is found: those of its texts with folded letters, those with an apostrophe between letters also joined (O'Brien
-- is o, brien and obrien), and those as they are written where that differs, as searches of the version before ask for them. Without signs of
-- typesetting and accents most texts are ASCII, which is the fast case.
CREATE FUNCTION record_words(given text) RETURNS text[] LANGUAGE plpgsql IMMUTABLE PARALLEL SAFE AS $$
DECLARE plain text := given; folded text; written text; joined text;
BEGIN
  IF octet_length(plain) > length(plain) THEN
    plain := regexp_replace(normalize(translate(plain, '´‘’‛′“”„«»–—•', '''''''''''        '), NFKD), '[\u0300-\u036f]', '', 'g');
  END IF;
  IF octet_length(plain) = length(plain) AND strpos(plain, '''') = 0 AND strpos(plain, '`') = 0 THEN RETURN split_words(plain); END IF;
  folded := fold_letters(plain);
  IF strpos(folded, '''') > 0 THEN
    joined := (
      SELECT string_agg(regexp_replace(m[1] COLLATE pg_c_utf8, '(?<=[[:alpha:]])''+(?=[[:alpha:]])', '', 'g'), ' ')
      FROM regexp_matches(folded COLLATE pg_c_utf8, '([[:alnum:]'']*''[[:alnum:]'']*)', 'g') m);
  END IF;
  IF octet_length(plain) > length(plain) AND lower(plain COLLATE pg_c_utf8) <> folded THEN written := plain; END IF;
  RETURN split_words(concat_ws(' ', folded, joined, written));
END $$;

CREATE OR REPLACE FUNCTION index_client() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE before text[] := '{}';
BEGIN
  IF TG_OP = 'UPDATE' THEN
    before := record_words(concat_ws(' ', OLD."firstName", OLD."middleName", OLD."lastName",
      OLD."preferredName", OLD.email, OLD.phone, OLD."secondaryPhone", OLD."externalId"));
  END IF;
  PERFORM change_words(NEW."organizationId", 'client', NEW.id, before, record_words(concat_ws(' ', NEW."firstName", NEW."middleName", NEW."lastName",
    NEW."preferredName", NEW.email, NEW.phone, NEW."secondaryPhone", NEW."externalId")));
  RETURN NULL;
END $$;

CREATE OR REPLACE FUNCTION contact_words(organization text, contact text) RETURNS text[] LANGUAGE plpgsql STABLE AS $$
DECLARE own text; phones text; emails text;
BEGIN
  SELECT concat_ws(' ', c.name, c."preferredName", c."companyName", c."doingBusinessAs", c.email, c.phone, c.fax) INTO own
  FROM "Contact" c WHERE c."organizationId" = organization AND c.id = contact;
  SELECT string_agg(concat_ws(' ', p.number, p.e164), ' ') INTO phones
  FROM "ContactPhone" p WHERE p."organizationId" = organization AND p."contactId" = contact;
  SELECT string_agg(e.address, ' ') INTO emails
  FROM "ContactEmail" e WHERE e."organizationId" = organization AND e."contactId" = contact;
  RETURN record_words(concat_ws(' ', own, phones, emails));
END $$;

CREATE OR REPLACE FUNCTION index_contact_phone() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM add_words(NEW."organizationId", 'contact', NEW."contactId", record_words(concat_ws(' ', NEW.number, NEW.e164)));
  RETURN NULL;
END $$;

CREATE OR REPLACE FUNCTION index_contact_email() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM add_words(NEW."organizationId", 'contact', NEW."contactId", record_words(NEW.address));
  RETURN NULL;
END $$;

CREATE OR REPLACE FUNCTION index_lead() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE before text[] := '{}';
BEGIN
  IF TG_OP = 'UPDATE' THEN
    before := record_words(concat_ws(' ', OLD."firstName", OLD."middleName", OLD."lastName", OLD.email, OLD.phone, OLD."sequenceId"));
  END IF;
  PERFORM change_words(NEW."organizationId", 'lead', NEW.id, before, record_words(
    concat_ws(' ', NEW."firstName", NEW."middleName", NEW."lastName", NEW.email, NEW.phone, NEW."sequenceId")));
  RETURN NULL;
END $$;

CREATE OR REPLACE FUNCTION index_member() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE before text[] := '{}';
BEGIN
  IF TG_OP = 'UPDATE' THEN
    before := record_words(concat_ws(' ', OLD."firstName", OLD."lastName", OLD.email, OLD.title));
  END IF;
  PERFORM change_words(NEW."organizationId", 'member', NEW.id, before, record_words(concat_ws(' ', NEW."firstName", NEW."lastName", NEW.email, NEW.title)));
  RETURN NULL;
END $$;

CREATE OR REPLACE FUNCTION index_case() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE client_name text;
BEGIN
  SELECT concat_ws(' ', p."firstName", p."lastName") INTO client_name
  FROM "Client" p WHERE p."organizationId" = NEW."organizationId" AND p.id = NEW."plaintiffId";
  PERFORM index_words(NEW."organizationId", 'case', NEW.id,
    record_words(concat_ws(' ', NEW.title, NEW."sequenceId", NEW."externalId", client_name, court_words(NEW."organizationId", NEW.id))));
  RETURN NULL;
END $$;

CREATE OR REPLACE FUNCTION index_cases_of_client() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE found_case record;
BEGIN
  FOR found_case IN
    SELECT c.id, c.title, c."sequenceId", c."externalId" FROM "Case" c
    WHERE c."organizationId" = NEW."organizationId" AND c."plaintiffId" = NEW.id
  LOOP
    PERFORM index_words(NEW."organizationId", 'case', found_case.id, record_words(
      concat_ws(' ', found_case.title, found_case."sequenceId", found_case."externalId", NEW."firstName", NEW."lastName",
        court_words(NEW."organizationId", found_case.id))));
  END LOOP;
  RETURN NULL;
END $$;

CREATE OR REPLACE FUNCTION index_case_of_court_action() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM index_words(c."organizationId", 'case', c.id, record_words(concat_ws(' ', c.title, c."sequenceId", c."externalId", p."firstName", p."lastName",
    court_words(c."organizationId", c.id))))
  FROM "Case" c JOIN "Client" p ON p."organizationId" = c."organizationId" AND p.id = c."plaintiffId"
  WHERE c."organizationId" = NEW."organizationId" AND c.id = NEW."caseId";
  RETURN NULL;
END $$;

CREATE OR REPLACE FUNCTION index_document() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE before text[] := '{}';
BEGIN
  IF TG_OP = 'UPDATE' THEN
    before := record_words(concat_ws(' ', OLD.name, OLD."fileName", OLD.description, OLD."externalId"));
  END IF;
  PERFORM change_words(NEW."organizationId", 'document', NEW.id, before,
    record_words(concat_ws(' ', NEW.name, NEW."fileName", NEW.description, NEW."externalId")));
  RETURN NULL;
END $$;

CREATE OR REPLACE FUNCTION index_note() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  kind CONSTANT text := CASE NEW.visibility WHEN 'privileged' THEN 'note_privileged' ELSE 'note' END;
  kind_before text := kind;
  words CONSTANT text[] := record_words(concat_ws(' ', NEW.subject, NEW."bodyText"));
  before text[] := '{}';
BEGIN
  IF TG_OP = 'UPDATE' THEN
    kind_before := CASE OLD.visibility WHEN 'privileged' THEN 'note_privileged' ELSE 'note' END;
    before := record_words(concat_ws(' ', OLD.subject, OLD."bodyText"));
  END IF;
  IF kind = kind_before THEN
    PERFORM change_words(NEW."organizationId", kind, NEW.id, before, words);
  ELSE
    PERFORM change_words(NEW."organizationId", kind_before, NEW.id, before, '{}');
    PERFORM change_words(NEW."organizationId", kind, NEW.id, '{}', words);
  END IF;
  RETURN NULL;
END $$;

CREATE OR REPLACE FUNCTION index_task() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE before text[] := '{}';
BEGIN
  IF TG_OP = 'UPDATE' THEN
    before := record_words(concat_ws(' ', OLD.title, OLD.description));
  END IF;
  PERFORM change_words(NEW."organizationId", 'task', NEW.id, before, record_words(concat_ws(' ', NEW.title, NEW.description)));
  RETURN NULL;
END $$;

CREATE OR REPLACE FUNCTION calendar_words(visibility text, type text, title text) RETURNS text[] LANGUAGE sql IMMUTABLE AS $$
  SELECT CASE WHEN visibility = 'private' OR type IN ('ime', 'medical_appointment') THEN '{}' ELSE record_words(title) END
$$;

CREATE OR REPLACE FUNCTION index_referral() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE before text[] := '{}'; after text[] := referral_names(NEW.direction, NEW."conflictNames");
BEGIN
  IF TG_OP = 'UPDATE' THEN before := referral_names(OLD.direction, OLD."conflictNames"); END IF;
  PERFORM change_name_keys(NEW."organizationId", 'referral', NEW.id, name_keys(before, NULL), name_keys(after, NULL));
  PERFORM change_words(NEW."organizationId", 'referral', NEW.id, record_words(array_to_string(before, ' ')), record_words(array_to_string(after, ' ')));
  RETURN NULL;
END $$;

-- The words that tell names apart, as name_parts finds them (20261213030000), and the particles that are names: all of them where the name has
-- no other word (Van Le, De La O), the last word (Thanh Van Le), and at the beginning those that are given or family names (Ben Smith, Le Van
-- Thanh). Such a particle is a word with a place of its own and stands joined to the next word as well, as it did before. The Hawaiian ʻokina
-- and its like join as apostrophes do.
CREATE FUNCTION record_name_parts(given text, OUT words text[], OUT sounds text[], OUT firsts integer[], OUT lasts integer[])
LANGUAGE plpgsql IMMUTABLE PARALLEL SAFE AS $$
DECLARE
  small CONSTANT text[] := ARRAY[
    'mr', 'mrs', 'ms', 'miss', 'mx', 'dr', 'prof', 'professor', 'rev', 'reverend', 'fr', 'sr', 'sra', 'hon', 'honorable', 'judge', 'sir', 'madam',
    'jr', 'junior', 'senior', 'ii', 'iii', 'iv', 'esq', 'esquire', 'md', 'dds', 'dmd', 'phd', 'dvm', 'jd', 'cpa', 'rn', 'dpm',
    'llc', 'llp', 'lllp', 'lp', 'pllc', 'plc', 'pc', 'pa', 'inc', 'incorporated', 'corp', 'corporation', 'co', 'company', 'companies', 'ltd', 'limited',
    'gmbh', 'the', 'and', 'of', 'dba', 'fka', 'aka'];
  particles CONSTANT text[] := ARRAY['de', 'la', 'las', 'los', 'del', 'della', 'di', 'da', 'dos', 'du', 'le', 'van', 'von', 'der', 'den', 'ter', 'ten', 'al',
    'el', 'bin', 'ibn', 'ben', 'mc', 'mac', 'o', 'd', 'st', 'saint', 'fitz', 'y', 'e'];
  first_names CONSTANT text[] := ARRAY['al', 'ben', 'bin', 'del', 'di', 'du', 'le', 'mac', 'van', 'von'];
  all_words text[] := coalesce(name_words(translate(given, 'ʻʽʾʿ‛′', '''''''''''''')), '{}'); keeps_small boolean := all_words <@ small; kept text[] := '{}'; has_others boolean := false;
  each text; is_particle boolean; is_name boolean; base text[] := '{}'; place integer;
  -- The particles before the next word, with and without those that are names.
  prefix text := ''; near text := '';
BEGIN
  words := '{}'; firsts := '{}'; lasts := '{}'; sounds := '{}';
  -- J.R. Smith: before other words these are initials.
  IF all_words[1] IN ('jr', 'sr') AND cardinality(all_words) > 1 THEN
    all_words := ARRAY[left(all_words[1], 1), 'r'] || all_words[2:];
  END IF;
  FOREACH each IN ARRAY all_words LOOP
    CONTINUE WHEN NOT keeps_small AND each = ANY (small);
    kept := kept || each;
    has_others := has_others OR (length(each) > 1 AND each <> ALL (particles));
  END LOOP;
  FOR n IN 1 .. cardinality(kept) LOOP
    each := kept[n];
    is_particle := each = ANY (particles);
    is_name := length(each) > 1 AND (NOT has_others OR n = cardinality(kept) OR (n = 1 AND each = ANY (first_names)));
    IF length(each) = 1 THEN words := words || each; firsts := firsts || 0; lasts := lasts || 0; END IF;
    IF is_particle AND NOT is_name AND length(prefix) < 20 THEN
      prefix := prefix || each; near := near || each;
      CONTINUE;
    END IF;
    CONTINUE WHEN length(each) = 1 OR cardinality(base) = 8;
    base := base || left(each, 60);
    place := cardinality(base);
    words := words || base[place]; firsts := firsts || place; lasts := lasts || place;
    IF prefix <> '' THEN words := words || (prefix || base[place]); firsts := firsts || place; lasts := lasts || place; END IF;
    IF near NOT IN ('', prefix) THEN words := words || (near || base[place]); firsts := firsts || place; lasts := lasts || place; END IF;
    prefix := CASE WHEN is_particle AND length(prefix) < 20 THEN prefix || each ELSE '' END;
    near := '';
  END LOOP;
  place := cardinality(base);
  -- A last word of one letter: Maria De La O.
  IF near <> '' AND length(prefix) > 1 THEN words := words || prefix; firsts := firsts || (place + 1); lasts := lasts || (place + 1); END IF;
  IF place BETWEEN 2 AND 4 THEN
    FOR n IN 1 .. place - 1 LOOP
      CONTINUE WHEN base[n] = ANY (particles) AND base[n] || base[n + 1] = ANY (words);
      words := words || (base[n] || base[n + 1]); firsts := firsts || n; lasts := lasts || (n + 1);
    END LOOP;
  END IF;
  FOREACH each IN ARRAY words LOOP sounds := sounds || CASE WHEN length(each) = 1 THEN '' ELSE name_sound(each) END; END LOOP;
END $$;

CREATE OR REPLACE FUNCTION name_keys(names text[], born date) RETURNS text[] LANGUAGE plpgsql IMMUTABLE PARALLEL SAFE AS $$
DECLARE given text; keys text[] := '{}'; words text[]; sounds text[]; firsts integer[]; lasts integer[]; one text; other text; part record;
BEGIN
  FOREACH given IN ARRAY names LOOP
    CONTINUE WHEN given IS NULL OR given = '';
    part := record_name_parts(given);
    words := part.words; sounds := part.sounds; firsts := part.firsts; lasts := part.lasts;
    FOR a IN 1 .. cardinality(words) LOOP
      one := sounds[a];
      IF one <> '' THEN
        keys := keys || one;
        IF born IS NOT NULL THEN keys := keys || (born || ' ' || one); END IF;
      END IF;
      FOR b IN 1 .. cardinality(words) LOOP
        other := sounds[b];
        IF one = '' AND other <> '' THEN
          keys := keys || (other || ' ' || words[a] || '.');
        ELSIF one <> '' AND firsts[b] > lasts[a] THEN
          keys := keys || CASE WHEN one <= other THEN one || ' ' || other ELSE other || ' ' || one END;
          IF firsts[a] = lasts[a] THEN keys := keys || (other || ' ' || left(words[a], 1) || '*'); END IF;
        END IF;
      END LOOP;
    END LOOP;
  END LOOP;
  RETURN keys;
END $$;
