import { parseArgs } from "node:util";
import { describeError, type Finding } from "./doctor/check.ts";
import { diagnose } from "./doctor/diagnose.ts";

/** More than the database's own timeouts of connection and statement. */
const timeoutMilliseconds = 10_000;
const marks = { ok: "✓", warning: "!", failure: "✗" };

process.exit(await main());

/**
 * Prints one line for each check: `npm run doctor [-- --json]`.
 *
 * @returns 1 if a check failed
 */
async function main(): Promise<number> {
  try {
    const { values } = parseArgs({ options: { json: { type: "boolean", default: false } } });
    const findings = await diagnose(process.env, timeoutMilliseconds);
    const isHealthy = findings.every(({ status }) => status !== "failure");
    console.log(
      values.json ? JSON.stringify({ ok: isHealthy, checks: findings }, null, 2) : findings.map(writeLine).join("\n"),
    );
    return isHealthy ? 0 : 1;
  } catch (error) {
    console.error(describeError(error));
    return 1;
  }
}

function writeLine({ status, check, finding, cure }: Finding): string {
  return `${marks[status]} ${check.padEnd(18)} ${finding}${cure === null ? "" : ` ${cure}`}`;
}
