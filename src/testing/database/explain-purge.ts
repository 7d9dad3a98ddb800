import type { Client } from "pg";

/**
 * The plan of the statement by which a purge chooses its rows. Few rows would be read from end to end: what is tested
 * is whether indexes can carry it, so other ways are switched off.
 */
export async function explainPurge(owner: Client, name: string): Promise<string> {
  const { rows } = await owner.query<{ body: string }>("SELECT prosrc AS body FROM pg_proc WHERE proname = $1", [name]);
  const choosing = rows[0]?.body.split(/;|\bLOOP\b|\bBEGIN\b/).find((statement) => statement.includes("LIMIT batch"));
  if (choosing === undefined) throw new Error(`${name} has no statement with a batch`);
  const values = { kept_from: name === "purge_key_usage" ? "current_date" : "now()", batch: "1000" };
  const withValues = Object.entries(values).reduce(
    (text, [variable, value]) => text.replaceAll(new RegExp(`\\b${variable}\\b(?!")`, "g"), value),
    choosing,
  );
  await owner.query("BEGIN");
  try {
    for (const way of ["seqscan", "bitmapscan", "hashjoin", "mergejoin"])
      await owner.query(`SET LOCAL enable_${way} = off`);
    const plan = await owner.query(`EXPLAIN ${withValues}`);
    return plan.rows.map((row) => Object.values(row as object).join("")).join("\n");
  } finally {
    await owner.query("ROLLBACK");
  }
}
