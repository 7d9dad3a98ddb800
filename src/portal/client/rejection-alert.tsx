"use client";

import { FieldError } from "../ui/forms/field.tsx";
import { readError } from "./portal-error.ts";

/** What the server said against an act, said aloud where it was tried; nothing where nothing failed, or the person took it back. */
export function RefusalAlert({ error }: { error: unknown }) {
  const refusal = error === null ? null : readError(error);
  if (refusal === null || refusal.code === "CANCELLED") return null;
  return (
    <div role="alert">
      <FieldError message={refusal.message} />
    </div>
  );
}
