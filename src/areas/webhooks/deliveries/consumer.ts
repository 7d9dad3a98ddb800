import { setTimeout as sleep } from "node:timers/promises";
import { FairSlots, usualSlots, type Pace, type SlotLimits } from "./slots.ts";
import { JobLeases, leaseSeconds, type LeasedJob, type Leases } from "./leases.ts";
import { Recorder, type Finished } from "./recorder.ts";

/** A validated job: a message to send, or a result to record. */
export type ValidatedJob<Message, Result> = { job: LeasedJob } & ({ message: Message } | { result: Result });

export interface DeliveryWork<Message, Result> {
  validate(organizationId: string, jobs: readonly LeasedJob[]): Promise<ValidatedJob<Message, Result>[]>;
  /**
   * One attempt.
   *
   * @throws only after the signal was aborted; the attempt then does not count
   */
  send(message: Message, stopping: AbortSignal): Promise<{ result: Result; pace: Pace }>;
  /** Records results in one transaction and deletes their jobs. Results of a lost lease change nothing. */
  record: (organizationId: string, finished: readonly Finished<Result>[]) => Promise<void>;
}

export interface ConsumerOptions {
  slots?: Partial<SlotLimits>;
  /** Poll interval when nothing wakes the consumer. */
  pollMilliseconds?: number;
  /** How long attempts in flight may take after a stop. */
  stopMilliseconds?: number;
  leaseSeconds?: number;
  /** Not called for outages, which are logged elsewhere. */
  onError: (error: unknown, doing: string) => void;
}

export interface Consumer {
  /** Polls soon, because jobs were written. */
  wake(): void;
  stop(): Promise<void>;
}

/** Leased jobs of a quick subscription, across all processes; others get only as many as can be in flight. */
const leasedWhenQuick = 128;
const batchSize = 256;
/** Jobs that this process leases and has not finished. */
const maxLeased = 512;
/**
 * Pause between two polls, and at least as long as the last one took, so that polling never uses more than half of one
 * connection.
 */
const minPauseMilliseconds = 20;
const pollPart = 10;
const maxPauseMilliseconds = 2_000;
/** Organizations validated at a time: fewer than the pool's connections, which recording needs too. */
const maxConcurrentValidations = 2;

const usualOptions = { slots: {}, pollMilliseconds: 500, stopMilliseconds: 5_000, leaseSeconds };
/**
 * Consumes the queue of deliveries: leases jobs in batches, gives each subscription its share of the slots, and records
 * results in batches per organization. A live worker renews a job's lease until the result is recorded or the job
 * released, so nobody else sends what waits for a slot, a receiver or the database. After kill -9 another worker leases
 * the job when its lease ends. If the process died between sending and recording, the receiver gets the event again,
 * with the same `webhook-id` and the same bytes. The result, the next attempt's job and the deletion of this one are
 * one transaction. A worker that was suspended (SIGSTOP) beyond its lease sends nothing new, and its results change
 * nothing once another worker has leased the job.
 */
export function startConsumer<Message, Result>(
  work: DeliveryWork<Message, Result>,
  leases: Leases,
  options: ConsumerOptions,
): Consumer {
  const consumer = new RunningConsumer(work, leases, options);
  return { wake: () => consumer.wake(), stop: () => consumer.stop() };
}

class RunningConsumer<Message, Result> {
  readonly #work: DeliveryWork<Message, Result>;
  readonly #leased: JobLeases;
  readonly #options: Required<ConsumerOptions>;
  readonly #limits: SlotLimits;
  readonly #slots: FairSlots<{ job: LeasedJob; message: Message }>;
  readonly #recorder: Recorder<Result>;
  readonly #signal = new WakeSignal();
  readonly #stopping = new AbortController();
  readonly #sending = new Set<Promise<void>>();
  readonly #running: Promise<void>;
  #isStopped = false;
  #nextPoll = 0;

