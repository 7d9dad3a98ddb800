-- What every area writes with its mutations: events, audit entries, stored responses, human numbers, and the words by which records are found.

CREATE TABLE "EventCounter" (
  "organizationId" text   NOT NULL,
  last             bigint NOT NULL DEFAULT 0,
  CONSTRAINT "EventCounter_pkey" PRIMARY KEY ("organizationId")
);

CREATE TABLE "Event" (
  "organizationId" text           NOT NULL,
  number           bigint         NOT NULL,
  id               text           NOT NULL,
  entity           text           NOT NULL,
  "entityId"       text           NOT NULL,
  "eventType"      text           NOT NULL,
  "occurredAt"     timestamptz(3) NOT NULL,
  actor            jsonb          NOT NULL,
  payload          jsonb          NOT NULL,
  diff             jsonb          NOT NULL,
  "relatedIds"     jsonb          NOT NULL,
  "correlationId"  text           NOT NULL,
  metadata         jsonb          NOT NULL,
  "actorId"        text           GENERATED ALWAYS AS (actor->>'id') STORED,
  bytes            integer        GENERATED ALWAYS AS (octet_length(payload::text) + octet_length(diff::text)) STORED,
  CONSTRAINT "Event_pkey" PRIMARY KEY ("organizationId", number)
);
CREATE INDEX "Event_organizationId_entity_number_idx" ON "Event" ("organizationId", entity, number);
CREATE INDEX "Event_organizationId_eventType_number_idx" ON "Event" ("organizationId", "eventType", number);
CREATE INDEX "Event_organizationId_entityId_eventType_number_idx" ON "Event" ("organizationId", "entityId", "eventType", number);
CREATE INDEX "Event_organizationId_occurredAt_number_idx" ON "Event" ("organizationId", "occurredAt", number);
CREATE UNIQUE INDEX "Event_organizationId_id_key" ON "Event" ("organizationId", id);

CREATE TABLE "EventCase" (
  "organizationId" text   NOT NULL,
  "caseId"         text   NOT NULL,
  number           bigint NOT NULL,
  entity           text   NOT NULL,
  CONSTRAINT "EventCase_pkey" PRIMARY KEY ("organizationId", "caseId", number),
  CONSTRAINT "EventCase_organizationId_fkey" FOREIGN KEY ("organizationId") REFERENCES "Organization" (id) ON DELETE RESTRICT ON UPDATE RESTRICT
);

