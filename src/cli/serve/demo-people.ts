import { completePeople, createPeople } from "../../../prisma/seed/people.ts";
import { classifyFailure } from "../../platform/database/database-errors.ts";
import { readSummary, writeSummary } from "./demo-file.ts";

/** Beside the build of the pages a login at the database can take longer than a connection waits for it. */
const attempts = 5;

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
  const { organizationId: otherOrganizationId } = summary.otherOrganization;
  for (let attempt = 1; ; attempt += 1) {
    try {
      await createPeople({ databaseUrl, secret, people, otherOrganizationId });
      return;
    } catch (error) {
      // One transaction: nothing was done.
      if (attempt === attempts || classifyFailure(error) !== "away") throw error;
    }
  }
}
