import { usePathname, useRouter } from "next/navigation";
import { DeleteDialog } from "../client/delete-dialog.tsx";
import { useTRPC } from "../client/trpc.ts";
import { useChange } from "../client/use-change.ts";
import { useOrganization } from "../shell/account-context.tsx";
import type { ListedReport } from "./report-types.ts";
import { useInvalidateReports } from "./use-reports.ts";

export function DeleteReportDialog({ report, onClose }: { report: Pick<ListedReport, "id" | "name" | "revision">; onClose: () => void }) {
  const { href } = useOrganization();
  const router = useRouter();
  const path = usePathname();
  const { id, name, revision } = report;
  const remove = useChange(useTRPC().reports.delete.mutationOptions(), {
    done: ({ pausedSchedules }) => (pausedSchedules === 0 ? `${name} was deleted.` : `${name} was deleted and its schedules were paused.`),
    onDone: () => {
      onClose();
      if (path !== href("/reports")) router.push(href("/reports"));
    },
    onRejected: null,
    refetch: useInvalidateReports(),
  });
  return (
    <DeleteDialog noun="report" name={name} mutation={remove} onDelete={() => remove.mutate({ reportId: id, expectedRevision: revision })} onClose={onClose}>
      is deleted for everyone, including API keys and offices. Its schedules are paused. Existing exports remain until they expire. This cannot be undone.
    </DeleteDialog>
  );
}
