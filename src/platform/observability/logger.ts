import { destination, pino, stdTimeFunctions, type DestinationStream, type Logger as PinoLogger } from "pino";
import { readConstraint } from "../database/database-errors.ts";
import { describeActiveSpan } from "./tracing.ts";

export type Logger = PinoLogger;

/** How long a line waits for others. `kill -9` loses as much of the log. */
const gatherMilliseconds = 10;
let standardOutput: DestinationStream | undefined;

/**
 * Standard output of the process. Lines are written together: each write is work of another thread, and one for every
 * request took a tenth of its time.
 */
function openStandardOutput(): DestinationStream {
  const output = destination({ sync: false, minLength: 0 });
  let lines = "";
  const writeLines = () => {
    output.write(lines);
    lines = "";
  };
  process.once("exit", () => {
    writeLines();
    output.flushSync();
  });
  return {
    write: (line) => {
      if (lines === "") setTimeout(writeLines, gatherMilliseconds);
      lines += line;
    },
  };
}

/**
 * The structured log: JSON lines on standard output. Callers log ids, codes and durations, never values of records;
 * `redact` is a second safeguard.
 *
 * @param isTraced whether lines have the trace and the span in which they are written
 */
export function createLogger(
  level: string,
  output: DestinationStream = (standardOutput ??= openStandardOutput()),
  isTraced = false,
): Logger {
  return pino(
    {
      level,
      base: null,
      timestamp: stdTimeFunctions.isoTime,
      formatters: { level: (label) => ({ level: label }) },
      redact: [
        "req",
        "request",
        "headers",
        "body",
        "secret",
        "password",
        "*.headers",
        "*.body",
        "*.secret",
        "*.password",
      ],
      // `err` too: libraries use that name, and pino would log its message.
      serializers: { error: describeError, err: describeError },
      ...(isTraced && { mixin: describeActiveSpan }),
    },
    output,
  );
}

/**
 * The loggable part of an error: name, code and stack frames. No message, because PostgreSQL's messages quote row
 * values.
 */
export function describeError(error: unknown): Record<string, unknown> {
  if (!(error instanceof Error)) return { name: typeof error };
  const frames = (error.stack ?? "").split("\n").filter((line) => line.trimStart().startsWith("at "));
  const code = "code" in error && typeof error.code === "string" ? error.code : undefined;
  const cause = error.cause instanceof Error ? describeError(error.cause) : undefined;
  return {
    name: error.name,
    code,
    constraint: readConstraint(error),
    stack: frames.slice(0, 12).map((line) => line.trim()),
    cause,
  };
}
