-- Similar names. A record is found by keys of its names, whatever differs: the sound of a word, of two words, of a word and an initial, or of
-- a word beside a date of birth. Keys are rows, as search words are: below row-level security only plain comparisons reach an index. They
-- are of ASCII letters and compared byte by byte, so they do not depend on the locale of the cluster, as the trigrams of pg_trgm do (0136).
CREATE TABLE "NameKey" (
  "organizationId" text NOT NULL,
  entity           text NOT NULL,
  key              text NOT NULL COLLATE "C",
  "recordId"       text NOT NULL,
  CONSTRAINT "NameKey_pkey" PRIMARY KEY ("organizationId", entity, key, "recordId"),
  CONSTRAINT "NameKey_organizationId_fkey" FOREIGN KEY ("organizationId") REFERENCES "Organization" (id) ON DELETE RESTRICT ON UPDATE RESTRICT
);
CALL isolate_tenants('NameKey');
GRANT SELECT, INSERT, DELETE ON "NameKey" TO caseport_application;

ALTER TABLE "ConflictCheck" ADD COLUMN "commonWords" text[] NOT NULL DEFAULT '{}';
ALTER TABLE "ConflictResult" ADD COLUMN "matchReasons" text[] NOT NULL DEFAULT '{}', ADD COLUMN "matchedName" text;

-- A text in lower case with ASCII letters where Latin, Greek or Cyrillic ones have a usual transcription; others stay as they are.
CREATE FUNCTION name_ascii(given text) RETURNS text LANGUAGE sql IMMUTABLE PARALLEL SAFE
RETURN CASE WHEN octet_length(given) = length(given) THEN lower(given COLLATE pg_c_utf8) ELSE
  replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(
    translate(regexp_replace(normalize(lower(given COLLATE pg_c_utf8), NFKD), '[\u0300-\u036f]', '', 'g'),
      'łøđðħıŋŧəабвгґдезиіклмнопрстуфыэјћαβγδεζηικλμνξοπρσςτυφωъь', 'loddhintaabvggdeziiklmnoprstufyejcavgdeziiklmnxoprsstyfo'),
    'ß', 'ss'), 'æ', 'ae'), 'œ', 'oe'), 'þ', 'th'), 'ж', 'zh'), 'х', 'kh'), 'ц', 'ts'), 'ч', 'ch'), 'щ', 'shch'), 'ш', 'sh'), 'ю', 'yu'),
    'я', 'ya'), 'θ', 'th'), 'χ', 'ch'), 'ψ', 'ps') END;

