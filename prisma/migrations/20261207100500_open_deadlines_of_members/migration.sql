-- The day of a deadline while it is open or missed, beside its assignees: what is due of a member is listed and counted by an index.
ALTER TABLE "DeadlineAssignee" ADD COLUMN "openOn" DATE;
UPDATE "DeadlineAssignee" a SET "openOn" = d."effectiveOn" FROM "Deadline" d WHERE d."organizationId" = a."organizationId" AND d.id = a."deadlineId" AND d."isOpen";
GRANT UPDATE ("openOn") ON "DeadlineAssignee" TO caseport_application;

DROP TRIGGER effective_date ON "DeadlineAssignee";
DROP TRIGGER effective_date ON "Deadline";
DROP FUNCTION take_effective_date();
DROP FUNCTION give_effective_date();
CREATE FUNCTION read_effective_date() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  SELECT d."effectiveOn", CASE WHEN d."isOpen" THEN d."effectiveOn" END INTO NEW."effectiveOn", NEW."openOn"
  FROM "Deadline" d WHERE d."organizationId" = NEW."organizationId" AND d.id = NEW."deadlineId";
  RETURN NEW;
END $$;
CREATE TRIGGER effective_date BEFORE INSERT ON "DeadlineAssignee" FOR EACH ROW EXECUTE FUNCTION read_effective_date();
CREATE FUNCTION write_effective_date() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  UPDATE "DeadlineAssignee" a SET "effectiveOn" = NEW."effectiveOn", "openOn" = CASE WHEN NEW."isOpen" THEN NEW."effectiveOn" END
  WHERE a."organizationId" = NEW."organizationId" AND a."deadlineId" = NEW.id;
  RETURN NULL;
END $$;
CREATE TRIGGER effective_date AFTER UPDATE ON "Deadline" FOR EACH ROW
  WHEN (NEW."effectiveOn" <> OLD."effectiveOn" OR NEW."isOpen" <> OLD."isOpen") EXECUTE FUNCTION write_effective_date();
