-- The keys of the names that exist already. It locks nothing that requests wait for, and the triggers are there: a name that changes
-- meanwhile has its keys from them. Row by row, since a cluster rejects INSERT … SELECT here (0074). A process that is killed leaves nothing
-- of it, and the next one begins again: a search must not pass over the names that a half of it has not reached.
DO $$
DECLARE each record;
BEGIN
  FOR each IN SELECT "organizationId", id, "firstName", "middleName", "lastName", "preferredName", "dateOfBirth" FROM "Client" LOOP
    PERFORM change_name_keys(each."organizationId", 'client', each.id, '{}', name_keys(ARRAY[concat_ws(' ', each."firstName", each."middleName", each."lastName"),
      concat_ws(' ', each."preferredName", each."lastName")], each."dateOfBirth"));
  END LOOP;
  FOR each IN SELECT "organizationId", id, name, "firstName", "middleName", "lastName", "preferredName", "companyName", "doingBusinessAs" FROM "Contact" LOOP
    PERFORM change_name_keys(each."organizationId", 'contact', each.id, '{}', name_keys(ARRAY[each.name,
      concat_ws(' ', each."firstName", each."middleName", each."lastName"), concat_ws(' ', each."preferredName", each."lastName"),
      each."companyName", each."doingBusinessAs"], NULL));
  END LOOP;
  FOR each IN SELECT "organizationId", id, "firstName", "middleName", "lastName", "injuredPartyName", "atFaultParty", "dateOfBirth" FROM "Lead" LOOP
    PERFORM change_name_keys(each."organizationId", 'lead', each.id, '{}', name_keys(ARRAY[concat_ws(' ', each."firstName", each."middleName", each."lastName"),
      each."injuredPartyName", each."atFaultParty"], each."dateOfBirth"));
  END LOOP;
  FOR each IN SELECT "organizationId", id, "firstName", "lastName" FROM "Member" LOOP
    PERFORM change_name_keys(each."organizationId", 'member', each.id, '{}', name_keys(ARRAY[concat_ws(' ', each."firstName", each."lastName")], NULL));
  END LOOP;
END $$;
