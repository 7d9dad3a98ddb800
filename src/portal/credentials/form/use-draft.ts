import { useCallback, useEffect, useRef } from "react";
import type { FieldValues, UseFormReturn } from "react-hook-form";
import { readDraft, writeDraft } from "../../client/forms/draft.ts";
import { useAccount, useOrganization } from "../../shell/account-context.tsx";

/**
 * Keeps what is typed in this tab, so that a reload, a sign-in or a crash loses nothing. Each person has their own
 * drafts.
 *
 * @param merge applies the draft to the record as it is now; must be stable
 * @returns a function that deletes the draft and stops saving it
 */
export function useDraft<Values extends FieldValues, Parsed>(
  subject: string,
  form: UseFormReturn<Values, unknown, Parsed>,
  merge: (before: Values, typed: Values, now: Values) => Values,
): () => void {
  const { user } = useAccount();
  const { slug } = useOrganization();
  const name = `draft/${user.id}/${slug}/${subject}`;
  const { control, reset, getValues, watch } = form;
  const isOver = useRef(false);
  useEffect(() => {
    const store = window.sessionStorage;
    const kept = readDraft(store, name, getValues());
    if (kept !== null) reset(merge(kept.before, kept.typed, getValues()), { keepDefaultValues: true });
    const subscription = watch((typed) => {
      // The defaults as they are now: a save replaces them.
      if (!isOver.current) writeDraft<unknown>(store, name, { before: control._defaultValues, typed });
    });
    return () => subscription.unsubscribe();
  }, [name, control, reset, getValues, watch, merge]);
  return useCallback(() => {
    isOver.current = true;
    window.sessionStorage.removeItem(name);
  }, [name]);
}
