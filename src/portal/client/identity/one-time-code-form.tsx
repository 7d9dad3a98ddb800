import { useState, type FormEvent, type ReactNode } from "react";
import { Button } from "../../ui/button.tsx";
import { Field } from "../../ui/forms/field.tsx";
import { TextInput } from "../../ui/forms/text-input.tsx";
import { translateError } from "../forms/translate-error.ts";
import { useLocale } from "../locale.tsx";
import { oneTimeCodeStrings } from "../lazy-strings.ts";
import { readError } from "../portal-error.ts";

interface OneTimeCodeFormProps {
  kind: "totp" | "recovery";
  /** Switches to the other kind of code, if there is one. */
  onKindChange?: (kind: "totp" | "recovery") => void;
  /** Requests a passkey instead, if one is accepted. */
  onPasskey?: () => Promise<unknown>;
  /** Its error is shown at the field. */
  onSubmit: (code: string) => Promise<unknown>;
  submit: string;
  onCancel?: () => void;
}

export function OneTimeCodeForm({ kind, onKindChange, onPasskey, onSubmit, submit, onCancel }: OneTimeCodeFormProps) {
  const words = oneTimeCodeStrings[useLocale()];
  const texts = words[kind];
  const { code, type, error, isBusy, run, send, clear } = useCode(kind, onSubmit);
  const isAlone = onCancel === undefined;
  const change = () => {
    onKindChange?.(kind === "totp" ? "recovery" : "totp");
    clear();
  };
  return (
    <form method="post" onSubmit={send} noValidate className="grid gap-5">
      <Field label={texts.label} hint={texts.hint} error={error} required>
        {(control) => (
          <TextInput
            {...control}
            key={kind}
            name="code"
            value={code}
            onChange={(event) => type(event.target.value)}
            inputMode={kind === "totp" ? "numeric" : "text"}
            autoComplete="one-time-code"
            // oxlint-disable-next-line jsx-a11y/no-autofocus -- the one thing to do here
            autoFocus
            spellCheck={false}
            maxLength={kind === "totp" ? 7 : 40}
            className="h-11 font-mono text-lg! tracking-[0.2em]"
          />
        )}
      </Field>
      <div className="flex flex-col-reverse gap-2.5 sm:flex-row sm:justify-end">
        {onCancel !== undefined && <Button onClick={onCancel}>{words.cancel}</Button>}
        <Button
          type="submit"
          variant="primary"
          size={isAlone ? "lg" : "md"}
          busy={isBusy}
          className={isAlone ? "w-full" : ""}
        >
          {submit}
        </Button>
      </div>
      <div className="flex flex-wrap gap-x-6 empty:hidden">
        {onKindChange !== undefined && <Other onClick={change}>{texts.other}</Other>}
        {onPasskey !== undefined && <Other onClick={() => void run(onPasskey)}>{words.passkey}</Other>}
      </div>
    </form>
  );
}

function Other({ onClick, children }: { onClick: () => void; children: ReactNode }) {
  return (
    <button
      type="button"
      onClick={onClick}
      className="cursor-pointer rounded py-1 text-sm text-accent underline underline-offset-3"
    >
      {children}
    </button>
  );
}

const withoutSpaces = (text: string) => text.replaceAll(/\s/g, "");
const isComplete = (code: string) => /^\d{6}$/.test(code);

function useCode(kind: "totp" | "recovery", onSubmit: (code: string) => Promise<unknown>) {
  const locale = useLocale();
  const words = oneTimeCodeStrings[locale][kind];
  const [code, setCode] = useState("");
  const [error, setError] = useState<string>();
  const [isBusy, setBusy] = useState(false);
  const clear = (fault?: string) => {
    setCode("");
    setError(fault);
  };
  const verify = () => {
    const typed = kind === "totp" ? withoutSpaces(code) : code.trim();
    if (kind === "totp" ? !isComplete(typed) : typed === "") setError(words.fault);
    else void run(() => onSubmit(typed));
  };
  // The sixth digit submits: there is nothing more to type, and nothing to read again.
  const type = (text: string) => {
    setCode(text);
    const typed = withoutSpaces(text);
    if (kind === "totp" && isComplete(typed)) void run(() => onSubmit(typed));
  };
  const run = async (act: () => Promise<unknown>) => {
    if (isBusy) return;
    setBusy(true);
    setError(undefined);
    try {
      await act();
    } catch (failure) {
      const rejection = readError(failure);
      clear(rejection.faults[0] === undefined ? translateError(rejection, locale) : words.wrong);
    } finally {
      setBusy(false);
    }
  };
  const send = (event: FormEvent) => {
    event.preventDefault();
    // A dialog is inside the React tree of the form that opened it; this submission must not bubble to it.
    event.stopPropagation();
    verify();
  };
  return { code, type, error, isBusy, run, send, clear };
}
