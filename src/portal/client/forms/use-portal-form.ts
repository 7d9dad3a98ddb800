import { useEffect, useRef, useState, type SyntheticEvent } from "react";
import {
  useForm,
  type DefaultValues,
  type FieldValues,
  type Path,
  type Resolver,
  type UseFormReturn,
} from "react-hook-form";
import type { z } from "zod";
import { clickEnded } from "../click-ended.ts";
import { Offline, readError, type PortalError } from "../portal-error.ts";

interface PortalForm<Values extends FieldValues, Parsed> {
  form: UseFormReturn<Values, unknown, Parsed>;
  /** An error without a field; null if there is none or the user did not confirm. */
  rejection: PortalError | null;
  /**
   * Handles the form's submission: validates the values, calls `act`, and shows the server's errors at their fields.
   *
   * @param act may throw what a mutation throws
   */
  submit: (act: (values: Parsed) => Promise<unknown>) => (event?: SyntheticEvent) => void;
}

/**
 * A form with an operation's schema: `usePortalForm(() => import("./new-key-schema.ts").then((file) => file.NewKey), {
 * name: "" })`. Errors appear on blur or submit and disappear once corrected.
 *
 * @param load loads the schema, and zod with it, at the first validation instead of with the screen
 */
export function usePortalForm<Values extends FieldValues, Parsed>(
  load: Loader<Values, Parsed>,
  defaultValues: DefaultValues<Values>,
): PortalForm<Values, Parsed> {
  const [rejection, setRejection] = useState<PortalError | null>(null);
  const loadResolver = () => fetchResolver(load);
  const form = useForm<Values, unknown, Parsed>({
    resolver: makeResolver(loadResolver),
    defaultValues,
    mode: "onTouched",
    shouldFocusError: false,
  });
  // Set after the faults, so that they are rendered when it takes effect.
  const [faulted, setFaulted] = useState<{ element: Element | null } | null>(null);
  useEffect(() => focusFirstFault(faulted?.element ?? null), [faulted]);
  const isLoading = useRef(false);
  const submit = (act: (values: Parsed) => Promise<unknown>) => (event?: SyntheticEvent) => {
    event?.preventDefault();
    event?.stopPropagation();
    if (isLoading.current) return;
    isLoading.current = true;
    setRejection(null);
    const element = event?.currentTarget ?? null;
    let isFaulty = false;
    const note = () => {
      isFaulty = true;
    };
    const send = async (values: Parsed) => {
      try {
        await act(values);
      } catch (error) {
        const read = readError(error);
        if (placeFaults(form, read)) note();
        else if (read.code !== "CANCELLED") setRejection(read);
      }
    };
    const validateAndSend = async () => {
      isLoading.current = false;
      await form.handleSubmit(send, note)();
      if (isFaulty) setFaulted({ element });
    };
    const reject = (error: unknown) => {
      isLoading.current = false;
      setRejection(readError(error));
    };
    void loadResolver().then(validateAndSend, reject);
  };
  return { form, rejection, submit };
}

type Loader<Values, Parsed> = z.ZodType<Parsed, Values> | (() => Promise<z.ZodType<Parsed, Values>>);

/**
 * Fetches the schema, and zod with it.
 *
 * @throws Offline, or TypeError as fetch() does, if a script cannot be fetched
 */
async function fetchResolver<Values extends FieldValues, Parsed>(
  load: Loader<Values, Parsed>,
): Promise<Resolver<Values, unknown, Parsed>> {
  try {
    const [{ zodResolver }, schema] = await Promise.all([
      import("@hookform/resolvers/zod"),
      typeof load === "function" ? load() : load,
    ]);
    return zodResolver(schema);
  } catch (cause) {
    throw Offline.isNow() ? new Offline() : new TypeError("The form's schema could not be fetched.", { cause });
  }
}

/** What a field cannot be validated with yet is fetched again, and reported, when the form is submitted. */
function makeResolver<Values extends FieldValues, Parsed>(
  loadResolver: () => Promise<Resolver<Values, unknown, Parsed>>,
): Resolver<Values, unknown, Parsed> {
  return async (...call) => {
    const [resolve] = await Promise.all([loadResolver().catch(() => null), clickEnded()]);
    return resolve === null ? { values: {}, errors: {} } : resolve(...call);
  };
}

/** The invalid control, or the first one of an invalid group. */
const faulty = '[aria-invalid="true"], fieldset[aria-describedby$="-error"] :is(input, select, textarea):enabled';

/** The first in document order. */
function focusFirstFault(form: Element | null): void {
  const first = form?.querySelector(faulty);
  if (first instanceof HTMLElement) first.focus();
}

/** @returns whether every fault had a field */
function placeFaults<Values extends FieldValues, Parsed>(
  form: UseFormReturn<Values, unknown, Parsed>,
  { faults }: PortalError,
): boolean {
  const fields = new Set(Object.keys(form.getValues()));
  const placed = faults.filter(({ path }) => fields.has(path.split(".")[0] ?? ""));
  for (const { path, message } of placed) form.setError(path as Path<Values>, { type: "server", message });
  return faults.length > 0 && placed.length === faults.length;
}