-- The words of a name in their order. An apostrophe joins (O'Brien), and so do the points of an abbreviation (P.C., U.S.).
CREATE FUNCTION name_words(given text) RETURNS text[] LANGUAGE plpgsql IMMUTABLE PARALLEL SAFE AS $$
DECLARE plain text := translate(name_ascii(left(given, 300)), '''`´’‘ʼʹ', '');
BEGIN
  IF strpos(plain, '.') > 0 THEN
    plain := regexp_replace(regexp_replace(plain COLLATE "C", '\mph\.?\s?d\M', 'phd', 'g'), '\m([a-z])\.(?=[a-z]\M)', '\1', 'g');
  END IF;
  RETURN string_to_array(nullif(btrim(regexp_replace(plain COLLATE pg_c_utf8, '[^[:alnum:]]+', ' ', 'g')), ''), ' ');
END $$;

-- How a word sounds, coarsely: its consonants by kind, with A for a vowel at its beginning. Of two spellings of one name the sounds are
-- the same or differ by one sign; the search compares the names themselves afterwards.
CREATE FUNCTION name_sound(word text) RETURNS text LANGUAGE plpgsql IMMUTABLE PARALLEL SAFE AS $$
DECLARE sound text := left(word, 30);
BEGIN
  IF octet_length(sound) > length(sound) OR translate(sound, '0123456789', '') <> sound THEN RETURN left(upper(sound), 16); END IF;
  IF left(sound, 2) IN ('kn', 'gn', 'pn', 'wr', 'ps', 'gh') THEN
    sound := CASE left(sound, 2) WHEN 'gh' THEN 'g' || substr(sound, 3) ELSE substr(sound, 2) END;
  END IF;
  sound := replace(replace(replace(replace(replace(
    CASE left(sound, 1) WHEN 'x' THEN 's' || substr(sound, 2) ELSE sound END, 'tch', 'k'), 'sch', 's'), 'ph', 'f'), 'gh', ''), 'dg', 'g');
  sound := replace(replace(replace(replace(replace(replace(sound, 'ck', 'k'), 'cz', 's'), 'sz', 's'), 'sh', 's'), 'ch', 'k'), 'th', 't');
  sound := replace(replace(replace(replace(replace(replace(sound, 'ce', 'se'), 'ci', 'si'), 'cy', 'sy'), 'ge', 'je'), 'gi', 'ji'), 'gy', 'jy');
  IF strpos(sound, 'w') > 0 THEN
    sound := replace(replace(replace(replace(replace(sound, 'wa', 'fa'), 'we', 'fe'), 'wi', 'fi'), 'wo', 'fo'), 'wu', 'fu');
  END IF;
  sound := replace(translate(sound, 'bcdgqvzhw', 'pktkkfs'), 'x', 'ks');
  sound := replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(
    sound, 'pp', 'p'), 'kk', 'k'), 'tt', 't'), 'ff', 'f'), 'ss', 's'), 'll', 'l'), 'mm', 'm'), 'nn', 'n'), 'rr', 'r'), 'jj', 'j');
  IF left(sound, 1) IN ('a', 'e', 'i', 'o', 'u', 'y') THEN sound := 'A' || substr(sound, 2); END IF;
  sound := upper(left(translate(sound, 'aeiouy', ''), 8));
  RETURN CASE sound WHEN '' THEN 'A' ELSE sound END;
END $$;

-- The words that tell names apart, without titles, suffixes, company forms and small words; all of them where nothing else is left. A word
-- that belongs to the next one stands with it and joined to it: "de la Cruz" is cruz and delacruz, "Mc Donald" donald and mcdonald. So do
-- neighbors: "Lone Star" is lone, star and lonestar. `firsts` and `lasts` are the places that a word takes in the name; an initial has none.
CREATE FUNCTION name_parts(given text, OUT words text[], OUT sounds text[], OUT firsts integer[], OUT lasts integer[])
LANGUAGE plpgsql IMMUTABLE PARALLEL SAFE AS $$
DECLARE
  small CONSTANT text[] := ARRAY[
    'mr', 'mrs', 'ms', 'miss', 'mx', 'dr', 'prof', 'professor', 'rev', 'reverend', 'fr', 'sr', 'sra', 'hon', 'honorable', 'judge', 'sir', 'madam',
    'jr', 'junior', 'senior', 'ii', 'iii', 'iv', 'esq', 'esquire', 'md', 'dds', 'dmd', 'phd', 'dvm', 'jd', 'cpa', 'rn', 'dpm',
    'llc', 'llp', 'lllp', 'lp', 'pllc', 'plc', 'pc', 'pa', 'inc', 'incorporated', 'corp', 'corporation', 'co', 'company', 'companies', 'ltd', 'limited',
    'gmbh', 'the', 'and', 'of', 'dba', 'fka', 'aka'];
  prefixes CONSTANT text[] := ARRAY['de', 'la', 'las', 'los', 'del', 'della', 'di', 'da', 'dos', 'du', 'le', 'van', 'von', 'der', 'den', 'ter', 'ten', 'al', 'el',
    'bin', 'ibn', 'ben', 'mc', 'mac', 'o', 'd', 'st', 'saint', 'fitz', 'y', 'e'];
  all_words text[] := coalesce(name_words(given), '{}'); each text; prefix text := ''; base text[] := '{}'; keeps_small boolean := all_words <@ small; place integer;
BEGIN
  words := '{}'; firsts := '{}'; lasts := '{}'; sounds := '{}';
  -- J.R. Smith: before other words these are initials.
  IF all_words[1] IN ('jr', 'sr') AND cardinality(all_words) > 1 THEN
    all_words := ARRAY[left(all_words[1], 1), 'r'] || all_words[2:];
  END IF;
  FOREACH each IN ARRAY all_words LOOP
    CONTINUE WHEN NOT keeps_small AND each = ANY (small);
    IF length(each) = 1 THEN words := words || each; firsts := firsts || 0; lasts := lasts || 0; END IF;
    IF each = ANY (prefixes) AND length(prefix) < 20 THEN
      prefix := prefix || each;
      CONTINUE;
    END IF;
    CONTINUE WHEN length(each) = 1 OR cardinality(base) = 8;
    base := base || left(each, 60);
    place := cardinality(base);
    words := words || base[place]; firsts := firsts || place; lasts := lasts || place;
    IF prefix <> '' THEN words := words || (prefix || base[place]); firsts := firsts || place; lasts := lasts || place; prefix := ''; END IF;
  END LOOP;
  place := cardinality(base);
  IF length(prefix) > 1 THEN words := words || prefix; firsts := firsts || (place + 1); lasts := lasts || (place + 1); END IF;
  IF place BETWEEN 2 AND 4 THEN
    FOR n IN 1 .. place - 1 LOOP
      words := words || (base[n] || base[n + 1]); firsts := firsts || n; lasts := lasts || (n + 1);
    END LOOP;
  END IF;
  FOREACH each IN ARRAY words LOOP sounds := sounds || CASE WHEN length(each) = 1 THEN '' ELSE name_sound(each) END; END LOOP;
END $$;

-- The keys of a record: SOUND of one word; SOUND SOUND of two, in the order of their letters; SOUND i* of a word and the initial of an earlier
-- one; SOUND i. of a word and an initial that stands alone; YYYY-MM-DD SOUND.
CREATE FUNCTION name_keys(names text[], born date) RETURNS text[] LANGUAGE plpgsql IMMUTABLE PARALLEL SAFE AS $$
DECLARE given text; keys text[] := '{}'; words text[]; sounds text[]; firsts integer[]; lasts integer[]; one text; other text; part record;
BEGIN
  FOREACH given IN ARRAY names LOOP
    CONTINUE WHEN given IS NULL OR given = '';
    part := name_parts(given);
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

-- Writes the keys that a change adds, and removes those that it takes away. Rows one by one, as for search words: a cluster takes them so (0074).
CREATE FUNCTION change_name_keys(organization text, kind text, record text, before text[], after text[]) RETURNS void LANGUAGE plpgsql AS $$
DECLARE each text;
BEGIN
  FOREACH each IN ARRAY before LOOP
    CONTINUE WHEN each = ANY (after);
    DELETE FROM "NameKey" WHERE "organizationId" = organization AND entity = kind AND key = each AND "recordId" = record;
  END LOOP;
  FOREACH each IN ARRAY after LOOP
    CONTINUE WHEN each = ANY (before);
    INSERT INTO "NameKey" ("organizationId", entity, key, "recordId") VALUES (organization, kind, each, record) ON CONFLICT DO NOTHING;
  END LOOP;
END $$;

CREATE FUNCTION key_client_names() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE before text[] := '{}';
BEGIN
  IF TG_OP = 'UPDATE' THEN
    before := name_keys(ARRAY[concat_ws(' ', OLD."firstName", OLD."middleName", OLD."lastName"), concat_ws(' ', OLD."preferredName", OLD."lastName")], OLD."dateOfBirth");
  END IF;
  PERFORM change_name_keys(NEW."organizationId", 'client', NEW.id, before,
    name_keys(ARRAY[concat_ws(' ', NEW."firstName", NEW."middleName", NEW."lastName"), concat_ws(' ', NEW."preferredName", NEW."lastName")], NEW."dateOfBirth"));
  RETURN NULL;
END $$;
CREATE TRIGGER index_names AFTER INSERT OR UPDATE OF "firstName", "middleName", "lastName", "preferredName", "dateOfBirth" ON "Client"
  FOR EACH ROW EXECUTE FUNCTION key_client_names();

CREATE FUNCTION key_contact_names() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE before text[] := '{}';
BEGIN
  IF TG_OP = 'UPDATE' THEN
    before := name_keys(ARRAY[OLD.name, concat_ws(' ', OLD."firstName", OLD."middleName", OLD."lastName"), concat_ws(' ', OLD."preferredName", OLD."lastName"),
      OLD."companyName", OLD."doingBusinessAs"], NULL);
  END IF;
  PERFORM change_name_keys(NEW."organizationId", 'contact', NEW.id, before,
    name_keys(ARRAY[NEW.name, concat_ws(' ', NEW."firstName", NEW."middleName", NEW."lastName"), concat_ws(' ', NEW."preferredName", NEW."lastName"),
      NEW."companyName", NEW."doingBusinessAs"], NULL));
  RETURN NULL;
END $$;
CREATE TRIGGER index_names AFTER INSERT OR UPDATE OF name, "firstName", "middleName", "lastName", "preferredName", "companyName", "doingBusinessAs" ON "Contact"
  FOR EACH ROW EXECUTE FUNCTION key_contact_names();

-- A lead has the names of the other persons of its matter, too: the injured one, and the one at fault.
CREATE FUNCTION key_lead_names() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE before text[] := '{}';
BEGIN
  IF TG_OP = 'UPDATE' THEN
    before := name_keys(ARRAY[concat_ws(' ', OLD."firstName", OLD."middleName", OLD."lastName"), OLD."injuredPartyName", OLD."atFaultParty"], OLD."dateOfBirth");
  END IF;
  PERFORM change_name_keys(NEW."organizationId", 'lead', NEW.id, before,
    name_keys(ARRAY[concat_ws(' ', NEW."firstName", NEW."middleName", NEW."lastName"), NEW."injuredPartyName", NEW."atFaultParty"], NEW."dateOfBirth"));
  RETURN NULL;
END $$;
CREATE TRIGGER index_names AFTER INSERT OR UPDATE OF "firstName", "middleName", "lastName", "injuredPartyName", "atFaultParty", "dateOfBirth" ON "Lead"
  FOR EACH ROW EXECUTE FUNCTION key_lead_names();

CREATE FUNCTION key_member_names() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE before text[] := '{}';
BEGIN
  IF TG_OP = 'UPDATE' THEN before := name_keys(ARRAY[concat_ws(' ', OLD."firstName", OLD."lastName")], NULL); END IF;
  PERFORM change_name_keys(NEW."organizationId", 'member', NEW.id, before, name_keys(ARRAY[concat_ws(' ', NEW."firstName", NEW."lastName")], NULL));
  RETURN NULL;
END $$;
CREATE TRIGGER index_names AFTER INSERT OR UPDATE OF "firstName", "lastName" ON "Member" FOR EACH ROW EXECUTE FUNCTION key_member_names();
