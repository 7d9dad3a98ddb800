import { sql, type RawBuilder } from "kysely";

/**
 * Settings of the running transaction. SET LOCAL takes no parameters, so the IDs are part of the text. `set_config`
 * would take them, but Citus passes on this form alone (src/decisions/0074-citus.md).
 */
const organizationIdPattern = /^[A-Za-z0-9_-]{0,64}$/;

/**
 * The statement that has row-level security show one organization; none for an empty ID.
 *
 * @throws for what cannot be an ID
 */
export function writeOrganization(organizationId: string): string {
  if (!organizationIdPattern.test(organizationId)) throw new Error("Invalid organization ID");
  return `SET LOCAL caseport.organization = '${organizationId}'`;
}

export function setOrganization(organizationId: string): RawBuilder<unknown> {
  return sql.raw(writeOrganization(organizationId));
}

/** How long each statement from here on waits for a lock, in whole milliseconds. */
export function setLockTimeout(milliseconds: number): RawBuilder<unknown> {
  return sql.raw(`SET LOCAL lock_timeout = ${Math.round(milliseconds)}`);
}

/** Which organizations the reports' reader is shown. What cannot be an ID is left out. */
export function setReportOrganizations(organizationIds: readonly string[]): RawBuilder<unknown> {
  return sql.raw(
    `SET LOCAL caseport.report_organizations = '${organizationIds.filter((id) => id !== "" && organizationIdPattern.test(id)).join(",")}'`,
  );
}
