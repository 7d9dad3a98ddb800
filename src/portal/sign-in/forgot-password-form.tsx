"use client";

import { useState } from "react";
import { callIdentity } from "../client/identity/call-identity.ts";
import { useLocale } from "../client/locale.tsx";
import { listFaults, usePlainForm } from "../client/forms/use-plain-form.ts";
import { Banner } from "../ui/feedback/banner.tsx";
import { Button } from "../ui/button.tsx";
import { Code } from "../ui/code-block.tsx";
import { TextLink } from "../ui/link.tsx";
import { AuthCard } from "./auth-card.tsx";
import { EmailField } from "./email-field.tsx";
import { forgotPasswordStrings } from "./strings.ts";

function Foot() {
  return (
    <TextLink href="/sign-in" className="inline-block py-1">
      {forgotPasswordStrings[useLocale()].back}
    </TextLink>
  );
}

/** The response is the same whether or not the account exists. */
export function ForgotPasswordForm({ sendsMail }: { sendsMail: boolean }) {
  const words = forgotPasswordStrings[useLocale()];
  const [isSent, setSent] = useState(false);
  const form = usePlainForm(
    ({ email = "" }) => listFaults({ email: /^[^\s@]+@\S+$/.test(email.trim()) ? undefined : words.emailFault }),
    async ({ email = "" }) => {
      await callIdentity("request-password-reset", { email: email.trim() });
      setSent(true);
    },
  );
  if (isSent) return <Sent sendsMail={sendsMail} />;
  return (
    <AuthCard title={words.title} description={words.description} foot={<Foot />}>
      <form method="post" onSubmit={form.onSubmit} noValidate className="grid gap-5">
        {form.rejection !== undefined && (
          <Banner tone="danger" live>
            {form.rejection}
          </Banner>
        )}
        <EmailField label={words.email} error={form.errors["email"]} />
        <Button type="submit" variant="primary" size="lg" busy={form.isBusy} disabled={!form.isReady}>
          {words.submit}
        </Button>
        {!sendsMail && <Outbox />}
      </form>
    </AuthCard>
  );
}

function Sent({ sendsMail }: { sendsMail: boolean }) {
  const words = forgotPasswordStrings[useLocale()];
  return (
    <AuthCard title={words.sentTitle} foot={<Foot />}>
      <div aria-live="polite" className="grid gap-4 text-sm">
        <p>{words.sent}</p>
        <p className="text-muted">{words.missing}</p>
        {!sendsMail && <Outbox />}
      </div>
    </AuthCard>
  );
}

/** Only if no mail server is configured. */
function Outbox() {
  const { outboxTitle, outbox } = forgotPasswordStrings[useLocale()];
  return (
    <Banner tone="info" title={outboxTitle}>
      {outbox} <Code>.data/outbox</Code>
    </Banner>
  );
}
