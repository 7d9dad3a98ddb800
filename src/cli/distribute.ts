import { parseArgs } from "node:util";
import { Client } from "pg";
import { readEnvironment } from "../platform/environment.ts";
import { distribute } from "./distribution/distribute.ts";
import { describePlan, planDistribution } from "./distribution/plan.ts";
import { listErrorMessages } from "./error-messages.ts";

process.exit(await main());

/**
 * Places the tables of a migrated database on the nodes of its Citus cluster: `npm run db:distribute`. With `-- --dry-run` prints where each
 * table belongs and why, also on a database without Citus. @returns the exit code
 */
async function main(): Promise<number> {
  try {
    const { values } = parseArgs({ options: { "dry-run": { type: "boolean", default: false } } });
    const { databaseUrl, directDatabaseUrl } = readEnvironment(process.env);
    const url = directDatabaseUrl ?? databaseUrl;
    if (url === null) throw new Error("DATABASE_URL: must name the database of the cluster's coordinator.");
    const client = new Client({ connectionString: url, application_name: "caseport distribution" });
    client.on("error", () => undefined);
    await client.connect();
    try {
      const plan = await planDistribution(client);
      console.log(describePlan(plan));
      if (plan.faults.length > 0) throw new Error(plan.faults.join("\n"));
      if (!values["dry-run"]) console.log(describeResult(await distribute(client, plan)));
    } finally {
      await client.end();
    }
    return 0;
  } catch (error) {
    console.error(listErrorMessages(error).join("\n"));
    return 1;
  }
}

function describeResult(placed: readonly string[]): string {
  return placed.length === 0 ? "All tables are placed already." : `Placed: ${placed.join(", ")}.`;
}
