import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { useFormErrors } from "../client/forms/use-form-errors.ts";
import { useTRPC } from "../client/trpc.ts";
import { useChange } from "../client/use-change.ts";
import { OneOfField, TextField } from "../ui/forms/fields.tsx";
import { FormDialog } from "../ui/overlays/form-dialog.tsx";
import { correctDialog as t } from "./lazy-strings.ts";
import { useInvalidateRequests, type Recipient, type SignatureRequestDetail } from "./views.ts";

/** Recipients who have yet to sign. */
export const isCorrectable = ({ status }: Recipient): boolean =>
  !["signed", "declined", "copied", "cancelled"].includes(status);

interface CorrectDialogProps {
  request: Pick<SignatureRequestDetail, "id" | "revision">;
  recipient: Recipient;
  onClose: () => void;
}

type Field = "name" | "email" | "phone" | "delivery" | "authentication" | "passcode";

const deliveries = ["email", "text", "link"] as const;
const fields = ["name", "email", "phone", "delivery", "authentication", "passcode"] as const;
const authentications = ["none", "email_code", "text_code", "passcode"] as const;

type Values = Pick<Recipient, "name" | "delivery" | "authentication"> & Record<"email" | "phone" | "passcode", string>;

const trimValues = ({ name, email, phone, ...others }: Values): Values => ({
  ...others,
  name: name.trim(),
  email: email.trim(),
  phone: phone.trim(),
});

const isTexted = ({ delivery, authentication }: Values) => delivery === "text" || authentication === "text_code";
const isEmailed = ({ delivery, authentication }: Values) => delivery === "email" || authentication === "email_code";

function findFaults(
  given: Values,
  { saved, changed }: { saved: Values; changed: readonly Field[] },
): Partial<Record<Field, string>> {
  const isNewPasscode = given.authentication === "passcode" && saved.authentication !== "passcode";
  const needsEmail = isEmailed(given) || changed.includes("email");
  return {
    ...(given.name === "" && { name: t.enterName }),
    ...(needsEmail && given.email === "" && { email: t.enterEmail }),
    ...(isTexted(given) && given.phone === "" && { phone: t.enterPhone }),
    ...(isNewPasscode && given.passcode === "" && { passcode: t.enterPasscode }),
    ...(changed.length === 0 && { name: t.changeSomething }),
  };
}

/** What was changed: a passcode only of who has one, and no number as null. */
function toChanges(given: Values, changed: readonly Field[]) {
  const sent = changed.filter((field) => field !== "passcode" || given.authentication === "passcode");
  return Object.fromEntries(
    sent.map((field) => [field, field === "phone" && given.phone === "" ? null : given[field]]),
  );
}

/** Sends what was changed alone: each member is named in the audit trail. */
export function CorrectDialog({ request, recipient, onClose }: CorrectDialogProps) {
  const trpc = useTRPC();
  const { name, email, phone, delivery, authentication, label } = recipient;
  const saved: Values = { name, email: email ?? "", phone: phone ?? "", delivery, authentication, passcode: "" };
  const [values, setValues] = useState(saved);
  const { faults, rejection, validate, reject } = useFormErrors<Field>();
  const mutation = useChange(trpc.esignRequests.correctRecipient.mutationOptions(), {
    successMessage: () => t.wasCorrected,
    onSuccess: onClose,
    onRejected: reject,
    invalidate: useInvalidateRequests(),
  });
  const { data: obstacles } = useQuery(
    trpc.esignRequests.findTextObstacles.queryOptions({ esignRequestId: request.id, recipientId: recipient.id }),
  );
  const usesText = isTexted(values);
  const usesEmail = isEmailed(values);
  /** A number that is being entered is checked when it is saved. */
  const describeBlock = (block: keyof typeof t.textBlocks | null | undefined) =>
    (block ?? null) === null || values.phone.trim() !== saved.phone ? undefined : t.textBlocks[block ?? "other"];
  const submit = () => {
    const given = trimValues(values);
    const changed = fields.filter((field) => given[field] !== saved[field]);
    if (!validate(findFaults(given, { saved, changed }))) return;
    mutation.mutate({
      esignRequestId: request.id,
      recipientId: recipient.id,
      expectedRevision: request.revision,
      ...toChanges(given, changed),
    });
  };
  const field = (each: "name" | "email" | "phone" | "passcode") => ({
    error: faults[each],
    value: values[each],
    onChange: (text: string) => setValues({ ...values, [each]: text }),
    autoComplete: "off",
  });
  return (
    <FormDialog
      title={t.titleOf(label)}
      description={t.description}
      action={t.correct}
      busy={mutation.isPending}
      rejection={rejection}
      faults={faults}
      onSubmit={submit}
      onClose={onClose}
    >
      <TextField label={t.name} required maxLength={200} {...field("name")} />
      <TextField
        label={t.email}
        why="fields#email-of-a-recipient"
        required={email !== null || usesEmail}
        optional={email === null && !usesEmail}
        type="email"
        maxLength={254}
        {...field("email")}
      />
      <TextField
        label={t.phone}
        required={usesText}
        optional={!usesText}
        type="tel"
        maxLength={40}
        {...field("phone")}
      />
      <OneOfField
        label={t.delivery}
        why="fields#texts-to-recipients"
        hint={values.delivery === "text" ? describeBlock(obstacles?.link) : undefined}
        error={faults.delivery}
        values={deliveries}
        name={(each) => t.deliveries[each]}
        value={values.delivery}
        onChange={(to) => setValues({ ...values, delivery: to })}
      />
      <OneOfField
        label={t.authentication}
        hint={values.authentication === "text_code" ? describeBlock(obstacles?.code) : undefined}
        error={faults.authentication}
        values={authentications}
        name={(each) => t.authentications[each]}
        value={values.authentication}
        onChange={(to) => setValues({ ...values, authentication: to })}
      />
      {values.authentication === "passcode" && (
        <TextField
          label={t.passcode}
          hint={t.passcodeHint}
          required={authentication !== "passcode"}
          optional={authentication === "passcode"}
          maxLength={64}
          {...field("passcode")}
        />
      )}
    </FormDialog>
  );
}
