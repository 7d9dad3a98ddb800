"use client";

import { FieldError } from "../ui/forms/field.tsx";
import { readError } from "./portal-error.ts";

/** What the server said against an act, said aloud where it was tried; nothing where nothing failed, or the person took it back. */
export function RejectionAlert({ error }: { error: unknown }) {
  const rejection = error === null ? null : readError(error);
  if (rejection === null || rejection.code === "CANCELLED") return null;
  return (
    <div role="alert">
      <FieldError message={rejection.message} />
    </div>
  );
}
