import { useRef, useState } from "react";
import { useConfirmed } from "../../client/confirmation.tsx";
import { useTRPCClient } from "../../client/trpc.ts";
import type { Key } from "../portal-types.ts";
import { useInvalidateKeys } from "../use-invalidate-keys.ts";
import { replaceResult, runEach, type Done, type KeyResult } from "./run-each.ts";

export type Change = (key: Key) => Promise<Done>;

/** Runs a change for each key and keeps the results. What failed is tried again on the keys as they are then. */
export function useBulk() {
  const client = useTRPCClient();
  const confirmed = useConfirmed();
  const invalidate = useInvalidateKeys();
  const [results, setResults] = useState<readonly KeyResult[] | null>(null);
  const [isBusy, setBusy] = useState(false);
  const last = useRef<{ keys: readonly Key[]; change: Change } | null>(null);
  const work = async (keys: readonly Key[], change: Change) => {
    setBusy(true);
    await runEach(
      keys,
      (key) => confirmed(() => change(key)),
      (result) => setResults((held) => replaceResult(held ?? [], result)),
    );
    await invalidate();
    setBusy(false);
  };
  const start = async (keys: readonly Key[], change: Change) => {
    last.current = { keys, change };
    setResults(keys.map((key) => ({ key, state: "waiting" })));
    await work(keys, change);
  };
  const retry = async () => {
    if (last.current === null) return;
    const { keys, change } = last.current;
    const failed = keys.filter(({ id }) => results?.some(({ key, state }) => key.id === id && state === "failed"));
    for (const key of failed) setResults((held) => replaceResult(held ?? [], { key, state: "waiting" }));
    await work(failed, async ({ id }) =>
      change((await client.serviceAccounts.get.query({ serviceAccountId: id })).serviceAccount),
    );
  };
  return { results, isBusy, start, retry };
}

export type Bulk = ReturnType<typeof useBulk>;

export type BulkAction = "extend" | "rotate" | "reassign" | "revoke";

/** What to do with which keys. */
export interface BulkChoice {
  action: BulkAction;
  keys: readonly Key[];
}

export interface BulkFormProps {
  keys: readonly Key[];
  start: Bulk["start"];
  onClose: () => void;
}
