export interface ObservedRequest {
  /** The name of a declaration, never what a client sent. */
  operation: string;
  status: number;
  seconds: number;
  rejection: { code: string; reason: string } | null;
  /** Of a recorded trace: the exemplar. */
  traceId: string | null;
}

export interface ObservedDelivery {
  outcome: string;
  seconds: number;
  /** From the event to the response of its first attempt; null for other attempts, and for those without success. */
  delaySeconds: number | null;
  traceId: string | null;
}

export interface ObservedJob {
  queue: string;
  result: "done" | "failed";
  seconds: number;
}

export interface Metrics {
  observeRequest(request: ObservedRequest): void;
  observeDelivery(delivery: ObservedDelivery): void;
  observeJob(job: ObservedJob): void;
}

export interface Sample {
  name: string;
  labels?: Readonly<Record<string, string>>;
  value: number;
}

/** Values that are read when they are requested. */
export interface GaugeSource {
  /** By name: the text and the labels. A name that ends with `_total` is a counter. Several sources can have the same. */
  gauges: Readonly<Record<`caseport_${string}`, { help: string; labels?: readonly string[] }>>;
  /**
   * Rejects if the values are unknown, such as while the database is away: then they are missing, and
   * `caseport_scrape_failures` counts.
   */
  read(): readonly Sample[] | Promise<readonly Sample[]>;
}

/** The metrics of this process. Null while they are off: then no module for them is loaded, and nothing is counted. */
export const metrics: { current: Metrics | null } = { current: null };
