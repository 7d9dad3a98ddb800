import { completePeople, createPeople } from "../../../prisma/seed/people.ts";
import { readSummary, writeSummary } from "./demo-file.ts";

/**
 * Creates the accounts of the people in demo.json that are not there yet; also for demo data of an earlier version,
 * whose file has no second factors. The file is written first: after a kill in between, the next start creates the
 * missing accounts.
 *
 * @param secret the server's secret, which encrypts second factors
 */
export async function createDemoPeople(dataDirectory: string, databaseUrl: string, secret: string): Promise<void> {
  const summary = readSummary(dataDirectory);
  if (summary === null) return;
  const people = completePeople(summary.portal);
  writeSummary(dataDirectory, { ...summary, portal: { ...summary.portal, ...people } });
  await createPeople({ databaseUrl, secret, people, otherOrganizationId: summary.otherOrganization.organizationId });
}
