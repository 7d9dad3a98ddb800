import { setTimeout as sleep } from "node:timers/promises";
import { classifyFailure } from "../../../platform/database/database-errors.ts";
import type { LeasedJob } from "./leases.ts";

export interface Finished<Result> {
  job: LeasedJob;
  result: Result;
}

export interface RecorderOptions {
  onError: (error: unknown, doing: string) => void;
  /** Called with jobs whose results are recorded or cannot be. */
  onDone: (jobs: LeasedJob[]) => void;
}

const maxBatch = 200;
/** Results within this time are recorded together. */
const batchMilliseconds = 5;
const retryMilliseconds = 1_000;
const maxConcurrentOrganizations = 3;

/**
 * Records results in batches, one transaction per organization at a time. Retries during an outage; results whose lease
 * was taken by then change nothing. If PostgreSQL rejects a batch, each result is recorded on its own, so that one does
 * not fail the others.
 */
export class Recorder<Result> {
  readonly #record: (organizationId: string, batch: readonly Finished<Result>[]) => Promise<void>;
  readonly #options: RecorderOptions;
  readonly #waiting = new Map<string, Finished<Result>[]>();
  readonly #running = new Map<string, Promise<void>>();
  #isFinishing = false;

  constructor(
    record: (organizationId: string, batch: readonly Finished<Result>[]) => Promise<void>,
    options: RecorderOptions,
  ) {
    this.#record = record;
    this.#options = options;
  }

  add(finished: Finished<Result>): void {
    const { organizationId } = finished.job;
    const own = this.#waiting.get(organizationId) ?? [];
    own.push(finished);
    this.#waiting.set(organizationId, own);
    this.#begin();
  }

  async finish(): Promise<void> {
    this.#isFinishing = true;
    while (this.#running.size > 0) await Promise.all(this.#running.values());
  }

  #begin(): void {
    for (const organizationId of this.#waiting.keys()) {
      if (this.#running.size >= maxConcurrentOrganizations) return;
      if (!this.#running.has(organizationId)) this.#running.set(organizationId, this.#run(organizationId));
    }
  }

  async #run(organizationId: string): Promise<void> {
    await sleep(batchMilliseconds);
    const own = this.#waiting.get(organizationId) ?? [];
    this.#waiting.delete(organizationId);
    const batch = own.splice(0, maxBatch);
    if (own.length > 0) this.#waiting.set(organizationId, own);
    await this.#recordBatch(organizationId, batch);
    this.#options.onDone(batch.map(({ job }) => job));
    this.#running.delete(organizationId);
    this.#begin();
  }

  async #recordBatch(organizationId: string, batch: readonly Finished<Result>[]): Promise<void> {
    for (; ; await sleep(retryMilliseconds)) {
      try {
        return await this.#record(organizationId, batch);
      } catch (error) {
        this.#options.onError(error, "recording");
        if (classifyFailure(error) === "other") return await this.#recordSingly(organizationId, batch);
        if (this.#isFinishing) return;
      }
    }
  }

  async #recordSingly(organizationId: string, batch: readonly Finished<Result>[]): Promise<void> {
    // A single rejected result would be rejected again.
    if (batch.length > 1) for (const finished of batch) await this.#recordBatch(organizationId, [finished]);
  }
}
