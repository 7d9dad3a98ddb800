import { useTRPC } from "../client/trpc.ts";
import { useChange } from "../client/use-change.ts";
import { useOrganization } from "../shell/account-context.tsx";
import { Switch } from "../ui/forms/switch.tsx";
import type { ListedReport } from "./report-types.ts";
import { useInvalidateReports } from "./use-reports.ts";

type Switched = Pick<ListedReport, "id" | "name" | "apiVisible" | "visibility">;

export function KeySwitch({ report, withLabel = false }: { report: Switched; withLabel?: boolean }) {
  const { can } = useOrganization();
  const { isOn, turn } = useSwitch(report);
  // API keys never see private and team reports.
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

/** The update is optimistic and rolled back when the server rejects it. */
function useSwitch({ id, name, apiVisible }: Switched) {
  const change = useChange(useTRPC().reports.setApiVisible.mutationOptions(), {
    done: (_, wanted) => (wanted.apiVisible ? `${name} is now available to API keys with its scopes.` : `${name} is no longer available to API keys.`),
    refetch: useInvalidateReports(),
  });
  const isOn = change.isPending ? change.variables.apiVisible : apiVisible;
  return { isOn, turn: (wanted: boolean) => change.mutate({ reportId: id, apiVisible: wanted }) };
}