CREATE TABLE "AuditEntry" (
  "organizationId"       text           NOT NULL,
  id                     text           NOT NULL,
  "occurredAt"           timestamptz(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
  action                 text           NOT NULL,
  "actorType"            text           NOT NULL,
  "actorId"              text           NOT NULL,
  "actorName"            text           NOT NULL,
  "onBehalfOfAttorneyId" text,
  entity                 text           NOT NULL,
  "entityId"             text           NOT NULL,
  "relatedIds"           jsonb          NOT NULL DEFAULT '[]',
  changes                jsonb          NOT NULL DEFAULT '{}',
  "requestId"            text           NOT NULL,
  address                text,
  CONSTRAINT "AuditEntry_pkey" PRIMARY KEY ("organizationId", id)
);
CREATE INDEX "AuditEntry_organizationId_entity_entityId_id_idx" ON "AuditEntry" ("organizationId", entity, "entityId", id);
CREATE INDEX "AuditEntry_organizationId_entity_id_idx" ON "AuditEntry" ("organizationId", entity, id);
CREATE INDEX "AuditEntry_organizationId_actorId_id_idx" ON "AuditEntry" ("organizationId", "actorId", id);

CREATE TABLE "IdempotencyRecord" (
  "organizationId"     text           NOT NULL,
  "keyId"              text           NOT NULL,
  "idempotencyKey"     text           NOT NULL,
  fingerprint          bytea          NOT NULL,
  status               integer        NOT NULL,
  body                 text           NOT NULL,
  etag                 text,
  location             text,
  "requestId"          text           NOT NULL,
  "createdAt"          timestamptz(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
  "expiresAt"          timestamptz(3) NOT NULL,
  "integrationKeyId"   text           GENERATED ALWAYS AS (CASE WHEN starts_with("keyId", 'key_') THEN "keyId" END) STORED,
  "legacyCredentialId" text           GENERATED ALWAYS AS (CASE WHEN NOT starts_with("keyId", 'key_') THEN "keyId" END) STORED,
  CONSTRAINT "IdempotencyRecord_pkey" PRIMARY KEY ("organizationId", "keyId", "idempotencyKey"),
  CONSTRAINT "IdempotencyRecord_organizationId_integrationKeyId_fkey" FOREIGN KEY ("organizationId", "integrationKeyId")
    REFERENCES "IntegrationKey" ("organizationId", id) ON DELETE RESTRICT ON UPDATE RESTRICT,
  CONSTRAINT "IdempotencyRecord_organizationId_legacyCredentialId_fkey" FOREIGN KEY ("organizationId", "legacyCredentialId")
    REFERENCES "LegacyCredential" ("organizationId", id) ON DELETE RESTRICT ON UPDATE RESTRICT
);
CREATE INDEX "IdempotencyRecord_expiresAt_idx" ON "IdempotencyRecord" ("expiresAt");

CREATE TABLE "NumberSequence" (
  "organizationId" text    NOT NULL,
  kind             text    NOT NULL,
  year             integer NOT NULL,
  last             integer NOT NULL,
  CONSTRAINT "NumberSequence_pkey" PRIMARY KEY ("organizationId", kind, year),
  CONSTRAINT "NumberSequence_organizationId_fkey" FOREIGN KEY ("organizationId") REFERENCES "Organization" (id) ON DELETE RESTRICT ON UPDATE RESTRICT
);

CREATE TABLE "SearchTerm" (
  "organizationId" text NOT NULL,
  entity           text NOT NULL,
  term             text NOT NULL,
  "recordId"       text NOT NULL,
  CONSTRAINT "SearchTerm_pkey" PRIMARY KEY ("organizationId", entity, term, "recordId"),
  CONSTRAINT "SearchTerm_organizationId_fkey" FOREIGN KEY ("organizationId") REFERENCES "Organization" (id) ON DELETE RESTRICT ON UPDATE RESTRICT
);
CREATE INDEX "SearchTerm_organizationId_entity_recordId_idx" ON "SearchTerm" ("organizationId", entity, "recordId");

-- Row-level security lets only leakproof functions come before it, and ->> is not leakproof: an index on (actor->>'id') is never used.
-- So the actor's id is a generated column, which Prisma does not know. So is an event's size: a page ends before it is too large,
-- without reading the event that it ends before.
CREATE INDEX "Event_actor" ON "Event" ("organizationId", "actorId", number);
-- A firm's audit trail holds a million reads of records; its security actions are found without walking over them. The list of entities
-- is that of src/areas/audit/store.ts, written out in both: a planned statement with parameters would not find the index.
CREATE INDEX "AuditEntry_security" ON "AuditEntry" ("organizationId", id)
  WHERE entity IN ('integration_key', 'scope_request', 'member', 'user', 'organization', 'audit_trail', 'webhook_subscription');
CREATE INDEX "AuditEntry_security_actor" ON "AuditEntry" ("organizationId", "actorId", id)
  WHERE entity IN ('integration_key', 'scope_request', 'member', 'user', 'organization', 'audit_trail', 'webhook_subscription');
-- Which words are common, by organization and kind of record: a search for a common word walks the list's own index and stops, one for a
-- rare word begins with the words. One by one, the columns' statistics make every word look rare.
CREATE STATISTICS "SearchTerm_words" (mcv) ON "organizationId", entity, term FROM "SearchTerm";
ALTER STATISTICS "SearchTerm_words" SET STATISTICS 1000;

-- Tenant isolation and grants.
CALL isolate_tenants('EventCounter', 'Event', 'EventCase', 'AuditEntry', 'IdempotencyRecord', 'NumberSequence', 'SearchTerm');
GRANT SELECT, INSERT, UPDATE ON "EventCounter", "IdempotencyRecord", "NumberSequence" TO caseport_application;
GRANT SELECT, INSERT ON "Event", "EventCase", "AuditEntry" TO caseport_application;
GRANT SELECT, INSERT, DELETE ON "SearchTerm" TO caseport_application;
CREATE POLICY definer_reads ON "EventCounter" FOR SELECT TO caseport_definer USING (true);
CREATE POLICY definer_reads ON "Event" FOR SELECT TO caseport_definer USING (true);
CREATE POLICY definer_deletes ON "Event" FOR DELETE TO caseport_definer USING (true);
CREATE POLICY definer_reads ON "EventCase" FOR SELECT TO caseport_definer USING (true);
CREATE POLICY definer_deletes ON "EventCase" FOR DELETE TO caseport_definer USING (true);
CREATE POLICY definer_reads ON "IdempotencyRecord" FOR SELECT TO caseport_definer USING (true);
CREATE POLICY definer_deletes ON "IdempotencyRecord" FOR DELETE TO caseport_definer USING (true);
GRANT SELECT ON "EventCounter" TO caseport_definer;
GRANT SELECT, DELETE ON "Event", "EventCase", "IdempotencyRecord" TO caseport_definer;

-- How far the feeds of the given organizations have come: one statement for all waiting readers.
CREATE FUNCTION list_newest_events(organizations text[]) RETURNS TABLE ("organizationId" text, newest bigint)
LANGUAGE plpgsql STABLE SECURITY DEFINER SET search_path = public, pg_temp
AS $$
#variable_conflict use_column
BEGIN
  RETURN QUERY SELECT c."organizationId", c.last FROM "EventCounter" c WHERE c."organizationId" = ANY (organizations);
END $$;

-- Events are kept for 90 days. Deleted in batches, the oldest of each organization first, together with what finds them by case. Takes no
-- lock that a writer or a reader would wait for. Returns how many it deleted.
CREATE FUNCTION purge_events(batch integer) RETURNS integer
LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp
AS $$
#variable_conflict use_column
DECLARE kept_from timestamptz := now() - interval '90 days'; deleted integer := 0; organization text; numbers bigint[];
BEGIN
  FOR organization IN SELECT c."organizationId" FROM "EventCounter" c ORDER BY c."organizationId" LOOP
    SELECT array_agg(due.number) INTO numbers FROM (
      SELECT e.number FROM "Event" e WHERE e."organizationId" = organization AND e."occurredAt" < kept_from
      ORDER BY e."occurredAt", e.number LIMIT batch - deleted
    ) due;
    CONTINUE WHEN numbers IS NULL;
    DELETE FROM "EventCase" l USING "Event" e, jsonb_array_elements(e."relatedIds") r
    WHERE e."organizationId" = organization AND e.number = ANY (numbers) AND r->>'entity' = 'case'
      AND l."organizationId" = organization AND l."caseId" = r->>'id' AND l.number = e.number;
    DELETE FROM "Event" e WHERE e."organizationId" = organization AND e.number = ANY (numbers);
    deleted := deleted + cardinality(numbers);
    EXIT WHEN deleted >= batch;
  END LOOP;
  RETURN deleted;
END $$;

-- Deletes at most `batch` expired responses, so that no call holds many locks for long. Returns how many it deleted. A record that is
-- being written anew is waited for, and stays when it no longer is expired.
CREATE FUNCTION purge_idempotency_records(batch integer) RETURNS integer
LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp
AS $$
DECLARE moment timestamptz := now(); deleted integer;
BEGIN
  DELETE FROM "IdempotencyRecord" d USING (
    SELECT r."organizationId", r."keyId", r."idempotencyKey" FROM "IdempotencyRecord" r
    WHERE r."expiresAt" <= moment ORDER BY r."expiresAt" LIMIT batch
  ) due
  WHERE d."organizationId" = due."organizationId" AND d."keyId" = due."keyId" AND d."idempotencyKey" = due."idempotencyKey"
    AND d."expiresAt" <= moment;
  GET DIAGNOSTICS deleted = ROW_COUNT;
  RETURN deleted;
END $$;
CALL run_as_definer('list_newest_events(text[])', 'purge_events(integer)', 'purge_idempotency_records(integer)');

-- Search: every word of a record is a row, so that an index finds it below row-level security. Only comparisons that leak nothing reach
-- an index there; pattern matching and full-text search do not.

-- The words of a text: lower case, without accents, letters and digits only; at most 60 characters each, none twice.
CREATE FUNCTION search_words(given text) RETURNS text[] LANGUAGE sql IMMUTABLE PARALLEL SAFE
RETURN (
  SELECT coalesce(array_agg(DISTINCT left(word, 60)), '{}')
  FROM regexp_split_to_table(
    lower(regexp_replace(normalize(coalesce(given, ''), NFKD), '[\u0300-\u036f]', '', 'g') COLLATE pg_c_utf8), '[^[:alnum:]]+') AS word
  WHERE word <> ''
);

-- Adds words of a record that it does not have yet.
CREATE FUNCTION add_words(organization text, kind text, record text, words text[]) RETURNS void LANGUAGE plpgsql AS $$
DECLARE word text;
BEGIN
  FOREACH word IN ARRAY coalesce(words, '{}') LOOP
    INSERT INTO "SearchTerm" ("organizationId", entity, term, "recordId") VALUES (organization, kind, word, record) ON CONFLICT DO NOTHING;
  END LOOP;
END $$;

-- Makes the rows of one record those of these words: writes only what differs.
CREATE FUNCTION index_words(organization text, kind text, record text, words text[]) RETURNS void LANGUAGE plpgsql AS $$
BEGIN
  DELETE FROM "SearchTerm" WHERE "organizationId" = organization AND entity = kind AND "recordId" = record AND term <> ALL (words);
  PERFORM add_words(organization, kind, record, words);
END $$;

-- The cases that an event points to, written with it and purged with it.
CREATE FUNCTION index_event_cases() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE related jsonb;
BEGIN
  FOR related IN SELECT jsonb_array_elements(NEW."relatedIds") LOOP
    CONTINUE WHEN related->>'entity' IS DISTINCT FROM 'case';
    INSERT INTO "EventCase" ("organizationId", "caseId", number, entity)
    VALUES (NEW."organizationId", related->>'id', NEW.number, NEW.entity) ON CONFLICT DO NOTHING;
  END LOOP;
  RETURN NULL;
END $$;
CREATE TRIGGER index_cases AFTER INSERT ON "Event" FOR EACH ROW
  WHEN (NEW."relatedIds" @> '[{"entity": "case"}]') EXECUTE FUNCTION index_event_cases();

CREATE TRIGGER append_only BEFORE UPDATE ON "Event" FOR EACH ROW EXECUTE FUNCTION reject_change('Event');
CREATE TRIGGER append_only BEFORE UPDATE OR DELETE ON "AuditEntry" FOR EACH ROW EXECUTE FUNCTION reject_change('AuditEntry');
CREATE TRIGGER append_only_truncate BEFORE TRUNCATE ON "AuditEntry" FOR EACH STATEMENT EXECUTE FUNCTION reject_change('AuditEntry');
