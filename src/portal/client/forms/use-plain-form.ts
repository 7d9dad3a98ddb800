import { useState, useSyncExternalStore, type FormEvent } from "react";
import { minPasswordLength, maxPasswordLength } from "../../../contract/portal/passwords.ts";
import { readPageLocale } from "../pick-locale.ts";
import { translateError, translateFault, type OwnRejections } from "./translate-error.ts";
import { passwordStrings } from "./strings.ts";
import { readError } from "../portal-error.ts";

type Texts = Readonly<Record<string, string>>;

interface PlainForm {
  errors: Partial<Texts>;
  rejection: string | undefined;
  isBusy: boolean;
  /** False until hydration: before, the browser would submit the form. */
  isReady: boolean;
  onSubmit: (event: FormEvent<HTMLFormElement>) => void;
}

/**
 * A form without a form library, for the small pages before sign-in.
 *
 * @param validate returns the errors by field
 * @param act submits the form; its errors are shown
 * @param own the screen's sentences for what the server rejects, in languages other than English
 */
export function usePlainForm(
  validate: (values: Texts) => Texts,
  act: (values: Texts) => Promise<unknown>,
  own?: OwnRejections,
): PlainForm {
  const [errors, setErrors] = useState<Partial<Texts>>({});
  const [rejection, setRejection] = useState<string>();
  const [isBusy, setBusy] = useState(false);
  const send = async (values: Texts) => {
    setBusy(true);
    try {
      await act(values);
    } catch (error) {
      const rejected = readError(error);
      const { code, faults } = rejected;
      const placed = faults.filter(({ path }) => path in values);
      if (placed.length > 0)
        setErrors(
          Object.fromEntries(placed.map((fault) => [fault.path, translateFault(fault.message, readPageLocale())])),
        );
      else if (code !== "CANCELLED") setRejection(translateError(rejected, readPageLocale(), own));
    } finally {
      setBusy(false);
    }
  };
  const onSubmit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    event.stopPropagation();
    if (isBusy) return;
    const form = event.currentTarget;
    const values = readTexts(form);
    const faults = validate(values);
    setErrors(faults);
    setRejection(undefined);
    const [first] = Object.keys(faults);
    if (first === undefined) void send(values);
    else form.querySelector<HTMLElement>(`[name="${first}"]`)?.focus();
  };
  return { errors, rejection, isBusy, isReady: useHydrated(), onSubmit };
}

function readTexts(form: HTMLFormElement): Texts {
  const entries = [...new FormData(form)].filter((entry): entry is [string, string] => typeof entry[1] === "string");
  return Object.fromEntries(entries);
}

const never = () => () => undefined;

function useHydrated(): boolean {
  return useSyncExternalStore(
    never,
    () => true,
    () => false,
  );
}

export function validateNewPassword(password: string): string | undefined {
  const { tooShort, tooLong } = passwordStrings[readPageLocale()];
  if (password.length < minPasswordLength) return tooShort;
  return password.length > maxPasswordLength ? tooLong : undefined;
}

export function validateRepetition(password: string, repeated: string): string | undefined {
  return password === repeated ? undefined : passwordStrings[readPageLocale()].mismatch;
}

export function listFaults(faults: Readonly<Record<string, string | undefined>>): Texts {
  return Object.fromEntries(
    Object.entries(faults).filter((entry): entry is [string, string] => entry[1] !== undefined),
  );
}
