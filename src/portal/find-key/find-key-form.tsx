import { ShieldCheck } from "lucide-react";
import { useRef, useState, type FormEvent } from "react";
import { readError } from "../client/portal-error.ts";
import { Banner } from "../ui/feedback/banner.tsx";
import { Button } from "../ui/button.tsx";
import { Field } from "../ui/forms/field.tsx";
import { SecretInput } from "../ui/forms/secret-input.tsx";
import { digestKey, readKey, type KeyFault } from "./read-key.ts";
import { findKeyForm as t } from "./strings.ts";

const faults: Record<KeyFault, string> = t.faults;

interface FindKeyFormProps {
  submitLabel: string;
  onLookUp: (digest: string, prefix: string) => Promise<void>;
}

/** Accepts a key like a password. Passes on its digest and its prefix; the key itself stays in the browser. */
export function FindKeyForm({ submitLabel, onLookUp }: FindKeyFormProps) {
  const input = useRef<HTMLInputElement>(null);
  const { typed, setTyped, isBusy, inputError, requestError, lookUp } = useLookUp(onLookUp);
  const handleSubmit = (event: FormEvent) => {
    event.preventDefault();
    if (isBusy) return;
    // Keeps the focus in the field, so that the next key, or a correction, can be pasted at once.
    input.current?.focus();
    void lookUp();
  };
  return (
    <form onSubmit={handleSubmit} noValidate autoComplete="off" className="grid max-w-2xl gap-3">
      <Field label={t.key} why="fields#request-id-and-secret" error={inputError} required>
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
              {submitLabel}
            </Button>
          </div>
        )}
      </Field>
      <p className="flex gap-2 text-sm text-muted">
        <ShieldCheck aria-hidden className="mt-0.5 size-4 shrink-0 text-success" />
        <span>{t.keyStays}</span>
      </p>
      {requestError !== undefined && (
        <Banner tone="danger" live title={t.couldNotFindKey}>
          {requestError}
        </Banner>
      )}
    </form>
  );
}

function useLookUp(onLookUp: FindKeyFormProps["onLookUp"]) {
  const [typed, setTyped] = useState("");
  const [isBusy, setBusy] = useState(false);
  const [inputError, setInputError] = useState<string>();
  const [requestError, setRequestError] = useState<string>();
  const lookUp = async () => {
    const read = readKey(typed);
    setRequestError(undefined);
    setInputError(read.fault === null ? undefined : faults[read.fault]);
    if (read.fault !== null) return;
    setBusy(true);
    try {
      await onLookUp(await digestKey(read.secret), read.prefix);
      // Clears the secret from the page: the lookup no longer needs it.
      setTyped("");
    } catch (error) {
      setRequestError(readError(error).message);
    } finally {
      setBusy(false);
    }
  };
  return { typed, setTyped, isBusy, inputError, requestError, lookUp };
}
