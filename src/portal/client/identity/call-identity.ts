import type { ErrorCode, Fault, RejectionReason } from "../../../contract/errors/error-codes.ts";
import { tooManyAttempts } from "../strings.ts";
import { readPageLocale } from "../pick-locale.ts";
import { IdentityRejection, Offline } from "../portal-error.ts";

interface RejectionBody {
  error?: string;
  code?: ErrorCode;
  faults?: readonly Fault[];
  reason?: RejectionReason;
}

/**
 * @param path below /api/auth, such as `sign-in/email`
 * @throws IdentityRejection with the server's message; TypeError without a response; Offline
 */
export async function callIdentity<Received extends object>(path: string, body: object = {}): Promise<Received> {
  if (Offline.isNow()) throw new Offline();
  const response = await fetch(`/api/auth/${path}`, {
    method: "POST",
    headers: { "Content-Type": "application/json" },
    body: JSON.stringify(body),
    cache: "no-store",
    redirect: "error",
  });
  const received: unknown = await response.json().catch(() => ({}));
  if (response.ok) return received as Received;
  const { error = "", code = "INTERNAL_ERROR", faults, reason } = received as RejectionBody;
  if (response.status === 429)
    throw new IdentityRejection(formatWait(response.headers.get("Retry-After")), { code: "RATE_LIMITED" });
  throw new IdentityRejection(error, { code, httpStatus: response.status, faults, reason });
}

function formatWait(retryAfter: string | null): string {
  const seconds = Number(retryAfter ?? 60);
  const locale = readPageLocale();
  const isLong = seconds > 90;
  const wait = new Intl.NumberFormat(locale, {
    style: "unit",
    unit: isLong ? "minute" : "second",
    unitDisplay: "long",
  });
  return tooManyAttempts[locale](wait.format(isLong ? Math.ceil(seconds / 60) : seconds));
}
