-- An event's values are redacted by a plain UPDATE of the application, no longer by a definer's function: Citus rejects a change by another
-- role in a transaction that has changed rows beside it, as the note that becomes privileged. What keeps events as they were written is
-- the trigger: payload and diff change only to their redacted form, and nothing else does.
-- redact_events() stays for servers of the version before; a later migration drops it.
GRANT caseport_definer TO CURRENT_USER;

-- Replaces the values of these fields in an event's payload.
CREATE FUNCTION redact_payload(given json, fields text[]) RETURNS json LANGUAGE sql IMMUTABLE PARALLEL SAFE
RETURN (SELECT coalesce(json_object_agg(p.key, CASE WHEN p.key = ANY (fields) THEN redact_value(p.value) ELSE p.value END), '{}') FROM json_each(given) p);

-- A change of an event's diff as redacted, { from, to }.
CREATE FUNCTION redact_change(given json) RETURNS json LANGUAGE sql IMMUTABLE PARALLEL SAFE
RETURN json_build_object('from', redact_value(given->'from'), 'to', redact_value(given->'to'));

-- Replaces the changes of these fields in an event's diff.
CREATE FUNCTION redact_diff(given json, fields text[]) RETURNS json LANGUAGE sql IMMUTABLE PARALLEL SAFE
RETURN (SELECT coalesce(json_object_agg(d.key, CASE WHEN d.key = ANY (fields) THEN redact_change(d.value) ELSE d.value END), '{}') FROM json_each(given) d);

-- Takes the table's name as an argument, as reject_change() does.
CREATE FUNCTION reject_all_but_redaction() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE may_change CONSTANT text[] := '{payload, diff, actorId, bytes}'; -- the last two are generated, and not there yet in NEW
BEGIN
  IF to_jsonb(NEW) - may_change IS DISTINCT FROM to_jsonb(OLD) - may_change
    OR EXISTS (SELECT 1 FROM json_each(OLD.payload) o FULL JOIN json_each(NEW.payload) n USING (key)
      WHERE num_nulls(o.value, n.value) > 0 OR n.value::text NOT IN (o.value::text, redact_value(o.value)::text))
    OR EXISTS (SELECT 1 FROM json_each(OLD.diff) o FULL JOIN json_each(NEW.diff) n USING (key)
      WHERE num_nulls(o.value, n.value) > 0 OR n.value::text NOT IN (o.value::text, redact_change(o.value)::text))
  THEN RAISE EXCEPTION '% is append-only, except that its values are redacted', TG_ARGV[0] USING ERRCODE = 'insufficient_privilege';
  END IF;
  RETURN NEW;
END $$;

CREATE OR REPLACE TRIGGER append_only BEFORE UPDATE ON "Event" FOR EACH ROW EXECUTE FUNCTION reject_all_but_redaction('Event');
GRANT UPDATE (payload, diff) ON "Event" TO caseport_application;
REVOKE caseport_definer FROM CURRENT_USER;
