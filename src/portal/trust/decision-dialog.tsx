import { useState, type ReactNode } from "react";
import { useFormErrors } from "../client/forms/use-form-errors.ts";
import { useTRPC } from "../client/trpc.ts";
import { useChange } from "../client/use-change.ts";
import { Banner } from "../ui/feedback/banner.tsx";
import { DescriptionList } from "../ui/description-list.tsx";
import { formatCents } from "../ui/format.ts";
import { OneOfField, TextareaField } from "../ui/forms/fields.tsx";
import { FormDialog } from "../ui/overlays/form-dialog.tsx";
import { RelativeTime } from "../ui/relative-time.tsx";
import { decisionDialog as t } from "./lazy-strings.ts";
import { approvalsTab } from "./strings.ts";
import { describeAfter, namePayee, useInvalidateTrust, type WaitingDisbursement } from "./views.ts";

type Decision = keyof typeof t.choices;
const choices = Object.keys(t.choices) as Decision[];

interface DecisionDialogProps {
  waiting: WaitingDisbursement;
  onClose: () => void;
}

/** The second person's decision, with all that is known of the payment. */
export function DecisionDialog({ waiting, onClose }: DecisionDialogProps) {
  const trpc = useTRPC();
  const { disbursement, obstacle } = waiting;
  const offered: readonly Decision[] = obstacle === null ? choices : ["reject"];
  const [values, setValues] = useState<{ decision: Decision; note: string }>({
    decision: obstacle === null ? "approve" : "reject",
    note: "",
  });
  const { faults, rejection, validate, reject } = useFormErrors<keyof typeof values>();
  const mutation = useChange(trpc.trustDisbursements.decide.mutationOptions(), {
    successMessage: () => t.done[values.decision],
    onSuccess: onClose,
    onRejected: reject,
    invalidate: useInvalidateTrust(),
  });
  const { decision } = values;
  const note = values.note.trim();
  const submit = () => {
    if (validate(decision === "reject" && note === "" ? { note: t.enterNote } : {}))
      mutation.mutate({
        trustDisbursementId: disbursement.id,
        expectedRevision: disbursement.revision,
        decision,
        ...(note !== "" && { note }),
      });
  };
  return (
    <FormDialog
      title={t.title(disbursement.sequenceId)}
      description={t.description}
      action={t.save}
      busy={mutation.isPending}
      rejection={rejection}
      faults={faults}
      onSubmit={submit}
      onClose={onClose}
    >
      {obstacle !== null && (
        <Banner tone="warning" title={t.cannotApprove}>
          {obstacle}
        </Banner>
      )}
      <DescriptionList facts={listFacts(waiting)} />
      <OneOfField
        label={t.decision}
        why="fields#approval-of-a-disbursement"
        required
        values={offered}
        name={(each) => t.choices[each]}
        value={decision}
        onChange={(to) => setValues({ ...values, decision: to })}
      />
      <TextareaField
        label={t.note}
        error={faults.note}
        optional={decision === "approve"}
        required={decision === "reject"}
        maxLength={1_000}
        value={values.note}
        onChange={(text) => setValues({ ...values, note: text })}
      />
    </FormDialog>
  );
}

function listFacts(waiting: WaitingDisbursement): readonly (readonly [string, ReactNode])[] {
  const { disbursement, availableBeforeCents, availableAfterCents } = waiting;
  const { payeeType, amountCents, method, account, requestedBy, createdAt } = disbursement;
  return [
    [t.payee, namePayee(waiting)],
    [t.payeeType, approvalsTab.payeeTypes[payeeType]],
    [t.amount, formatCents(amountCents)],
    [t.method, t.methods[method]],
    [t.case, disbursement.case.sequenceId],
    [t.account, account.name],
    [t.before, formatCents(availableBeforeCents)],
    [t.after, describeAfter(availableAfterCents)],
    [t.requestedBy, requestedBy.name],
    [t.requested, <RelativeTime key="requested" instant={createdAt} />],
  ];
}
