import type { Caseport } from "./caseport.ts";
import { CaseportError } from "./errors.ts";

/** A request as an operation's example has it: `{case}` stands for the ID of a record of that kind. */
export interface TriggerRequest {
  method: string;
  path: string;
  body?: Record<string, unknown>;
  /** Whether it names the revision of the record that it changes. */
  ifMatch?: true;
  /** Whether it sends a file. */
  upload?: true;
}

/** What makes a record of a kind, or lists those that are there; `record` is the member of its response. */
export type RecordPlan = TriggerRequest & { record: string };

/** How events are caused; `cli/sdk/plan-triggers.ts` makes it from the declarations of the API. */
export interface TriggerPlans {
  /** The day of the examples: their dates are moved by the days since then. */
  day: string;
  /** By the prefix of their IDs. */
  records: Record<string, RecordPlan>;
  /** By event type: its requests, in their order. */
  triggers: Record<string, { description: string; steps: TriggerRequest[] }>;
}

type Json = Record<string, unknown>;

/** The IDs of records in a request: `{case}`, `{task.2}`. */
export const recordMarks = /\{([a-z]+(?:\.\d+)?)\}/g;
/** A value that is the ID of a record. */
const recordMark = /^\{([a-z]+(?:\.\d+)?)\}$/;

/** Secrets of sandboxes begin with it. */
const sandboxPrefix = "cpk_test_";

export interface TriggerOptions {
  apiKey: string;
  plans: TriggerPlans;
  eventType: string;
}

/**
 * Causes an event in a sandbox: creates what its requests need, then sends them.
 *
 * @returns the response to the last one
 * @throws CaseportError with the key of a firm, or for an event that has no trigger
 */
export async function trigger(caseport: Caseport, { apiKey, plans, eventType }: TriggerOptions): Promise<Json> {
  if (!apiKey.startsWith(sandboxPrefix))
    throw new CaseportError(
      `trigger creates and changes records, so it needs a key of a sandbox: ${sandboxPrefix}… CASEPORT_API_KEY is a key of a firm.`,
    );
  const plan = plans.triggers[eventType];
  if (plan === undefined)
    throw new CaseportError(`No trigger for ${eventType}. List those that there are: caseport trigger --list`);
  const run = new Run(caseport, plans);
  let last: Json = {};
  for (const step of plan.steps) last = await run.send(step);
  return last;
}

/** The records and requests of one trigger. */
class Run {
  readonly #caseport: Caseport;
  readonly #plans: TriggerPlans;
  readonly #records = new Map<string, Promise<Json>>();
  readonly #days: number;
  /** What makes names and email addresses those of no other record. */
  readonly #suffix = crypto.randomUUID().slice(0, 6);

  constructor(caseport: Caseport, plans: TriggerPlans) {
    this.#caseport = caseport;
    this.#plans = plans;
    this.#days = Math.floor((Date.now() - Date.parse(plans.day)) / 86_400_000);
  }

  async send({ method, path, body, ifMatch, upload }: TriggerRequest): Promise<Json> {
    let place = path;
    let owner: Json = {};
    for (const [mark, name = ""] of path.matchAll(recordMarks)) {
      owner = await this.#record(name);
      place = place.replace(mark, String(owner["id"]));
    }
    if (upload === true) return this.#upload(String(owner["id"]));
    const filled = body === undefined ? undefined : this.#setApart((await this.#fill(body)) as Json);
    const options = ifMatch === true ? { ifMatch: String(owner["etag"]) } : {};
    return this.#caseport.request(method, place, filled, options);
  }

  #record(name: string): Promise<Json> {
    const known = this.#records.get(name) ?? this.#make(name);
    this.#records.set(name, known);
    return known;
  }

  async #make(name: string): Promise<Json> {
    const [prefix = "", place = "1"] = name.split(".");
    const plan = this.#plans.records[prefix];
    if (plan === undefined) throw new CaseportError(`No operation creates a record whose ID begins with ${prefix}_`);
    const response = await this.send(plan);
    const shown = response[plan.record] as Json | Json[];
    const record = Array.isArray(shown) ? shown[Number(place) - 1] : shown;
    const id = record?.["id"] ?? Object.values(record ?? {}).find((value) => String(value).startsWith(`${prefix}_`));
    if (id === undefined) throw new CaseportError(`The sandbox has too few records at GET ${plan.path}`);
    return { id, etag: response["etag"] };
  }

  /** The value with the IDs of records, and with dates that are as far from today as they are from the examples' day. */
  async #fill(value: unknown): Promise<unknown> {
    if (typeof value === "string") {
      const name = recordMark.exec(value)?.[1];
      return name === undefined ? moveDate(value, this.#days) : (await this.#record(name))["id"];
    }
    if (typeof value !== "object" || value === null) return value;
    const filled: [string, unknown][] = [];
    for (const [member, item] of Object.entries(value)) filled.push([member, await this.#fill(item)]);
    return Array.isArray(value) ? filled.map(([, item]) => item) : Object.fromEntries(filled);
  }

  #setApart(body: Json): Json {
    const apart = Object.entries(body).map(([member, value]) => {
      if (typeof value !== "string") return [member, value];
      if (member === "name") return [member, `${value} ${this.#suffix}`];
      return [member, member === "email" ? value.replace("@", `+${this.#suffix}@`) : value];
    });
    return Object.fromEntries(apart) as Json;
  }

  #upload(caseId: string): Promise<Json> {
    const { documents } = this.#caseport as unknown as {
      documents: { upload(caseId: string, source: Blob, options: Json): Promise<Json> };
    };
    const file = new Blob([`A document of caseport trigger ${this.#suffix}.\n`], { type: "text/plain" });
    return documents.upload(caseId, file, { fileName: `trigger-${this.#suffix}.txt`, contentType: "text/plain" });
  }
}

/** A date or an instant, so many days later. */
function moveDate(value: string, days: number): string {
  if (!/^\d{4}-\d\d-\d\d(T[\d:.]+Z)?$/.test(value)) return value;
  const moved = new Date(Date.parse(value) + days * 86_400_000).toISOString();
  return value.length === 10 ? moved.slice(0, 10) : moved;
}
