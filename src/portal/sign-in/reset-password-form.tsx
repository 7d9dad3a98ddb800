"use client";

import { useEffect } from "react";
import { callIdentity } from "../client/identity/call-identity.ts";
import { useLocale } from "../client/locale.tsx";
import { IdentityRejection, readError } from "../client/portal-error.ts";
import { validateNewPassword, validateRepetition, listFaults, usePlainForm } from "../client/forms/use-plain-form.ts";
import { Banner } from "../ui/feedback/banner.tsx";
import { Button } from "../ui/button.tsx";
import { Field } from "../ui/forms/field.tsx";
import { LinkButton, TextLink } from "../ui/link.tsx";
import { PasswordInput } from "../ui/forms/password-input.tsx";
import { AuthCard } from "./auth-card.tsx";
import { resetPasswordStrings } from "./strings.ts";

interface ResetPasswordFormProps {
  token: string | null;
  /** The link is that of an invitation. */
  isInvited: boolean;
}

export function ResetPasswordForm({ token, isInvited }: ResetPasswordFormProps) {
  const words = resetPasswordStrings[useLocale()];
  const form = usePlainForm(
    ({ password = "", repeated = "" }) =>
      listFaults({ password: validateNewPassword(password), repeated: validateRepetition(password, repeated) }),
    async ({ password = "" }) => {
      const { email } = await callIdentity<{ email?: string }>("reset-password", {
        token,
        newPassword: password,
      }).catch((error: unknown) => rejectDeadLink(error, words.expired));
      // The server names a person whose first password it is: signed in without typing it again.
      const isSignedIn = email !== undefined && (await signIn(email, password));
      window.location.assign(isSignedIn ? "/organizations" : "/sign-in?reset=done");
      await new Promise(() => undefined);
    },
    { INVALID_STATE_TRANSITION: words.expired },
  );
  // Removes the token from the URL and the history.
  useEffect(() => window.history.replaceState(null, "", "/reset-password"), []);
  if (token === null) return <NoToken />;
  return (
    <AuthCard
      title={isInvited ? words.welcome : words.title}
      description={isInvited ? words.welcomeDescription : words.description}
    >
      <form method="post" onSubmit={form.onSubmit} noValidate className="grid gap-5">
        {form.rejection !== undefined && (
          <Banner tone="danger" live>
            {form.rejection} <TextLink href="/forgot-password">{words.again}</TextLink>
          </Banner>
        )}
        <Field label={words.password} hint={words.hint} error={form.errors["password"]} required>
          {(control) => <PasswordInput {...control} name="password" autoComplete="new-password" className="h-11" />}
        </Field>
        <Field label={words.repeated} error={form.errors["repeated"]} required>
          {(control) => <PasswordInput {...control} name="repeated" autoComplete="new-password" className="h-11" />}
        </Field>
        <Button type="submit" variant="primary" size="lg" busy={form.isBusy} disabled={!form.isReady}>
          {words.submit}
        </Button>
      </form>
    </AuthCard>
  );
}

async function signIn(email: string, password: string): Promise<boolean> {
  try {
    const { twoFactorRedirect = false } = await callIdentity<{ twoFactorRedirect?: boolean }>("sign-in/email", {
      email,
      password,
    });
    return !twoFactorRedirect;
  } catch {
    return false;
  }
}

function NoToken() {
  const words = resetPasswordStrings[useLocale()];
  return (
    <AuthCard title={words.incompleteTitle} description={words.incomplete}>
      <LinkButton href="/forgot-password" variant="primary" size="lg" className="w-full">
        {words.again}
      </LinkButton>
    </AuthCard>
  );
}

function rejectDeadLink(error: unknown, sentence: string): never {
  const { faults } = readError(error);
  if (!faults.some(({ path }) => path === "token")) throw error;
  throw new IdentityRejection(sentence, { code: "INVALID_STATE_TRANSITION" });
}
