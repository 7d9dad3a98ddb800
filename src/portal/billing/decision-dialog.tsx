import { useState, type ReactNode } from "react";
import { useFormErrors } from "../client/forms/use-form-errors.ts";
import { useTRPC } from "../client/trpc.ts";
import { useChange } from "../client/use-change.ts";
import { useInvalidate } from "../client/use-invalidate.ts";
import { formatDay } from "../deadlines/views.ts";
import { nameValue } from "../exports/export-request.ts";
import { DescriptionList } from "../ui/description-list.tsx";
import { formatCents } from "../ui/format.ts";
import { OneOfField, TextareaField } from "../ui/forms/fields.tsx";
import { FormDialog } from "../ui/overlays/form-dialog.tsx";
import { decisionDialog as t } from "./lazy-strings.ts";
import type { Expense } from "./views.ts";

type Decision = keyof typeof t.choices;
const choices = Object.keys(t.choices) as Decision[];

/** The second person's decision, with all that is known of the expense. */
export function DecisionDialog({ expense, onClose }: { expense: Expense; onClose: () => void }) {
  const trpc = useTRPC();
  const [values, setValues] = useState({ decision: "approve" as Decision, reason: "" });
  const { faults, rejection, validate, reject } = useFormErrors<keyof typeof values>();
  const mutation = useChange(trpc.expenses.decide.mutationOptions(), {
    successMessage: () => t.done[values.decision],
    onSuccess: onClose,
    onRejected: reject,
    invalidate: useInvalidate((client) => [client.expenses.pathFilter()]),
  });
  const { decision, reason } = values;
  const rejects = decision === "reject";
  const submit = () => {
    if (validate(rejects && reason.trim() === "" ? { reason: t.enterReason } : {}))
      mutation.mutate({ expenseId: expense.id, decision, ...(rejects && { reason: reason.trim() }) });
  };
  return (
    <FormDialog
      title={t.title(expense.sequenceId)}
      description={t.description}
      action={t.save}
      busy={mutation.isPending}
      rejection={rejection}
      faults={faults}
      onSubmit={submit}
      onClose={onClose}
    >
      <DescriptionList facts={listFacts(expense)} />
      <OneOfField
        label={t.decision}
        why="fields#approval-of-an-expense"
        required
        values={choices}
        name={(each) => t.choices[each]}
        value={decision}
        onChange={(to) => setValues({ ...values, decision: to })}
      />
      {rejects && (
        <TextareaField
          label={t.reason}
          error={faults.reason}
          required
          maxLength={1_000}
          value={reason}
          onChange={(text) => setValues({ ...values, reason: text })}
        />
      )}
    </FormDialog>
  );
}

function listFacts(expense: Expense): readonly (readonly [string, ReactNode])[] {
  const { vendor, vendorInvoiceNumber, category, kind, dueOn, documentIds, submittedBy, notes } = expense;
  const optional = (label: string, value: string | null) => (value === null ? [] : [[label, value] as const]);
  return [
    [t.what, expense.description],
    [t.amount, formatCents(expense.amountCents)],
    [t.vendor, vendor?.name ?? t.none],
    ...optional(t.invoice, vendorInvoiceNumber),
    [t.category, `${nameValue(category)} (${t.kinds[kind]})`],
    [t.case, expense.case.sequenceId],
    [t.incurred, formatDay(expense.incurredOn)],
    ...optional(t.due, dueOn === null ? null : formatDay(dueOn)),
    [t.documents, documentIds.length],
    [t.submittedBy, submittedBy?.name ?? t.none],
    ...optional(t.notes, notes),
  ];
}
