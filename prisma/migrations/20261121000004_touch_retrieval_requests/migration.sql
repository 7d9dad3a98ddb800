-- The detail of a retrieval request shows its client, facility, contact, vendor and requester. When what it shows of them
-- changes, its revision rises: the ETag is the revision, and If-None-Match must not answer 304 for a stale copy.

CREATE FUNCTION touch_requests_of_client() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  UPDATE "RetrievalRequest" SET revision = revision + 1 WHERE "organizationId" = NEW."organizationId" AND "clientId" = NEW.id;
  RETURN NULL;
END $$;
CREATE TRIGGER touch_requests AFTER UPDATE ON "Client" FOR EACH ROW
  WHEN ((OLD."firstName", OLD."lastName") IS DISTINCT FROM (NEW."firstName", NEW."lastName"))
  EXECUTE FUNCTION touch_requests_of_client();

CREATE FUNCTION touch_requests_of_facility() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  UPDATE "RetrievalRequest" SET revision = revision + 1 WHERE "organizationId" = NEW."organizationId" AND "facilityId" = NEW.id;
  RETURN NULL;
END $$;
CREATE TRIGGER touch_requests AFTER UPDATE ON "MedicalFacility" FOR EACH ROW
  WHEN ((OLD."facilityType", OLD."recordsDepartmentInfo", OLD."billingDepartmentInfo", OLD."contactId")
     IS DISTINCT FROM (NEW."facilityType", NEW."recordsDepartmentInfo", NEW."billingDepartmentInfo", NEW."contactId"))
  EXECUTE FUNCTION touch_requests_of_facility();

CREATE FUNCTION touch_requests_of_contact() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  UPDATE "RetrievalRequest" SET revision = revision + 1 WHERE "organizationId" = NEW."organizationId" AND "vendorId" = NEW.id;
  UPDATE "RetrievalRequest" r SET revision = r.revision + 1 FROM "MedicalFacility" f
  WHERE f."organizationId" = NEW."organizationId" AND f."contactId" = NEW.id
    AND r."organizationId" = f."organizationId" AND r."facilityId" = f.id;
  RETURN NULL;
END $$;
CREATE TRIGGER touch_requests AFTER UPDATE ON "Contact" FOR EACH ROW
  WHEN (OLD.name IS DISTINCT FROM NEW.name) EXECUTE FUNCTION touch_requests_of_contact();

CREATE FUNCTION touch_requests_of_member() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  UPDATE "RetrievalRequest" SET revision = revision + 1 WHERE "organizationId" = NEW."organizationId" AND "requestedById" = NEW.id;
  RETURN NULL;
END $$;
CREATE TRIGGER touch_requests AFTER UPDATE ON "Member" FOR EACH ROW
  WHEN ((OLD."firstName", OLD."lastName") IS DISTINCT FROM (NEW."firstName", NEW."lastName"))
  EXECUTE FUNCTION touch_requests_of_member();

-- The detail of a retrieval request shows its timeline, too: a step that is added, changed or removed raises the revision.
-- A request that this very transaction has written has moved already, or has been shown to nobody, and is left alone.
CREATE FUNCTION touch_request_of_step() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE step record;
BEGIN
  IF TG_OP = 'DELETE' THEN step := OLD; ELSE step := NEW; END IF;
  UPDATE "RetrievalRequest" SET revision = revision + 1
  WHERE "organizationId" = step."organizationId" AND id = step."requestId"
    AND xmin::text <> pg_current_xact_id()::xid::text;
  RETURN NULL;
END $$;
CREATE TRIGGER touch_request AFTER INSERT OR UPDATE OR DELETE ON "RetrievalRequestStep"
  FOR EACH ROW EXECUTE FUNCTION touch_request_of_step();
