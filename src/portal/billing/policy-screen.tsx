"use client";

import { useQuery } from "@tanstack/react-query";
import { useState, type FormEvent } from "react";
import { useFormErrors } from "../client/forms/use-form-errors.ts";
import { useTRPC } from "../client/trpc.ts";
import { useChange } from "../client/use-change.ts";
import { useInvalidate } from "../client/use-invalidate.ts";
import { useOrganization } from "../shell/account-context.tsx";
import { NoPermission } from "../shell/no-permission.tsx";
import { SectionCard } from "../ui/card.tsx";
import { QueryFallback } from "../ui/feedback/query-fallback.tsx";
import { SkeletonTab } from "../ui/feedback/skeleton.tsx";
import { OneOfField, TextField } from "../ui/forms/fields.tsx";
import { SaveBar } from "../ui/forms/save-bar.tsx";
import { PageHeader } from "../ui/page-header.tsx";
import { parsePolicy, toFormValues, type Policy } from "./policy-values.ts";
import { policyScreen as t } from "./strings.ts";

const approvers = Object.keys(t.approverNames) as Policy["expenseApproval"][];

export function BillingPolicyScreen() {
  const { can } = useOrganization();
  return can("billing:manage") ? <Loaded /> : <NoPermission permission="billing:manage" what={t.managePolicy} />;
}

function Loaded() {
  const trpc = useTRPC();
  const found = useQuery(trpc.billingPolicy.get.queryOptions({}));
  return (
    <>
      <PageHeader title={t.title} description={t.description} />
      {found.data === undefined ? (
        <QueryFallback query={found} what={t.thePolicy} placeholder={<SkeletonTab />} />
      ) : (
        <PolicyForm key={found.data.billingPolicy.revision} policy={found.data.billingPolicy} />
      )}
    </>
  );
}

function PolicyForm({ policy }: { policy: Policy }) {
  const trpc = useTRPC();
  const saved = toFormValues(policy);
  const [values, setValues] = useState(saved);
  const { faults, rejection, validate, reject } = useFormErrors<"threshold">();
  const mutation = useChange(trpc.billingPolicy.update.mutationOptions(), {
    successMessage: () => t.saved,
    onRejected: reject,
    invalidate: useInvalidate((client) => [client.billingPolicy.pathFilter()]),
  });
  const submit = (event: FormEvent) => {
    event.preventDefault();
    const changes = parsePolicy(values);
    validate(changes === null ? { threshold: t.enterAmount } : {});
    if (changes !== null) mutation.mutate(changes);
  };
  return (
    <form onSubmit={submit} noValidate className="grid gap-5">
      <SectionCard title={t.approval} why="fields#approval-of-an-expense">
        <div className="grid gap-5">
          <TextField
            label={t.threshold}
            hint={t.thresholdHint}
            error={faults.threshold}
            inputMode="decimal"
            autoComplete="off"
            className="max-w-md"
            value={values.threshold}
            onChange={(threshold) => setValues({ ...values, threshold })}
          />
          <OneOfField
            label={t.approvers}
            className="max-w-md"
            values={approvers}
            name={(each) => t.approverNames[each]}
            value={values.expenseApproval}
            onChange={(expenseApproval) => setValues({ ...values, expenseApproval })}
          />
        </div>
      </SectionCard>
      <SaveBar
        isDirty={values.threshold !== saved.threshold || values.expenseApproval !== saved.expenseApproval}
        isBusy={mutation.isPending}
        hasFaults={Object.keys(faults).length > 0}
        onReset={() => setValues(saved)}
        rejection={rejection}
      />
    </form>
  );
}
