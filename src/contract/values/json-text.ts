import * as z from "zod";

/** Stands for a text while the value around it is serialized. It never leaves writeJson, so nobody can send it. */
const mark = crypto.randomUUID();
let collected: string[] | null = null;

/** A value as JSON text, such as the database stores it: writeJson inserts the text unread. JSON.stringify reads it first. */
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
    return json.split(`"${mark}"`).map((part, index) => part + (texts[index] ?? "")).join("");
  } finally {
    collected = null;
  }
}

/** The schema of a response's value that may also be JSON text, which passes unread. It is described as the value. */
export function orText<Value>(schema: z.ZodType<Value>): z.ZodType<Value | JsonText<Value>, Value | JsonText<Value>> {
  const either: z.ZodType<Value | JsonText<Value>, Value | JsonText<Value>> = z.pipe(z.any(), schema);
  const run = either._zod.run.bind(either._zod);
  either._zod.run = (payload, context) => (payload.value instanceof JsonText ? payload : run(payload, context));
  return either;
}
