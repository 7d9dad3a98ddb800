"use client";

import { useState } from "react";
import { useController, type Control } from "react-hook-form";
import * as z from "zod";
import { overlapHours } from "../../contract/integration-keys.ts";
import { useMutationWithConfirmation } from "../client/confirmation.tsx";
import { useTRPC } from "../client/trpc.ts";
import { usePortalForm } from "../client/forms/use-portal-form.ts";
import { Banner } from "../ui/feedback/banner.tsx";
import { Checkbox } from "../ui/forms/checkbox.tsx";
import { FormDialog } from "../ui/overlays/form-dialog.tsx";
import { FieldGroup } from "../ui/forms/field.tsx";
import { RadioCard } from "../ui/forms/radio-cards.tsx";
import { ExpiryField } from "./form/expiry-field.tsx";
import { expiryPresets, resolvePreset, formatExpiry } from "./form/expiry.ts";
import { useInvalidateKeys } from "./use-invalidate-keys.ts";
import type { Key } from "./portal-types.ts";
import { SecretOnce } from "./secret-once.tsx";

const overlaps = {
  0: ["Expires immediately", "If the secret may have leaked."],
  1: ["1 hour", "To replace the secret right away."],
  24: ["24 hours", "Both secrets work for one day."],
  72: ["72 hours", "To cover a weekend."],
  168: ["7 days", "For a vendor that needs time."],
} as const;

const RotationForm = z.object({
  overlapHours: z.literal(overlapHours),
  /** Empty while a new expiry is required but not chosen. */
  validUntil: z.string().min(1, "Choose an expiry").nullable(),
});
type RotationValues = z.input<typeof RotationForm>;

const startingPreset = "90d";

interface RotateDialogProps {
  serviceAccount: Key;
  onClose: () => void;
}

export function RotateDialog({ serviceAccount, onClose }: RotateDialogProps) {
  const trpc = useTRPC();
  const invalidate = useInvalidateKeys();
  const [shown, setShown] = useState<{ secret: string; overlap: string | null } | null>(null);
  const rotate = useMutationWithConfirmation(trpc.serviceAccounts.rotate.mutationOptions({ gcTime: 0 }));
  const isExpired = serviceAccount.status === "expired";
  const { form, rejection, submit } = usePortalForm<RotationValues, RotationValues>(RotationForm, {
    overlapHours: isExpired ? 0 : 24,
    validUntil: isExpired ? startOfChoice() : null,
  });
  const send = submit(async ({ overlapHours: overlap, validUntil }) => {
    const input = { serviceAccountId: serviceAccount.id, overlapHours: overlap, ...(validUntil !== null && { validUntil }) };
    const answer = await rotate.mutateAsync(input);
    setShown({ secret: answer.secret, overlap: describeOverlap(answer.serviceAccount) });
    rotate.reset();
    await invalidate();
  });
  if (shown !== null) return <SecretOnce keyId={serviceAccount.id} keyName={serviceAccount.name} secret={shown.secret} overlap={shown.overlap} onStored={onClose} />;
  return (
    <FormDialog
      title="Rotate key"
      description={<>{serviceAccount.name} gets a new secret, shown once. Its scopes, limits and history do not change.</>}
      action="Rotate key"
      busy={form.formState.isSubmitting}
      rejection={rejection?.message}
      rejectionTitle="The key was not rotated"
      onSubmit={send}
      onClose={onClose}
    >
      {!isExpired && <OverlapField control={form.control} hasTwo={serviceAccount.secrets.length > 1} />}
      <NewExpiry control={form.control} serviceAccount={serviceAccount} />
    </FormDialog>
  );
}

function startOfChoice(): string {
  const preset = expiryPresets.find(({ id }) => id === startingPreset) ?? expiryPresets[0];
  return resolvePreset(preset, new Date()).toISOString();
}

function describeOverlap({ secrets }: Key): string {
  const old = secrets.find(({ expiresAt }) => expiresAt !== null);
  if (old === undefined || old.expiresAt === null) return "The previous secret no longer works.";
  return `The previous secret, ${old.prefix}…, works until ${formatExpiry(old.expiresAt)}.`;
}

type FormControl = Control<RotationValues, unknown, RotationValues>;

function OverlapField({ control, hasTwo }: { control: FormControl; hasTwo: boolean }) {
  const { field, fieldState } = useController({ control, name: "overlapHours" });
  return (
    <FieldGroup legend="Overlap: the current secret keeps working for" error={fieldState.error?.message}>
      <div className="grid gap-2.5 sm:grid-cols-2">
        {overlapHours.map((hours, index) => (
          <RadioCard
            key={hours}
            ref={index === 0 ? field.ref : undefined}
            name="overlapHours"
            title={overlaps[hours][0]}
            hint={overlaps[hours][1]}
            checked={field.value === hours}
            onChange={() => field.onChange(hours)}
          />
        ))}
      </div>
      {hasTwo && <Banner tone="warning">A key has at most two secrets. The older of the current two stops working immediately.</Banner>}
    </FieldGroup>
  );
}

function NewExpiry({ control, serviceAccount }: { control: FormControl; serviceAccount: Key }) {
  const { field, fieldState } = useController({ control, name: "validUntil" });
  const isExpired = serviceAccount.status === "expired";
  const hasElevated = serviceAccount.elevatedScopes.length + serviceAccount.pendingScopes.length > 0;
  return (
    <div className="grid gap-4">
      {!isExpired && (
        <Checkbox
          label="Also extend expiry"
          hint={`Expires ${formatExpiry(serviceAccount.expiresAt)} now.`}
          checked={field.value !== null}
          onChange={(event) => field.onChange(event.target.checked ? startOfChoice() : null)}
        />
      )}
      {field.value !== null && (
        <ExpiryField
          legend="Valid for"
          value={field.value}
          onChange={field.onChange}
          hasElevated={hasElevated}
          error={fieldState.error?.message}
          inputRef={field.ref}
        />
      )}
    </div>
  );
}
