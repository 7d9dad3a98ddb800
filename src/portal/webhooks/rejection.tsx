import type { PortalError } from "../client/portal-error.ts";
import { FieldError } from "../ui/forms/field.tsx";

/** Why an act in a dialog did not happen. Of one that was not confirmed nothing need be said. */
export function Rejection({ error }: { error: PortalError | null }) {
  if (error === null || error.code === "CANCELLED") return null;
  return (
    <div role="alert">
      <FieldError message={error.message} />
    </div>
  );
}
