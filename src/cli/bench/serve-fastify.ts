import { fastify } from "fastify";
import type { FloorStatements } from "./floor-statements.ts";
import { openDatabase } from "../../platform/database/database.ts";
import { noHooks } from "../../platform/database/transaction-hooks.ts";

/** Floor (c): Fastify, one prepared statement, no checks and no log. */
const { pool } = openDatabase(process.env["BENCH_DATABASE_URL"] ?? "", { poolSize: 16, hooks: noHooks });
const statements = JSON.parse(process.env["BENCH_STATEMENTS"] ?? "{}") as FloorStatements;

const app = fastify();
app.get<{ Querystring: { id: string } }>("/statement", async ({ query: { id } }) => {
  const [text, values] = statements.case;
  const { rows } = await pool.query<Record<string, unknown>>({
    name: "case",
    text,
    values: values.map((value) => (value === "@" ? id : value)),
  });
  return { success: true, rows };
});
await app.listen({ host: "127.0.0.1", port: Number(process.env["PORT"]) });
