-- Members are found by the words of names, e-mail and title: by conflict checks, whatever their status, and by the search of members.
CREATE FUNCTION index_member() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE before text[] := '{}';
BEGIN
  IF TG_OP = 'UPDATE' THEN
    before := search_words(concat_ws(' ', OLD."firstName", OLD."lastName", OLD.email, OLD.title));
  END IF;
  PERFORM change_words(NEW."organizationId", 'member', NEW.id, before, search_words(concat_ws(' ', NEW."firstName", NEW."lastName", NEW.email, NEW.title)));
  RETURN NULL;
END $$;
CREATE TRIGGER index_words AFTER INSERT OR UPDATE OF "firstName", "lastName", email, title ON "Member" FOR EACH ROW EXECUTE FUNCTION index_member();

-- The words of members that exist already. Forced row security would hide them from the owner of the tables.
ALTER TABLE "Member" NO FORCE ROW LEVEL SECURITY;
ALTER TABLE "SearchTerm" NO FORCE ROW LEVEL SECURITY;
INSERT INTO "SearchTerm" ("organizationId", entity, term, "recordId")
SELECT m."organizationId", 'member', word, m.id
FROM "Member" m CROSS JOIN LATERAL unnest(search_words(concat_ws(' ', m."firstName", m."lastName", m.email, m.title))) AS word
ON CONFLICT DO NOTHING;
ALTER TABLE "SearchTerm" FORCE ROW LEVEL SECURITY;
ALTER TABLE "Member" FORCE ROW LEVEL SECURITY;
