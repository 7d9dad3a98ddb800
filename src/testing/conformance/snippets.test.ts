import { spawn, spawnSync, type ChildProcess } from "node:child_process";
import { createInterface } from "node:readline";
import { afterAll, beforeAll, expect, test } from "vitest";
import { readDocument, type Operation } from "../../reference/document.ts";
import { addressMark, languages } from "../../reference/snippets.ts";
import { Caseport } from "../../sdk/index.ts";
import { anyRevision, type ExampleRequest } from "../harness/requests/example-request.ts";
import { runCommand } from "../harness/run-program.ts";
import { startTestServer, type TestServer } from "../harness/server.ts";
import { openSubjectHarness, subjects } from "./subject.ts";

/** Runs programs one after the other: starting Python for each would take most of the time. */
const interpreter = `
import contextlib, io, json, os, sys
for line in sys.stdin:
    program = json.loads(line)
    os.environ["KEY"] = program["key"]
    printed = io.StringIO()
    try:
        with contextlib.redirect_stdout(printed):
            exec(program["code"], {})
    except Exception as error:
        printed.write(f"{error!r} {error.read() if hasattr(error, 'read') else ''}")
    print(json.dumps(printed.getvalue()), flush=True)
`;

const AsyncFunction = Object.getPrototypeOf(async () => undefined).constructor as new (...given: string[]) => unknown;

let python: ChildProcess | undefined;
let lines: AsyncIterator<string> | undefined;

async function runPython(code: string, key: string): Promise<string> {
  python ??= spawn("python3", ["-c", interpreter], { stdio: ["pipe", "pipe", "inherit"] });
  if (python.stdin === null || python.stdout === null) throw new Error("python3 has no pipes");
  lines ??= createInterface({ input: python.stdout })[Symbol.asyncIterator]();
  python.stdin.write(`${JSON.stringify({ code, key })}\n`);
  const { value } = (await lines.next()) as { value: string };
  return JSON.parse(value) as string;
}

function runCurl(code: string, key: string): Promise<string> {
  return runCommand("bash", ["-euc", `curl() { command curl --silent --show-error --fail-with-body "$@"; }\n${code}`], { env: { KEY: key } });
}

/** Runs the program in this process, with the SDK's source instead of its package. */
async function runTypeScript(code: string, key: string): Promise<string> {
  const [, program = ""] = code.split('from "caseport";\n');
  const run = new AsyncFunction("Caseport", "process", "console", program) as (...given: unknown[]) => Promise<void>;
  const printed: unknown[] = [];
  await run(Caseport, { env: { KEY: key } }, { log: (value: unknown) => printed.push(value) });
  return printed.length === 1 && typeof printed[0] === "object" ? '"success":true' : String(printed);
}

const runners: readonly { name: string; program: string; runCode: (code: string, key: string) => Promise<string> }[] = [
  { name: "curl", program: "curl", runCode: runCurl },
  { name: "TypeScript", program: process.execPath, runCode: runTypeScript },
  { name: "Python", program: "python3", runCode: runPython },
];
const operations = new Map(readDocument().areas.flatMap((area) => area.operations.map((operation) => [operation.id, operation])));

let server: TestServer;
beforeAll(async () => void (server = await startTestServer()));
afterAll(async () => {
  python?.kill();
  await server.close(1_000);
});

/** The documented operation with the values of a request that succeeds in a tenant. */
function fill(operation: Operation, { pathValues, query = {}, body }: ExampleRequest): Operation {
  const own: Record<string, string> = { ...pathValues, ...query };
  return {
    ...operation,
    parameters: operation.parameters.map(({ example: _example, ...parameter }) => ({ ...parameter, ...(own[parameter.name] !== undefined && { example: own[parameter.name] }) })),
    ...(operation.body !== undefined && { body: { ...operation.body, example: body ?? {} } }),
  };
}

for (const { name, program, runCode } of runners) {
  const isMissing = spawnSync(program, ["--version"]).status !== 0;
  test.skipIf(isMissing).each(subjects)(`$label · its example in ${name} runs`, async (subject) => {
    const operation = operations.get(subject.declaration.name);
    const language = languages.find((each) => each.name === name);
    if (operation === undefined || language === undefined) throw new Error(`${subject.label} has no example in ${name}`);
    const { tenant, arranged } = await openSubjectHarness(server, subject);
    const code = language.write(fill(operation, arranged)).replaceAll(addressMark, server.baseUrl).replaceAll('\'"3"\'', `'${anyRevision}'`).replace('If-Match: "3"', `If-Match: ${anyRevision}`);
    expect(await runCode(code, tenant.secret)).toMatch(/"success":true|'success': True/);
  });
}
