-- All rows have the words and keys of 20270124000001: from here on searches ask by them, those of servers of the version before as well.

-- The words that are asked for, in their order, with folded letters; one with an apostrophe is its parts, so that O'Brien finds O Brien, too.
CREATE OR REPLACE FUNCTION search_words(given text) RETURNS text[] LANGUAGE plpgsql IMMUTABLE PARALLEL SAFE AS $$
DECLARE word text; words text[] := '{}';
BEGIN
  FOREACH word IN ARRAY regexp_split_to_array(coalesce(fold_letters(given), '') COLLATE pg_c_utf8, '[^[:alnum:]]+') LOOP
    word := left(word, 60);
    CONTINUE WHEN word = '' OR word = ANY (words);
    words := words || word;
  END LOOP;
  RETURN words;
END $$;

CREATE OR REPLACE FUNCTION name_parts(given text, OUT words text[], OUT sounds text[], OUT firsts integer[], OUT lasts integer[])
LANGUAGE plpgsql IMMUTABLE PARALLEL SAFE AS $$
BEGIN
  SELECT p.words, p.sounds, p.firsts, p.lasts INTO words, sounds, firsts, lasts FROM record_name_parts(given) p;
END $$;
