"use client";

import { OneTimeCodeForm } from "../client/one-time-code-form.tsx";
import { readNext } from "../client/sign-in-address.ts";
import { useSecondFactor } from "../client/use-second-factor.ts";
import { TextLink } from "../ui/link.tsx";
import { AuthCard } from "./auth-card.tsx";

export function SecondFactorForm({ next }: { next: string | null }) {
  const { kind, setKind, verify, verifyPasskey } = useSecondFactor(async () => {
    window.location.assign(readNext(next) ?? "/organizations");
    // Stays busy until the next page loads.
    await new Promise(() => undefined);
  });
  return (
    <AuthCard
      title="Second factor"
      description={kind === "totp" ? "Enter the current code from your authenticator app." : "Enter a recovery code."}
      foot={
        <TextLink href="/sign-in" className="inline-block py-1">
          Use another account
        </TextLink>
      }
    >
      <OneTimeCodeForm kind={kind} onKindChange={setKind} onSubmit={verify} onPasskey={verifyPasskey} submit="Continue" />
    </AuthCard>
  );
}
