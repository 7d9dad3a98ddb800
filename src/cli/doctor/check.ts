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

async function runCheck({ name, cure, run }: Check, timeoutMilliseconds: number): Promise<Finding> {
  const { promise, resolve } = Promise.withResolvers<Outcome>();
  const timer = setTimeout(
    () => resolve(fail(`No response within ${timeoutMilliseconds / 1_000} s.`, cure)),
    timeoutMilliseconds,
  );
  const outcome = (async () => run())().catch((error: unknown) => fail(describeError(error), cure));
  const first = await Promise.race([promise, outcome]);
  clearTimeout(timer);
  return { check: name, ...first };
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
