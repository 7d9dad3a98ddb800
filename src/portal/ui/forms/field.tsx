import { CircleAlert } from "lucide-react";
import { useId, type ReactNode } from "react";
import { describeFault } from "../../client/portal-error.ts";
import { cn } from "../class-names.ts";
import { field as t } from "./strings.ts";
import { Why, type GuideAnchor } from "./why.tsx";

export interface ControlProps {
  id: string;
  "aria-describedby": string | undefined;
  "aria-invalid": boolean;
  "aria-required": boolean | undefined;
}

export interface FieldProps {
  label: ReactNode;
  hint?: ReactNode;
  error?: string | undefined;
  /** For screen readers; optional fields are marked visibly instead. */
  required?: boolean | undefined;
  optional?: boolean | undefined;
  /** Where the guides say why the field exists. */
  why?: GuideAnchor | undefined;
  className?: string | undefined;
  children: (control: ControlProps) => ReactNode;
}

/** `<Field …>{(control) => <TextInput {...control} />}</Field>` */
export function Field({ label, hint, error, required, optional, why, className, children }: FieldProps) {
  const id = useId();
  const isShown = (part: ReactNode) => part !== undefined && part !== null && part !== "";
  const described = [isShown(hint) && `${id}-hint`, isShown(error) && `${id}-error`].filter((part) => part !== false);
  return (
    <div className={cn("field grid content-start gap-1.5", className)}>
      <div className="flex items-baseline gap-x-1.5">
        <label htmlFor={id} className="text-sm font-semibold">
          {label}
          {optional === true && <span className="font-normal text-muted">{t.optional}</span>}
        </label>
        {why !== undefined && <Why at={why} of={label} />}
      </div>
      {isShown(hint) && (
        <p id={`${id}-hint`} className="max-w-prose text-sm text-muted">
          {hint}
        </p>
      )}
      {children({
        id,
        "aria-describedby": described.length === 0 ? undefined : described.join(" "),
        "aria-invalid": isShown(error),
        "aria-required": required,
      })}
      <FieldError id={`${id}-error`} message={error} />
    </div>
  );
}

export function FieldError({ id, message }: { id?: string; message: string | undefined }) {
  if (message === undefined || message === "") return null;
  return (
    <p id={id} className="flex gap-1.5 text-sm font-medium text-danger">
      <CircleAlert aria-hidden className="mt-0.5 size-4 shrink-0" />
      <span className="min-w-0 whitespace-pre-line wrap-anywhere">{describeFault(message)}</span>
    </p>
  );
}

interface FieldGroupProps {
  legend: ReactNode;
  /** A title shows what the group is, and why: the legend is for screen readers. */
  isTitled?: boolean | undefined;
  hint?: ReactNode;
  error?: string | undefined;
  why?: GuideAnchor | undefined;
  className?: string;
  children: ReactNode;
}

/** Several controls of one value: check boxes, radio cards. */
export function FieldGroup({ legend, isTitled = false, hint, error, why, className, children }: FieldGroupProps) {
  const id = useId();
  const hasHint = hint !== undefined && hint !== null;
  const hasError = error !== undefined && error !== "";
  const described = [hasHint && `${id}-hint`, hasError && `${id}-error`].filter((part) => part !== false).join(" ");
  return (
    <fieldset
      className={cn("grid min-w-0 gap-2", className)}
      aria-labelledby={`${id}-legend`}
      aria-describedby={described === "" ? undefined : described}
    >
      <legend className={isTitled ? "sr-only" : "mb-1.5 flex items-baseline gap-x-1.5 text-sm font-semibold"}>
        <span id={`${id}-legend`}>{legend}</span>
        {why !== undefined && !isTitled && <Why at={why} of={legend} />}
      </legend>
      {hasHint && (
        <p id={`${id}-hint`} className="-mt-1 max-w-prose text-sm text-muted">
          {hint}
        </p>
      )}
      {children}
      <FieldError id={`${id}-error`} message={error} />
    </fieldset>
  );
}
