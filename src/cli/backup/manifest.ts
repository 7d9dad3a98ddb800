import { z } from "zod";

/** Rows of a table, and a digest that does not depend on their order. */
const Content = z.object({ rows: z.int().min(0), digest: z.string() });
export type Content = z.infer<typeof Content>;

/** Files of a folder, and a digest over their paths and bytes that does not depend on their order. */
const Files = z.object({ count: z.int().min(0), sizeBytes: z.int().min(0), digest: z.string() });
export type Files = z.infer<typeof Files>;

/** The last entry of a backup: what is in it, and what a restored copy is compared with. */
export const Manifest = z.object({
  format: z.literal(1),
  createdAt: z.iso.datetime(),
  postgres: z.string(),
  migrations: z.array(z.object({ name: z.string(), checksum: z.string() })),
  /** Of pg-boss's tables. */
  jobQueueVersion: z.int(),
  tables: z.array(Content.extend({ schema: z.string(), name: z.string(), columns: z.array(z.string()).min(1) })),
  /** The statements' parts that create them again. */
  partitions: z.array(z.object({ schema: z.string(), name: z.string(), parent: z.string(), bound: z.string() })),
  storage: z.discriminatedUnion("kind", [
    Files.extend({ kind: z.literal("disk") }),
    z.object({ kind: z.literal("s3"), bucket: z.string(), endpoint: z.string().nullable() }),
  ]),
  /** Versions of documents whose file the data folder did not have. Absent for a bucket, and before 2026-11-29. */
  missingFiles: z.int().min(0).optional(),
});
export type Manifest = z.infer<typeof Manifest>;
export type BackedUpTable = Manifest["tables"][number];

export const manifestName = "manifest.json";

export function describeManifest(manifest: Manifest): string {
  const { createdAt, tables } = manifest;
  const rows = tables.reduce((sum, table) => sum + table.rows, 0);
  return `Of ${createdAt}: ${tables.length} tables, ${rows} rows, ${describeFiles(manifest)}.`;
}

function describeFiles({ storage, missingFiles = 0 }: Manifest): string {
  if (storage.kind === "s3") return `the files of bucket ${storage.bucket} by reference`;
  const lack = missingFiles === 0 ? "" : `; ${missingFiles} versions of documents have no file: see npm run doctor`;
  return `${storage.count} files (${storage.sizeBytes} bytes)${lack}`;
}
