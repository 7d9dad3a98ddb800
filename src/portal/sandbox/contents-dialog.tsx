import { useState } from "react";
import { useFormErrors } from "../client/forms/use-form-errors.ts";
import { useTRPC, type PortalOutputs } from "../client/trpc.ts";
import { useChange } from "../client/use-change.ts";
import { useInvalidate } from "../client/use-invalidate.ts";
import { FieldGroup } from "../ui/forms/field.tsx";
import { RadioCard } from "../ui/forms/radio-cards.tsx";
import { FormDialog } from "../ui/overlays/form-dialog.tsx";
import { contentsDialog as t, createDialog, resetDialog } from "./strings.ts";

type Contents = NonNullable<PortalOutputs["sandbox"]["get"]["sandbox"]>["contents"];

interface ContentsDialogProps {
  purpose: "create" | "reset";
  contents?: Contents;
  onClose: () => void;
}

/** Creates or resets the sandbox with the chosen records. */
export function ContentsDialog({ purpose, contents: before = "examples", onClose }: ContentsDialogProps) {
  const trpc = useTRPC();
  const [contents, setContents] = useState<Contents>(before);
  const { rejection, reject } = useFormErrors<string>();
  const invalidate = useInvalidate((client) => [client.sandbox.pathFilter(), client.account.pathFilter()]);
  const words = purpose === "create" ? createDialog : resetDialog;
  const ending = { successMessage: () => words.done, onSuccess: onClose, onRejected: reject, invalidate };
  const creation = useChange(trpc.sandbox.create.mutationOptions(), ending);
  const reset = useChange(trpc.sandbox.reset.mutationOptions(), ending);
  const submit = () => (purpose === "create" ? creation : reset).mutate({ contents });
  return (
    <FormDialog
      title={words.title}
      description={words.description}
      action={words.action}
      danger={purpose === "reset"}
      busy={creation.isPending || reset.isPending}
      rejection={rejection}
      onSubmit={submit}
      onClose={onClose}
    >
      <FieldGroup legend={t.records} why="fields#records-of-a-sandbox">
        {(["examples", "empty"] as const).map((choice) => (
          <RadioCard
            key={choice}
            name="contents"
            value={choice}
            title={t.titles[choice]}
            hint={t.hints[choice]}
            checked={contents === choice}
            onChange={() => setContents(choice)}
          />
        ))}
      </FieldGroup>
    </FormDialog>
  );
}
