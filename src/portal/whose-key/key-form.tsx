"use client";

import { Eye, EyeOff, ShieldCheck } from "lucide-react";
import { useRef, useState } from "react";
import type { ComponentProps, FormEvent } from "react";
import { readError } from "../client/portal-error.ts";
import { Banner } from "../ui/banner.tsx";
import { Button } from "../ui/button.tsx";
import { Field } from "../ui/field.tsx";
import { TextInput } from "../ui/text-input.tsx";
import { digestKey, readKey } from "./read-key.ts";
import type { KeyFault } from "./read-key.ts";

const faults: Record<KeyFault, string> = {
  empty: "Paste a key.",
  several: "These are several keys. Paste one at a time.",
  not_a_key: "This is no Caseport key: one begins with cpk_ and is 62 characters long. Nothing was sent.",
  mistyped: "This looks like a key, but its last six characters do not match the rest: a part is missing or mistyped. Nothing was sent.",
};

interface KeyFormProps {
  onLookUp: (digest: string, prefix: string) => Promise<void>;
}

/** Takes a key as one takes a password, and gives on its digest alone. */
export function KeyForm({ onLookUp }: KeyFormProps) {
  const input = useRef<HTMLInputElement>(null);
  const { typed, setTyped, isBusy, fault, failure, lookUp } = useLookUp(onLookUp);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (isBusy) return;
    input.current?.focus();
    void lookUp();
  };
  return (
    <form onSubmit={submit} noValidate autoComplete="off" className="grid max-w-2xl gap-3">
      <Field label="Key" error={fault} required>
        {(control) => (
          <div className="flex flex-wrap gap-2.5">
            <KeyInput {...control} ref={input} value={typed} onChange={({ target }) => setTyped(target.value)} />
            <Button type="submit" variant="primary" busy={isBusy}>
              Look it up
            </Button>
          </div>
        )}
      </Field>
      <p className="flex gap-2 text-sm text-muted">
        <ShieldCheck aria-hidden className="mt-0.5 size-4 shrink-0 text-success" />
        <span>
          The key stays in this browser. Its SHA-256 digest is computed here, and only that is sent and looked up; from it the key cannot be computed.
        </span>
      </p>
      {failure !== undefined && (
        <Banner tone="danger" live title="The key could not be looked up">
          {failure}
        </Banner>
      )}
    </form>
  );
}

function useLookUp(onLookUp: KeyFormProps["onLookUp"]) {
  const [typed, setTyped] = useState("");
  const [isBusy, setBusy] = useState(false);
  const [fault, setFault] = useState<string>();
  const [failure, setFailure] = useState<string>();
  const lookUp = async () => {
    const read = readKey(typed);
    setFailure(undefined);
    setFault(read.fault === null ? undefined : faults[read.fault]);
    if (read.fault !== null) return;
    setBusy(true);
    try {
      await onLookUp(await digestKey(read.secret), read.prefix);
      // What is not needed any more need not stand on the screen.
      setTyped("");
    } catch (error) {
      setFailure(readError(error).message);
    } finally {
      setBusy(false);
    }
  };
  return { typed, setTyped, isBusy, fault, failure, lookUp };
}

/** Hides what is typed, like a password, but is none: neither browser nor password manager shall offer to keep it. */
function KeyInput(props: Omit<ComponentProps<"input">, "type">) {
  const [isShown, setShown] = useState(false);
  const Icon = isShown ? EyeOff : Eye;
  return (
    <div className="relative min-w-0 flex-1 basis-64">
      <TextInput
        {...props}
        type={isShown ? "text" : "password"}
        autoComplete="off"
        autoCapitalize="none"
        spellCheck={false}
        data-1p-ignore
        data-lpignore="true"
        className="pr-11 font-mono"
      />
      <Button variant="ghost" size="icon-sm" aria-pressed={isShown} aria-label="Show the key" className="absolute top-0.75 right-0.75" onClick={() => setShown(!isShown)}>
        <Icon aria-hidden className="size-4" />
      </Button>
    </div>
  );
}
