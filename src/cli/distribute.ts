import { parseArgs } from "node:util";
import { Client } from "pg";
import { readEnvironment } from "../platform/environment.ts";
import { distribute } from "./distribution/distribute.ts";
import { describePlan, planDistribution } from "./distribution/plan.ts";
import { listErrorMessages } from "./error-messages.ts";

process.exit(await main());

/**
 * Prints where each table of a migrated database belongs on a Citus cluster, and why: `npm run db:distribute`, also on
 * a database without Citus. With `-- --place` places them.
 *
 * @returns the exit code
 */
async function main(): Promise<number> {
  try {
    const { values } = parseArgs({ options: { place: { type: "boolean", default: false } } });
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
      if (values.place) console.log(describeResult(await distribute(client, plan)));
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
  const done = placed.length === 0 ? "All tables are placed already." : `Placed: ${placed.join(", ")}.`;
  return `${done} The next start finds it distributed.`;
}
