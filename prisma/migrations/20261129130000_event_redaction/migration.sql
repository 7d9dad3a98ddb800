-- A note that becomes privileged takes its content out of the events that it already has. Only this door changes an event, and only in the
-- transaction's own organization; IDs, numbers and types stay.
GRANT caseport_definer TO CURRENT_USER;
CREATE POLICY definer_reads ON "Event" FOR SELECT TO caseport_definer USING ("organizationId" = current_setting('caseport.organization', true));
CREATE POLICY definer_redacts ON "Event" FOR UPDATE TO caseport_definer
  USING ("organizationId" = current_setting('caseport.organization', true))
  WITH CHECK ("organizationId" = current_setting('caseport.organization', true));
CREATE OR REPLACE TRIGGER append_only BEFORE UPDATE ON "Event" FOR EACH ROW
  WHEN (current_user <> 'caseport_definer') EXECUTE FUNCTION reject_change('Event');
REVOKE caseport_definer FROM CURRENT_USER;

-- An event's value as redacted: a text or null becomes "[redacted]", a list an empty one.
CREATE FUNCTION redact_value(given json) RETURNS json LANGUAGE sql IMMUTABLE PARALLEL SAFE
RETURN CASE json_typeof(given) WHEN 'array' THEN '[]'::json ELSE '"[redacted]"'::json END;

-- Redacts these fields in payload and diff of all events of these records. Returns how many events there were.
CREATE FUNCTION redact_events(kind text, records text[], fields text[]) RETURNS integer
LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp
AS $$
DECLARE organization CONSTANT text := current_setting('caseport.organization', true); redacted integer;
BEGIN
  UPDATE "Event" e SET
    payload = (SELECT coalesce(json_object_agg(p.key, CASE WHEN p.key = ANY (fields) THEN redact_value(p.value) ELSE p.value END), '{}') FROM json_each(e.payload) p),
    diff = (SELECT coalesce(json_object_agg(d.key, CASE WHEN d.key = ANY (fields)
      THEN json_build_object('from', redact_value(d.value->'from'), 'to', redact_value(d.value->'to')) ELSE d.value END), '{}') FROM json_each(e.diff) d)
  WHERE e."organizationId" = organization AND e.entity = kind AND e."entityId" = ANY (records);
  GET DIAGNOSTICS redacted = ROW_COUNT;
  RETURN redacted;
END $$;
CALL run_as_definer('redact_events(text, text[], text[])');
