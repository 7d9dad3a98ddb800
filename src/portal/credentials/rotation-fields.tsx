import { useController, type Control } from "react-hook-form";
import * as z from "zod";
import { overlapHours } from "../../contract/integration-keys.ts";
import { usePortalForm } from "../client/forms/use-portal-form.ts";
import { Banner } from "../ui/feedback/banner.tsx";
import { Checkbox } from "../ui/forms/checkbox.tsx";
import { FieldGroup } from "../ui/forms/field.tsx";
import { RadioCard } from "../ui/forms/radio-cards.tsx";
import { ExpiryField } from "./form/expiry-field.tsx";
import { findExtension, formatExpiry } from "./form/expiry.ts";
import type { Key } from "./portal-types.ts";
import { rotationFields as t } from "./lazy-strings.ts";

const overlaps = {
  0: [t.expiresImmediately, t.ifSecretMay],
  1: [t.hours(1), t.toReplaceSecretRight],
  24: [t.hours(24), t.bothSecretsWork],
  72: [t.hours(72), t.toCoverWeekend],
  168: [t.days(7), t.forVendorThatNeeds],
} as const;

const RotationForm = z.object({
  overlapHours: z.literal(overlapHours),
  /** Empty while a new expiry is required but not chosen. */
  validUntil: z.string().min(1, t.chooseExpiry).nullable(),
});
type RotationValues = z.input<typeof RotationForm>;

interface RotationOptions {
  /** Whether there is no secret that could keep working. */
  isExpired?: boolean;
  /** Whether a new expiry is required: of an expired key, or to extend keys. */
  isExtended?: boolean;
}

export function useRotationForm(keys: readonly Key[], { isExpired = false, isExtended = isExpired }: RotationOptions) {
  return usePortalForm<RotationValues, RotationValues>(RotationForm, {
    overlapHours: isExpired ? 0 : 24,
    validUntil: isExtended ? startOfChoice(keys) : null,
  });
}

const hasElevated = (keys: readonly Key[]) =>
  keys.some(({ elevatedScopes, pendingScopes }) => elevatedScopes.length + pendingScopes.length > 0);

/** The last expiry of these keys, than which each gets a later one. */
const findLastExpiry = (keys: readonly Key[]) =>
  keys.reduce((last, key) => (key.expiresAt > last ? key.expiresAt : last), "");

/** Empty where no preset extends each of the keys. */
const startOfChoice = (keys: readonly Key[]) =>
  findExtension(findLastExpiry(keys), hasElevated(keys), new Date())?.toISOString() ?? "";

/** What becomes of the previous secret. */
export function describeOverlap({ secrets }: Key): string {
  const old = secrets.find(({ expiresAt }) => expiresAt !== null);
  if (old === undefined || old.expiresAt === null) return t.previousSecretNoLonger;
  return t.previousSecret(old.prefix, formatExpiry(old.expiresAt));
}

type FormControl = Control<RotationValues, unknown, RotationValues>;

export function OverlapField({ control, hasTwo }: { control: FormControl; hasTwo: boolean }) {
  const { field, fieldState } = useController({ control, name: "overlapHours" });
  return (
    <FieldGroup legend={t.overlap} why="fields#overlap-of-a-rotation" error={fieldState.error?.message}>
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
      {hasTwo && <Banner tone="warning">{t.keyHasAtMost}</Banner>}
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
          label={t.alsoExtendExpiry}
          hint={keys.length === 1 && only !== undefined ? t.expiresNow(formatExpiry(only.expiresAt)) : undefined}
          checked={field.value !== null}
          onChange={(event) => field.onChange(event.target.checked ? startOfChoice(keys) : null)}
        />
      )}
      {field.value !== null && (
        <ExpiryField
          legend={t.validFor}
          value={field.value}
          onChange={field.onChange}
          hasElevated={hasElevated(keys)}
          after={findLastExpiry(keys)}
          error={fieldState.error?.message}
          inputRef={field.ref}
        />
      )}
    </div>
  );
}
