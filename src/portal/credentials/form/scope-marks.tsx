import { ShieldCheck, UserRound } from "lucide-react";
import { isElevated, needsActingAttorney } from "../../../contract/scopes.ts";
import type { Scope } from "../../../contract/scopes.ts";
import { Badge } from "../../ui/feedback/badge.tsx";

export function ScopeMarks({ scope, isPending = false }: { scope: Scope; isPending?: boolean }) {
  return (
    <>
      {isElevated(scope) && <ElevatedMark />}
      {needsActingAttorney(scope) && <AttorneyMark />}
      {isPending && <Badge tone="info">Pending</Badge>}
    </>
  );
}

export function ElevatedMark() {
  return (
    <Badge tone="warning">
      <ShieldCheck aria-hidden className="size-3.5 max-sm:hidden" />
      Elevated
    </Badge>
  );
}

function AttorneyMark() {
  return (
    <Badge tone="outline">
      <UserRound aria-hidden className="size-3.5 max-sm:hidden" />
      Attorney
    </Badge>
  );
}

export function ScopeLegend() {
  return (
    <dl className="grid gap-x-8 gap-y-2 text-sm text-muted sm:grid-cols-2">
      <div className="flex items-start gap-2.5">
        <dt className="pt-px">
          <ElevatedMark />
        </dt>
        <dd>Gives access to protected records. Requires approval by a platform administrator.</dd>
      </div>
      <div className="flex items-start gap-2.5">
        <dt className="pt-px">
          <AttorneyMark />
        </dt>
        <dd>Needs an acting attorney. Choose one in the next section.</dd>
      </div>
    </dl>
  );
}
