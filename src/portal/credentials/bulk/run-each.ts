import { describeFault, readError } from "../../client/portal-error.ts";
import type { Key } from "../portal-types.ts";
import { runEach as t } from "./strings.ts";

/** What became of one key. */
export interface Done {
  text: string;
  /** Its new secret, of a rotation. */
  secret?: string;
}

export type KeyResult = { key: Pick<Key, "id" | "name" | "keyPrefix"> } & (
  | { state: "waiting" }
  | { state: "failed"; text: string }
  | ({ state: "done" } & Done)
);

/**
 * Changes keys one after the other, each in a request and so in a transaction of its own: one that fails changes
 * nothing of the others. Ends where the user does not confirm with the second factor.
 *
 * @param show is called with each result as soon as it is there: a new secret is shown only once
 */
export async function runEach(
  keys: readonly Key[],
  change: (key: Key) => Promise<Done>,
  show: (result: KeyResult) => void,
): Promise<void> {
  let isCancelled = false;
  for (const key of keys) {
    try {
      if (isCancelled) show({ key, state: "failed", text: notConfirmed });
      else show({ key, state: "done", ...(await change(key)) });
    } catch (error) {
      isCancelled = readError(error).code === "CANCELLED";
      show({ key, state: "failed", text: isCancelled ? notConfirmed : describeFailure(error) });
    }
  }
}

const notConfirmed = t.notConfirmedWithSecond;

function describeFailure(error: unknown): string {
  const { code, faults, message } = readError(error);
  if (code === "STALE_REVISION") return t.changedInAnotherSession;
  return describeFault(faults[0]?.message ?? message);
}

export function replaceResult(results: readonly KeyResult[], result: KeyResult): KeyResult[] {
  return results.map((held) => (held.key.id === result.key.id ? result : held));
}

export function countKeys(count: number): string {
  return t.keys(count);
}

/** The secrets as lines of an .env file, each named after its key. */
export function writeEnv(secrets: readonly { name: string; secret: string }[]): string {
  const taken = new Set<string>();
  return secrets
    .map(({ name, secret }) => {
      const word = name
        .normalize("NFKD")
        .replaceAll(/\p{M}/gu, "")
        .toUpperCase()
        .replaceAll(/[^A-Z0-9]+/g, "_")
        .replaceAll(/^_|_$/g, "");
      const base = word === "" ? "CASEPORT_API_KEY" : `CASEPORT_API_KEY_${word}`;
      let variable = base;
      for (let count = 2; taken.has(variable); count += 1) variable = `${base}_${count}`;
      taken.add(variable);
      return `${variable}=${secret}\n`;
    })
    .join("");
}
