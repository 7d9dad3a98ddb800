import { useState } from "react";
import { readError } from "../portal-error.ts";

type Faults<Field extends string> = Partial<Record<Field, string>>;

export type FormErrors<Field extends string> = ReturnType<typeof useFormErrors<Field>>;

/** The errors of a form without a form library. */
export function useFormErrors<Field extends string>() {
  const [faults, setFaults] = useState<Faults<Field>>({});
  const [rejection, setRejection] = useState<string | null>(null);
  /** @returns whether the values can be sent */
  const validate = (found: Faults<Field>): boolean => {
    setFaults(found);
    setRejection(null);
    return Object.keys(found).length === 0;
  };
  /** Shows what the server rejected. */
  const reject = (error: unknown) => {
    const { code, message, faults: found } = readError(error);
    setFaults(Object.fromEntries(found.map((fault) => [fault.path, fault.message])) as Faults<Field>);
    setRejection(code === "CANCELLED" || found.length > 0 ? null : message);
  };
  return { faults, rejection, validate, reject };
}
