import type { Key } from "../portal-types.ts";

interface StatusReason {
  tone: "info" | "warning" | "danger";
  title: string;
  sentence: string;
}

type Explained = Pick<Key, "status" | "actingAttorney">;

const reasons: Record<Key["status"], ((key: Explained) => StatusReason) | null> = {
  active: null,
  expiring: () => ({
    tone: "info",
    title: "This key ends soon",
    sentence: "Rotating it gives it a new secret and, if you wish, a new end. Nothing else changes.",
  }),
  needs_attention: ({ actingAttorney }) => ({
    tone: "warning",
    title: "This key needs an acting attorney",
    sentence: `${formatAttorney(actingAttorney)}, so what it does on behalf of an attorney is refused. Its other scopes go on.`,
  }),
  paused: () => ({
    tone: "info",
    title: "This key is paused",
    sentence: "Every request with it is refused until you resume it. Its settings can be changed meanwhile.",
  }),
  expired: () => ({
    tone: "danger",
    title: "This key has expired",
    sentence: "Every request with it is refused. Rotating it with a new end brings it back with the same settings; what it did stays on record.",
  }),
  revoked: () => ({
    tone: "danger",
    title: "This key is revoked, for good",
    sentence: "Every request with it is refused. It cannot be changed any more; its usage, requests and history stay on record.",
  }),
};

/** Why a key is in its state and what can still be done with it; null for one that simply works. */
export function explainStatus(key: Explained): StatusReason | null {
  return reasons[key.status]?.(key) ?? null;
}

function formatAttorney(attorney: Key["actingAttorney"]): string {
  return attorney === null ? "It has none" : `${attorney.firstName} ${attorney.lastName} is not an active attorney of the firm any more`;
}

const soonMilliseconds = 30 * 24 * 60 * 60 * 1000;

/** What a key will be once it is resumed: shown until the server says so itself. */
export function guessResumed(key: Pick<Key, "integrationConfigured" | "expiresAt">): Key["status"] {
  if (!key.integrationConfigured) return "needs_attention";
  return Date.parse(key.expiresAt) - Date.now() <= soonMilliseconds ? "expiring" : "active";
}

/** What can be done with a key in its state. The server judges; this only spares a refusal. */
export function listActs({ status }: Pick<Key, "status">) {
  return {
    change: status !== "revoked",
    rotate: status !== "revoked",
    pause: status !== "revoked" && status !== "expired" && status !== "paused",
    resume: status === "paused",
    revoke: status !== "revoked",
  };
}
