import type { Operation } from "./document.ts";

/** Placeholder until the server's URL is known. */
export const baseUrlPlaceholder = "$CASEPORT_URL";

type Example = Pick<Operation, "id" | "method" | "path" | "parameters" | "needsKey" | "body">;

interface Language {
  name: string;
  /** The language of a code block in Markdown. */
  fence: string;
  write: (operation: Example) => string;
}

/** Every operation's example in each of them. */
export const languages: readonly Language[] = [
  { name: "curl", fence: "sh", write: writeCurl },
  { name: "TypeScript", fence: "ts", write: writeTypeScript },
  { name: "Python", fence: "python", write: writePython },
];

/** The operation's example as a curl command, with placeholders for URL and key. */
function writeCurl(operation: Example): string {
  const { method, needsKey, body } = operation;
  const parts = [
    `curl${method === "GET" ? "" : ` -X ${method}`} "${fillUrl(operation)}"`,
    ...(needsKey ? [`-H "x-api-key: $KEY"`] : []),
    ...(isIdempotent(operation) ? [`-H "X-Idempotency-Key: $(openssl rand -hex 16)"`] : []),
    ...(needsRevision(operation) ? [`-H 'If-Match: ${revision}'`] : []),
    ...(body === undefined
      ? []
      : [`-H 'Content-Type: application/json'`, `-d '${indent(body.example).replaceAll("'", "'\\''")}'`]),
  ];
  return parts.join(" \\\n  ");
}

/**
 * The operation's example as a call of the SDK: IDs in the path's order, then query or body, then options. Without a
 * key there is no method.
 */
function writeTypeScript(operation: Example): string {
  if (!operation.needsKey)
    return `const response = await fetch("${fillUrl(operation)}");\nconsole.log(await response.json());`;
  const { id, parameters, body } = operation;
  const query = parameters.filter((parameter) => parameter.in === "query");
  const ids = parameters
    .filter((parameter) => parameter.in === "path")
    .map(({ name, example }) => JSON.stringify(example ?? name));
  const values = Object.fromEntries(
    query.flatMap(({ name, example }) => (example === undefined ? [] : [[name, example]])),
  );
  const input = { ...values, ...body?.example };
  const options = needsRevision(operation) ? [`{ ifMatch: '${revision}' }`] : [];
  const takesInput = query.length > 0 || body !== undefined;
  const isLeftOut = !takesInput || (Object.keys(input).length === 0 && options.length === 0);
  const given = [...ids, ...(isLeftOut ? [] : [indent(input)]), ...options].join(", ");
  return [
    'import { Caseport } from "caseport";',
    "",
    `const caseport = new Caseport({ apiKey: process.env.KEY ?? "", baseUrl: "${baseUrlPlaceholder}" });`,
    `console.log(await caseport.${id}(${given}));`,
  ].join("\n");
}

/** The operation's example as a program for Python's standard library. */
function writePython(operation: Example): string {
  const { method, needsKey, body } = operation;
  const headers = [
    ...(needsKey ? [`"x-api-key": os.environ["KEY"],`] : []),
    ...(isIdempotent(operation) ? [`"X-Idempotency-Key": str(uuid.uuid4()),`] : []),
    ...(needsRevision(operation) ? [`"If-Match": '${revision}',`] : []),
    ...(body === undefined ? [] : [`"Content-Type": "application/json",`]),
  ];
  const modules = ["json", ...(needsKey ? ["os"] : []), "urllib.request", ...(isIdempotent(operation) ? ["uuid"] : [])];
  return [
    `import ${modules.join(", ")}`,
    "",
    "request = urllib.request.Request(",
    `    "${fillUrl(operation)}",`,
    ...(method === "GET" ? [] : [`    method="${method}",`]),
    ...(headers.length === 0 ? [] : ["    headers={", ...headers.map((line) => `        ${line}`), "    },"]),
    ...(body === undefined ? [] : [`    data=json.dumps(${writePythonValue(body.example ?? {}, "    ")}).encode(),`]),
    ")",
    "with urllib.request.urlopen(request) as response:",
    "    print(json.load(response))",
  ].join("\n");
}

/** The ETag of an example: a real request sends the one that it read. */
const revision = '"3"';

const isIdempotent = ({ parameters }: Example) => parameters.some(({ name }) => name === "X-Idempotency-Key");
const needsRevision = ({ parameters }: Example) =>
  parameters.some(({ name, required }) => name === "If-Match" && required);

/** Path and query with the example's values. */
function fillUrl({ path, parameters }: Example): string {
  const filled = parameters
    .filter((parameter) => parameter.in === "path")
    .reduce(
      (filledPath, { name, example }) => filledPath.replace(`{${name}}`, encodeURIComponent(String(example ?? name))),
      path,
    );
  const query = parameters
    .filter((parameter) => parameter.in === "query" && parameter.example !== undefined)
    .map(({ name, example }) => `${name}=${encodeURIComponent(String(example))}`);
  return `${baseUrlPlaceholder}${filled}${query.length > 0 ? `?${query.join("&")}` : ""}`;
}

function indent(value: object = {}): string {
  return JSON.stringify(value, null, 2);
}

function writePythonValue(value: unknown, margin: string): string {
  if (value === null) return "None";
  if (typeof value === "boolean") return value ? "True" : "False";
  if (typeof value !== "object") return JSON.stringify(value);
  const inner = `${margin}    `;
  const isList = Array.isArray(value);
  const lines = isList
    ? value.map((item) => writePythonValue(item, inner))
    : Object.entries(value).map(([name, member]) => `${JSON.stringify(name)}: ${writePythonValue(member, inner)}`);
  const [open, close] = isList ? "[]" : "{}";
  return lines.length === 0
    ? `${open}${close}`
    : [open, ...lines.map((line) => `${inner}${line},`), `${margin}${close}`].join("\n");
}
