import { spawn } from "node:child_process";
import { once } from "node:events";
import { Caseport } from "../../../sdk/index.ts";
import { runCommand } from "../run-program.ts";

/** What every snippet reads from its environment. */
export interface Environment {
  KEY: string;
}

/**
 * Runs snippets one after the other.
 *
 * @returns what each printed, errors included
 */
type RunSnippets = (snippets: readonly string[], environment: Environment) => Promise<string[]>;

/** Runs the programs that it reads, one a line: starting Python for each would take most of the time. */
const interpreter = `
import contextlib, io, json, sys
for line in sys.stdin:
    printed = io.StringIO()
    try:
        with contextlib.redirect_stdout(printed):
            exec(json.loads(line), {})
    except Exception as error:
        printed.write(f"{error!r} {error.read() if hasattr(error, 'read') else ''}")
    print(json.dumps(printed.getvalue()))
`;

async function runPython(snippets: readonly string[], { KEY }: Environment): Promise<string[]> {
  const input = snippets.map((code) => `${JSON.stringify(code)}\n`).join("");
  const printed = await runCommand("python3", ["-c", interpreter], { env: { KEY }, input });
  return printed
    .trim()
    .split("\n")
    .map((line) => JSON.parse(line) as string);
}

/** Bash reads each snippet as it stands; one curl sends the requests of all, each printed on a line. */
async function runCurl(snippets: readonly string[], { KEY }: Environment): Promise<string[]> {
  const script = [
    "all=()",
    'curl() { all+=("$@" -w "\\n" --next); }',
    ...snippets,
    'command curl --silent --show-error "${all[@]:0:${#all[@]}-1}"',
  ].join("\n");
  const printed = await runCommand("bash", ["--norc", "-eu"], { env: { KEY }, input: script });
  return printed.trimEnd().split("\n");
}

const AsyncFunction = Object.getPrototypeOf(async () => undefined).constructor as new (...given: string[]) => unknown;

/** Runs them in this process, with the SDK's source instead of its package. */
async function runTypeScript(snippets: readonly string[], environment: Environment): Promise<string[]> {
  const printed: string[] = [];
  for (const code of snippets) {
    const [, program = code] = code.split('from "caseport";\n');
    const run = new AsyncFunction("Caseport", "process", "console", program) as (...given: unknown[]) => Promise<void>;
    await run(Caseport, { env: environment }, { log: (value: unknown) => printed.push(JSON.stringify(value)) }).catch(
      (error: unknown) => printed.push(String(error)),
    );
  }
  return printed;
}

interface Runner {
  /** As in `languages` of the reference. */
  name: string;
  program: string;
  runSnippets: RunSnippets;
}

const runners: readonly Runner[] = [
  { name: "curl", program: "curl", runSnippets: runCurl },
  { name: "TypeScript", program: process.execPath, runSnippets: runTypeScript },
  { name: "Python", program: "python3", runSnippets: runPython },
];

/** Those whose program is on this machine. */
export async function listRunners(): Promise<Runner[]> {
  const exists = await Promise.all(
    runners.map(({ program }) =>
      once(spawn(program, ["--version"], { stdio: "ignore" }), "close").then(
        ([code]) => code === 0,
        () => false,
      ),
    ),
  );
  return runners.filter((_, index) => exists[index]);
}
