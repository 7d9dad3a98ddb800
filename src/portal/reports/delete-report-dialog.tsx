import { usePathname, useRouter } from "next/navigation";
import { DeleteDialog } from "../client/delete-dialog.tsx";
import { useTRPC } from "../client/trpc.ts";
import { useChange } from "../client/use-change.ts";
import { useOrganization } from "../shell/account-context.tsx";
import type { ListedReport } from "./report-types.ts";
import { deleteReportDialog as t } from "./strings.ts";
import { useInvalidateReports } from "./use-reports.ts";

export function DeleteReportDialog({
  report,
  onClose,
}: {
  report: Pick<ListedReport, "id" | "name" | "revision">;
  onClose: () => void;
}) {
  const { href } = useOrganization();
  const router = useRouter();
  const path = usePathname();
  const { id, name, revision } = report;
  const remove = useChange(useTRPC().reports.delete.mutationOptions(), {
    successMessage: ({ pausedSchedules }) =>
      pausedSchedules === 0 ? t.wasDeleted(name) : t.wasDeletedAndItsSchedulesWerePaused(name),
    onSuccess: () => {
      onClose();
      if (path !== href("/reports")) router.push(href("/reports"));
    },
    onRejected: null,
    invalidate: useInvalidateReports(),
  });
  return (
    <DeleteDialog
      noun={t.report}
      name={name}
      mutation={remove}
      onDelete={() => remove.mutate({ reportId: id, expectedRevision: revision })}
      onClose={onClose}
    >
      {t.isDeletedForEveryone}
    </DeleteDialog>
  );
}
