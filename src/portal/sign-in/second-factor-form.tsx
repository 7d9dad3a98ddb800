"use client";

import { useLocale } from "../client/locale.tsx";
import { OneTimeCodeForm } from "../client/identity/one-time-code-form.tsx";
import { readNext } from "../client/identity/sign-in-address.ts";
import { useSecondFactor } from "../client/identity/use-second-factor.ts";
import { TextLink } from "../ui/link.tsx";
import { AuthCard } from "./auth-card.tsx";
import { secondFactorStrings } from "./strings.ts";

export function SecondFactorForm({ next }: { next: string | null }) {
  const words = secondFactorStrings[useLocale()];
  const { kind, setKind, verify, verifyPasskey } = useSecondFactor(async () => {
    window.location.assign(readNext(next) ?? "/organizations");
    // Stays busy until the next page loads.
    await new Promise(() => undefined);
  });
  return (
    <AuthCard
      title={words.title}
      description={words[kind]}
      foot={
        <TextLink href="/sign-in" className="inline-block py-1">
          {words.other}
        </TextLink>
      }
    >
      <OneTimeCodeForm
        kind={kind}
        onKindChange={setKind}
        onSubmit={verify}
        onPasskey={verifyPasskey}
        submit={words.submit}
      />
    </AuthCard>
  );
}
