"use client";

import { useEffect } from "react";
import { callIdentity } from "../client/call-identity.ts";
import { IdentityRejection, readError } from "../client/portal-error.ts";
import { validateNewPassword, validateRepetition, listFaults, usePlainForm } from "../client/use-plain-form.ts";
import { Banner } from "../ui/feedback/banner.tsx";
import { Button } from "../ui/button.tsx";
import { Field } from "../ui/forms/field.tsx";
import { LinkButton, TextLink } from "../ui/link.tsx";
import { PasswordInput } from "../ui/forms/password-input.tsx";
import { AuthCard } from "./auth-card.tsx";

export function ResetPasswordForm({ token }: { token: string | null }) {
  const form = usePlainForm(
    ({ password = "", repeated = "" }) => listFaults({ password: validateNewPassword(password), repeated: validateRepetition(password, repeated) }),
    async ({ password = "" }) => {
      await callIdentity("reset-password", { token, newPassword: password }).catch(sayLinkIsDead);
      window.location.assign("/sign-in?reset=done");
      await new Promise(() => undefined);
    },
  );
  // Removes the token from the URL and the history.
  useEffect(() => window.history.replaceState(null, "", "/reset-password"), []);
  if (token === null) return <NoToken />;
  return (
    <AuthCard title="Choose a password" description="You will be signed out everywhere. Sign in with the new password.">
      <form method="post" onSubmit={form.onSubmit} noValidate className="grid gap-5">
        {form.rejection !== undefined && (
          <Banner tone="danger" live>
            {form.rejection}{" "}
            <TextLink href="/forgot-password">Request new link</TextLink>
          </Banner>
        )}
        <Field label="New password" hint="At least 12 characters. A passphrase of several words is easy to remember." error={form.errors["password"]} required>
          {(control) => <PasswordInput {...control} name="password" autoComplete="new-password" className="h-11" />}
        </Field>
        <Field label="Confirm new password" error={form.errors["repeated"]} required>
          {(control) => <PasswordInput {...control} name="repeated" autoComplete="new-password" className="h-11" />}
        </Field>
        <Button type="submit" variant="primary" size="lg" busy={form.isBusy} disabled={!form.isReady}>
          Set password
        </Button>
      </form>
    </AuthCard>
  );
}

function NoToken() {
  return (
    <AuthCard title="Incomplete link" description="Open the link from the email again. If it is older than 30 minutes, request a new one.">
      <LinkButton href="/forgot-password" variant="primary" size="lg" className="w-full">
        Request new link
      </LinkButton>
    </AuthCard>
  );
}

function sayLinkIsDead(error: unknown): never {
  const { faults } = readError(error);
  if (!faults.some(({ path }) => path === "token")) throw error;
  throw new IdentityRejection("The link has expired or was already used.", { code: "VALIDATION_FAILED" });
}
