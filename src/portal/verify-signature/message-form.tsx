import { ShieldCheck } from "lucide-react";
import { useState, type FormEvent } from "react";
import { Button } from "../ui/button.tsx";
import { Field, type ControlProps } from "../ui/forms/field.tsx";
import { SecretInput } from "../ui/forms/secret-input.tsx";
import { Textarea } from "../ui/forms/text-input.tsx";
import { messageForm as t } from "./strings.ts";
import type { Message } from "./verify-message.ts";

const nothing: Message = { headers: "", body: "", secret: "" };
const wanted: Record<keyof Message, string> = t.wanted;
const places = ["headers", "body", "secret"] as const;
const example = "webhook-id: evt_…\nwebhook-timestamp: 17…\nwebhook-signature: v1,…";

/** The input is not stored: neither in the URL nor by the browser. */
const unkept = { autoComplete: "off", autoCapitalize: "none", spellCheck: false } as const;

interface MessageFormProps {
  onVerify: (message: Message) => void;
  onChange: () => void;
}

export function MessageForm({ onVerify, onChange }: MessageFormProps) {
  const [message, setMessage] = useState(nothing);
  const [hasTried, setTried] = useState(false);
  const change = (next: Message) => {
    setMessage(next);
    onChange();
  };
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    setTried(true);
    const empty = places.find((name) => isEmpty(message[name]));
    if (empty === undefined) return onVerify(message);
    event.currentTarget.querySelector<HTMLElement>(`[name=${empty}]`)?.focus();
  };
  const clear = () => {
    setTried(false);
    change(nothing);
  };
  return (
    <form onSubmit={submit} noValidate autoComplete="off" className="grid gap-5">
      <MessageFields message={message} isChecked={hasTried} onChange={change} />
      <p className="flex gap-2 text-sm text-muted">
        <ShieldCheck aria-hidden className="mt-0.5 size-4 shrink-0 text-success" />
        <span>{t.signatureIsComputed}</span>
      </p>
      <div className="flex flex-wrap gap-2.5">
        <Button type="submit" variant="primary">
          {t.verifySignature}
        </Button>
        <Button variant="ghost" onClick={clear}>
          {t.clearAll}
        </Button>
      </div>
    </form>
  );
}

const isEmpty = (text: string) => text.trim() === "";

interface MessageFieldsProps {
  message: Message;
  isChecked: boolean;
  onChange: (message: Message) => void;
}

function MessageFields({ message, isChecked, onChange }: MessageFieldsProps) {
  const bind = (name: keyof Message, control: ControlProps) => ({
    ...control,
    ...unkept,
    name,
    value: message[name],
    onChange: ({ target }: { target: { value: string } }) => onChange({ ...message, [name]: target.value }),
  });
  const describe = (name: keyof Message) => ({
    required: true,
    error: isChecked && isEmpty(message[name]) ? wanted[name] : undefined,
  });
  return (
    <>
      <Field label={t.headers} why="fields#signature" hint={t.headersHint} {...describe("headers")}>
        {(control) => <Textarea {...bind("headers", control)} rows={4} placeholder={example} className="font-mono" />}
      </Field>
      <Field label={t.rawBody} hint={t.rawBodyHint} {...describe("body")}>
        {(control) => <Textarea {...bind("body", control)} rows={6} className="font-mono" />}
      </Field>
      <Field label={t.signingSecret} why="fields#signature" hint={t.signingSecretHint} {...describe("secret")}>
        {(control) => <SecretInput {...bind("secret", control)} what={t.secret} />}
      </Field>
    </>
  );
}
