import { ShieldCheck } from "lucide-react";
import { useRef, useState, type FormEvent } from "react";
import { readError } from "../client/portal-error.ts";
import { Banner } from "../ui/feedback/banner.tsx";
import { Button } from "../ui/button.tsx";
import { Field } from "../ui/forms/field.tsx";
import { SecretInput } from "../ui/forms/secret-input.tsx";
import { digestKey, readKey, type KeyFault } from "./read-key.ts";
import { keyForm as t } from "./strings.ts";

const faults: Record<KeyFault, string> = t.faults;

interface KeyFormProps {
  submit: string;
  onLookUp: (digest: string, prefix: string) => Promise<void>;
}

/** Takes a key like a password and passes on only its digest. */
export function KeyForm({ submit: label, onLookUp }: KeyFormProps) {
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
      <Field label={t.key} why="fields#request-id-and-secret" error={fault} required>
        {(control) => (
          <div className="flex flex-wrap gap-2.5">
            <SecretInput
              {...control}
              what={t.keyWhat}
              className="flex-1 basis-64"
              ref={input}
              value={typed}
              onChange={({ target }) => setTyped(target.value)}
            />
            <Button type="submit" variant="primary" busy={isBusy}>
              {label}
            </Button>
          </div>
        )}
      </Field>
      <p className="flex gap-2 text-sm text-muted">
        <ShieldCheck aria-hidden className="mt-0.5 size-4 shrink-0 text-success" />
        <span>{t.keyStays}</span>
      </p>
      {failure !== undefined && (
        <Banner tone="danger" live title={t.couldNotFindKey}>
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
      // The key is no longer needed on the screen.
      setTyped("");
    } catch (error) {
      setFailure(readError(error).message);
    } finally {
      setBusy(false);
    }
  };
  return { typed, setTyped, isBusy, fault, failure, lookUp };
}
