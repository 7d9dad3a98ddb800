import type { Context } from "../../rpc/context.ts";
import { settleInOrder } from "../../rpc/settle-in-order.ts";
import { countStatuses, listKeyRows, type KeyRow } from "./store.ts";

interface KeyInNeed {
  keyId: string;
  name: string;
  kind: "leaked" | "needs_attention" | "expiring";
  expiresAt: string;
  /** The acting attorney, even if no longer an active one. */
  actingAttorneyName: string | null;
  /** The member who reported its secret as leaked. */
  leakReportedBy: string | null;
}

const maxShown = 20;

/** Keys by status, and those that need attention: reported ones first, then failing keys, then expiring ones. */
export async function summarizeKeys(context: Context) {
  const page = { after: null, limit: maxShown, sort: "expires" } as const;
  const [counts, leaked, broken, ending] = await settleInOrder(
    countStatuses(context),
    listKeyRows(context, { ...page, status: "paused", isReported: true }),
    listKeyRows(context, { ...page, status: "needs_attention" }),
    listKeyRows(context, { ...page, status: "expiring" }),
  );
  const attention = [
    ...leaked.map((row) => describe(row, "leaked")),
    ...broken.map((row) => describe(row, "needs_attention")),
    ...ending.map((row) => describe(row, "expiring")),
  ];
  return {
    active: counts.active ?? 0,
    expiring: counts.expiring ?? 0,
    needsAttention: counts.needs_attention ?? 0,
    paused: counts.paused ?? 0,
    attention: attention.slice(0, maxShown),
  };
}

function describe(
  { id, name, expiresAt, firstName, lastName, leakReportedBy }: KeyRow,
  kind: KeyInNeed["kind"],
): KeyInNeed {
  const actingAttorneyName = firstName === null || lastName === null ? null : `${firstName} ${lastName}`;
  return { keyId: id, name, kind, expiresAt, actingAttorneyName, leakReportedBy };
}
