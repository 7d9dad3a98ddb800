import type { FormState, FieldValues } from "react-hook-form";
import { Button } from "../button.tsx";
import { Banner } from "../feedback/banner.tsx";
import { LinkButton } from "../link.tsx";
import { plural } from "../plural.ts";

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
        <Banner tone="danger" title={`The ${noun} was not created`} live>
          {rejection.message}
        </Banner>
      )}
      <div className="flex flex-wrap items-center justify-end gap-x-4 gap-y-2.5">
        <output className="text-sm text-danger">{state.isSubmitted && faults > 0 && plural(faults, "# field needs attention.", "# fields need attention.")}</output>
        <LinkButton href={cancelHref}>Cancel</LinkButton>
        <Button type="submit" variant="primary" busy={state.isSubmitting}>
          Create {noun}
        </Button>
      </div>
    </>
  );
}
