/** How long a lease lasts. Afterwards another worker may lease the job. */
export const leaseSeconds = 60;

/** A job is stale if its delivery has another round or attempt. */
export interface DeliveryJob {
  organizationId: string;
  deliveryId: string;
  round: number;
  /** 1 for the first attempt of the round. */
  attempt: number;
}

export interface LeasedJob extends DeliveryJob {
  jobId: string;
  /** Incremented by each lease: a worker with an older token can no longer record a result. */
  token: number;
  subscriptionId: string;
}

export interface WantedJobs {
  batchSize: number;
  groupConcurrency: number;
  ignoreGroups: string[];
}

export interface Leases {
  /** Leases due jobs, longest due first. */
  take(wanted: WantedJobs, leaseSeconds: number): Promise<LeasedJob[]>;
  /**
   * Renews leases that no other worker has taken.
   *
   * @returns the ids of these jobs
   */
  renew(jobs: readonly LeasedJob[], leaseSeconds: number): Promise<string[]>;
  release(jobs: readonly LeasedJob[]): Promise<void>;
}

export interface HoldingOptions {
  leaseSeconds: number;
  onError: (error: unknown, doing: string) => void;
}

/**
 * A lease is renewed when a third of it has passed, and checked twice as often, so that one failure or delay loses
 * none.
 */
const renewedShare = 2 / 3;
const looksPerLease = 6;
/** In the last third of its lease a job is not sent: renewals failed, or the process was suspended. */
const sendableShare = 1 / 3;

/** The jobs leased by this worker that are neither recorded nor released. Renews their leases. */
export class JobLeases {
  readonly #leases: Leases;
  readonly #options: HoldingOptions;
  readonly #leased = new Map<string, { job: LeasedJob; ends: number }>();
  #heartbeat: NodeJS.Timeout;
  #renewing: Promise<void> = Promise.resolve();

  constructor(leases: Leases, options: HoldingOptions) {
    this.#leases = leases;
    this.#options = options;
    this.#heartbeat = this.#renewLater();
  }

  get size(): number {
    return this.#leased.size;
  }

  async take(wanted: WantedJobs): Promise<LeasedJob[]> {
    const ends = this.#endOfLease();
    const jobs = await this.#leases.take(wanted, this.#options.leaseSeconds);
    for (const job of jobs) this.#leased.set(job.jobId, { job, ends });
    return jobs;
  }

  /** Whether the lease outlasts the attempt. */
  canSend(job: LeasedJob): boolean {
    const held = this.#leased.get(job.jobId);
    return held?.job === job && this.#lastsFor(held.ends, sendableShare);
  }

  /** Lets the leases expire, where the jobs still exist. */
  forget(jobs: readonly LeasedJob[]): void {
    // This worker may have leased the job again after losing it.
    for (const job of jobs) if (this.#leased.get(job.jobId)?.job === job) this.#leased.delete(job.jobId);
  }

  async release(jobs: readonly LeasedJob[]): Promise<void> {
    if (jobs.length === 0) return;
    this.forget(jobs);
    // A running renewal would lease them again.
    await this.#renewing;
    await this.#leases.release(jobs).catch((error: unknown) => this.#options.onError(error, "giving jobs back"));
  }

  async stop(): Promise<void> {
    clearTimeout(this.#heartbeat);
    await this.#renewing;
    clearTimeout(this.#heartbeat);
  }

  #renewLater(): NodeJS.Timeout {
    return setTimeout(
      () => {
        this.#renewing = this.#renew().finally(() => (this.#heartbeat = this.#renewLater()));
      },
      (this.#options.leaseSeconds * 1_000) / looksPerLease,
    );
  }

  /** A lease that is not renewed was taken by another worker or is being recorded; either way it stays unchanged. */
  async #renew(): Promise<void> {
    const due = [...this.#leased.values()]
      .filter(({ ends }) => !this.#lastsFor(ends, renewedShare))
      .map(({ job }) => job);
    if (due.length === 0) return;
    const ends = this.#endOfLease();
    try {
      for (const jobId of await this.#leases.renew(due, this.#options.leaseSeconds)) {
        const held = this.#leased.get(jobId);
        if (held !== undefined) held.ends = ends;
      }
    } catch (error) {
      this.#options.onError(error, "renewing leases");
    }
  }

  #endOfLease(): number {
    return performance.now() + this.#options.leaseSeconds * 1_000;
  }

  #lastsFor(ends: number, share: number): boolean {
    return ends - performance.now() > this.#options.leaseSeconds * 1_000 * share;
  }
}
