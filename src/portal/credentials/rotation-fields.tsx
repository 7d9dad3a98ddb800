import { useController, type Control } from "react-hook-form";
import * as z from "zod";
import { overlapHours } from "../../contract/integration-keys.ts";
import { usePortalForm } from "../client/forms/use-portal-form.ts";
import { Banner } from "../ui/feedback/banner.tsx";
import { Checkbox } from "../ui/forms/checkbox.tsx";
import { FieldGroup } from "../ui/forms/field.tsx";
import { RadioCard } from "../ui/forms/radio-cards.tsx";
import { ExpiryField } from "./form/expiry-field.tsx";
import { expiryPresets, resolvePreset, formatExpiry } from "./form/expiry.ts";
import type { Key } from "./portal-types.ts";

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

/** @param isExtended whether a new expiry is required: of an expired key, or to extend keys */
export function useRotationForm(isExpired: boolean, isExtended = isExpired) {
  return usePortalForm<RotationValues, RotationValues>(RotationForm, {
    overlapHours: isExpired ? 0 : 24,
    validUntil: isExtended ? startOfChoice() : null,
  });
}

function startOfChoice(): string {
  const preset = expiryPresets.find(({ id }) => id === startingPreset) ?? expiryPresets[0];
  return resolvePreset(preset, new Date()).toISOString();
}

/** What becomes of the previous secret. */
export function describeOverlap({ secrets }: Key): string {
  const old = secrets.find(({ expiresAt }) => expiresAt !== null);
  if (old === undefined || old.expiresAt === null) return "The previous secret no longer works.";
  return `The previous secret, ${old.prefix}…, works until ${formatExpiry(old.expiresAt)}.`;
}

type FormControl = Control<RotationValues, unknown, RotationValues>;

export function OverlapField({ control, hasTwo }: { control: FormControl; hasTwo: boolean }) {
  const { field, fieldState } = useController({ control, name: "overlapHours" });
  return (
    <FieldGroup legend="Overlap: the current secret keeps working for" why="fields#overlap-of-a-rotation" error={fieldState.error?.message}>
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

interface NewExpiryProps {
  control: FormControl;
  keys: readonly Key[];
  isRequired: boolean;
}

export function NewExpiry({ control, keys, isRequired }: NewExpiryProps) {
  const { field, fieldState } = useController({ control, name: "validUntil" });
  const [only] = keys;
  return (
    <div className="grid gap-4">
      {!isRequired && (
        <Checkbox
          label="Also extend expiry"
          hint={keys.length === 1 && only !== undefined ? `Expires ${formatExpiry(only.expiresAt)} now.` : undefined}
          checked={field.value !== null}
          onChange={(event) => field.onChange(event.target.checked ? startOfChoice() : null)}
        />
      )}
      {field.value !== null && (
        <ExpiryField
          legend="Valid for"
          value={field.value}
          onChange={field.onChange}
          hasElevated={keys.some(({ elevatedScopes, pendingScopes }) => elevatedScopes.length + pendingScopes.length > 0)}
          error={fieldState.error?.message}
          inputRef={field.ref}
        />
      )}
    </div>
  );
}
