import { mkdir, symlink, writeFile } from "node:fs/promises";
import { dirname, join, parse } from "node:path";
import { projectFolder, runProgram } from "../run-program.ts";

/**
 * The floors in Next: a constant, and one statement per request, read or write. What a bare Next app needs, and nothing
 * else. They stand here as text so that the product's app never holds them.
 */
const files: Record<string, string> = {
  "package.json": JSON.stringify({ name: "floor", private: true, type: "module" }),
  "app/constant/route.js": `
    export const dynamic = "force-dynamic";
    export function GET() {
      return Response.json({ success: true, case: { id: "cas_1", caseType: "motor_vehicle_accident", matterStage: "intake" } });
    }`,
  "app/statement/route.js": `
    import { Pool } from "pg";
    export const dynamic = "force-dynamic";
    const pool = new Pool({ connectionString: process.env.BENCH_DATABASE_URL, max: 16, connectionTimeoutMillis: 2000 });
    const statements = JSON.parse(process.env.BENCH_STATEMENTS ?? "{}");
    async function respond({ nextUrl: { searchParams } }, value) {
      const name = searchParams.get("name");
      const [text, values] = statements[name];
      const sent = values.map((each) => (each === "@" ? searchParams.get("id") : each === "#" ? value : each));
      const { rows } = await pool.query({ name, text, values: sent });
      return Response.json({ success: true, rows });
    }
    export const GET = (request) => respond(request);
    export const POST = async (request) => respond(request, (await request.json()).value);`,
};

/** Writes the bare app into an empty folder and builds it for production. */
export async function buildFloor(folder: string, stopping: AbortSignal): Promise<void> {
  for (const [name, text] of Object.entries(files)) {
    await mkdir(dirname(join(folder, name)), { recursive: true });
    await writeFile(join(folder, name), text);
  }
  // Its packages are the project's own, beyond the folder: so the bundler may look beyond it.
  const root = parse(projectFolder).root;
  await writeFile(join(folder, "next.config.mjs"), `export default { turbopack: { root: ${JSON.stringify(root)} } };`);
  await symlink(join(projectFolder, "node_modules"), join(folder, "node_modules"), "junction");
  await runProgram([nextProcess, "build", folder], { NODE_ENV: "production", NEXT_TELEMETRY_DISABLED: "1" }, stopping);
}

export const nextProcess = join(projectFolder, "node_modules", "next", "dist", "bin", "next");
