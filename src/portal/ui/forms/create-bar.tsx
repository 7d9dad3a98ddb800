import type { FormState, FieldValues } from "react-hook-form";
import { Button } from "../button.tsx";
import { Banner } from "../feedback/banner.tsx";
import { LinkButton } from "../link.tsx";
import { createBar as t } from "./strings.ts";

interface CreateBarProps<Values extends FieldValues> {
  /** What is created: "webhook". */
  noun: string;
  state: FormState<Values>;
  rejection: { message: string } | null;
  cancelHref: string;
}

/** The end of a form that creates a record: why it was rejected, Cancel, and Create. */
export function CreateBar<Values extends FieldValues>({ noun, state, rejection, cancelHref }: CreateBarProps<Values>) {
  const faults = Object.keys(state.errors).length;
  return (
    <>
      {rejection !== null && (
        <Banner tone="danger" title={t.wasNotCreated(noun)} live>
          {rejection.message}
        </Banner>
      )}
      <div className="flex flex-wrap items-center justify-end gap-x-4 gap-y-2.5">
        <output className="text-sm text-danger">
          {state.isSubmitted && faults > 0 && t.fieldsNeedAttention(faults)}
        </output>
        <LinkButton href={cancelHref}>{t.cancel}</LinkButton>
        <Button type="submit" variant="primary" busy={state.isSubmitting}>
          {t.create(noun)}
        </Button>
      </div>
    </>
  );
}
