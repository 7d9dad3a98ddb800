"use client";

import { useEffect } from "react";
import type { RefObject } from "react";

/** Moves the focus to the first field at which something is wrong, whenever a submission found faults. */
export function useFocusOnFault(form: RefObject<HTMLFormElement | null>, faults: object): void {
  useEffect(() => {
    if (Object.keys(faults).length > 0) form.current?.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus();
  }, [form, faults]);
}
