import { BaseSequencer, type TestSpecification } from "vitest/node";

/** Files that take long though they are short. Without results of an earlier run Vitest begins with the largest files, and these ran last, on one worker. */
const longFiles = [
  "exports/work/api.large", "exports/work/api.kill", "seed/interruption", "crash/crash", "hostile/http.time", "hostile/slow-readers", "cli/own-database", "cli/worker",
  "webhooks/soak", "webhooks/hanging", "canary/canary", "conformance/records", "conformance/lists",
  "conformance/contract", "documents/api.crash", "crash/process", "crash/request-log.crash", "cli/backup/backup", "events/api.soak", "hostile/fuzz",
  "statements/kept-plans", "openapi/document-rules", "crash/two-processes",
];

/** Begins with the long files, so that all workers end at about the same time. */
export class LongFilesFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    // oxlint-disable-next-line unicorn/no-array-sort -- Vitest's method, not an array's
    const sorted = await super.sort(files);
    const isLong = ({ moduleId }: TestSpecification) => longFiles.some((name) => moduleId.endsWith(`/${name}.test.ts`));
    return [...sorted.filter(isLong), ...sorted.filter((file) => !isLong(file))];
  }
}
