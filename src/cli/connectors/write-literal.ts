/** Code in a literal, in place of a value. */
export class Code {
  readonly text: string;

  constructor(text: string) {
    this.text = text;
  }
}

/** A value as TypeScript, with names unquoted where they can be: the linters of n8n read those alone. */
export function writeLiteral(value: unknown, depth = 0): string {
  const margin = "\t".repeat(depth + 1);
  const end = `\n${"\t".repeat(depth)}`;
  if (value instanceof Code) return value.text;
  if (Array.isArray(value))
    return value.length === 0
      ? "[]"
      : `[\n${value.map((each) => `${margin}${writeLiteral(each, depth + 1)},`).join("\n")}${end}]`;
  if (typeof value !== "object" || value === null) return writeText(value);
  const members = Object.entries(value).filter(([, each]) => each !== undefined);
  if (members.length === 0) return "{}";
  const name = (text: string) => (/^[A-Za-z_$][\w$]*$/.test(text) ? text : writeText(text));
  return `{\n${members.map(([key, each]) => `${margin}${name(key)}: ${writeLiteral(each, depth + 1)},`).join("\n")}${end}}`;
}

function writeText(value: unknown): string {
  if (typeof value !== "string") return JSON.stringify(value);
  return `'${JSON.stringify(value).slice(1, -1).replaceAll('\\"', '"').replaceAll("'", "\\'")}'`;
}
