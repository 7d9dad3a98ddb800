import { useState } from "react";
import { useFormErrors } from "../client/forms/use-form-errors.ts";
import { useTRPC } from "../client/trpc.ts";
import { useChange } from "../client/use-change.ts";
import { useOrganization } from "../shell/account-context.tsx";
import { AsOf } from "./as-of.tsx";
import { DescriptionList } from "../ui/description-list.tsx";
import { Checkbox } from "../ui/forms/checkbox.tsx";
import { TextField } from "../ui/forms/fields.tsx";
import { FormDialog } from "../ui/overlays/form-dialog.tsx";
import { formatMessage } from "../ui/format-message.ts";
import { findToday } from "../ui/today.ts";
import { verifyDialog as t } from "./lazy-strings.ts";
import { nameRule, useInvalidateRules, type Rule } from "./views.ts";

/** An attorney states that they compared a rule with its source, and on which day. */
export function VerifyDialog({ rule, onClose }: { rule: Rule; onClose: () => void }) {
  const trpc = useTRPC();
  const { timezone } = useOrganization();
  const [comparedOn, setComparedOn] = useState(() => findToday(timezone));
  const [isCompared, setCompared] = useState(false);
  const { faults, rejection, validate, reject } = useFormErrors<"comparedOn" | "isCompared">();
  const mutation = useChange(trpc.jurisdictionRules.verify.mutationOptions(), {
    successMessage: () => t.verified,
    onSuccess: onClose,
    onRejected: reject,
    invalidate: useInvalidateRules(),
  });
  const submit = () => {
    const found = {
      ...(comparedOn === "" && { comparedOn: t.enterDay }),
      ...(!isCompared && { isCompared: t.compareFirst }),
    };
    if (validate(found)) mutation.mutate({ key: rule.key, expectedRevision: rule.revision, comparedOn });
  };
  return (
    <FormDialog
      title={t.title(nameRule(rule))}
      description={t.description}
      action={t.verify}
      busy={mutation.isPending}
      rejection={rejection ?? faults.isCompared}
      faults={faults}
      onSubmit={submit}
      onClose={onClose}
    >
      <DescriptionList
        facts={[
          [t.text, formatMessage(rule.summary)],
          [t.citation, <Source key="citation" citation={rule.citation} />],
          [t.asOf, <AsOf key="asOf" inWords asOf={rule.asOf} />],
          ...(rule.note === null ? [] : [[t.note, formatMessage(rule.note)] as const]),
        ]}
      />
      <TextField
        label={t.comparedOn}
        why="fields#rules-of-a-jurisdiction"
        required
        type="date"
        error={faults.comparedOn}
        value={comparedOn}
        onChange={setComparedOn}
      />
      <Checkbox
        label={t.compared(rule.citation)}
        checked={isCompared}
        onChange={({ target }) => setCompared(target.checked)}
      />
    </FormDialog>
  );
}

/** A search, because the rule names its source and no address: those of legislatures change. */
export function Source({ citation }: { citation: string }) {
  return (
    <a
      href={`https://www.google.com/search?q=${encodeURIComponent(citation)}`}
      target="_blank"
      rel="noreferrer"
      className="text-accent underline underline-offset-3"
    >
      {t.findSource(citation)}
    </a>
  );
}
