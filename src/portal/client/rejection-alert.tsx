import { FieldError } from "../ui/forms/field.tsx";
import { useEndSuccesses } from "../ui/overlays/toast.tsx";
import { readError } from "./portal-error.ts";

export function RejectionAlert({ error }: { error: unknown }) {
  const rejection = error === null ? null : readError(error);
  const isShown = rejection !== null && rejection.code !== "CANCELLED";
  useEndSuccesses(isShown);
  if (!isShown) return null;
  return (
    <div role="alert">
      <FieldError message={rejection.message} />
    </div>
  );
}
