import { usePathname, useRouter } from "next/navigation";
import { useMutationWithConfirmation } from "../client/confirmation.tsx";
import { DeleteDialog } from "../client/delete-dialog.tsx";
import { useTRPC } from "../client/trpc.ts";
import { useOrganization } from "../shell/account-context.tsx";
import { useToast } from "../ui/overlays/toast.tsx";
import type { ListedReport } from "./report-types.ts";
import { useInvalidateReports } from "./use-reports.ts";

export function DeleteReportDialog({ report, onClose }: { report: Pick<ListedReport, "id" | "name" | "revision">; onClose: () => void }) {
  const { href } = useOrganization();
  const router = useRouter();
  const path = usePathname();
  const trpc = useTRPC();
  const showToast = useToast();
  const invalidate = useInvalidateReports();
  const remove = useMutationWithConfirmation(trpc.reports.delete.mutationOptions());
  const { id, name, revision } = report;
  const act = async () => {
    try {
      const { pausedSchedules } = await remove.mutateAsync({ reportId: id, expectedRevision: revision });
      showToast(pausedSchedules === 0 ? `${name} was deleted.` : `${name} was deleted and its schedules were paused.`);
      onClose();
      if (path !== href("/reports")) router.push(href("/reports"));
      await invalidate();
    } catch {
      // The dialog shows the error.
    }
  };
  return (
    <DeleteDialog noun="report" name={name} mutation={remove} onDelete={() => void act()} onClose={onClose}>
      is deleted for everyone, including API keys and offices. Its schedules are paused. Existing exports remain until they expire. This cannot be undone.
    </DeleteDialog>
  );
}
