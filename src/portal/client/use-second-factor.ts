"use client";

import { useState } from "react";
import { callIdentity } from "./call-identity.ts";

/** For a OneTimeCodeForm that accepts a code or a recovery code. */
export function useSecondFactor(onVerified: () => unknown) {
  const [kind, setKind] = useState<"totp" | "recovery">("totp");
  const verify = async (code: string) => {
    await callIdentity(kind === "totp" ? "two-factor/verify-totp" : "two-factor/verify-backup-code", { code });
    await onVerified();
  };
  return { kind, setKind, verify };
}
