-- Names of tags and sibling folders that people cannot tell apart are the same name: one function makes the key of both.

-- The same as foldName in src/contract/values.ts (fold-name.test.ts compares them). The ranges are the code points with the property
-- Default_Ignorable_Code_Point, the line and paragraph separators, and interlinear annotation marks. NFKD comes before the case, because
-- PostgreSQL maps one character to one: of the characters whose other case is several, only ß has no decomposition. Cut for the indexes,
-- whose entries have at most 2,704 bytes: NFKD makes up to 18 characters of one. ASCII is the fast case.
CREATE FUNCTION fold_name(name text) RETURNS text LANGUAGE sql IMMUTABLE STRICT PARALLEL SAFE
RETURN left(btrim(regexp_replace(
  CASE WHEN octet_length(name) = length(name) THEN lower(name COLLATE pg_c_utf8) COLLATE "default" ELSE
    normalize(replace(replace(lower(upper(normalize(regexp_replace(name,
      '[\u00ad\u034f\u061c\u115f-\u1160\u17b4-\u17b5\u180b-\u180f\u200b-\u200f\u2028-\u202e\u2060-\u206f\u3164\ufe00-\ufe0f\ufeff\uffa0\ufff0-\ufffb\U0001bca0-\U0001bca3\U0001d173-\U0001d17a\U000e0000-\U000e0fff]',
      '', 'g'), NFKD) COLLATE pg_c_utf8)), 'ß', 'ss'), 'ς', 'σ'), NFKC) COLLATE "default"
  END, '[\t-\r \u1680\u2800]+', ' ', 'g')), 500);

CREATE FUNCTION fold_row_name() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  -- OLD is null at an insertion.
  IF NEW.name IS DISTINCT FROM OLD.name THEN NEW."nameKey" := fold_name(NEW.name); END IF;
  RETURN NEW;
END $$;
DROP TRIGGER name_tag ON "Tag";
DROP FUNCTION name_tag();
ALTER TABLE "Folder" ALTER COLUMN "nameKey" SET DEFAULT '';

-- Existing rows, without their triggers: nothing that readers see changes. Of live names that are the same now, one has the key: the one
-- that had it before, or the oldest. Each other keeps its name, with its id in its key, until someone renames it.
ALTER TABLE "Tag" NO FORCE ROW LEVEL SECURITY, DISABLE TRIGGER USER;
ALTER TABLE "Folder" NO FORCE ROW LEVEL SECURITY, DISABLE TRIGGER USER;
UPDATE "Tag" t SET "nameKey" = f.key || CASE WHEN f.place = 1 OR t."deletedAt" IS NOT NULL THEN '' ELSE ' ' || t.id END
FROM (
  SELECT "organizationId", id, fold_name(name) AS key,
    row_number() OVER (PARTITION BY "organizationId", fold_name(name), "deletedAt" IS NULL ORDER BY "nameKey" = fold_name(name) DESC, "createdAt", id) AS place
  FROM "Tag") f
WHERE f."organizationId" = t."organizationId" AND f.id = t.id AND (f.key <> t."nameKey" OR f.place > 1);
UPDATE "Folder" t SET "nameKey" = f.key || CASE WHEN f.place = 1 OR t."deletedAt" IS NOT NULL THEN '' ELSE ' ' || t.id END
FROM (
  SELECT "organizationId", id, fold_name(name) AS key,
    row_number() OVER (PARTITION BY "organizationId", "caseId", "parentFolderId", fold_name(name), "deletedAt" IS NULL ORDER BY "nameKey" = fold_name(name) DESC, "createdAt", id) AS place
  FROM "Folder") f
WHERE f."organizationId" = t."organizationId" AND f.id = t.id AND (f.key <> t."nameKey" OR f.place > 1);
ALTER TABLE "Tag" FORCE ROW LEVEL SECURITY, ENABLE TRIGGER USER;
ALTER TABLE "Folder" FORCE ROW LEVEL SECURITY, ENABLE TRIGGER USER;

CREATE TRIGGER fold_name BEFORE INSERT OR UPDATE OF name ON "Tag" FOR EACH ROW EXECUTE FUNCTION fold_row_name();
CREATE TRIGGER fold_name BEFORE INSERT OR UPDATE OF name ON "Folder" FOR EACH ROW EXECUTE FUNCTION fold_row_name();
