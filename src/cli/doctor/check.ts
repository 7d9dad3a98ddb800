import { listErrorMessages } from "../error-messages.ts";

export interface Outcome {
  status: "ok" | "warning" | "failure";
  finding: string;
  /** What to do, in one sentence; null if nothing. */
  cure: string | null;
}

export interface Finding extends Outcome {
  check: string;
}

/** A check rejects for what failed; `cure` is then what to do. */
export interface Check {
  name: string;
  cure: string;
  run: () => Promise<Outcome> | Outcome;
}

export const ok = (finding: string): Outcome => ({ status: "ok", finding, cure: null });
export const warn = (finding: string, cure: string): Outcome => ({ status: "warning", finding, cure });
export const fail = (finding: string, cure: string): Outcome => ({ status: "failure", finding, cure });

/** The limits of a measured value, from which on it is a warning and a failure. */
export interface Limits {
  warning: number;
  failure: number;
}

/** The more, the worse. */
export function grade(value: number, { warning, failure }: Limits, finding: string, cure: string): Outcome {
  if (value < warning) return ok(finding);
  return value < failure ? warn(finding, cure) : fail(finding, cure);
}

/** Runs the checks at the same time, each with its own timeout; results are in the order of the checks. */
export function runChecks(checks: readonly Check[], timeoutMilliseconds: number): Promise<Finding[]> {
  return Promise.all(checks.map((check) => runCheck(check, timeoutMilliseconds)));
}

async function runCheck({ run, ...check }: Check, timeoutMilliseconds: number): Promise<Finding> {
  const withoutValue = async () => ({ outcome: await run(), value: null });
  const { finding } = await runCheckWithValue({ ...check, run: withoutValue }, timeoutMilliseconds);
  return finding;
}

/** A check that others depend on: they need its value. */
export interface CheckWithValue<Value> extends Omit<Check, "run"> {
  run: () => Promise<{ outcome: Outcome; value: Value }>;
}

/** @returns the value is null if the check rejected or timed out */
export async function runCheckWithValue<Value>(
  { name, cure, run }: CheckWithValue<Value>,
  timeoutMilliseconds: number,
): Promise<{ finding: Finding; value: Value | null }> {
  const failed = (finding: string) => ({ outcome: fail(finding, cure), value: null });
  const { promise: timedOut, resolve } = Promise.withResolvers<ReturnType<typeof failed>>();
  const timer = setTimeout(
    () => resolve(failed(`No response within ${timeoutMilliseconds / 1_000} s.`)),
    timeoutMilliseconds,
  );
  const ended = (async () => run())().catch((error: unknown) => failed(describeError(error)));
  const { outcome, value } = await Promise.race([timedOut, ended]);
  clearTimeout(timer);
  return { finding: { check: name, ...outcome }, value };
}

/** One line. */
export function describeError(error: unknown): string {
  return listErrorMessages(error)
    .map((message) => message.replaceAll(/\s+/g, " ").trim())
    .join("; ");
}

/** Removes the values of secrets from what servers responded; shorter ones are words, too. */
export function redact(text: string, secrets: Iterable<string>): string {
  return [...secrets]
    .filter((secret) => secret.length >= 4)
    .reduce((rest, secret) => rest.replaceAll(secret, "[secret]"), text);
}
