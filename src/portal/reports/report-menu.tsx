import { Copy, Ellipsis, Pencil, Trash2 } from "lucide-react";
import { useRouter } from "next/navigation";
import { useState } from "react";
import { useMutationWithConfirmation } from "../client/confirmation.tsx";
import { useTRPC } from "../client/trpc.ts";
import { useShowError } from "../client/use-show-error.ts";
import { useOrganization } from "../shell/account-context.tsx";
import { Button } from "../ui/button.tsx";
import { Menu, MenuItem, MenuSeparator } from "../ui/overlays/dropdown-menu.tsx";
import { PlainLink } from "../ui/link.tsx";
import { useToast } from "../ui/overlays/toast.tsx";
import type { ListedReport } from "./report-types.ts";
import { useCanChange } from "./use-can-change.ts";
import { useInvalidateReports } from "./use-reports.ts";
import { later } from "../ui/feedback/later.tsx";
import { reportMenu as t } from "./strings.ts";

const DeleteReportDialog = later(() =>
  import("./delete-report-dialog.tsx").then((module) => module.DeleteReportDialog),
);

type Acted = Pick<
  ListedReport,
  "id" | "name" | "isStandard" | "organization" | "ownerMemberId" | "visibility" | "revision"
>;

/** The server decides; this only avoids requests that fail. */
export function ReportMenu({ report }: { report: Acted }) {
  const { href } = useOrganization();
  const [isDeleting, setDeleting] = useState(false);
  const { copy, isBusy } = useCopy(report);
  const canChange = useCanChange(report);
  return (
    <>
      <Menu
        trigger={
          <Button size="icon" variant="ghost" busy={isBusy} aria-label={t.actionsFor(report.name)}>
            {!isBusy && <Ellipsis aria-hidden className="size-4.5" />}
          </Button>
        }
      >
        <MenuItem onSelect={copy}>
          <Copy aria-hidden className="size-4" />
          {t.copyReport}
        </MenuItem>
        {canChange && (
          <>
            <MenuItem asChild>
              <PlainLink href={href(`/reports/${report.id}/edit`)}>
                <Pencil aria-hidden className="size-4" />
                {t.editReport}
              </PlainLink>
            </MenuItem>
            <MenuSeparator />
            <MenuItem danger onSelect={() => setDeleting(true)}>
              <Trash2 aria-hidden className="size-4" />
              {t.deleteReport}
            </MenuItem>
          </>
        )}
      </Menu>
      {isDeleting && <DeleteReportDialog report={report} onClose={() => setDeleting(false)} />}
    </>
  );
}

function useCopy({ id, name }: Acted) {
  const { href } = useOrganization();
  const router = useRouter();
  const trpc = useTRPC();
  const showToast = useToast();
  const showError = useShowError();
  const invalidate = useInvalidateReports();
  const make = useMutationWithConfirmation(
    trpc.reports.copy.mutationOptions({
      onSuccess: async ({ report }) => {
        showToast(t.isPrivateToYou(report.name));
        await invalidate();
        router.push(href(`/reports/${report.id}/edit`));
      },
      onError: (error) => showError(error, t.couldNotBeCopied(name)),
    }),
  );
  return { copy: () => make.mutate({ reportId: id }), isBusy: make.isPending };
}
