// Separate from webhook-form.ts so that zod loads with the first validation, not with the screen.
import * as z from "zod";
import { WantedEventTypes } from "../../../areas/webhooks/schema.ts";
import { Name } from "../../../contract/values/values.ts";
import { listUnseen } from "./event-type-groups.ts";
import { webhookFormSchema as t } from "./lazy-strings.ts";
import { validateUrl } from "./url-validation.ts";
import type { KeyFacts } from "./webhook-form.ts";

export function webhookForm(keys: readonly KeyFacts[]) {
  return z
    .object({
      keyId: z.string().min(1, t.chooseApiKey),
      name: z
        .string()
        .refine((name) => name.trim() !== "", t.enterName)
        .pipe(Name),
      url: z.string().min(1, t.enterEndpointUrl).max(2000, t.atMost2000Characters),
      eventTypes: z.array(z.string()).min(1, t.chooseAtLeastOne).pipe(WantedEventTypes),
    })
    .superRefine(({ keyId, url, eventTypes }, context) => {
      const key = keys.find(({ id }) => id === keyId) ?? null;
      const { fault } = validateUrl(url, key?.webhookAllowedHosts ?? null);
      if (fault !== null && url !== "") context.addIssue({ code: "custom", path: ["url"], message: fault });
      const unseen = key === null ? [] : listUnseen(eventTypes, key.scopes);
      if (unseen.length > 0)
        context.addIssue({ code: "custom", path: ["eventTypes"], message: t.keyCannotRead(unseen.join(", ")) });
    });
}
