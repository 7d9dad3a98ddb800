import { isOfAssistant } from "../../../contract/integration-keys.ts";
import type { Key } from "../portal-types.ts";
import { keyStatus as t } from "../strings.ts";

interface StatusReason {
  tone: "info" | "warning" | "danger";
  title: string;
  sentence: string;
}

type Explained = Pick<Key, "status" | "actingAttorney" | "keyPrefix">;

const reasons: Record<Key["status"], ((key: Explained) => StatusReason) | null> = {
  active: null,
  expiring: (key) => ({
    tone: "info",
    title: t.thisKeyExpiresSoon,
    sentence: isOfAssistant(key) ? t.connectAgainToExtend : t.rotateKeyToExtend,
  }),
  needs_attention: ({ actingAttorney }) => ({
    tone: "warning",
    title: t.thisKeyNeedsActing,
    sentence: t.requestsThatNeedActing(formatAttorney(actingAttorney)),
  }),
  paused: () => ({
    tone: "info",
    title: t.thisKeyIsPaused,
    sentence: t.requestsWithThisKey,
  }),
  expired: (key) => ({
    tone: "danger",
    title: t.thisKeyHasExpired,
    sentence: isOfAssistant(key) ? t.assistantFailsConnect : t.requestsWithThisKeyFailRotate,
  }),
  revoked: () => ({
    tone: "danger",
    title: t.thisKeyIsRevoked,
    sentence: t.requestsWithThisKeyFail,
  }),
};

export function explainStatus(key: Explained): StatusReason | null {
  return reasons[key.status]?.(key) ?? null;
}

function formatAttorney(attorney: Key["actingAttorney"]): string {
  return attorney === null ? t.noneIsSet : t.isDeactivated(attorney.firstName, attorney.lastName);
}

const soonMilliseconds = 30 * 24 * 60 * 60 * 1000;

/** The expected status after resuming, shown until the server responds. */
export function guessResumed(key: Pick<Key, "integrationConfigured" | "expiresAt">): Key["status"] {
  if (!key.integrationConfigured) return "needs_attention";
  return Date.parse(key.expiresAt) - Date.now() <= soonMilliseconds ? "expiring" : "active";
}

/** The server decides; this only avoids requests that fail. A connected assistant's key has no secret to rotate. */
export function listActions({ status, keyPrefix }: Pick<Key, "status" | "keyPrefix">) {
  return {
    change: status !== "revoked",
    rotate: status !== "revoked" && !isOfAssistant({ keyPrefix }),
    pause: status !== "revoked" && status !== "expired" && status !== "paused",
    resume: status === "paused",
    revoke: status !== "revoked",
  };
}
