import { randomUUID } from "node:crypto";
import { setTimeout as sleep } from "node:timers/promises";
import type { FleetClient } from "./client.ts";
import type { Firm } from "./firms.ts";
import { classify, Meters, type Outcome } from "./meters.ts";
import { createDraw, type Action, type Call } from "./mix.ts";

export interface Part {
  name: string;
  seconds: number;
  /** Whether the noisy firm does everything at once. */
  isNoisy: boolean;
}

export interface FleetPlan {
  firms: readonly Firm[];
  noisy: Firm;
  /** Requests of the noisy firm under way at once. */
  noisyAtOnce: number;
  /** Requests per minute of a firm of weight 1. */
  perMinute: number;
  parts: readonly Part[];
}

/** What must be found in the end: requests by organization whose writes were acknowledged, and those that repeated one. */
export interface Ledger {
  acknowledged: Map<string, Set<string>>;
  repeated: Set<string>;
  /** Repetitions that did not get the stored response. */
  notReplayed: number;
}

/** Of a hundred writes so many are sent again, as by a client that lost the response. */
const repeatedShare = 0.02;
/** What an action leaves to the worker, which the client waits for. */
interface Job {
  startedBy: Action["name"];
  /** The action that its end is recorded as. */
  ended: string;
  path: string;
  /** The member of the response that holds it. */
  record: string;
}

const jobs: readonly Job[] = [
  { startedBy: "POST export", ended: "export completed", path: "/api/v1/exports", record: "export" },
  { startedBy: "POST bulk job", ended: "bulk job completed", path: "/api/v1/bulk", record: "bulkJob" },
];
const jobPollMilliseconds = 500;
const jobPatienceSeconds = 120;
const isWrite = ({ name }: Action) => /^(POST|PATCH|PUT) /.test(name);

/** A request, or a job, as it is counted. */
interface Sent {
  action: string;
  firm: Firm;
  outcome: Outcome;
  /** When it should be sent, in milliseconds of the process. */
  due: number;
}

/**
 * Sends the fleet's requests when they are due, whether or not earlier ones have been responded to (an open loop): each
 * firm's come at random times, and a request's latency begins when it was due, so that a stalled server does not get
 * fewer.
 */
export class Fleet {
  readonly ledger: Ledger = { acknowledged: new Map(), repeated: new Set(), notReplayed: 0 };
  readonly meters: Map<string, Meters>;
  readonly #client: FleetClient;
  readonly #plan: FleetPlan;
  readonly #underWay = new Set<Promise<unknown>>();
  #current: Meters;

  constructor(client: FleetClient, plan: FleetPlan) {
    this.#client = client;
    this.#plan = plan;
    this.meters = new Map(plan.parts.map(({ name }) => [name, new Meters()]));
    this.#current = new Meters();
  }

  get underWay(): number {
    return this.#underWay.size;
  }

  /** @param onPart called at the beginning of each part, and at the end */
  async run(stopping: AbortSignal, onPart: (part: Part | null) => Promise<void>): Promise<void> {
    let isDone = false;
    const isOver = () => isDone || stopping.aborted;
    const draw = createDraw(({ weight }) => weight);
    const clients = [
      ...this.#plan.firms.map((firm) => this.#drive(firm, draw, isOver)),
      ...this.#plan.firms.filter(({ follows }) => follows).map((firm) => this.#follow(firm, isOver)),
    ];
    for (const part of this.#plan.parts) {
      this.#current = this.meters.get(part.name) ?? this.#current;
      await onPart(part);
      const partEnd = performance.now() + part.seconds * 1_000;
      const noise = part.isNoisy ? this.#makeNoise(() => isOver() || performance.now() >= partEnd) : Promise.resolve();
      await sleep(part.seconds * 1_000, undefined, { signal: stopping }).catch(() => undefined);
      await noise;
    }
    isDone = true;
    await onPart(null);
    await Promise.all(clients);
    while (this.#underWay.size > 0) await Promise.all(this.#underWay);
  }

  async #drive(firm: Firm, draw: () => Action, isOver: () => boolean): Promise<void> {
    const mean = 60_000 / (this.#plan.perMinute * firm.weight);
    const gap = () => -Math.log(1 - Math.random()) * mean;
    for (let due = performance.now() + gap(); !isOver(); due += gap()) {
      while (performance.now() < due && !isOver()) await sleep(Math.max(1, Math.min(500, due - performance.now())));
      if (!isOver()) this.#start(this.#act(firm, draw(), due, this.#current));
    }
  }

  async #makeNoise(isOver: () => boolean): Promise<void> {
    const { noisy, noisyAtOnce } = this.#plan;
    const draw = createDraw(({ noisyWeight }) => noisyWeight);
    const meters = this.#current;
    const work = async () => {
      while (!isOver()) await this.#act(noisy, draw(), performance.now(), meters);
    };
    await Promise.all(Array.from({ length: noisyAtOnce }, work));
  }

