"use client";

import { useState } from "react";
import { callIdentity } from "../client/call-identity.ts";
import { listFaults, usePlainForm } from "../client/use-plain-form.ts";
import { Banner } from "../ui/feedback/banner.tsx";
import { Button } from "../ui/button.tsx";
import { Code } from "../ui/code-block.tsx";
import { Field } from "../ui/forms/field.tsx";
import { TextLink } from "../ui/link.tsx";
import { TextInput } from "../ui/forms/text-input.tsx";
import { AuthCard } from "./auth-card.tsx";

const foot = (
  <TextLink href="/sign-in" className="inline-block py-1">
    Back to sign in
  </TextLink>
);

/** The response is the same whether or not the account exists. */
export function ForgotPasswordForm({ sendsMail }: { sendsMail: boolean }) {
  const [isSent, setSent] = useState(false);
  const form = usePlainForm(
    ({ email = "" }) => listFaults({ email: /^\S+@\S+$/.test(email.trim()) ? undefined : "Enter your email address." }),
    async ({ email = "" }) => {
      await callIdentity("request-password-reset", { email: email.trim() });
      setSent(true);
    },
  );
  if (isSent) return <Sent sendsMail={sendsMail} />;
  return (
    <AuthCard title="Set a new password" description="We send a link to your email address. It is valid for 30 minutes and works once." foot={foot}>
      <form method="post" onSubmit={form.onSubmit} noValidate className="grid gap-5">
        {form.rejection !== undefined && (
          <Banner tone="danger" live>
            {form.rejection}
          </Banner>
        )}
        <Field label="Email address" error={form.errors["email"]} required>
          {(control) => <TextInput {...control} name="email" type="email" autoComplete="username" inputMode="email" spellCheck={false} autoCapitalize="none" className="h-11" />}
        </Field>
        <Button type="submit" variant="primary" size="lg" busy={form.isBusy} disabled={!form.isReady}>
          Send link
        </Button>
        {!sendsMail && <Outbox />}
      </form>
    </AuthCard>
  );
}

function Sent({ sendsMail }: { sendsMail: boolean }) {
  return (
    <AuthCard title="Check your email" foot={foot}>
      <div aria-live="polite" className="grid gap-4 text-sm">
        <p>If an account exists for this email address, we sent it a link. The link is valid for 30 minutes and works once.</p>
        <p className="text-muted">No email? Check your spam folder and the email address.</p>
        {!sendsMail && <Outbox />}
      </div>
    </AuthCard>
  );
}

/** Only if no mail server is configured. */
function Outbox() {
  return (
    <Banner tone="info" title="This installation does not send email">
      No mail server is configured. Emails are written on the server to the folder <Code>outbox</Code> of its data directory:{" "}
      <Code>.data/outbox</Code> by default.
    </Banner>
  );
}