  constructor(work: DeliveryWork<Message, Result>, leases: Leases, options: ConsumerOptions) {
    this.#work = work;
    this.#options = { ...usualOptions, ...options };
    this.#leased = new JobLeases(leases, this.#options);
    this.#limits = { ...usualSlots, ...options.slots };
    this.#slots = new FairSlots(this.#limits);
    this.#recorder = new Recorder(work.record, {
      onError: options.onError,
      onDone: (jobs) => this.#leased.forget(jobs),
    });
    this.#running = this.#run();
  }

  wake(): void {
    this.#signal.ring();
  }

  async stop(): Promise<void> {
    this.#isStopped = true;
    this.#signal.ring();
    const patience = setTimeout(() => this.#stopping.abort(), this.#options.stopMilliseconds);
    await this.#dropExpired("all");
    await this.#running;
    while (this.#sending.size > 0) await Promise.all(this.#sending);
    clearTimeout(patience);
    await this.#recorder.finish();
    await this.#leased.stop();
  }

  async #run(): Promise<void> {
    while (!this.#isStopped) {
      const begun = performance.now();
      let hadSome = false;
      try {
        await this.#dropExpired();
        if (this.#slots.isHungry) hadSome = await this.#lease("many");
        if (performance.now() >= this.#nextPoll) hadSome = (await this.#poll()) || hadSome;
      } catch (error) {
        this.#options.onError(error, "leasing");
      }
      await sleep(Math.max(minPauseMilliseconds, performance.now() - begun));
      if (!hadSome) await this.#signal.wait(this.#options.pollMilliseconds);
    }
  }

  /**
   * Polls for all organizations. With a large backlog of blocked subscriptions even an empty poll is slow, so the next
   * one waits longer.
   */
  async #poll(): Promise<boolean> {
    const begun = performance.now();
    const hadSome = await this.#lease("few");
    const taken = performance.now() - begun;
    this.#nextPoll = hadSome ? 0 : performance.now() + Math.min(pollPart * taken, maxPauseMilliseconds);
    return hadSome;
  }

  /** @returns whether there were jobs and all could be read; otherwise an immediate retry would fail the same way */
  async #lease(share: "many" | "few"): Promise<boolean> {
    const room = Math.min(batchSize, maxLeased - this.#leased.size);
    if (room <= 0 || !this.#slots.areFree) return false;
    const groupConcurrency = share === "many" ? leasedWhenQuick : this.#limits.perGroup;
    const jobs = await this.#leased.take({
      batchSize: room,
      groupConcurrency,
      ignoreGroups: this.#slots.selectIgnoredGroups(share),
    });
    const organizations = Map.groupBy(jobs, ({ organizationId }) => organizationId).entries();
    let areRead = true;
    const validateNext = async () => {
      for (const [organizationId, own] of organizations)
        if (!(await this.#validate(organizationId, own))) areRead = false;
    };
    await Promise.all(Array.from({ length: maxConcurrentValidations }, validateNext));
    return jobs.length > 0 && areRead;
  }

  /** @returns whether they could be read */
  async #validate(organizationId: string, jobs: LeasedJob[]): Promise<boolean> {
    let checked: ValidatedJob<Message, Result>[];
    try {
      checked = await this.#work.validate(organizationId, jobs);
    } catch (error) {
      this.#options.onError(error, "reading what is due");
      await this.#leased.release(jobs);
      return false;
    }
    const messages = checked.flatMap((entry) => ("message" in entry ? [entry] : []));
    for (const [name, own] of Map.groupBy(messages, ({ job }) => job.subscriptionId))
      this.#slots.add({ name, organizationId }, own);
    for (const entry of checked) if ("result" in entry) this.#recorder.add(entry);
    if (this.#isStopped) await this.#dropExpired("all");
    else this.#begin();
    return true;
  }

  #begin(): void {
    const endedLeases: LeasedJob[] = [];
    for (let next = this.#slots.next(); next !== undefined; next = this.#slots.next()) {
      if (this.#leased.canSend(next.job)) {
        const sent: Promise<void> = this.#send(next.job, next.message).finally(() => this.#sending.delete(sent));
        this.#sending.add(sent);
      } else {
        this.#slots.finish(next.job.subscriptionId, null);
        endedLeases.push(next.job);
      }
    }
    void this.#leased.release(endedLeases);
  }

  async #send(job: LeasedJob, message: Message): Promise<void> {
    let pace: Pace | null = null;
    try {
      const sent = await this.#work.send(message, this.#stopping.signal);
      pace = sent.pace;
      this.#recorder.add({ job, result: sent.result });
    } catch (error) {
      if (this.#stopping.signal.aborted) await this.#leased.release([job]);
      else {
        // An internal error would repeat at once, so the job waits for the end of its lease.
        this.#leased.forget([job]);
        this.#options.onError(error, "sending");
      }
    }
    if (this.#slots.finish(job.subscriptionId, pace)) this.#signal.ring();
    if (!this.#isStopped) this.#begin();
  }

  #dropExpired(all?: "all"): Promise<void> {
    return this.#leased.release(this.#slots.dropExpired(all).map(({ job }) => job));
  }
}

/** A signal to wait for with a timeout; set while nobody waits, the next wait returns at once. */
class WakeSignal {
  #isRung = false;
  #wake: () => void = () => undefined;

  ring(): void {
    this.#isRung = true;
    this.#wake();
  }

  async wait(milliseconds: number): Promise<void> {
    if (!this.#isRung) {
      await new Promise<void>((resolve) => {
        const timer = setTimeout(resolve, milliseconds);
        this.#wake = () => {
          clearTimeout(timer);
          resolve();
        };
      });
    }
    this.#isRung = false;
  }
}