  #start(work: Promise<unknown>): void {
    const started: Promise<unknown> = work.finally(() => this.#underWay.delete(started));
    this.#underWay.add(started);
  }

  /** @param due when the request should be sent */
  async #act(firm: Firm, action: Action, due: number, meters: Meters): Promise<void> {
    const call = action.call(firm);
    const ids = { requestId: `sim-${randomUUID()}`, idempotencyKey: randomUUID() };
    const { status, body } = await this.#client.send(call, ids);
    const outcome = classify(status);
    this.#record(meters, { action: action.name, firm, outcome, due });
    if (outcome !== "served" || !isWrite(action)) return;
    const own = this.ledger.acknowledged.get(firm.organizationId) ?? new Set();
    this.ledger.acknowledged.set(firm.organizationId, own.add(ids.requestId));
    if (Math.random() < repeatedShare) await this.#repeat(firm, call, ids.idempotencyKey, meters);
    const job = jobs.find(({ startedBy }) => startedBy === action.name);
    if (job !== undefined) {
      const { id } = body[job.record] as { id: string };
      this.#start(this.#awaitJob(firm, job, { id, due }, meters));
    }
  }

  async #repeat(firm: Firm, call: Call, idempotencyKey: string, meters: Meters): Promise<void> {
    const begun = performance.now();
    const requestId = `sim-${randomUUID()}`;
    const { status, isReplayed } = await this.#client.send(call, { requestId, idempotencyKey });
    const outcome = classify(status);
    this.#record(meters, { action: "replay", firm, outcome, due: begun });
    this.ledger.repeated.add(requestId);
    if (outcome === "served" && !isReplayed) this.ledger.notReplayed += 1;
  }

  /** @param begun the ID of the job, and when its request should be sent */
  async #awaitJob(
    firm: Firm,
    { ended, path, record }: Job,
    begun: { id: string; due: number },
    meters: Meters,
  ): Promise<void> {
    const sent = { action: ended, firm, due: begun.due };
    const call = { method: "GET", path: `${path}/${begun.id}`, key: firm.secret };
    for (
      const end = performance.now() + jobPatienceSeconds * 1_000;
      performance.now() < end;
      await sleep(jobPollMilliseconds)
    ) {
      const { status } = ((await this.#client.send(call)).body[record] ?? {}) as { status?: string };
      if (status === undefined || status === "queued" || status === "running") continue;
      return this.#record(meters, { ...sent, outcome: status === "completed" ? "served" : "failed" });
    }
    this.#record(meters, { ...sent, outcome: "unavailable" });
  }

  /** A client that waits for events, page after page. */
  async #follow(firm: Firm, isOver: () => boolean): Promise<void> {
    let after = "";
    while (!isOver()) {
      const path = `/api/v1/events?limit=500&wait=3${after === "" ? "" : `&after=${encodeURIComponent(after)}`}`;
      const { status, body } = await this.#client.send({ method: "GET", path, key: firm.secret });
      const outcome = classify(status);
      // A wait is no latency: only what fails counts.
      if (outcome !== "served")
        this.#record(this.#current, { action: "long poll", firm, outcome, due: performance.now() });
      if (typeof body["nextCursor"] === "string") after = body["nextCursor"];
      else await sleep(1_000);
    }
  }

  #record(meters: Meters, { action, firm, outcome, due }: Sent): void {
    meters.record(action, firm === this.#plan.noisy ? null : firm.organizationId, outcome, performance.now() - due);
  }
}
