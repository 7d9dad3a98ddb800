/** How long a worker holds a delivery after it leased it or renewed the lease. Then another worker may lease it. */
export const leaseSeconds = 60;

/** What a job of the queue says. Where the delivery has moved on from that round and attempt, the job is stale. */
export interface DeliveryJob {
  organizationId: string;
  deliveryId: string;
  round: number;
  /** 1 for the first attempt of the round. */
  attempt: number;
}

/** A job that this process holds until its lease ends. */
export interface LeasedJob extends DeliveryJob {
  jobId: string;
  /** Raised by each lease: a worker with an older one can no longer record a result. */
  token: number;
  subscriptionId: string;
}

export interface WantedJobs {
  batchSize: number;
  groupConcurrency: number;
  ignoreGroups: string[];
}

/** The jobs themselves, in the database. */
export interface Leases {
  /** Leases jobs that are due, the longest due first. */
  take(wanted: WantedJobs, leaseSeconds: number): Promise<LeasedJob[]>;
  /** Renews leases that have not passed to another worker. @returns the ids of these jobs */
  renew(jobs: readonly LeasedJob[], leaseSeconds: number): Promise<string[]>;
  /** Gives jobs back that nothing was done with. */
  release(jobs: readonly LeasedJob[]): Promise<void>;
}

export interface HoldingOptions {
  leaseSeconds: number;
  onError: (error: unknown, doing: string) => void;
}

/** A lease is renewed when a third of it has passed; looked for twice as often, so that one failure or delay loses none. */
const renewedShare = 2 / 3;
const looksPerLease = 6;
/** In the last third of its lease a job is not sent: the renewals before failed, or this process was halted. */
const sendableShare = 1 / 3;

/** The jobs that this worker has leased and neither recorded nor given back. It renews their leases while it lives. */
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

  /** Whether the lease is certain to outlast the attempt. */
  canSend(job: LeasedJob): boolean {
    const held = this.#leased.get(job.jobId);
    return held?.job === job && this.#lastsFor(held.ends, sendableShare);
  }

  /** Leaves jobs to the end of their leases, where they still exist. */
  forget(jobs: readonly LeasedJob[]): void {
    // A job whose lease was lost may be leased again by this worker.
    for (const job of jobs) if (this.#leased.get(job.jobId)?.job === job) this.#leased.delete(job.jobId);
  }

  async release(jobs: readonly LeasedJob[]): Promise<void> {
    if (jobs.length === 0) return;
    this.forget(jobs);
    // A renewal that is under way would lease them again.
    await this.#renewing;
    await this.#leases.release(jobs).catch((error: unknown) => this.#options.onError(error, "giving jobs back"));
  }

  async stop(): Promise<void> {
    clearTimeout(this.#heartbeat);
    await this.#renewing;
    clearTimeout(this.#heartbeat);
  }

  #renewLater(): NodeJS.Timeout {
    return setTimeout(() => {
      this.#renewing = this.#renew().finally(() => (this.#heartbeat = this.#renewLater()));
    }, (this.#options.leaseSeconds * 1_000) / looksPerLease);
  }

  /** What is not renewed has passed to another worker, or is being recorded at this moment: either way its lease stays as it is. */
  async #renew(): Promise<void> {
    const due = [...this.#leased.values()].filter(({ ends }) => !this.#lastsFor(ends, renewedShare)).map(({ job }) => job);
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
