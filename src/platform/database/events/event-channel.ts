import { randomBytes } from "node:crypto";
import { Client } from "pg";
import { withServerOptions } from "../connections/connection-url.ts";
import type { Database, EventsListener } from "../database.ts";
import type { Logger } from "../../observability/logger.ts";

const channel = "caseport_events";
/** The commits of this time share a notification: at most 50 statements per second and process, however much is written. */
const gatherMilliseconds = 20;
const reconnectMilliseconds = 2_000;
/** PostgreSQL's limit of a payload is 7,999 bytes. */
const maxNames = 100;
const deliveriesMark = "!";

/**
 * Notifies other processes of the organizations in which this one has recorded events, and receives their
 * notifications. What gets lost is found by polling.
 */
export interface EventChannel {
  notify(organizationId: string, hasDeliveries: boolean): void;
  /** Notifies of all that this database's commits record. */
  notifyOf(database: Pick<Database, "onEvents">): void;
  /** Registers a listener for the events of other processes. It must not throw. */
  onEvents(listener: EventsListener): void;
  /** Whether it hears others; not through a pooler. */
  isOpen(): boolean;
  close(): Promise<void>;
}

/**
 * Opens a connection that listens, and opens it again when it breaks. The statement that notifies is a transaction of
 * its own: in the one that writes, NOTIFY would serialize all commits of the database.
 *
 * @param url of the server itself: a pooler that gives a connection to another client after each transaction passes
 *   nothing on
 * @param databases whose commits others are notified of
 */
export function openEventChannel(
  url: string,
  logger: Logger,
  databases: readonly Pick<Database, "onEvents">[] = [],
): EventChannel {
  const opened = new OpenChannel(url, logger);
  for (const database of databases) opened.notifyOf(database);
  return opened;
}

class OpenChannel implements EventChannel {
  readonly #url: string;
  readonly #logger: Logger;
  readonly #self = randomBytes(6).toString("base64url");
  readonly #listeners: EventsListener[] = [];
  #unsent = new Map<string, boolean>();
  #client: Client | null = null;
  #isDirect = false;
  #isClosed = false;
  #hasWarned = false;
  #sending: NodeJS.Timeout | undefined;
  #reconnecting: NodeJS.Timeout | undefined;
  #opening: Promise<void>;

  constructor(url: string, logger: Logger) {
    this.#url = url;
    this.#logger = logger;
    this.#opening = this.#connect();
  }

  notify(organizationId: string, hasDeliveries: boolean): void {
    if (this.#client === null) return;
    this.#unsent.set(organizationId, hasDeliveries || this.#unsent.get(organizationId) === true);
    this.#sending ??= setTimeout(() => this.#flush(), gatherMilliseconds);
  }

  notifyOf(database: Pick<Database, "onEvents">): void {
    database.onEvents((organizationId, hasDeliveries) => this.notify(organizationId, hasDeliveries));
  }

  onEvents(listener: EventsListener): void {
    this.#listeners.push(listener);
  }

  isOpen(): boolean {
    return this.#isDirect;
  }

  async close(): Promise<void> {
    this.#isClosed = true;
    clearTimeout(this.#sending);
    clearTimeout(this.#reconnecting);
    await this.#opening;
    await this.#client?.end().catch(() => undefined);
  }

  async #connect(): Promise<void> {
    const client = new Client({
      // A notification is lost with the server anyway, so its commit does not wait for the disk.
      connectionString: withServerOptions(this.#url, "-c TimeZone=UTC -c synchronous_commit=off"),
      application_name: "caseport events",
      connectionTimeoutMillis: 10_000,
      keepAlive: true,
      pipeline: true,
    });
    client.on("notification", ({ payload = "" }) => this.#hear(payload));
    client.on("error", () => undefined);
    client.on("end", () => this.#reopen());
    try {
      await client.connect();
      await client.query(`LISTEN ${channel}`);
      const { rows } = await client.query<{ pid: number }>("SELECT pg_backend_pid() AS pid");
      // A pooler gives the client another number.
      this.#isDirect = rows[0]?.pid === (client as Client & { processID?: number }).processID;
      this.#client = client;
      if (!this.#isDirect) this.#warn();
    } catch {
      // Those that need the database report it.
    }
    if (this.#isClosed || this.#client === null) await client.end().catch(() => undefined);
  }

  #reopen(): void {
    this.#client = null;
    this.#isDirect = false;
    if (this.#isClosed) return;
    clearTimeout(this.#reconnecting);
    this.#reconnecting = setTimeout(() => {
      this.#opening = this.#connect();
    }, reconnectMilliseconds);
  }

  #warn(): void {
    if (!this.#hasWarned)
      this.#logger.warn(
        {},
        "events of other processes are found by polling, because a pooler is in front of the database: set CASEPORT_DIRECT_DATABASE_URL",
      );
    this.#hasWarned = true;
  }

  #hear(payload: string): void {
    const [sender, ...names] = payload.split(",");
    if (sender === this.#self) return;
    for (const name of names) {
      const hasDeliveries = name.endsWith(deliveriesMark);
      for (const listener of this.#listeners) listener(hasDeliveries ? name.slice(0, -1) : name, hasDeliveries);
    }
  }

  #flush(): void {
    this.#sending = undefined;
    const names = [...this.#unsent].map(([organizationId, hasDeliveries]) =>
      hasDeliveries ? organizationId + deliveriesMark : organizationId,
    );
    this.#unsent = new Map();
    for (let at = 0; at < names.length; at += maxNames) {
      const payload = [this.#self, ...names.slice(at, at + maxNames)].join(",");
      this.#client?.query("SELECT pg_notify($1, $2)", [channel, payload]).catch(() => undefined);
    }
  }
}
