import { BaseSequencer, type TestSpecification } from "vitest/node";

/**
 * Files that take more than six seconds, in the order in which they begin; without results of an earlier run Vitest
 * begins with the largest files, and these ran last, on one worker. The first of each line mostly waits, for a timeout
 * or a process, and the rest of it computes for about twice as long: two that wait at the same time leave a core
 * without work.
 */
const longFiles = [
  ["hostile/http.time", "stalls/stalls", "hostile/fuzz", "canary/canary", "crash/crash"],
  ["hostile/slow-readers", "backup/backup", "seed/interruption"],
  ["cli/worker", "exports/work/api.kill", "conformance/lists", "exports/work/api.large"],
  ["webhooks/hanging", "conformance/idempotency", "conformance/input"],
  ["jobs/job-queue", "conformance/success", "conformance/records", "exports/contents/api"],
  ["events/api.wait", "webhooks/delivery", "cli/own-database", "crash/rolling-restart"],
  ["crash/restart", "rate-limit/rate-limiter", "organization/deletion/deletion", "keys/scopes", "guides/quickstarts"],
  ["webhooks/soak", "documents/api.crash", "conformance/http", "events/api.soak", "openapi/document-rules"],
  [
    "outbound-http/outbound.hostile",
    "conformance/revisions",
    "observability/request-log.database",
    "reports/run/api.engine",
  ],
  [
    "identity/sign-in-reset",
    "events/api.large",
    "medical/requests/api.transitions",
    "reports/api.tenancy",
    "reports/run/api.hostile",
  ],
  ["mail/mail-queue", "fleet/simulate", "bulk/work/api.kill", "statements/statement-rules"],
].flat();

/** Begins with the long files, so that all workers end at about the same time. */
export class LongFilesFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    // oxlint-disable-next-line unicorn/no-array-sort -- Vitest's method, not an array's
    const sorted = await super.sort(files);
    const placeOf = ({ moduleId }: TestSpecification) => {
      const place = longFiles.findIndex((name) => moduleId.endsWith(`/${name}.test.ts`));
      return place === -1 ? longFiles.length : place;
    };
    return sorted.toSorted((one, other) => placeOf(one) - placeOf(other));
  }
}
