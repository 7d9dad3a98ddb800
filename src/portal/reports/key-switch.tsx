"use client";

import { useMutationWithConfirmation } from "../client/confirmation.tsx";
import { readError } from "../client/portal-error.ts";
import { useTRPC } from "../client/trpc.ts";
import { useOrganization } from "../shell/account-context.tsx";
import { Switch } from "../ui/forms/switch.tsx";
import { useToast } from "../ui/overlays/toast.tsx";
import type { ListedReport } from "./report-types.ts";
import { useInvalidateReports } from "./use-reports.ts";

type Switched = Pick<ListedReport, "id" | "name" | "apiVisible" | "visibility">;

/** Whether integration keys see and run a report; a switch for those who may say so. */
export function KeySwitch({ report, withLabel = false }: { report: Switched; withLabel?: boolean }) {
  const { can } = useOrganization();
  const { isOn, turn } = useSwitch(report);
  // What is private or a team's is never seen by keys.
  const canBeSeen = report.visibility === "organization" || report.visibility === "shared_children";
  if (!can("reports:manage") || !canBeSeen) return <span className={isOn ? undefined : "text-muted"}>{withLabel ? "Not available to API keys." : isOn ? "Yes" : "No"}</span>;
  return (
    <Switch
      checked={isOn}
      onChange={({ target }) => turn(target.checked)}
      label={
        withLabel ? (
          "Available to API keys"
        ) : (
          <span className="sr-only">
            API access to {report.name}
          </span>
        )
      }
    />
  );
}

/** Switched at once; back again where the server does not take it. */
function useSwitch({ id, name, apiVisible }: Switched) {
  const trpc = useTRPC();
  const showToast = useToast();
  const invalidate = useInvalidateReports();
  const change = useMutationWithConfirmation(
    trpc.reports.setApiVisible.mutationOptions({
      onSuccess: (_, wanted) => showToast(wanted.apiVisible ? `${name} is now available to API keys with its scopes.` : `${name} is no longer available to API keys.`),
      onError: (error) => {
        const { code, message } = readError(error);
        if (code !== "CANCELLED") showToast(message, "danger");
      },
      onSettled: invalidate,
    }),
  );
  const isOn = change.isPending ? change.variables.apiVisible : apiVisible;
  return { isOn, turn: (wanted: boolean) => change.mutate({ reportId: id, apiVisible: wanted }) };
}
