import { useState } from "react";
import { sharedEnumerations } from "../../contract/enumerations.ts";
import { valuesOf } from "../../contract/enumeration.ts";
import { useFormErrors } from "../client/forms/use-form-errors.ts";
import { useTRPC } from "../client/trpc.ts";
import { useChange } from "../client/use-change.ts";
import { Field, FieldGroup } from "../ui/forms/field.tsx";
import { OneOfField, TextField } from "../ui/forms/fields.tsx";
import { TextInput } from "../ui/forms/text-input.tsx";
import { FormDialog } from "../ui/overlays/form-dialog.tsx";
import { holdMethods, newAccount, parseAccount } from "./account-values.ts";
import { accountDialog as t } from "./lazy-strings.ts";
import { accountsTab } from "./strings.ts";
import { useInvalidateTrust } from "./views.ts";

const types = Object.keys(accountsTab.types) as (keyof typeof accountsTab.types)[];
const states = valuesOf(sharedEnumerations.caseState);

export function AccountDialog({ onClose }: { onClose: () => void }) {
  const trpc = useTRPC();
  const [values, setValues] = useState(newAccount);
  const change = (changed: Partial<typeof values>) => setValues({ ...values, ...changed });
  const { faults, rejection, validate, reject } = useFormErrors<string>();
  const mutation = useChange(trpc.trustAccounts.add.mutationOptions(), {
    successMessage: () => t.wasCreated,
    onSuccess: onClose,
    onRejected: reject,
    invalidate: useInvalidateTrust(),
  });
  const submit = () => {
    const { account, faults: found } = parseAccount(values);
    if (validate(found) && account !== null) mutation.mutate(account);
  };
  return (
    <FormDialog
      title={t.title}
      description={t.description}
      action={t.save}
      busy={mutation.isPending}
      rejection={rejection}
      faults={faults}
      onSubmit={submit}
      onClose={onClose}
    >
      <TextField
        label={t.name}
        why="fields#trust-accounts"
        error={faults["name"]}
        required
        maxLength={200}
        autoComplete="off"
        value={values.name}
        onChange={(name) => change({ name })}
      />
      <TextField
        label={t.bank}
        error={faults["bankName"]}
        required
        maxLength={200}
        autoComplete="off"
        value={values.bankName}
        onChange={(bankName) => change({ bankName })}
      />
      <TextField
        label={t.last4}
        error={faults["accountNumberLast4"]}
        required
        inputMode="numeric"
        maxLength={4}
        autoComplete="off"
        className="max-w-xs"
        value={values.accountNumberLast4}
        onChange={(accountNumberLast4) => change({ accountNumberLast4 })}
      />
      <div className="grid gap-5 sm:grid-cols-2">
        <OneOfField
          label={t.type}
          required
          values={types}
          name={(each) => accountsTab.types[each]}
          value={values.type}
          onChange={(type) => change({ type })}
        />
        <OneOfField
          label={t.jurisdiction}
          required
          values={states}
          name={(each) => each}
          value={values.jurisdiction}
          onChange={(jurisdiction) => change({ jurisdiction })}
        />
      </div>
      <FieldGroup legend={t.hold} hint={t.holdHint} why="fields#cleared-funds">
        <div className="grid gap-4 sm:grid-cols-3">
          {holdMethods.map((method) => (
            <Field key={method} label={t.holds[method]} error={faults[`holdBusinessDays.${method}`]} required>
              {(control) => (
                <TextInput
                  {...control}
                  inputMode="numeric"
                  autoComplete="off"
                  value={values.hold[method]}
                  onChange={({ target }) => change({ hold: { ...values.hold, [method]: target.value } })}
                />
              )}
            </Field>
          ))}
        </div>
      </FieldGroup>
      <TextField
        label={t.limit}
        hint={t.limitHint}
        error={faults["firmFundsLimitCents"]}
        required
        inputMode="decimal"
        autoComplete="off"
        className="max-w-xs"
        value={values.limit}
        onChange={(limit) => change({ limit })}
      />
    </FormDialog>
  );
}
