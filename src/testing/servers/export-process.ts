import { spawn } from "node:child_process";
import { once } from "node:events";
import { text } from "node:stream/consumers";
import type { Export } from "../../areas/exports/schema.ts";
import { archivedTables } from "../../composition/router.ts";
import type { ArchivedTable } from "../../rpc/archive.ts";

/** An export that is made in a process of its own. */
export interface AloneExport extends Pick<Export, "type" | "format" | "filters"> {
  databaseUrl: string;
  organizationId: string;
  /** Where the file is written, and removed again. */
  folder: string;
}

/** What the program reads: it does not import the router, whose memory would count as the export's. */
export interface ExportInput extends AloneExport {
  archivedTables: readonly ArchivedTable[];
}

export interface MadeAlone {
  rows: number;
  sizeBytes: number;
  sha256: string;
  /** The most that its process had in memory: resident set, from its start to its end. */
  peakBytes: number;
  milliseconds: number;
  cpuMilliseconds: number;
}

const program = new URL("export-program.ts", import.meta.url).pathname;

/**
 * Creates an export alone in a process. Rejects with its last words where that fails.
 *
 * @param flags of Node
 * @param variables of its environment
 */
export async function makeAlone(
  request: AloneExport,
  flags: readonly string[] = [],
  variables: Record<string, string> = {},
): Promise<MadeAlone> {
  const input: ExportInput = { ...request, archivedTables };
  const child = spawn(process.execPath, [...flags, program], {
    stdio: ["ignore", "pipe", "pipe"],
    env: { NODE_ENV: "production", TEST_EXPORT: JSON.stringify(input), ...variables },
  });
  const [output, complained, [code]] = await Promise.all([
    text(child.stdout),
    text(child.stderr),
    once(child, "exit") as Promise<[number | null]>,
  ]);
  if (code !== 0) throw new Error(`the export's process ended with ${String(code)}: ${complained.slice(-2_000)}`);
  return JSON.parse(output) as MadeAlone;
}
