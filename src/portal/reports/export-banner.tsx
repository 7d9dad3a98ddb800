import { useQuery } from "@tanstack/react-query";
import { exportFailures } from "../../contract/reports/export-failures.ts";
import { inBackground } from "../client/background.ts";
import { useTRPC } from "../client/trpc.ts";
import { DownloadButton } from "../exports/download-button.tsx";
import { isOpen, pollMilliseconds, type ListedExport } from "../exports/export-labels.ts";
import { useOrganization } from "../shell/account-context.tsx";
import { Banner } from "../ui/feedback/banner.tsx";
import { ProgressBar } from "../ui/feedback/progress.tsx";
import { LinkButton } from "../ui/link.tsx";
import type { ReportExport } from "./export-menu.tsx";
import { exportBanner as t } from "./strings.ts";

/** What became of the export that was started here. */
export function ExportBanner({ created, rejection }: Pick<ReportExport, "created" | "rejection">) {
  if (rejection !== null) {
    return (
      <Banner tone="danger" live title={t.exportNotCreated}>
        {rejection}
      </Banner>
    );
  }
  return created === null ? null : <StartedExport key={created.id} created={created} />;
}

/** Progress, then the download, where it was asked for. */
function StartedExport({ created }: { created: ListedExport }) {
  const { href } = useOrganization();
  const trpc = useTRPC();
  const { data } = useQuery(
    trpc.exports.get.queryOptions(
      { exportId: created.id },
      {
        trpc: inBackground,
        initialData: { export: created },
        refetchInterval: ({ state }) =>
          state.data === undefined || isOpen(state.data.export) ? pollMilliseconds : false,
      },
    ),
  );
  const { export: current } = data;
  const name = <span className="wrap-anywhere">{current.fileName}</span>;
  const all = (
    <LinkButton size="sm" href={href("/exports")}>
      {t.viewExports}
    </LinkButton>
  );
  if (current.failure !== null) {
    const { why, cure } = exportFailures[current.failure];
    return (
      <Banner tone="danger" live title={t.exportNotCreated} actions={all}>
        {why} {cure}
      </Banner>
    );
  }
  if (isOpen(current)) {
    return (
      <Banner tone="success" live title={t.creatingExport} actions={all}>
        {t.isListedUnderExports(name)}
        <span className="mt-2 block max-w-64">
          <ProgressBar label={t.progressOf(current.fileName)} value={current.progress} />
        </span>
      </Banner>
    );
  }
  const isReady = current.status === "completed";
  return (
    <Banner
      tone={isReady ? "success" : "warning"}
      live
      title={isReady ? t.exportIsReady : t.exportIsGone}
      actions={
        <>
          {isReady && <DownloadButton listedExport={current} />}
          {all}
        </>
      }
    >
      {name}
    </Banner>
  );
}
