-- Rows can be expenses of cases, too.
ALTER TABLE "Import" DROP CONSTRAINT "Import_kind";
ALTER TABLE "Import" ADD CONSTRAINT "Import_kind" CHECK (kind = ANY ('{clients,contacts,providers,cases,tasks,notes,expenses}'::text[])) NOT VALID;
