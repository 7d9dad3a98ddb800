import { useState } from "react";
import { useFormErrors } from "../client/forms/use-form-errors.ts";
import { PagedList } from "../client/paged-list.tsx";
import { useTRPC, useTRPCClient, type PortalOutputs } from "../client/trpc.ts";
import { useChange } from "../client/use-change.ts";
import { usePages } from "../client/use-pages.ts";
import { formatDay } from "../deadlines/views.ts";
import { nameValue } from "../exports/export-request.ts";
import { Button } from "../ui/button.tsx";
import { DataTable } from "../ui/data-table.tsx";
import { Banner } from "../ui/feedback/banner.tsx";
import { formatCents } from "../ui/format.ts";
import { AlertDialog } from "../ui/overlays/alert-dialog.tsx";
import { matchedLines as t } from "./lazy-strings.ts";
import { useInvalidateTrust, type MatchedLine } from "./views.ts";

/** The lines of an account's open period that are matched: one that was matched wrongly is unmatched here. */
export function MatchedLines({ trustAccountId }: { trustAccountId: string }) {
  const trpc = useTRPC();
  const client = useTRPCClient();
  const input = { trustAccountId, limit: 25 };
  const list = usePages<PortalOutputs["bankLines"]["listMatched"]>(
    trpc.bankLines.listMatched.queryKey(input),
    (place) => client.bankLines.listMatched.query({ ...input, ...place }),
  );
  const [chosen, setChosen] = useState<MatchedLine | null>(null);
  return (
    <>
      <p className="mb-2 text-sm text-muted">{t.hint}</p>
      <PagedList
        list={list}
        items={(page) => page.bankLines}
        nouns={t.nouns}
        placeholder={3}
        empty={<p className="text-sm text-muted">{t.none}</p>}
      >
        {(lines) => <LineTable lines={lines} onUnmatch={setChosen} />}
      </PagedList>
      {chosen !== null && <UnmatchDialog line={chosen} onClose={() => setChosen(null)} />}
    </>
  );
}

const nameTransaction = ({ transaction: { number, type } }: MatchedLine) => t.describe(number, nameValue(type));

interface LineTableProps {
  lines: readonly MatchedLine[];
  onUnmatch: (line: MatchedLine) => void;
}

function LineTable({ lines, onUnmatch }: LineTableProps) {
  return (
    <DataTable
      name="trust-matched-lines"
      caption={t.caption}
      rows={lines}
      keyOf={({ id }) => id}
      columns={[
        {
          label: t.description,
          render: ({ description }) => description,
          text: ({ description }) => description,
          className: "max-sm:basis-full wrap-anywhere",
        },
        {
          label: t.posted,
          render: ({ postedOn }) => formatDay(postedOn),
          text: ({ postedOn }) => postedOn,
          className: "whitespace-nowrap",
        },
        {
          label: t.amount,
          render: ({ amountCents }) => formatCents(amountCents),
          text: ({ amountCents }) => amountCents / 100,
          isNumber: true,
        },
        { label: t.transaction, render: nameTransaction, text: nameTransaction, className: "whitespace-nowrap" },
        {
          label: t.method,
          render: ({ match }) => t.methods[match.method],
          text: ({ match }) => t.methods[match.method],
          isOptional: true,
        },
        {
          label: t.unmatch,
          render: (line) => (
            <Button
              size="sm"
              variant="ghost"
              aria-label={t.unmatchOf(line.description)}
              onClick={() => onUnmatch(line)}
            >
              {t.unmatch}
            </Button>
          ),
        },
      ]}
    />
  );
}

interface UnmatchDialogProps {
  line: MatchedLine;
  onClose: () => void;
}

function UnmatchDialog({ line, onClose }: UnmatchDialogProps) {
  const trpc = useTRPC();
  const { rejection, reject } = useFormErrors();
  const mutation = useChange(trpc.bankLines.unmatch.mutationOptions(), {
    successMessage: () => t.wasUnmatched,
    onSuccess: onClose,
    onRejected: reject,
    invalidate: useInvalidateTrust(),
  });
  return (
    <AlertDialog
      open
      danger={false}
      onOpenChange={onClose}
      title={t.unmatchTitle}
      description={t.unmatchHint(line.transaction.number)}
      confirm={t.unmatch}
      busy={mutation.isPending}
      onConfirm={() => mutation.mutate({ bankLineId: line.id })}
    >
      {rejection !== null && (
        <Banner tone="danger" live>
          {rejection}
        </Banner>
      )}
    </AlertDialog>
  );
}

/** Matches the lines that have no transaction again, as an import does: transactions may have been recorded since. */
export function MatchAgainButton({ trustAccountId }: { trustAccountId: string }) {
  const trpc = useTRPC();
  const mutation = useChange(trpc.bankLines.matchAgain.mutationOptions(), {
    successMessage: ({ matchedCount }) => t.wereMatched(matchedCount),
    invalidate: useInvalidateTrust(),
  });
  return (
    <Button size="sm" busy={mutation.isPending} onClick={() => mutation.mutate({ trustAccountId })}>
      {t.again}
    </Button>
  );
}
