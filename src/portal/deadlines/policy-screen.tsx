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
import { Checkbox } from "../ui/forms/checkbox.tsx";
import { Field, FieldGroup } from "../ui/forms/field.tsx";
import { SaveBar } from "../ui/forms/save-bar.tsx";
import { OneOf } from "../ui/forms/select.tsx";
import { TextInput } from "../ui/forms/text-input.tsx";
import { PageHeader } from "../ui/page-header.tsx";
import {
  classes,
  hasSameValues,
  parsePolicy,
  toFormValues,
  type DeadlineClass,
  type Policy,
  type PolicyValues,
} from "./policy-values.ts";
import { policyScreen as t } from "./strings.ts";

const verifiers = Object.keys(t.verifiers) as Policy["limitationVerification"][];

export function PolicyScreen() {
  const { can } = useOrganization();
  return can("deadlines:manage") ? <Loaded /> : <NoPermission permission="deadlines:manage" what={t.managePolicy} />;
}

function Loaded() {
  const trpc = useTRPC();
  const found = useQuery(trpc.deadlinePolicy.get.queryOptions({}));
  return (
    <>
      <PageHeader title={t.title} description={t.description} />
      {found.data === undefined ? (
        <QueryFallback query={found} what={t.thePolicy} placeholder={<SkeletonTab />} />
      ) : (
        <PolicyForm key={found.data.deadlinePolicy.revision} policy={found.data.deadlinePolicy} />
      )}
    </>
  );
}

function usePolicyForm(policy: Policy) {
  const trpc = useTRPC();
  const [values, setValues] = useState(() => toFormValues(policy));
  const { faults, rejection, validate, reject } = useFormErrors<string>();
  const mutation = useChange(trpc.deadlinePolicy.update.mutationOptions(), {
    successMessage: () => t.saved,
    onRejected: reject,
    invalidate: useInvalidate((client) => [client.deadlinePolicy.pathFilter()]),
  });
  const submit = (event: FormEvent) => {
    event.preventDefault();
    const { changes, faults: found } = parsePolicy(values);
    validate(found);
    if (changes !== null) mutation.mutate(changes);
  };
  return {
    values,
    change: (changed: Partial<PolicyValues>) => setValues({ ...values, ...changed }),
    reset: () => setValues(toFormValues(policy)),
    faults,
    rejection,
    submit,
    isDirty: !hasSameValues(values, toFormValues(policy)),
    isBusy: mutation.isPending,
  };
}

function PolicyForm({ policy }: { policy: Policy }) {
  const form = usePolicyForm(policy);
  const { values, change, faults, rejection, submit, isDirty, isBusy, reset } = form;
  return (
    <form onSubmit={submit} noValidate className="grid gap-5">
      <VerificationCard form={form} />
      <SectionCard title={t.warnings} why="fields#warnings-of-a-deadline" description={t.warningsHint}>
        <div className="grid gap-5">
          {classes.map((each) => (
            <Field key={each} label={t.classes[each]} error={faults[`warningDays.${each}`]}>
              {(control) => (
                <TextInput
                  {...control}
                  inputMode="numeric"
                  autoComplete="off"
                  className="max-w-md"
                  value={values.warningDays[each]}
                  onChange={({ target }) => change({ warningDays: { ...values.warningDays, [each]: target.value } })}
                />
              )}
            </Field>
          ))}
        </div>
      </SectionCard>
      <SaveBar
        isDirty={isDirty}
        isBusy={isBusy}
        hasFaults={Object.keys(faults).length > 0}
        onReset={reset}
        rejection={rejection}
      />
    </form>
  );
}

function VerificationCard({ form: { values, change, faults } }: { form: ReturnType<typeof usePolicyForm> }) {
  const toggle = (each: DeadlineClass, isChosen: boolean) =>
    change({
      requireVerificationOf: classes.filter((other) =>
        other === each ? isChosen : values.requireVerificationOf.includes(other),
      ),
    });
  return (
    <SectionCard title={t.verification} why="fields#verification-of-a-deadline">
      <div className="grid gap-5">
        {(["limitationVerification", "otherVerification"] as const).map((name) => (
          <Field key={name} label={t[name]} error={faults[name]}>
            {(control) => (
              <OneOf
                {...control}
                className="max-w-md"
                values={verifiers}
                name={(each) => t.verifiers[each]}
                value={values[name]}
                onChange={(to) => change({ [name]: to })}
              />
            )}
          </Field>
        ))}
        <FieldGroup legend={t.required} error={faults["requireVerificationOf"]}>
          {classes.map((each) => (
            <Checkbox
              key={each}
              label={t.classes[each]}
              checked={values.requireVerificationOf.includes(each)}
              onChange={({ target }) => toggle(each, target.checked)}
            />
          ))}
        </FieldGroup>
        <Field
          label={t.reminder}
          hint={t.reminderHint}
          why="fields#reminders-of-unverified-dates"
          error={faults["unverifiedReminderDays"]}
        >
          {(control) => (
            <TextInput
              {...control}
              inputMode="numeric"
              autoComplete="off"
              className="max-w-40"
              value={values.unverifiedReminderDays}
              onChange={({ target }) => change({ unverifiedReminderDays: target.value })}
            />
          )}
        </Field>
      </div>
    </SectionCard>
  );
}
