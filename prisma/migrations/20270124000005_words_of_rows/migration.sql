-- The words and keys of rows that exist already: of texts with an apostrophe between letters or with letters beyond ASCII, and of names with a
-- particle or an ʻokina. It only adds, and only what a record lacks. It locks nothing that requests wait for, and the triggers are there: a record that
-- changes meanwhile has its words from them. Row by row, since a cluster rejects INSERT … SELECT here (0074).
DO $$
DECLARE
  source text; each record;
  particle CONSTANT text := '\m(de|la|las|los|del|della|di|da|dos|du|le|van|von|der|den|ter|ten|al|el|bin|ibn|ben|mc|mac|o|d|st|saint|fitz|y|e)\M|[ʻʽʾʿ‛′]';
BEGIN
  FOREACH source IN ARRAY ARRAY[
    $sql$SELECT "organizationId", 'client' AS kind, id, concat_ws(' ', "firstName", "middleName", "lastName", "preferredName", email, phone,
      "secondaryPhone", "externalId") AS text FROM "Client"$sql$,
    $sql$SELECT "organizationId", 'contact' AS kind, id, concat_ws(' ', name, "preferredName", "companyName", "doingBusinessAs", email, phone, fax) AS text
      FROM "Contact"$sql$,
    $sql$SELECT "organizationId", 'contact' AS kind, "contactId" AS id, address AS text FROM "ContactEmail"$sql$,
    $sql$SELECT "organizationId", 'lead' AS kind, id, concat_ws(' ', "firstName", "middleName", "lastName", email, phone, "sequenceId") AS text FROM "Lead"$sql$,
    $sql$SELECT "organizationId", 'member' AS kind, id, concat_ws(' ', "firstName", "lastName", email, title) AS text FROM "Member"$sql$,
    $sql$SELECT c."organizationId", 'case' AS kind, c.id, concat_ws(' ', c.title, c."sequenceId", c."externalId", p."firstName", p."lastName") AS text
      FROM "Case" c JOIN "Client" p ON p."organizationId" = c."organizationId" AND p.id = c."plaintiffId"$sql$,
    $sql$SELECT "organizationId", 'case' AS kind, "caseId" AS id, concat_ws(' ', "docketNumber", caption) AS text FROM "CourtAction" WHERE "deletedAt" IS NULL$sql$,
    $sql$SELECT "organizationId", 'document' AS kind, id, concat_ws(' ', name, "fileName", description, "externalId") AS text FROM "Document"$sql$,
    $sql$SELECT "organizationId", CASE visibility WHEN 'privileged' THEN 'note_privileged' ELSE 'note' END AS kind, id,
      concat_ws(' ', subject, "bodyText") AS text FROM "Note"$sql$,
    $sql$SELECT "organizationId", 'task' AS kind, id, concat_ws(' ', title, description) AS text FROM "Task"$sql$,
    $sql$SELECT "organizationId", 'calendar_event' AS kind, id, title AS text FROM "CalendarEvent"
      WHERE visibility <> 'private' AND type NOT IN ('ime', 'medical_appointment')$sql$,
    $sql$SELECT "organizationId", 'referral' AS kind, id, array_to_string(referral_names(direction, "conflictNames"), ' ') AS text FROM "Referral"
      WHERE direction = 'inbound'$sql$
  ] LOOP
    FOR each IN EXECUTE format(
      $sql$SELECT * FROM (%s) s WHERE octet_length(text) > length(text) OR text ~ '[[:alpha:]][''`]+[[:alpha:]]'$sql$, source)
    LOOP
      PERFORM change_words(each."organizationId", each.kind, each.id, split_words(each.text), record_words(each.text));
    END LOOP;
  END LOOP;

  FOREACH source IN ARRAY ARRAY[
    $sql$SELECT "organizationId", 'client' AS kind, id, ARRAY[concat_ws(' ', "firstName", "middleName", "lastName"),
      concat_ws(' ', "preferredName", "lastName")] AS names, "dateOfBirth" AS born FROM "Client"$sql$,
    $sql$SELECT "organizationId", 'contact' AS kind, id, ARRAY[name, concat_ws(' ', "firstName", "middleName", "lastName"),
      concat_ws(' ', "preferredName", "lastName"), "companyName", "doingBusinessAs"] AS names, NULL::date AS born FROM "Contact"$sql$,
    $sql$SELECT "organizationId", 'lead' AS kind, id, ARRAY[concat_ws(' ', "firstName", "middleName", "lastName"), "injuredPartyName", "atFaultParty"] AS names,
      "dateOfBirth" AS born FROM "Lead"$sql$,
    $sql$SELECT "organizationId", 'member' AS kind, id, ARRAY[concat_ws(' ', "firstName", "lastName")] AS names, NULL::date AS born FROM "Member"$sql$,
    $sql$SELECT "organizationId", 'referral' AS kind, id, referral_names(direction, "conflictNames") AS names, NULL::date AS born FROM "Referral"
      WHERE direction = 'inbound'$sql$
  ] LOOP
    FOR each IN EXECUTE format($sql$SELECT * FROM (%s) s WHERE name_ascii(array_to_string(names, ' ')) ~ $1$sql$, source) USING particle
    LOOP
      PERFORM change_name_keys(each."organizationId", each.kind, each.id, '{}', name_keys(each.names, each.born));
    END LOOP;
  END LOOP;
END $$;
