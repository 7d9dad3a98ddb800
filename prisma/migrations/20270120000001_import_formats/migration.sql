-- Workbooks of Excel before 2007 and of LibreOffice are read, too.
ALTER TABLE "Import" DROP CONSTRAINT "Import_format";
ALTER TABLE "Import" ADD CONSTRAINT "Import_format" CHECK (format = ANY ('{csv,xlsx,xls,ods}'::text[])) NOT VALID;
