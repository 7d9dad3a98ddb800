import { fastify } from "fastify";
import { openDatabase } from "../../platform/database/database.ts";

/** Floor (c): Fastify, one prepared statement, no checks and no log. */
const { pool } = openDatabase(process.env["BENCH_DATABASE_URL"] ?? "", 16);
const statement = {
  name: "floor",
  text: process.env["BENCH_STATEMENT"] ?? "",
  values: JSON.parse(process.env["BENCH_VALUES"] ?? "[]") as unknown[],
};

const app = fastify();
app.get("/statement", async () => {
  const { rows } = await pool.query<Record<string, unknown>>(statement);
  return { success: true, case: rows[0] };
});
await app.listen({ host: "127.0.0.1", port: Number(process.env["PORT"]) });
