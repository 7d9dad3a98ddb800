import { useState } from "react";
import { callIdentity } from "./call-identity.ts";
import { showPasskey } from "./passkeys.ts";

/** For a OneTimeCodeForm that accepts a code, a recovery code or a passkey. */
export function useSecondFactor(onVerified: () => unknown) {
  const [kind, setKind] = useState<"totp" | "recovery">("totp");
  const verify = async (code: string) => {
    await callIdentity(kind === "totp" ? "two-factor/verify-totp" : "two-factor/verify-backup-code", { code });
    await onVerified();
  };
  const verifyPasskey = async () => {
    await showPasskey("confirm");
    await onVerified();
  };
  return { kind, setKind, verify, verifyPasskey };
}
