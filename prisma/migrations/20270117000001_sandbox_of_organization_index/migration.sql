-- At most one for each firm; deleted ones keep naming the firm.
CREATE UNIQUE INDEX CONCURRENTLY "Organization_sandboxOfOrganizationId_key" ON "Organization" ("sandboxOfOrganizationId") WHERE "sandboxState" <> 'deleted';
