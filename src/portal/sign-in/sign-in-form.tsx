"use client";

import { useState } from "react";
import { callIdentity } from "../client/identity/call-identity.ts";
import { showPasskey } from "../client/identity/passkeys.ts";
import { translateError } from "../client/forms/translate-error.ts";
import { useLocale } from "../client/locale.tsx";
import { readError } from "../client/portal-error.ts";
import type { Locale } from "../client/pick-locale.ts";
import { readNext } from "../client/identity/sign-in-address.ts";
import { listFaults, usePlainForm } from "../client/forms/use-plain-form.ts";
import { Banner } from "../ui/feedback/banner.tsx";
import { Button } from "../ui/button.tsx";
import { Field } from "../ui/forms/field.tsx";
import { TextLink } from "../ui/link.tsx";
import { PasswordInput } from "../ui/forms/password-input.tsx";
import { AuthCard } from "./auth-card.tsx";
import { EmailField } from "./email-field.tsx";
import { signInStrings } from "./strings.ts";

export function SignInForm({ next, isReset }: { next: string | null; isReset: boolean }) {
  const words = signInStrings[useLocale()];
  const form = usePlainForm(
    (values) => validate(values, words),
    async ({ email = "", password = "" }) => {
      const signedIn = await callIdentity<{ twoFactorRedirect?: boolean }>("sign-in/email", {
        email: email.trim(),
        password,
      });
      const target = readNext(next);
      if (signedIn.twoFactorRedirect === true) {
        window.location.assign(`/sign-in/second-factor${target === null ? "" : `?next=${encodeURIComponent(target)}`}`);
      } else {
        // A page load, so that no data of a previous person is in memory. /organizations redirects.
        window.location.assign(target ?? "/organizations");
      }
      // Stays busy until the next page loads.
      await new Promise(() => undefined);
    },
    { UNAUTHORIZED: words.wrong },
  );
  const passkey = usePasskey(next);
  const rejection = form.rejection ?? passkey.rejection;
  return (
    <AuthCard title={words.title} description={words.description}>
      {/* method: if submitted before hydration, the password must not be in the URL */}
      <form method="post" onSubmit={form.onSubmit} noValidate className="grid gap-5">
        {isReset && (
          <Banner tone="success" live>
            {words.reset}
          </Banner>
        )}
        {rejection !== undefined && (
          <Banner tone="danger" live>
            {rejection}
          </Banner>
        )}
        <EmailField label={words.email} error={form.errors["email"]} />
        <Field label={words.password} error={form.errors["password"]} required>
          {(control) => <PasswordInput {...control} name="password" autoComplete="current-password" className="h-11" />}
        </Field>
        <Button type="submit" variant="primary" size="lg" busy={form.isBusy} disabled={!form.isReady}>
          {words.submit}
        </Button>
        <Button size="lg" busy={passkey.isBusy} disabled={!form.isReady} onClick={passkey.use}>
          {words.passkey}
        </Button>
        <p className="text-center text-sm">
          <TextLink href="/forgot-password" className="inline-block py-1">
            {words.forgot}
          </TextLink>
        </p>
      </form>
    </AuthCard>
  );
}

function usePasskey(next: string | null) {
  const locale = useLocale();
  const [isBusy, setBusy] = useState(false);
  const [rejection, setRejection] = useState<string>();
  const run = async () => {
    setBusy(true);
    setRejection(undefined);
    try {
      await showPasskey("sign-in");
      window.location.assign(readNext(next) ?? "/organizations");
    } catch (error) {
      setRejection(translateError(readError(error), locale, { UNAUTHORIZED: signInStrings[locale].wrongPasskey }));
      setBusy(false);
    }
  };
  return { isBusy, rejection, use: () => void run() };
}

function validate(
  { email = "", password = "" }: Readonly<Record<string, string>>,
  words: (typeof signInStrings)[Locale],
): Record<string, string> {
  return listFaults({
    email: /^[^\s@]+@\S+$/.test(email.trim()) ? undefined : words.emailFault,
    password: password === "" ? words.passwordFault : undefined,
  });
}
