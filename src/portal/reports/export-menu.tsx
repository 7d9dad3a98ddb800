import { Download } from "lucide-react";
import { useState } from "react";
import { useMutationWithConfirmation } from "../client/confirmation.tsx";
import { readError } from "../client/portal-error.ts";
import { useTRPC } from "../client/trpc.ts";
import { useOrganization } from "../shell/account-context.tsx";
import { Button } from "../ui/button.tsx";
import { Menu, MenuItem, MenuLabel } from "../ui/overlays/dropdown-menu.tsx";
import type { ListedExport } from "../exports/export-labels.ts";
import type { Values } from "./run/parameter-values.ts";
import { exportMenu as t } from "./strings.ts";

export const fileFormats = [
  { format: "xlsx", label: t.excel },
  { format: "csv", label: "CSV" },
  { format: "ndjson", label: t.jsonLines },
] as const;
type FileFormat = (typeof fileFormats)[number]["format"];

export function useReportExport(reportId: string, parameters: Values) {
  const trpc = useTRPC();
  const [created, setCreated] = useState<ListedExport | null>(null);
  const [rejection, setRejection] = useState<string | null>(null);
  const make = useMutationWithConfirmation(
    trpc.exports.create.mutationOptions({
      onMutate: () => {
        setRejection(null);
        setCreated(null);
      },
      onSuccess: ({ export: made }) => setCreated(made),
      onError: (error) => {
        const { code, message } = readError(error);
        if (code !== "CANCELLED") setRejection(message);
      },
    }),
  );
  const start = (format: FileFormat) => make.mutate({ type: "report", format, reportId, parameters });
  return { start, isBusy: make.isPending, created, rejection };
}

export type ReportExport = ReturnType<typeof useReportExport>;

/** Says before the export that a roll-up is not exported. */
export function ExportMenu({ start, isBusy, isOverSeveral }: ReportExport & { isOverSeveral: boolean }) {
  const { can, organizationName } = useOrganization();
  if (!can("reports:export")) return null;
  return (
    <Menu
      trigger={
        <Button busy={isBusy}>
          {!isBusy && <Download aria-hidden className="size-4" />}
          {t.exportReport}
        </Button>
      }
    >
      {isOverSeveral && <MenuLabel>{t.onlyRowsOf(organizationName)}</MenuLabel>}
      {fileFormats.map(({ format, label }) => (
        <MenuItem key={format} onSelect={() => start(format)}>
          {label}
        </MenuItem>
      ))}
    </Menu>
  );
}
