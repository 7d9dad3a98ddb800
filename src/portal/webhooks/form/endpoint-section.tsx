import { useController, useFormContext } from "react-hook-form";
import { useMutationWithConfirmation } from "../../client/confirmation.tsx";
import { describeFault } from "../../client/portal-error.ts";
import { useTRPC } from "../../client/trpc.ts";
import { useShowError } from "../../client/use-show-error.ts";
import { useInvalidateKeys } from "../../credentials/use-invalidate-keys.ts";
import { Banner } from "../../ui/feedback/banner.tsx";
import { Button } from "../../ui/button.tsx";
import { SectionCard } from "../../ui/card.tsx";
import { Field } from "../../ui/forms/field.tsx";
import { TextInput } from "../../ui/forms/text-input.tsx";
import { useToast } from "../../ui/overlays/toast.tsx";
import { endpointSection as t, urlValidation } from "./strings.ts";
import { validateUrl } from "./url-validation.ts";
import type { KeyFacts, WebhookValues } from "./webhook-form.ts";

export function PlaceSection({ chosen }: { chosen: KeyFacts | null }) {
  const { control } = useFormContext<WebhookValues>();
  const { field, fieldState } = useController({ control, name: "name" });
  return (
    <SectionCard title={t.title}>
      <div className="grid gap-5">
        <Field
          label={t.name}
          why="fields#endpoint"
          hint={t.nameHint}
          error={fieldState.error?.message}
          required
          className="max-w-xl"
        >
          {(attributes) => <TextInput {...attributes} {...field} maxLength={200} autoComplete="off" />}
        </Field>
        <UrlField chosen={chosen} />
      </div>
    </SectionCard>
  );
}

function UrlField({ chosen }: { chosen: KeyFacts | null }) {
  const { control } = useFormContext<WebhookValues>();
  const { field, fieldState } = useController({ control, name: "url" });
  const { fault, missingHost } = validateUrl(field.value, chosen?.webhookAllowedHosts ?? null);
  const message = fieldState.error?.message;
  const error = message === undefined || field.value === "" ? message : (fault ?? leaveOut(message));
  const state = fault === null ? t.thisUrl : describeFault(fault);
  const hint = field.value === "" || error !== undefined ? t.urlHint : state;
  return (
    <div className="grid max-w-2xl gap-3">
      <Field label="URL" why="fields#endpoint" hint={<span aria-live="polite">{hint}</span>} error={error} required>
        {(attributes) => (
          <TextInput
            {...attributes}
            {...field}
            type="url"
            inputMode="url"
            placeholder="https://hooks.example.com/caseport"
            maxLength={2000}
            autoComplete="off"
            autoCapitalize="none"
            spellCheck={false}
            className="font-mono"
          />
        )}
      </Field>
      {chosen !== null && missingHost !== null && <AllowHost chosen={chosen} host={missingHost} />}
    </div>
  );
}

/** Clears the form's error as soon as the key allows the host. */
function leaveOut(message: string): string | undefined {
  return message.startsWith(urlValidation.keyDoesNotAllow("")) ? undefined : message;
}

function AllowHost({ chosen, host }: { chosen: KeyFacts; host: string }) {
  const trpc = useTRPC();
  const showToast = useToast();
  const showError = useShowError();
  const invalidate = useInvalidateKeys();
  const update = useMutationWithConfirmation(trpc.serviceAccounts.update.mutationOptions());
  const allow = async () => {
    try {
      await update.mutateAsync({
        serviceAccountId: chosen.id,
        expectedRevision: chosen.revision,
        webhookAllowedHosts: [...chosen.webhookAllowedHosts, host],
      });
      showToast(t.nowAllowsWebhooksTo(chosen.name, host));
    } catch (error) {
      showError(error);
    } finally {
      await invalidate();
    }
  };
  return (
    <Banner
      tone="warning"
      title={t.doesNotAllow(chosen.name, host)}
      actions={
        <Button size="sm" busy={update.isPending} onClick={() => void allow()}>
          {t.allowHost}
        </Button>
      }
    >
      {t.webhooksCanOnlyUse}
    </Banner>
  );
}
