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
    title: "This key expires soon",
    sentence: "Rotate the key to extend it. Its scopes and settings stay the same.",
  }),
  needs_attention: ({ actingAttorney }) => ({
    tone: "warning",
    title: "This key needs an acting attorney",
    sentence: `Requests that need an acting attorney fail: ${formatAttorney(actingAttorney)}. Other requests still work.`,
  }),
  paused: () => ({
    tone: "info",
    title: "This key is paused",
    sentence: "Requests with this key fail until you resume it. You can still edit its settings.",
  }),
  expired: () => ({
    tone: "danger",
    title: "This key has expired",
    sentence: "Requests with this key fail. Rotate it with a new expiry to use it again with the same settings.",
  }),
  revoked: () => ({
    tone: "danger",
    title: "This key is revoked",
    sentence: "Requests with this key fail and it cannot be changed. Its usage, requests and history are kept.",
  }),
};

export function explainStatus(key: Explained): StatusReason | null {
  return reasons[key.status]?.(key) ?? null;
}

function formatAttorney(attorney: Key["actingAttorney"]): string {
  return attorney === null ? "none is set" : `${attorney.firstName} ${attorney.lastName} is deactivated`;
}

const soonMilliseconds = 30 * 24 * 60 * 60 * 1000;

/** The expected status after resuming, shown until the server responds. */
export function guessResumed(key: Pick<Key, "integrationConfigured" | "expiresAt">): Key["status"] {
  if (!key.integrationConfigured) return "needs_attention";
  return Date.parse(key.expiresAt) - Date.now() <= soonMilliseconds ? "expiring" : "active";
}

/** The server decides; this only avoids requests that fail. */
export function listActions({ status }: Pick<Key, "status">) {
  return {
    change: status !== "revoked",
    rotate: status !== "revoked",
    pause: status !== "revoked" && status !== "expired" && status !== "paused",
    resume: status === "paused",
    revoke: status !== "revoked",
  };
}
