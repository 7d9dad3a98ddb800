DROP INDEX "IntegrationKey_name";
