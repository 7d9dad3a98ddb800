import { useMutation, useQuery } from "@tanstack/react-query";
import { Download } from "lucide-react";
import { useState } from "react";
import { useTRPC } from "../client/trpc.ts";
import { useShowError } from "../client/use-show-error.ts";
import { formatDay } from "../deadlines/views.ts";
import { useOrganization } from "../shell/account-context.tsx";
import { Button } from "../ui/button.tsx";
import { SectionCard } from "../ui/card.tsx";
import { Banner } from "../ui/feedback/banner.tsx";
import { later } from "../ui/feedback/later.tsx";
import { QueryFallback } from "../ui/feedback/query-fallback.tsx";
import { Skeleton } from "../ui/feedback/skeleton.tsx";
import { formatMessage } from "../ui/format-message.ts";
import { formatCents } from "../ui/format.ts";
import { OneOf } from "../ui/forms/select.tsx";
import { LineTable } from "./line-table.tsx";
import { shareCard as t, statementLabels } from "./lazy-strings.ts";
import { StatementStatus } from "./statement-status.tsx";
import { findCurrent, type ListedStatement, type Settlement, type Share, type Statement } from "./views.ts";
import { Waterfall } from "./waterfall.tsx";

const Preview = later(() => import("./preview.tsx").then((file) => file.Preview));

interface ShareCardProps {
  settlement: Settlement;
  share: Share;
}

/** What a statement is still calculated for. */
const isPreviewed = ({ status }: Settlement) => !["closed", "fell_through", "voided"].includes(status);

/** The statement of a share as a person reads it, in its present version or a former one. */
export function ShareCard({ settlement, share }: ShareCardProps) {
  const versions = (settlement.statements ?? [])
    .filter(({ shareId }) => shareId === share.id)
    .toSorted((one, other) => other.version - one.version);
  const [chosen, setChosen] = useState<string | null>(null);
  const [isPreviewing, setPreviewing] = useState(false);
  const shown = versions.find(({ id }) => id === chosen) ?? findCurrent(versions, share.id);
  return (
    <SectionCard
      title={share.claimantName === null ? t.titleOfClient : t.title(share.claimantName)}
      description={shown === undefined ? t.noStatementHint : t.ofShare(formatCents(share.grossCents))}
      actions={
        <>
          {isPreviewed(settlement) && (
            <Button size="sm" aria-expanded={isPreviewing} onClick={() => setPreviewing(!isPreviewing)}>
              {isPreviewing ? t.endPreview : t.preview}
            </Button>
          )}
          {versions.length > 1 && shown !== undefined && !isPreviewing && (
            <VersionChoice versions={versions} shown={shown} onChoose={setChosen} />
          )}
        </>
      }
    >
      {isPreviewing && <Preview settlement={settlement} share={share} />}
      {!isPreviewing && shown === undefined && <p className="text-sm text-muted">{t.noStatement}</p>}
      {!isPreviewing && shown !== undefined && <StatementOf key={shown.id} statementId={shown.id} />}
    </SectionCard>
  );
}

interface VersionChoiceProps {
  versions: readonly ListedStatement[];
  shown: ListedStatement;
  onChoose: (statementId: string) => void;
}

function VersionChoice({ versions, shown, onChoose }: VersionChoiceProps) {
  const name = (id: string) => {
    const { version, status, isStale } = versions.find((each) => each.id === id) ?? shown;
    return t.nameVersion(version, statementLabels.statuses[status], isStale);
  };
  return (
    <OneOf
      aria-label={t.version}
      className="w-72 max-w-full"
      values={versions.map(({ id }) => id)}
      name={name}
      value={shown.id}
      onChange={onChoose}
    />
  );
}

function StatementOf({ statementId }: { statementId: string }) {
  const trpc = useTRPC();
  const query = useQuery(trpc.settlementStatements.get.queryOptions({ statementId }));
  const [isTable, setTable] = useState(false);
  if (query.data === undefined)
    return <QueryFallback query={query} what={t.statement} placeholder={<Skeleton className="h-72" />} />;
  const { settlementStatement: statement } = query.data;
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-4">
      <div className="flex flex-wrap items-center justify-between gap-3">
        <StatementStatus status={statement.status} />
        <div className="flex flex-wrap gap-2">
          <Button size="sm" aria-pressed={isTable} onClick={() => setTable(!isTable)}>
            {isTable ? t.showAsPlot : t.showAsTable}
          </Button>
          <DownloadButton statement={statement} />
        </div>
      </div>
      <State statement={statement} />
      {isTable ? <LineTable lines={statement.lines} /> : <Waterfall lines={statement.lines} />}
    </div>
  );
}

const isInForce = ({ status }: Statement) => status === "draft" || status === "issued" || status === "approved";

/** Why nothing can be paid from it, or what made it payable. */
function State({ statement }: { statement: Statement }) {
  const { status, isStale, approval, warnings } = statement;
  return (
    <>
      {isStale && isInForce(statement) && (
        <Banner tone="warning" title={t.stale}>
          {status === "draft" ? t.staleDraftHint : t.staleHint}
        </Banner>
      )}
      {status === "issued" && !isStale && <Banner title={t.needsApproval}>{t.needsApprovalHint}</Banner>}
      {warnings.length > 0 && isInForce(statement) && (
        <Banner tone="warning" title={t.warnings}>
          <ul className="grid gap-1">
            {warnings.map(({ code, message }) => (
              <li key={`${code} ${message}`}>{formatMessage(message)}</li>
            ))}
          </ul>
        </Banner>
      )}
      {approval !== null && (
        <p className="text-sm text-muted">{t.approved(t.approvalMethods[approval.method], formatDay(approval.on))}</p>
      )}
    </>
  );
}

function DownloadButton({ statement: { id, documentId, status } }: { statement: Statement }) {
  const trpc = useTRPC();
  const { can } = useOrganization();
  const showError = useShowError();
  const offer = useMutation(
    trpc.settlementStatements.offerFile.mutationOptions({
      onSuccess: ({ url }) => window.location.assign(url),
      onError: (error) => showError(error),
    }),
  );
  if (documentId === null)
    return status === "issued" || status === "approved" ? (
      <span className="self-center text-sm text-muted">{t.isPrepared}</span>
    ) : null;
  return can("documents:view") ? (
    <Button size="sm" busy={offer.isPending} onClick={() => offer.mutate({ statementId: id })}>
      <Download aria-hidden className="size-4" />
      {t.download}
    </Button>
  ) : null;
}
