import type { Api } from "./api.ts";
import { execute, type CallOptions, type Settings } from "./call.ts";
import { follow, readEnd, type FollowOptions } from "./follow.ts";
import { findOperation, operationNamed, operations, type Operation } from "./operations.ts";
import { Pages, type PageBody } from "./pages.ts";
import { sleep, type Sleep } from "./send.ts";
import { upload, type UploadInput, type UploadSource } from "./upload.ts";
import { verifyWebhook } from "./webhooks.ts";

export interface CaseportOptions {
  /** `cpk_…` */
  apiKey: string;
  /** The server, such as `https://caseport.example.com`. */
  baseUrl: string;
  /** How often a failed request is sent again; default 4. */
  maxRetries?: number;
  /** For each attempt; default 60,000. */
  timeoutMs?: number;
  fetch?: typeof fetch;
  /** Waits between attempts, for runtimes with timers of their own. */
  sleep?: Sleep;
}

type Input = Readonly<Record<string, unknown>>;
type Node = { [step: string]: unknown };
type AnyPage = PageBody & Record<string, unknown>;

/**
 * A client of one server with one key. It has a method for each operation: `caseport.clients.update(id, { phone }, {
 * ifMatch })`.
 */
// The interface below declares the operations, which the constructor defines.
// oxlint-disable-next-line typescript/no-unsafe-declaration-merging
export class Caseport {
  static readonly webhooks = { verify: verifyWebhook };
  readonly #settings: Settings;

  constructor({
    apiKey,
    baseUrl,
    maxRetries = 4,
    timeoutMs = 60_000,
    fetch: own,
    sleep: wait = sleep,
  }: CaseportOptions) {
    if (!/^cp[kp]_\w+$/.test(apiKey)) throw new TypeError("apiKey must be an API key: cpk_…");
    const apiUrl = `${new URL(baseUrl).href.replace(/(?<!\/)\/+(api\/v1\/*)?$/, "")}/api/v1`;
    // Some runtimes reject a fetch that is called as a method.
    this.#settings = {
      apiKey,
      apiUrl,
      maxRetries,
      timeoutMs,
      fetch: own ?? ((input, init) => fetch(input, init)),
      sleep: wait,
    };
    const methods: Node = {};
    for (const operation of operations) this.#define(methods, operation);
    this.#extend(methods);
    Object.assign(this, methods);
  }

  /**
   * Sends any request below /api/v1, with the retries of its operation.
   *
   * @param input the query of a GET or DELETE, otherwise the body
   */
  request(method: string, path: string, input?: Input, options: CallOptions = {}): Promise<Record<string, unknown>> {
    const [place = "", search = ""] = path.replace(/^\/?(api\/v1\/)?/, "/").split("?");
    const known = findOperation(method, place);
    const takes = method === "GET" || method === "DELETE" ? "query" : "body";
    const query = Object.fromEntries(new URLSearchParams(search));
    // What is not in the table is not sent twice, unless it only reads.
    const idempotency = known?.idempotency ?? (method === "GET" ? "none" : "ignored");
    const operation: Operation = {
      name: known?.name ?? `${method} ${place}`,
      method,
      path: place,
      parameters: [],
      takes,
      inQuery: Object.keys(query),
      idempotency,
      upload: false,
      items: null,
      isFeed: false,
    };
    return execute(this.#settings, { operation, ids: [], input: { ...query, ...input }, options });
  }

  #define(methods: Node, operation: Operation): void {
    const { name, parameters, takes, upload: takesFile } = operation;
    const count = parameters.length;
    const run = (...given: unknown[]) => {
      const rest = given.slice(count);
      const input = takes === null ? undefined : (rest.shift() as Input | undefined);
      return this.#call(operation, given.slice(0, count), input, (rest[0] as CallOptions | undefined) ?? {});
    };
    setMethod(methods, name, run);
    if (!takesFile) return;
    const send = (id: string, source: UploadSource, options?: UploadInput) =>
      upload(this.#settings, { operation, id, source, options });
    setMethod(methods, name.replace(/(?<!\w)\w+$/, "upload"), send);
    if (name === "cases.documents.create") setMethod(methods, "documents.upload", send);
  }

  #call(operation: Operation, ids: readonly unknown[], input: Input | undefined, options: CallOptions): unknown {
    const { items, isFeed } = operation;
    const read = (more: Input) => execute(this.#settings, { operation, ids, input: { ...input, ...more }, options });
    if (items === null) return read({});
    const readPage = async (after: string | undefined) => (await read(after === undefined ? {} : { after })) as AnyPage;
    return new Pages(readPage, (page) => (page[items] as unknown[] | undefined) ?? [], isFeed);
  }

  /** The methods that are more than one request. */
  #extend(methods: Node): void {
    const feed = (query: Input, options: CallOptions) =>
      this.#call(operationNamed("events.list"), [], query, options) as never;
    setMethod(methods, "events.follow", (options: FollowOptions) => follow(feed, this.#settings.sleep, options));
    setMethod(methods, "events.readEnd", (options?: CallOptions) => readEnd(feed, options));
  }
}

/** @param name such as `cases.documents.create` */
function setMethod(methods: Node, name: string, method: unknown): void {
  const steps = name.split(".");
  const last = steps.pop() ?? "";
  const place = steps.reduce<Node>((node, step) => (node[step] ??= {}) as Node, methods);
  place[last] = method;
}

/** The operations are made by the constructor. */
// oxlint-disable-next-line typescript/no-unsafe-declaration-merging
export interface Caseport extends Api {}
