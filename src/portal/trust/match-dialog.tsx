import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { useFormErrors } from "../client/forms/use-form-errors.ts";
import { useTRPC } from "../client/trpc.ts";
import { useChange } from "../client/use-change.ts";
import { formatDay } from "../deadlines/views.ts";
import { EmptyState } from "../ui/feedback/empty-state.tsx";
import { QueryFallback } from "../ui/feedback/query-fallback.tsx";
import { Skeleton } from "../ui/feedback/skeleton.tsx";
import { formatCents } from "../ui/format.ts";
import { FieldGroup } from "../ui/forms/field.tsx";
import { RadioCard } from "../ui/forms/radio-cards.tsx";
import { FormDialog } from "../ui/overlays/form-dialog.tsx";
import { matchDialog as t } from "./lazy-strings.ts";
import { useInvalidateTrust } from "./views.ts";

/** A line of the bank is matched by hand with one of the transactions that it may be. */
export function MatchDialog({ bankLineId, onClose }: { bankLineId: string; onClose: () => void }) {
  const trpc = useTRPC();
  const candidates = useQuery(trpc.bankLines.listCandidates.queryOptions({ bankLineId }));
  const [chosen, setChosen] = useState<string | null>(null);
  const { faults, rejection, validate, reject } = useFormErrors<"transaction">();
  const mutation = useChange(trpc.bankLines.match.mutationOptions(), {
    successMessage: () => t.wasMatched,
    onSuccess: onClose,
    onRejected: reject,
    invalidate: useInvalidateTrust(),
  });
  const submit = () => {
    if (validate(chosen === null ? { transaction: t.enterTransaction } : {}) && chosen !== null)
      mutation.mutate({ bankLineId, transactionId: chosen });
  };
  const found = candidates.data?.candidates;
  return (
    <FormDialog
      title={t.title}
      description={t.description}
      action={t.save}
      busy={mutation.isPending}
      disabled={found?.length === 0}
      rejection={rejection}
      faults={faults}
      onSubmit={submit}
      onClose={onClose}
    >
      {found === undefined && (
        <QueryFallback query={candidates} what={t.candidates} placeholder={<Skeleton className="h-24" />} />
      )}
      {found?.length === 0 && <EmptyState title={t.none}>{t.noneHint}</EmptyState>}
      {found !== undefined && found.length > 0 && (
        <FieldGroup legend={t.transaction} why="fields#matching-bank-lines" error={faults.transaction}>
          {found.map(({ id, on, amountCents, checkNumber, reference }) => (
            <RadioCard
              key={id}
              name="transaction"
              title={t.describe(formatDay(on), formatCents(amountCents))}
              hint={checkNumber === null ? (reference ?? undefined) : t.check(checkNumber)}
              checked={chosen === id}
              onChange={() => setChosen(id)}
            />
          ))}
        </FieldGroup>
      )}
    </FormDialog>
  );
}
