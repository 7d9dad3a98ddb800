import { readFileSync } from "node:fs";
import { openContents } from "../../areas/exports/contents/domain.ts";
import { noHooks } from "../../platform/database/transaction-hooks.ts";
import { openSnapshot } from "../../platform/database/statements/row-stream.ts";
import { openSpool } from "../../platform/storage/spool.ts";
import { openDiskStorage } from "../../platform/storage/disk.ts";
import { createInstallationKeys } from "../../platform/crypto/installation-keys.ts";
import { createContext } from "../../rpc/context.ts";
import { absentKey } from "../../rpc/principal.ts";
import type { ExportInput, MadeAlone } from "./export-process.ts";
import { allScopes } from "../harness/tenant.ts";

/**
 * Makes one export in a process of its own, as the worker makes it, up to the file in the spool; then says what that
 * took.
 */
const { databaseUrl, organizationId, folder, type, format, filters, archivedTables } = JSON.parse(
  process.env["TEST_EXPORT"] ?? "",
) as ExportInput;
const began = performance.now();
const snapshot = await openSnapshot(databaseUrl, organizationId);
const { transaction } = snapshot;
const principal = { ...absentKey(organizationId, { id: "key_x", name: "Bench" }, null), scopes: new Set(allScopes) };
const contents = await openContents({
  context: createContext(
    {
      principal,
      requestId: "bench",
      clientIp: null,
      hooks: noHooks,
      installationKeys: createInstallationKeys("a secret of the bench, longer than it has to be"),
    },
    transaction,
  ),
  snapshot,
  storage: openDiskStorage(folder),
  archivedTables,
  organization: { id: organizationId, name: "Bench" },
  export: {
    id: "exp_x",
    type,
    format,
    filters,
    createdAt: "2026-03-14T09:26:53.589Z",
    dataPermissions: [...allScopes],
  },
  scopes: new Set(allScopes),
});
const file = await openSpool(folder).take(contents.bytes);
await file.drop();
await snapshot.close();
const { sizeBytes, sha256 } = file;
const { userCPUTime, systemCPUTime } = process.resourceUsage();
const made: MadeAlone = {
  rows: contents.countRows(),
  sizeBytes,
  sha256,
  peakBytes: readPeakBytes(),
  milliseconds: performance.now() - began,
  cpuMilliseconds: (userCPUTime + systemCPUTime) / 1_000,
};
process.stdout.write(JSON.stringify(made));

/**
 * The kernel's high-water mark of this program: no sample can miss a peak. Linux carries the parent's mark over into
 * `maxRSS`.
 */
function readPeakBytes(): number {
  const mark =
    process.platform === "linux" ? /VmHWM:\s+(\d+) kB/.exec(readFileSync("/proc/self/status", "utf8"))?.[1] : undefined;
  return Number(mark ?? process.resourceUsage().maxRSS) * 1024;
}
