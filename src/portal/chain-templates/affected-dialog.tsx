import { useTRPC, useTRPCClient, type PortalOutputs } from "../client/trpc.ts";
import { usePages } from "../client/use-pages.ts";
import { formatDay } from "../deadlines/views.ts";
import { Button } from "../ui/button.tsx";
import { EmptyState } from "../ui/feedback/empty-state.tsx";
import { QueryFallback } from "../ui/feedback/query-fallback.tsx";
import { SkeletonTable } from "../ui/feedback/skeleton.tsx";
import { LoadMore } from "../ui/load-more.tsx";
import { Dialog } from "../ui/overlays/dialog.tsx";
import { Cell, HeadCell, Row, Table, TableBody, TableHead } from "../ui/table.tsx";
import { affectedDialog as t } from "./lazy-strings.ts";
import type { ChainTemplate } from "./views.ts";

type Page = PortalOutputs["deadlineChainTemplates"]["affectedChains"]["list"];
type Chain = Page["affectedChains"][number];

/** The chains that a template's present text would change, with what would happen to each of their deadlines. */
export function AffectedDialog({ template: { key, name }, onClose }: { template: ChainTemplate; onClose: () => void }) {
  const trpc = useTRPC();
  const client = useTRPCClient();
  const input = { templateKey: key };
  const list = usePages<Page>(trpc.deadlineChainTemplates.affectedChains.list.queryKey(input), (place) =>
    client.deadlineChainTemplates.affectedChains.list.query({ ...input, ...place }),
  );
  const chains = list.data?.pages.flatMap(({ affectedChains }) => affectedChains) ?? [];
  return (
    <Dialog
      open
      onOpenChange={onClose}
      width="xl"
      title={t.title(name)}
      description={t.description}
      footer={<Button onClick={onClose}>{t.close}</Button>}
    >
      {list.data === undefined ? (
        <QueryFallback query={list} what={t.chains} placeholder={<SkeletonTable rows={3} />} />
      ) : (
        <div className="grid gap-5">
          {chains.length === 0 && !list.hasNextPage && <EmptyState title={t.none}>{t.noneHint}</EmptyState>}
          {chains.length === 0 && list.hasNextPage && <p className="text-sm text-muted">{t.noneOnPage}</p>}
          {chains.map((chain) => (
            <AffectedChain key={chain.chainId} chain={chain} />
          ))}
          {(chains.length > 0 || list.hasNextPage) && <LoadMore {...list} nouns={t.chain} count={chains.length} />}
          {chains.length > 0 && <p className="text-[0.8125rem] text-muted">{t.wayOut}</p>}
        </div>
      )}
    </Dialog>
  );
}

function describeEffect({ effect, days }: Chain["changes"][number]): string {
  if (days === null) return t.leftOut;
  return effect === "earlier" ? t.earlier(-days) : t.later(days);
}

function AffectedChain({
  chain: {
    case: { sequenceId, title },
    appliedRevision,
    changes,
  },
}: {
  chain: Chain;
}) {
  const name = [t.ofCase(sequenceId), ...(title === null ? [] : [title])].join(" · ");
  return (
    <section aria-label={name}>
      <h3 className="text-sm font-semibold wrap-anywhere">{name}</h3>
      <p className="mb-2 text-[0.8125rem] text-muted">{t.appliedWith(appliedRevision)}</p>
      <Table caption={name}>
        <TableHead>
          {[t.deadline, t.now, t.wouldBe, t.difference].map((label) => (
            <HeadCell key={label}>{label}</HeadCell>
          ))}
        </TableHead>
        <TableBody>
          {changes.map((deadline) => (
            <Row key={deadline.deadlineId}>
              <Cell>{deadline.title}</Cell>
              <Cell label={t.now} className="whitespace-nowrap">
                {formatDay(deadline.dueOn)}
              </Cell>
              <Cell label={t.wouldBe} className="whitespace-nowrap">
                {deadline.wouldBeOn === null ? t.notRecorded : formatDay(deadline.wouldBeOn)}
              </Cell>
              <Cell label={t.difference}>{describeEffect(deadline)}</Cell>
            </Row>
          ))}
        </TableBody>
      </Table>
    </section>
  );
}
