import { useTRPC } from "../client/trpc.ts";
import { useChange } from "../client/use-change.ts";
import { useOrganization } from "../shell/account-context.tsx";
import { Switch } from "../ui/forms/switch.tsx";
import type { ListedReport } from "./report-types.ts";
import { keySwitch as t } from "./strings.ts";
import { useInvalidateReports } from "./use-reports.ts";

type Switched = Pick<ListedReport, "id" | "name" | "apiVisible" | "visibility">;

export function KeySwitch({ report, withLabel = false }: { report: Switched; withLabel?: boolean }) {
  const { can } = useOrganization();
  const { isOn, turn } = useSwitch(report);
  // API keys never see private and team reports.
  const canBeSeen = report.visibility === "organization" || report.visibility === "shared_children";
  if (!can("reports:manage") || !canBeSeen) {
    const short = isOn ? t.yes : t.no;
    return <span className={isOn ? undefined : "text-muted"}>{withLabel ? t.notAvailableToApi : short}</span>;
  }
  return (
    <Switch
      checked={isOn}
      onChange={({ target }) => turn(target.checked)}
      label={withLabel ? t.availableToApiKeys : <span className="sr-only">{t.apiAccessTo(report.name)}</span>}
    />
  );
}

/** The update is optimistic and rolled back when the server rejects it. */
function useSwitch({ id, name, apiVisible }: Switched) {
  const change = useChange(useTRPC().reports.setApiVisible.mutationOptions(), {
    successMessage: (_, wanted) => (wanted.apiVisible ? t.isNowAvailable(name) : t.isNoLongerAvailable(name)),
    invalidate: useInvalidateReports(),
  });
  const isOn = change.isPending ? change.variables.apiVisible : apiVisible;
  return { isOn, turn: (wanted: boolean) => change.mutate({ reportId: id, apiVisible: wanted }) };
}
