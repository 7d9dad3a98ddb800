import * as z from "zod";

/** Stands for a text while the value around it is serialized. It never leaves writeJson, so nobody can send it. */
const mark = crypto.randomUUID();
let collected: string[] | null = null;

/**
 * A value as JSON text, such as the database stores it: writeJson inserts the text unread. JSON.stringify reads it
 * first.
 */
export class JsonText<Value> {
  readonly text: string;
  /** Members that are needed besides the text, such as the one of the ETag. */
  readonly facts: Partial<Value>;

  /** @param text valid JSON of the value */
  constructor(text: string, facts: Partial<Value> = {}) {
    this.text = text;
    this.facts = facts;
  }

  toJSON(): Value {
    if (collected === null) return JSON.parse(this.text) as Value;
    collected.push(this.text);
    return mark as Value;
  }
}

/** A value as JSON, with the texts in it as they are. */
export function writeJson(value: object): string {
  const texts: string[] = [];
  collected = texts;
  try {
    const json = JSON.stringify(value);
    if (texts.length === 0) return json;
    return json
      .split(`"${mark}"`)
      .map((part, index) => part + (texts[index] ?? ""))
      .join("");
  } finally {
    collected = null;
  }
}

/**
 * The same in parts, with the elements of each list of the value one by one: what is awaited after each lets others run
 * while a long list of large records is written.
 */
export async function writeJsonInTurns(value: object, endTurn: () => Promise<void> | undefined): Promise<string> {
  // Joined once at the end: each time copies all of it.
  const parts: string[] = [];
  for (const [name, member] of Object.entries(value) as [string, unknown][]) {
    if (member === undefined) continue;
    parts.push(parts.length === 0 ? "{" : ",", JSON.stringify(name), ":");
    if (!Array.isArray(member)) parts.push(writeAny(member));
    else await writeElements(member, parts, endTurn);
  }
  return parts.length === 0 ? "{}" : `${parts.join("")}}`;
}

async function writeElements(
  list: readonly unknown[],
  parts: string[],
  endTurn: () => Promise<void> | undefined,
): Promise<void> {
  for (const [index, element] of list.entries()) {
    parts.push(index === 0 ? "[" : ",", writeAny(element ?? null));
    const pause = endTurn();
    if (pause !== undefined) await pause;
  }
  parts.push(list.length === 0 ? "[]" : "]");
}

function writeAny(value: unknown): string {
  if (value instanceof JsonText) return value.text;
  return typeof value === "object" && value !== null ? writeJson(value) : JSON.stringify(value);
}

/** The schema of a response's value that may also be JSON text, which passes unread. It is described as the value. */
export function orText<Value>(schema: z.ZodType<Value>): z.ZodType<Value | JsonText<Value>, Value | JsonText<Value>> {
  const either: z.ZodType<Value | JsonText<Value>, Value | JsonText<Value>> = z.pipe(z.any(), schema);
  const run = either._zod.run.bind(either._zod);
  either._zod.run = (payload, context) => (payload.value instanceof JsonText ? payload : run(payload, context));
  return either;
}

/** Whether a value of JSON is an object, not an array. */
export const isJsonObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === "object" && value !== null && !Array.isArray(value);
