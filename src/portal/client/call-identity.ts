import type { ErrorCode, Fault, RefusalReason } from "../../contract/error-codes.ts";
import { IdentityRefusal } from "./portal-error.ts";

interface Refused {
  error?: string;
  code?: ErrorCode;
  faults?: readonly Fault[];
  reason?: RefusalReason;
}

/**
 * Asks one of the sign-in endpoints.
 * @param path below /api/auth, such as `sign-in/email`
 * @throws IdentityRefusal with the server's words; TypeError when no answer came
 */
export async function callIdentity<Answer extends object>(path: string, body: object = {}): Promise<Answer> {
  const response = await fetch(`/api/auth/${path}`, {
    method: "POST",
    headers: { "Content-Type": "application/json" },
    body: JSON.stringify(body),
    cache: "no-store",
    redirect: "error",
  });
  const answer: unknown = await response.json().catch(() => ({}));
  if (response.ok) return answer as Answer;
  const { error = "", code = "INTERNAL_ERROR", faults, reason } = answer as Refused;
  if (response.status === 429) throw new IdentityRefusal(tellWait(response.headers.get("Retry-After")), { code: "RATE_LIMITED" });
  throw new IdentityRefusal(error, { code, faults, reason });
}

function tellWait(retryAfter: string | null): string {
  const seconds = Number(retryAfter ?? 60);
  const time = seconds > 90 ? `${Math.ceil(seconds / 60)} minutes` : `${seconds} seconds`;
  return `Too many attempts. Try again in ${time}.`;
}
