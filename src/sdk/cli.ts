#!/usr/bin/env node
import { readFileSync } from "node:fs";
import { parseArgs } from "node:util";
import { dropUndefined } from "./call.ts";
import { Caseport } from "./caseport.ts";
import { ApiError, CaseportError } from "./errors.ts";
import { listen } from "./listen.ts";
import { printLogs } from "./logs.ts";
import { trigger, type TriggerPlans } from "./trigger.ts";

const usage = `caseport <command> [options]

  whoami                            the key, its organization, scopes and limits
  listen --forward <url>            sends the events of the feed to <url>, signed as webhooks
         [--event <type>]           only this event type
         [--secret whsec_…]         default: a secret that belongs to the key
  logs [--follow] [--status 4xx]    the last requests of the key and why they were rejected; only metadata
  trigger <event type>              causes the event in a sandbox, with records that it creates
  trigger --list                    the event types that it can cause
  get|delete <path>                 such as: caseport get "/clients?limit=5"
  post|patch|put <path>
         [--data <json>|@<file>|-]  the body; - reads it from the standard input
         [--if-match <etag>] [--idempotency-key <key>]

  --base-url <url>   the server; default CASEPORT_BASE_URL, else http://localhost:3000
The key is in CASEPORT_API_KEY: arguments are visible to other users of the machine.
`;

const methods = new Set(["get", "delete", "post", "patch", "put"]);
const text = { type: "string" } as const;

process.exitCode = await main(process.argv.slice(2));

async function main(words: string[]): Promise<number> {
  try {
    const { values, positionals } = parseArgs({
      args: words,
      allowPositionals: true,
      options: {
        forward: text,
        event: text,
        secret: text,
        follow: { type: "boolean", short: "f" },
        status: text,
        list: { type: "boolean" },
        data: { ...text, short: "d" },
        "if-match": text,
        "idempotency-key": text,
        "base-url": text,
        help: { type: "boolean", short: "h" },
      },
    });
    const [command = "", path = ""] = positionals;
    if (values.help === true || command === "") return print(usage);
    if (command === "trigger" && values.list === true) return print(listTriggers(readPlans()));
    const apiKey = process.env["CASEPORT_API_KEY"];
    if (apiKey === undefined) return fail("Set CASEPORT_API_KEY to an API key.");
    const caseport = new Caseport({
      apiKey,
      baseUrl: values["base-url"] ?? process.env["CASEPORT_BASE_URL"] ?? "http://localhost:3000",
    });
    return await run(caseport, { ...values, apiKey, command, path });
  } catch (error) {
    return fail(describe(error));
  }
}

async function showLogs(
  caseport: Caseport,
  { status, follow = false }: { status?: string; follow?: boolean },
): Promise<number> {
  await printLogs(caseport, { status, follow, signal: untilInterrupted(), print });
  return 0;
}

/** The package has it beside this file. */
function readPlans(): TriggerPlans {
  return JSON.parse(readFileSync(new URL("./triggers.json", import.meta.url), "utf8")) as TriggerPlans;
}

function listTriggers({ triggers }: TriggerPlans): string {
  const width = Math.max(...Object.keys(triggers).map((eventType) => eventType.length));
  const lines = Object.entries(triggers).map(
    ([eventType, { description }]) => `${eventType.padEnd(width)}  ${description}`,
  );
  return `${lines.join("\n")}\n`;
}

async function runTrigger(caseport: Caseport, apiKey: string, eventType: string): Promise<object> {
  const { etag: _etag, ...response } = await trigger(caseport, { apiKey, plans: readPlans(), eventType });
  return response;
}

interface Command {
  command: string;
  path: string;
  apiKey: string;
  forward?: string;
  event?: string;
  secret?: string;
  follow?: boolean;
  status?: string;
  data?: string;
  "if-match"?: string;
  "idempotency-key"?: string;
}

/** @returns the exit code */
async function run(caseport: Caseport, { command, path, ...values }: Command): Promise<number> {
  if (command === "whoami") return print(await caseport.request("GET", "/me"));
  if (command === "listen") return startListening(caseport, values);
  if (command === "logs") return showLogs(caseport, values);
  if (path === "") return fail(usage);
  if (command === "trigger") return print(await runTrigger(caseport, values.apiKey, path));
  if (!methods.has(command)) return fail(usage);
  const options = dropUndefined({ ifMatch: values["if-match"], idempotencyKey: values["idempotency-key"] });
  return print(await caseport.request(command.toUpperCase(), path, readData(values.data), options));
}

async function startListening(
  caseport: Caseport,
  { apiKey, forward, event, secret }: { apiKey: string; forward?: string; event?: string; secret?: string },
): Promise<number> {
  if (forward === undefined) return fail("listen needs --forward <url>.");
  await listen(caseport, { apiKey, forward, event, secret, signal: untilInterrupted(), print });
  return 0;
}

function readData(data: string | undefined): Record<string, unknown> | undefined {
  return data === undefined ? undefined : (JSON.parse(readSource(data)) as Record<string, unknown>);
}

/** `-` is the standard input, `@file` a file, all else the JSON text itself. */
function readSource(data: string): string {
  if (data === "-") return readFileSync(0, "utf8");
  return data.startsWith("@") ? readFileSync(data.slice(1), "utf8") : data;
}

function untilInterrupted(): AbortSignal {
  const controller = new AbortController();
  for (const name of ["SIGINT", "SIGTERM"] as const) process.once(name, () => controller.abort());
  return controller.signal;
}

function describe(error: unknown): string {
  if (error instanceof ApiError && error.reason === "missing_scope")
    return `${error.message}\nThe key lacks a scope: caseport whoami shows those that it has.`;
  return error instanceof CaseportError || error instanceof Error ? error.message : String(error);
}

function print(value: string | object): number {
  process.stdout.write(typeof value === "string" ? value : `${JSON.stringify(value, null, 2)}\n`);
  return 0;
}

function fail(message: string): number {
  process.stderr.write(`${message.trimEnd()}\n`);
  return 1;
}
