import type { PortalError } from "../client/portal-error.ts";
import { FieldError } from "../ui/forms/field.tsx";

/** Nothing if the user did not confirm. */
export function Rejection({ error }: { error: PortalError | null }) {
  if (error === null || error.code === "CANCELLED") return null;
  return (
    <div role="alert">
      <FieldError message={error.message} />
    </div>
  );
}
